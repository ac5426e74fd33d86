import { expect, it } from 'vitest';
import { type OutboxEntry, splitIntoParts } from '../../../shared/domain/signals/outbox.ts';

const entries = Array.from(
  { length: 500 },
  (_, index): OutboxEntry => ({
    ...{ routeId: 'crm', key: String(index).padStart(4, '0'), buyerId: 'b', firstSeenAt: index },
    ...{ releaseAt: null, hot: false, hotnessRank: null, signal: null },
  }),
);

it.each([1, 2, 7, 50, 98])('asks about few more entries than a part of %i takes', (most) => {
  let asked = 0;
  const parts = splitIntoParts(entries, (members) => {
    asked += members.length;
    return members.length <= most;
  });

  expect(parts.map((part) => part.length).slice(0, -1)).toEqual(
    Array.from({ length: Math.ceil(500 / most) - 1 }, () => most),
  );
  // Asking writes the digest: to ask about all 98 for each part of one entry took minutes of large ones.
  expect(asked / parts.length).toBeLessThan(Math.max(4, most * 8));
});
