import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { sqs } from '../../../shared/runtime/aws/services.ts';
import { createSqsQueue, type SqsOperations } from '../../../shared/runtime/sqs-queue.ts';
import { callEmulator } from '../../support/aws/call-emulator.ts';

interface Batch {
  readonly Entries: readonly { readonly Id: string; readonly MessageBody: string }[];
}
/** The ids that fail, or the status that the whole batch gets. */
type Answer = (batch: Batch) => readonly string[] | number;

describe('a queue in SQS', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const open = async (answer: Answer) => {
    const batches: Batch[] = [];
    const sleeps: number[] = [];
    const listening = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const batch = JSON.parse(Buffer.concat(chunks).toString()) as Batch;
      batches.push(batch);
      const failed = answer(batch);
      response.writeHead(typeof failed === 'number' ? failed : 200, {
        'content-type': 'application/x-amz-json-1.0',
      });
      const ids = typeof failed === 'number' ? [] : failed;
      const sent = batch.Entries.filter(({ Id }) => !ids.includes(Id));
      response.end(
        JSON.stringify({
          Failed: ids.map((Id) => ({ Id, Code: 'InternalError', SenderFault: false })),
          Successful: sent.map(({ Id }) => ({ Id, MessageId: Id })),
        }),
      );
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    // Without retries of its own, so that the queue's can be counted.
    const once = { ...sqs, retries: { attempts: 1, pauseMs: 0 } };
    const call = callEmulator<SqsOperations>(once, `http://127.0.0.1:${port}`);
    const clock = { sleep: async (ms: number) => void sleeps.push(ms) };
    const queue = createSqsQueue({ call, queueUrl: `http://127.0.0.1:${port}/0/q`, clock });
    return { queue, batches, sleeps };
  };
  const idsOf = (batch: Batch | undefined) => batch?.Entries.map(({ Id }) => Id);

  it('sends ten messages at a time', async () => {
    const { queue, batches } = await open(() => []);
    await queue.send(Array.from({ length: 25 }, (_, n) => n));
    expect(batches.map(({ Entries }) => Entries.length)).toEqual([10, 10, 5]);
  });

  it('sends nothing when there is nothing', async () => {
    const { queue, batches } = await open(() => []);
    await queue.send([]);
    expect(batches).toEqual([]);
  });

  it('begins another batch before 256 KB', async () => {
    const { queue, batches } = await open(() => []);
    await queue.send(Array.from({ length: 3 }, () => 'x'.repeat(100_000)));
    expect(batches.map(({ Entries }) => Entries.length)).toEqual([2, 1]);
  });

  it('sends only the failed messages again, and twice at most', async () => {
    const { queue, batches, sleeps } = await open(({ Entries }) =>
      Entries.map(({ Id }) => Id).filter((id) => id === '1' || id === '3'),
    );
    const sending = queue.send(['a', 'b', 'c', 'd']);
    await expect(sending).rejects.toMatchObject({
      code: 'QUEUE_UNAVAILABLE',
      message: expect.stringContaining('2 of 4'),
    });
    expect(batches.map(idsOf)).toEqual([
      ['0', '1', '2', '3'],
      ['1', '3'],
      ['1', '3'],
    ]);
    expect(sleeps).toHaveLength(2);
  });

  it('is content when the second try succeeds', async () => {
    let calls = 0;
    const { queue, batches } = await open(() => (calls++ === 0 ? ['0'] : []));
    await expect(queue.send(['a', 'b'])).resolves.toBeUndefined();
    expect(batches.map(idsOf)).toEqual([['0', '1'], ['0']]);
  });

  it('sends the other batches although one fails as a whole', async () => {
    const { queue, batches } = await open(({ Entries }) => (Entries[0]?.Id === '0' ? 500 : []));
    const sending = queue.send(Array.from({ length: 15 }, (_, n) => n));
    await expect(sending).rejects.toThrow('10 of 15');
    expect(idsOf(batches.at(-1))).toEqual(['10', '11', '12', '13', '14']);
  });

  it('refuses a message that no queue takes before it sends any', async () => {
    const { queue, batches } = await open(() => []);
    await expect(queue.send(['fits', 'x'.repeat(262_144)])).rejects.toBeInstanceOf(RangeError);
    await expect(queue.send([undefined])).rejects.toBeInstanceOf(TypeError);
    expect(batches).toEqual([]);
  });

  it('escapes what SQS refuses in a body, and the message stays the same', async () => {
    const { queue, batches } = await open(() => []);
    const message = { text: 'a\ufffe\uffff\ud800\u0000\u{1F600}' };
    await queue.send([message]);
    const body = batches[0]?.Entries[0]?.MessageBody ?? '';
    expect(body).not.toMatch(/[\p{Cc}\ufffe\uffff]|\p{Surrogate}/u);
    expect(JSON.parse(body)).toEqual(message);
  });
});
