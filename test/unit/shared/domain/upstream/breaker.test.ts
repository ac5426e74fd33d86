import { describe, expect, it } from 'vitest';
import {
  createCallWindow,
  isServiceFailure,
  laneOf,
  pauseMs,
} from '../../../../../shared/domain/upstream/breaker.ts';

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

  it('forgets what came before the clock was set back', () => {
    const window = createCallWindow();
    addAll(window, calls(0, 20), 60 * minute);

    expect(addAll(window, calls(20, 0)).at(-1)).toBe(true);
  });
});

it('a failure of the service is no answer, or one from 500 on', () => {
  expect([null, 200, 400, 401, 403, 404, 429, 500, 503].filter(isServiceFailure)).toEqual([null, 500, 503]);
});

it.each([
  ['listBuyerSignals', undefined, 'lists'],
  ['listBridgeRows', undefined, 'lists'],
  ['listColumnMetadata', undefined, 'columns'],
  ['getBuyerSummary', undefined, 'summaries'],
  // Without the Hotness order, signals are recorded all the same.
  ['listBuyerSignals', 'ranks', 'ranks'],
] as const)('the lane of %s, asked for as %s, is that of the %s', (operation, asked, lane) => {
  expect(laneOf(operation, asked)).toBe(lane);
});

it('the length of a pause doubles from half a minute to five', () => {
  expect([0, 1, 2, 3, 4, 50, 5_000].map((before) => pauseMs('failing', before) / 1_000)).toEqual([
    30, 60, 120, 240, 300, 300, 300,
  ]);
});
