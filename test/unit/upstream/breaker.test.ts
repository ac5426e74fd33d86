import { describe, expect, it } from 'vitest';
import {
  createCallWindow,
  createRefusalCount,
  isServiceFailure,
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
  const judge = (answers: readonly (readonly [number, boolean])[]) => {
    const count = createRefusalCount();
    return answers.map(([status, freshToken]) => count.add({ status, freshToken }));
  };
  const fresh = (status: number) => [status, true] as const;
  const old = (status: number) => [status, false] as const;

  it('is told by the first 401 after it was read again, and by none before', () => {
    expect(judge([old(401), old(401), fresh(401)])).toEqual([false, false, true]);
  });

  it('is told by the fifth 403 in a row: fewer may be about what one buyer or bridge allows', () => {
    expect(judge([403, 403, 403, 403, 403].map(fresh))).toEqual([false, false, false, false, true]);
  });

  it('is told by five more after it was cleared', () => {
    const count = createRefusalCount();
    const refuse = () => count.add({ status: 403, freshToken: true });
    for (let call = 0; call < 5; call += 1) refuse();
    count.clear();

    expect(Array.from({ length: 5 }, refuse)).toEqual([false, false, false, false, true]);
  });

  it('is not told by any number of 403 between answers that were allowed', () => {
    const answers = Array.from({ length: 40 }, (_, index) => (index % 4 === 3 ? old(200) : fresh(403)));

    expect(judge(answers)).not.toContain(true);
  });

  it('is not told by a 404, which is an answer, nor by a 5xx, which is no answer to the question', () => {
    expect(judge([...[403, 403, 403, 403].map(fresh), old(404), fresh(403)]).at(-1)).toBe(false);
    expect(judge([...[403, 403, 403, 403].map(fresh), old(503), fresh(403)]).at(-1)).toBe(true);
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
