import { describe, expect, it } from 'vitest';
import type { RequestGate } from '../../../../shared/bridge-api/index.ts';
import { HttpStatusError } from '../../../../shared/domain/errors.ts';
import { buyerId, createFakeService, type FakeAnswer, rejectionOf } from '../../../support/fake-service.ts';

const good: FakeAnswer = { json: { buyerId, needsRegeneration: false } };
const unavailable: FakeAnswer = { status: 503 };

it('attempts end with the last error after the third, which hands Retry-After on', async () => {
  const last = { status: 429, headers: { 'retry-after': '60' } };
  const { api, sent } = createFakeService([unavailable, unavailable, last, good]);

  const error = await rejectionOf(api.getBuyerSummary(buyerId));

  expect(error).toBeInstanceOf(HttpStatusError);
  const message = 'getBuyerSummary: the service answered 429';
  expect(error).toMatchObject({ status: 429, retryAfterMs: 60_000, message });
  expect(sent).toHaveLength(3);
});

describe('an attempt', () => {
  const callsAfter = async (answer: FakeAnswer, random = 0.5, call = {}) => {
    const { api, sent, clock } = createFakeService([answer, answer, good], { random: () => random });
    await api.getBuyerSummary(buyerId, call).catch(() => {});
    return { calls: sent.length, slept: clock.slept };
  };

  it.each([408, 425, 429, 500, 502, 503, 504])('is repeated after a %i', async (status) => {
    expect(await callsAfter({ status })).toMatchObject({ calls: 3 });
  });

  it.each([400, 404, 501])('is not repeated after a %i', async (status) => {
    expect(await callsAfter({ status })).toMatchObject({ calls: 1 });
  });

  it.each([
    [0, [0, 0]],
    [0.999, [499, 999]],
  ])('after a draw of %d is repeated after %j ms: full jitter that doubles', async (random, slept) => {
    expect(await callsAfter(unavailable, random)).toMatchObject({ slept });
  });

  it.each([
    ['0', [0, 0]],
    ['60', [60_000, 60_000]],
    ['61', []],
  ])('waits out a Retry-After of %s s whatever the jitter, up to a minute', async (after, slept) => {
    expect(await callsAfter({ status: 429, headers: { 'retry-after': after } })).toMatchObject({ slept });
  });

  it.each([
    [60_249, 1],
    [60_250, 2],
  ])(
    'with %i ms until the deadline is made %i times: the wait and the whole timeout must fit',
    async (ms, calls) => {
      const deadline = createFakeService([]).clock.now() + ms;
      expect(await callsAfter(unavailable, 0.5, { deadline })).toMatchObject({ calls });
    },
  );
});

describe('the access token', () => {
  it('is asked for again, fresh, after a 401, and the request repeated once', async () => {
    const { api, sent, tokens, clock } = createFakeService([{ status: 401 }, good]);

    await api.getBuyerSummary(buyerId);

    expect(tokens).toEqual([undefined, true]);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer first-token',
      'Bearer fresh-token',
    ]);
    expect(clock.slept).toEqual([]);
  });

  it('may be refused in addition to three attempts', async () => {
    const { api, sent } = createFakeService([unavailable, { status: 401 }, unavailable, good]);

    await expect(api.getBuyerSummary(buyerId)).resolves.toBeDefined();
    expect(sent).toHaveLength(4);
  });

  it('stands in no error, nor does an address or a body', async () => {
    const body = '{"code":"not.allowed","message":"first-token is no good, says s3cret"}';
    const answers: FakeAnswer[] = [
      { status: 403, text: body },
      { text: 's3cret is not JSON' },
      { json: { buyerId: 's3cret' } },
      new TypeError('fetch failed'),
    ];
    for (const answer of answers) {
      const { api } = createFakeService([answer]);

      const error = (await rejectionOf(api.getBuyerSummary(buyerId))) as Error;

      const said = `${error.stack} ${JSON.stringify(error)}`;
      for (const secret of ['first-token', 's3cret', 'bridge.test', buyerId])
        expect(said).not.toContain(secret);
    }
  });
});

describe('the gate', () => {
  const admission = { perSecond: 20, cuts: 0, isProbe: false };
  const createGate = (admit: RequestGate['admit'] = async () => admission) => {
    const seen: unknown[] = [];
    const gate: RequestGate = {
      async admit(request) {
        seen.push(['admit', request.operation, request.deadline]);
        return admit(request);
      },
      async report({ status, retryAfterMs, admission }) {
        seen.push(['report', status, retryAfterMs, admission.perSecond]);
      },
      async end({ status }) {
        seen.push(['end', status]);
      },
    };
    return { gate, seen };
  };

  it('is asked before each HTTP call and told of each result, with what it admitted it with, and of the end of all', async () => {
    let perSecond = 0;
    const { gate, seen } = createGate(async () => ({ ...admission, perSecond: ++perSecond }));
    const answers = [{ status: 429, headers: { 'retry-after': '2' } }, new TypeError('fetch failed'), good];
    const { api, clock } = createFakeService(answers, { gate });
    const deadline = clock.now() + 100_000;

    await api.getBuyerSummary(buyerId, { deadline });

    const admitted = ['admit', 'getBuyerSummary', deadline - 60_000];
    expect(seen).toEqual([
      admitted,
      ['report', 429, 2_000, 1],
      admitted,
      ['report', null, null, 2],
      admitted,
      ['report', 200, null, 3],
      ['end', 200],
    ]);
  });

  it('ends the call by what it rejects with', async () => {
    const closed = new Error('the breaker is open');
    const { gate } = createGate(() => Promise.reject(closed));
    const { api, sent } = createFakeService([good], { gate });

    expect(await rejectionOf(api.getBuyerSummary(buyerId))).toBe(closed);
    expect(sent).toEqual([]);
  });

  it('may not hold a request beyond its deadline', async () => {
    const { gate } = createGate(async () => {
      await fake.clock.sleep(50_000);
      return admission;
    });
    const fake = createFakeService([good], { gate });

    const call = fake.api.getBuyerSummary(buyerId, { deadline: fake.clock.now() + 70_000 });

    await expect(call).rejects.toMatchObject({ name: 'TransportError', code: 'TIMEOUT' });
    expect(fake.sent).toEqual([]);
  });

  it.each<[string, FakeAnswer, string]>([
    ['is no JSON', { text: 'no JSON' }, 'ContractError'],
    ['is too large', { text: ' '.repeat(10_000_001) }, 'TransportError'],
  ])('learns of a 2xx even when its body %s, which is asked for once', async (_, answer, name) => {
    const { gate, seen } = createGate();
    const { api, sent } = createFakeService([answer], { gate });

    expect(await rejectionOf(api.getBuyerSummary(buyerId))).toMatchObject({ name });
    expect(seen.slice(1)).toEqual([
      ['report', 200, null, 20],
      ['end', 200],
    ]);
    expect(sent).toHaveLength(1);
  });
});
