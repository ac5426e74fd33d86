import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signalIdOf } from '../../../../../shared/domain/rows/signal.ts';

it('is both UUIDs, however the letters are written', () => {
  const bridgeId = '0B6ED9C4-4B0A-4F58-9A3E-0D9D7FB5A001';
  const rowId = '5a1f3e6e-2f0e-4a9f-8f2d-3f4b6a7c8d01';

  expect(signalIdOf({ bridgeId, rowId })).toBe(`${bridgeId.toLowerCase()}#${rowId}`);
});

it('tells other ids apart by their case', () => {
  expect(signalIdOf({ bridgeId: 'b', rowId: 'aB3' })).not.toBe(signalIdOf({ bridgeId: 'b', rowId: 'Ab3' }));
});

it('differs for any two signals, whatever their ids hold', () => {
  const id = fc.string({ unit: fc.constantFrom('a', '#', '%', '2', '3', '5', '/'), maxLength: 5 });
  const signal = fc.record({ bridgeId: id, rowId: id });
  fc.assert(
    fc.property(signal, signal, (one, other) => {
      const same = one.bridgeId === other.bridgeId && one.rowId === other.rowId;
      expect(signalIdOf(one) === signalIdOf(other)).toBe(same);
    }),
    { numRuns: 2_000 },
  );
});
