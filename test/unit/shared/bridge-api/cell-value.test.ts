import { describe, expect, it } from 'vitest';
import { cellValue, isUnsettled } from '../../../../shared/bridge-api/index.ts';

describe('the value of a cell', () => {
  it.each([
    { cell: 'text' },
    { cell: 0 },
    { cell: null },
    { cell: undefined },
    { cell: { city: 'Austin' } },
    { cell: { value: 'only a value' } },
    { cell: { value: 5, status: 'Processed', unit: 'USD' } },
    { cell: { status: 'Queued' } },
    { cell: { value: 5, status: 7 } },
  ])('$cell is bare and stays as it is', ({ cell }) => {
    expect(cellValue(cell)).toEqual(cell);
  });

  it.each([
    [{ value: 'text', status: 'Processed', processedAt: '2026-11-20T10:00:00Z' }, 'text'],
    [{ value: null, status: 'NotProcessed', processedAt: null }, null],
    [{ value: 0, status: 'Skipped' }, 0],
    [{ value: ['a'], processedAt: '2026-11-20T10:00:00Z' }, ['a']],
    [{ value: { city: 'Austin' }, status: 'A status of next year' }, { city: 'Austin' }],
    [
      { value: { value: 1, status: 'Failed' }, status: 'Processed' },
      { value: 1, status: 'Failed' },
    ],
  ])('%j is taken out of its wrapper, once', (cell, value) => {
    expect(cellValue(cell)).toEqual(value);
  });
});

describe('a cell', () => {
  it.each(['NotProcessed', 'Queued', 'Processing'])('is unsettled while its status is %s', (status) => {
    expect(isUnsettled({ value: null, status, processedAt: null })).toBe(true);
    expect(isUnsettled({ value: 60, status })).toBe(true);
  });

  it.each([
    { value: 95, status: 'Processed', processedAt: '2026-11-20T10:00:00Z' },
    { value: null, status: 'Failed', processedAt: null },
    { value: null, status: 'A status of next year', processedAt: null },
    { value: null, status: null, processedAt: null },
    { value: null, processedAt: null },
    { value: 5, status: 'Queued', unit: 'USD' },
    null,
    undefined,
  ])('is settled as %j', (cell) => {
    expect(isUnsettled(cell)).toBe(false);
  });
});
