import { hash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { MessageQueue, MessageQueueSettings } from '../../../machine/queues/message-queue.ts';

export interface QueueUnderTest {
  readonly name: string;
  open(settings: MessageQueueSettings): Promise<MessageQueue>;
}

/** Long enough that no message becomes visible again by itself. */
const longSeconds = 60;
let opened = 0;

/** What SQS's documentation says of a standard queue, as far as Signalpost relies on it. */
export function describeQueue({ name, open }: QueueUnderTest): void {
  describe(`a queue (${name})`, () => {
    const ending = new AbortController();
    const { signal } = ending;
    let queue: MessageQueue;
    afterEach(() => queue.close());
    const start = async (settings: Partial<MessageQueueSettings> = {}): Promise<MessageQueue> => {
      opened += 1;
      const defaults = { name: `queue-${opened}`, visibilitySeconds: longSeconds, maxReceives: 5 };
      queue = await open({ ...defaults, ...settings });
      return queue;
    };
    const receiveOne = async () => {
      const [message] = await queue.receive(1, signal);
      if (message === undefined) throw new Error('no message came');
      return message;
    };
    const countOf = async () => (await receiveOne()).Attributes?.ApproximateReceiveCount;
    const depths = (visible: number, inFlight: number, dead = 0) => ({ visible, inFlight, dead });

    it('hands out a message as the JSON text that was sent, with its id and its counts', async () => {
      const before = Date.now();
      await start();
      await queue.send([
        { buyerId: 'b', left: undefined, at: new Date(0), odd: 'a\u0000\ufffe\uffff\ud800' },
      ]);
      const { Body = '', MessageId, ReceiptHandle, MD5OfBody, Attributes = {} } = await receiveOne();

      expect(Body).toBe(
        '{"buyerId":"b","at":"1970-01-01T00:00:00.000Z","odd":"a\\u0000\\ufffe\\uffff\\ud800"}',
      );
      expect([MessageId, ReceiptHandle, Attributes.SenderId]).not.toContain('');
      expect(MD5OfBody).toBe(hash('md5', Body));
      expect(Attributes.ApproximateReceiveCount).toBe('1');
      for (const time of [Attributes.SentTimestamp, Attributes.ApproximateFirstReceiveTimestamp]) {
        expect(Number(time)).toBeGreaterThanOrEqual(before);
        expect(Number(time)).toBeLessThanOrEqual(Date.now());
      }
    });

    it('hands out what was sent, whatever becomes of the object', async () => {
      await start();
      const message = { n: 1 };
      await queue.send([message]);
      message.n = 2;
      expect((await receiveOne()).Body).toBe('{"n":1}');
    });

    it('hands out each of many messages once, as many as are asked for', async () => {
      await start();
      const sent = Array.from({ length: 25 }, (_, n) => n);
      await queue.send(sent);
      const seen: number[] = [];
      const sizes: number[] = [];
      while (seen.length < 25) {
        const messages = await queue.receive(7, signal);
        sizes.push(messages.length);
        seen.push(...messages.map(({ Body = '' }) => Number(Body)));
      }
      expect(seen.toSorted((a, b) => a - b)).toEqual(sent);
      expect(Math.max(...sizes)).toBe(7);
      expect(await queue.depth()).toEqual(depths(0, 25));
    });

    it('hands out a message to those who wait for it', async () => {
      await start();
      const waiting = receiveOne();
      await queue.send([1]);
      expect((await waiting).Body).toBe('1');
    });

    it('gives nothing to those who stop waiting, and keeps what comes then', async () => {
      await start();
      const stopping = new AbortController();
      const waiting = queue.receive(1, stopping.signal);
      stopping.abort();
      expect(await waiting).toEqual([]);
      expect(await queue.receive(1, stopping.signal)).toEqual([]);
      await queue.send([1]);
      expect(await queue.depth()).toEqual(depths(1, 0));
    });

    it('counts what is visible and in flight, and forgets what was deleted', async () => {
      await start({ visibilitySeconds: 1 });
      await queue.send([1, 2, 3]);
      expect(await queue.depth()).toEqual(depths(3, 0));
      const message = await receiveOne();
      expect(await queue.depth()).toEqual(depths(2, 1));
      await queue.delete([message]);
      expect(await queue.depth()).toEqual(depths(2, 0));
      await queue.delete(await queue.receive(2, signal));
      await queue.drained(signal);
      expect(await queue.depth()).toEqual(depths(0, 0));
    });

    it('hides a message that is in flight until its visibility timeout, then hands it out again', async () => {
      await start({ visibilitySeconds: 1 });
      await queue.send([1]);
      const first = await receiveOne();
      expect(await queue.depth()).toEqual(depths(0, 1));
      const again = await receiveOne();

      expect(again.MessageId).toBe(first.MessageId);
      expect(again.ReceiptHandle).not.toBe(first.ReceiptHandle);
      expect(again.Attributes).toMatchObject({
        ApproximateReceiveCount: '2',
        SentTimestamp: first.Attributes?.SentTimestamp,
        ApproximateFirstReceiveTimestamp: first.Attributes?.ApproximateFirstReceiveTimestamp,
      });
    });

    it('hands out a message again at once when it is released', async () => {
      await start();
      await queue.send([1]);
      const waiting = receiveOne();
      const first = await waiting;
      const next = receiveOne();
      await queue.release([first]);
      expect((await next).MessageId).toBe(first.MessageId);
    });

    it('keeps a message that is deleted by the receipt of an earlier time', async () => {
      await start();
      await queue.send([1]);
      const first = await receiveOne();
      await queue.release([first]);
      const second = await receiveOne();
      await queue.delete([first]);
      await queue.release([first]);
      expect(await queue.depth()).toEqual(depths(0, 1));
      await queue.delete([second]);
      expect(await queue.depth()).toEqual(depths(0, 0));
    });

    it('makes a dead letter of a message that is received too often, and lets the others pass', async () => {
      await start({ maxReceives: 2 });
      await queue.send(['poison']);
      for (const count of ['1', '2']) {
        const message = await receiveOne();
        expect(message.Attributes?.ApproximateReceiveCount).toBe(count);
        await queue.release([message]);
      }
      // Only the next attempt to receive it finds that it was received too often.
      expect(await queue.depth()).toEqual(depths(1, 0));
      const waiting = receiveOne();
      await queue.drained(signal);
      expect(await queue.depth()).toEqual(depths(0, 0, 1));
      await queue.send(['good']);
      expect((await waiting).Body).toBe('"good"');
    });

    it('is drained when nothing is visible or in flight, not before', async () => {
      await start();
      await queue.send([1, 2]);
      const told: string[] = [];
      const drained = queue.drained(signal).then(() => told.push('drained'));
      const messages = [await receiveOne(), await receiveOne()];
      told.push('received');
      await queue.delete(messages.slice(0, 1));
      told.push('deleted one');
      await queue.delete(messages.slice(1));
      await drained;
      expect(told).toEqual(['received', 'deleted one', 'drained']);
    });

    it('is waited for no longer than wanted', async () => {
      await start();
      await queue.send([1]);
      const stopping = new AbortController();
      const drained = queue.drained(stopping.signal);
      stopping.abort();
      await drained;
      expect(await queue.depth()).toEqual(depths(1, 0));
    });

    it('takes messages up to 256 KB, and nothing of a call with a larger one', async () => {
      await start();
      const text = (bytes: number) => 'x'.repeat(bytes - 2);
      await queue.send([text(256 * 1024)]);
      const tooLarge = queue.send([1, text(256 * 1024 + 1)]);
      await expect(tooLarge).rejects.toThrow(RangeError);
      await expect(tooLarge).rejects.toThrow('262145 bytes');
      await expect(queue.send([1, undefined])).rejects.toThrow('a message must be a JSON value');
      expect(await queue.depth()).toEqual(depths(1, 0));
    });

    it('is content with nothing', async () => {
      await start();
      await queue.send([]);
      await queue.delete([]);
      await queue.release([]);
      await queue.drained(signal);
      expect(await queue.depth()).toEqual(depths(0, 0));
    });

    it('counts the receives of each message on its own', async () => {
      await start();
      await queue.send([1]);
      await queue.release([await receiveOne()]);
      expect(await countOf()).toBe('2');
      await queue.send([2]);
      expect(await countOf()).toBe('1');
    });
  });
}
