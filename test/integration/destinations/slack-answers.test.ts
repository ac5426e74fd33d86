import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { createDeliveryBench, type DeliveryBench } from '../../support/destinations/delivery-bench.ts';
import { type Answer, type Receiver, startReceiver } from '../../support/destinations/receiver.ts';

const route: Route = {
  id: 'sales',
  match: {},
  when: 'immediately',
  to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
};

describe("Slack's answers, from the frozen digest to the ledger", () => {
  let answer: (attempt: number, body: string) => Answer;
  let slack: Receiver;
  let bench: DeliveryBench;
  const bodies = () => slack.requests.map(({ body }) => body);
  const stored = async () => (await bench.ledger.listUndelivered('sales'))[0];
  const kinds = () => bench.observations.map(({ kind }) => kind).filter((kind) => kind !== 'digest-frozen');

  beforeEach(async () => {
    slack = await startReceiver({ answers: ({ body }, index) => answer(index + 1, body) });
    bench = createDeliveryBench({ routes: [route], secrets: { SLACK_WEBHOOK_URL: slack.url } });
    await bench.record(1, 2);
    await bench.compose();
  });
  afterEach(async () => {
    bench.close();
    await slack.close();
  });

  it('invalid_blocks sends the digest once more as plain text, at once, and that is delivered', async () => {
    answer = (attempt) =>
      attempt === 1 ? { status: 400, body: 'invalid_blocks' } : { status: 200, body: 'ok' };

    const result = await bench.deliver();

    expect(result).toMatchObject({ digests: [{ result: 'delivered' }] });
    const [first, second] = bodies().map((body) => JSON.parse(body));
    expect(slack.requests).toHaveLength(2);
    expect(first).toHaveProperty('blocks');
    expect(second).not.toHaveProperty('blocks');
    expect(second.mrkdwn).toBe(false);
    expect(second.text).toContain('2 new signals at Springfield School District');
    expect(second.text).toContain('Tender 2');
    expect(second.text).toMatch(/ · id [a-z2-7]{8}$/);
    expect(kinds()).toEqual(['digest-rewritten', 'digest-attempted']);
    expect(bench.observations.at(-2)).toMatchObject({ reason: 'answered 400: invalid_blocks' });
    expect(await stored()).toBeUndefined();
  });

  it('once plain text was begun, never sends the blocks again: not after a 500, a crash or a redrive', async () => {
    const answers: Answer[] = [
      { status: 400, body: 'invalid_blocks' },
      { status: 500 },
      { cut: 'before-answer' },
      { status: 400, body: 'invalid_blocks' },
    ];
    answer = (attempt) => answers[attempt - 1] ?? { status: 200, body: 'ok' };

    await bench.deliver();
    bench.advance(400_000);
    await bench.deliver();
    bench.advance(2_400_000);
    await bench.deliver();
    const dead = await stored();
    const pointer = { routeId: 'sales', slot: dead?.slot ?? '', part: 1 };
    await bench.ledger.makeDue(pointer, ['DEAD'], Date.parse('2026-11-21T09:00:00Z'));
    await bench.ledger.claimDigest(pointer, Date.parse('2026-11-21T09:00:00Z'), 1);
    await bench.ledger.endLeases(Date.parse('2026-11-21T08:00:00Z'));
    bench.advance(3_600_000);
    await bench.deliver();

    expect(dead?.state).toBe('DEAD');
    const [blocks, ...plain] = bodies();
    expect(JSON.parse(blocks ?? '')).toHaveProperty('blocks');
    expect(plain.length).toBeGreaterThanOrEqual(4);
    expect(new Set(plain).size).toBe(1);
    expect(await stored()).toBeUndefined();
  });

  it('404 no_service disables the route, which collects on and is not called again until it is resumed', async () => {
    answer = () => ({ status: 404, body: 'no_service' });

    await bench.deliver();
    const disabled = await bench.ledger.readRoute('sales');
    const kept = await stored();
    await bench.record(3, 4);
    await bench.compose();
    bench.advance(86_400_000);
    await bench.deliver();

    expect(slack.requests).toHaveLength(1);
    expect(disabled).toMatchObject({ state: 'DISABLED', reason: 'answered 404: no_service' });
    expect(kept).toMatchObject({ state: 'HELD', signals: 2 });
    expect(await bench.ledger.readOutbox('sales', 10)).toHaveLength(2);
    expect(kinds()).toEqual(['route-disabled', 'digest-attempted']);

    answer = () => ({ status: 200, body: 'ok' });
    await bench.ledger.enableRoute('sales', Date.now());
    if (kept) await bench.ledger.makeDue(kept, ['HELD'], 0);
    await bench.compose();
    await bench.deliver();

    expect(bodies()).toHaveLength(3);
    expect(bodies()[1]).toBe(bodies()[0]);
    expect(bodies()[2]).toContain('Tender 4');
  });
});
