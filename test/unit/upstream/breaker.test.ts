import { describe, expect, it } from 'vitest';
import {
  createCallWindow,
  createRefusalCount,
  isServiceFailure,
  type JudgedAnswer,
  pauseMs,
} from '../../../shared/domain/breaker.ts';

const minute = 60_000;

describe('the window of the last calls', () => {
  const addAll = (window: ReturnType<typeof createCallWindow>, failures: readonly boolean[], at = 0) =>
    failures.map((failed) => window.add({ at, failed }));
  const calls = (failed: number, good: number) => [
    ...Array<boolean>(failed).fill(true),
    ...Array<boolean>(good).fill(false),
  ];

  it('says nothing before it has seen twenty calls', () => {
    expect(addAll(createCallWindow(), calls(19, 0))).not.toContain(true);
  });

  it.each([
    [20, 0, true],
    [11, 9, true],
    [10, 10, false],
    [0, 20, false],
  ])('after %i failed and %i good calls says that upstream fails: %s', (failed, good, expected) => {
    expect(addAll(createCallWindow(), calls(failed, good)).at(-1)).toBe(expected);
  });

  it('forgets what is a minute old', () => {
    const window = createCallWindow();
    addAll(window, calls(19, 0), 0);

    expect(window.add({ at: minute - 1, failed: true })).toBe(true);
    expect(window.add({ at: minute, failed: true })).toBe(false);
  });

  it('begins anew when it is cleared', () => {
    const window = createCallWindow();
    addAll(window, calls(19, 0));
    window.clear();

    expect(window.add({ at: 0, failed: true })).toBe(false);
  });
});

describe('a failure of the service', () => {
  it.each([
    [null, true],
    [500, true],
    [503, true],
    [200, false],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [429, false],
  ])('for the status %s: %s', (status, expected) => {
    expect(isServiceFailure(status)).toBe(expected);
  });
});

describe('a rejected token', () => {
  type Answer = Partial<JudgedAnswer> & { readonly status: number };
  const judge = (answers: readonly Answer[], count = createRefusalCount()) =>
    answers.map((answer) =>
      count.add({ operation: 'listBuyerSignals', subject: 'a', freshToken: true, at: 0, ...answer }),
    );
  const refusedLists = (buyers: number): Answer[] =>
    Array.from({ length: buyers }, (_, buyer) => ({ status: 403, subject: `buyer ${buyer}` }));
  const allowed: Answer = { status: 200, freshToken: false };

  it('is told by the first 401 after it was read again, and by none before', () => {
    const old = { status: 401, freshToken: false };

    expect(judge([old, old, { status: 401 }])).toEqual([false, false, true]);
    expect(judge([{ status: 401, operation: 'getBuyerSummary' }])).toEqual([true]);
  });

  it('is told by the refused lists of five different buyers: fewer may be about what these buyers allow', () => {
    expect(judge(refusedLists(5))).toEqual([false, false, false, false, true]);
  });

  it('is not told by one buyer, nor by four, however often they are refused', () => {
    const answers = Array.from({ length: 20 }, () => refusedLists(4)).flat();

    expect(judge(answers)).not.toContain(true);
  });

  it('is not told by buyers who are refused minutes apart', () => {
    const spread = (gapMs: number) => refusedLists(8).map((one, index) => ({ ...one, at: index * gapMs }));

    expect(judge(spread(minute))).toContain(true);
    expect(judge(spread(1.25 * minute))).not.toContain(true);
  });

  it.each(['listBridgeRows', 'listColumnMetadata', 'getBuyerSummary'])(
    'is not told by any number of refused %s: it may lack that right alone',
    (operation) => {
      expect(judge(refusedLists(40).map((one) => ({ ...one, operation })))).not.toContain(true);
    },
  );

  it('is told by five more after it was cleared', () => {
    const count = createRefusalCount();
    judge(refusedLists(5), count);
    count.clear();

    expect(judge(refusedLists(5), count)).toEqual([false, false, false, false, true]);
  });

  it('is not told by any number of 403 between answers that were allowed', () => {
    const answers = refusedLists(40).map((one, index) => (index % 4 === 3 ? allowed : one));

    expect(judge(answers)).not.toContain(true);
  });

  it('is not told by a 404, which is an answer, nor by a 5xx, which is no answer to the question', () => {
    const [fifth, ...four] = refusedLists(5) as [Answer, ...Answer[]];

    expect(judge([...four, { status: 404, freshToken: false }, fifth]).at(-1)).toBe(false);
    expect(judge([...four, { status: 503, freshToken: false }, fifth]).at(-1)).toBe(true);
  });
});

describe('the length of a pause', () => {
  it('doubles from half a minute to five', () => {
    expect([0, 1, 2, 3, 4, 50, 5_000].map((before) => pauseMs('failing', before) / 1_000)).toEqual([
      30, 60, 120, 240, 300, 300, 300,
    ]);
  });

  it('is five minutes for a rejected token, each time', () => {
    expect([0, 7].map((before) => pauseMs('rejected', before) / minute)).toEqual([5, 5]);
  });
});
