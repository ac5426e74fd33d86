import { afterEach, describe, expect, it } from 'vitest';
import { createHandler as createComposer } from '../../../functions/compose-digests/handler.ts';
import { createHandler as createDeliverer } from '../../../functions/deliver-digest/handler.ts';
import { startQueues } from '../../../machine/queues/local-queues.ts';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { systemClock } from '../../../shared/runtime/system.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';

const signingSecret = `whsec_${Buffer.from('a signing secret for these tests').toString('base64')}`;
/** In place of twenty seconds. */
const attemptMs = 6_000;
const invocation = { getRemainingTimeInMillis: () => 100_000 };

const routeTo = (id: string, url: string): Route => ({
  id,
  match: {},
  when: 'immediately',
  to: { type: 'webhook', url, signingSecret: { secret: 'SIGNING' } },
});

describe('a destination that takes what is sent and never answers', () => {
  const closing: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function open() {
    const hanging = await startReceiver({ answers: () => ({ delayMs: 600_000 }) });
    const healthy = await startReceiver();
    const table = openSqliteTable(':memory:');
    const queues = startQueues({ onError: (_, error) => errors.push(error) });
    closing.push(
      () => queues.stop(0),
      hanging.close,
      healthy.close,
      () => table.close(),
    );
    const errors: unknown[] = [];
    const random = () => 0.5;
    const clock = systemClock;
    const ledger = createLedger({ table, clock, random });
    const routes = [routeTo('hanging', hanging.url), routeTo('healthy', healthy.url)];
    const config: SignalpostConfig = {
      api: { baseUrl: 'http://127.0.0.1', token: { secret: 'TOKEN' }, arrayParameters: 'repeat' },
      watch: { buyers: [], bridges: [], every: '15 minutes', allEvery: '6 hours', firstRun: 'send-all' },
      hot: { topByHotness: 0, columns: [] },
      summaries: { waitAtMost: '10 minutes' },
      routes,
      local: true,
    };
    const common = { config, clock, random, observe: () => undefined, ledger };
    const compose = createComposer({ ...common, queue: queues.queue });
    const post = createHttpPost();
    const sender = createSender({
      post: (request) => post({ ...request, timeoutMs: attemptMs }),
      secret: async () => signingSecret,
      clock,
      permitLocal: true,
    });
    const idle = async () => undefined;
    const freeze = async (routeId: string, from: number, to: number) => {
      for (let number = from; number <= to; number += 1) {
        await ledger.record(exampleNewSignal(number, { routeIds: [routeId] }));
        const slot = new Date(Math.floor(clock.now() / 1000) * 1000 - number * 1000).toISOString();
        await compose({ routeId, slot }, invocation);
      }
    };
    const start = () =>
      queues.start({
        'poll-signals': idle,
        'fetch-summaries': idle,
        'compose-digests': idle,
        'deliver-digest': createDeliverer({ ...common, sender }),
      });
    return { hanging, healthy, ledger, errors, freeze, start, drain: () => queues.drain('delivery') };
  }

  it.each([29, 116])(
    'delays its own %i digests and no other route: it is called twice before that one is served',
    async (many) => {
      const { hanging, healthy, ledger, errors, freeze, start, drain } = await open();
      await freeze('hanging', 1, many);
      await freeze('healthy', many + 1, many + 1);
      start();
      await healthy.received(1);
      expect(hanging.requests.length).toBeLessThanOrEqual(2);

      await drain();
      expect(hanging.requests.length).toBeLessThanOrEqual(2);
      const waiting = await ledger.listUndelivered('hanging');
      expect(waiting).toHaveLength(many);
      expect(waiting.map(({ state }) => state)).toEqual(waiting.map(() => 'FROZEN'));
      expect(waiting.filter(({ attempts }) => attempts > 0)).toHaveLength(hanging.requests.length);
      expect(await ledger.listUndelivered('healthy')).toEqual([]);
      expect(errors).toEqual([]);
    },
    60_000,
  );
});
