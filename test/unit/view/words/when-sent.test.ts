import { expect, it } from 'vitest';
import type { QuietRoute } from '../../../../shared/domain/routes/quiet.ts';
import { describeMadeDue, findSender } from '../../../../view/words/when-sent.ts';

// A Saturday.
const now = Date.parse('2026-11-21T12:00:00Z');
const route = { when: 'immediately' } as const;
const quiet = { ...route, quiet: { days: ['SAT', 'SUN'], timezone: 'UTC' } } as const;

it.each<[string, QuietRoute, Parameters<typeof findSender>, string]>([
  ['on one machine', route, [undefined, false], 'the next run sends them'],
  ['in a stage', route, ['prod', false], 'prod sends them within a minute'],
  ['beside a process', route, [undefined, true], 'the running process sends them within a minute'],
  [
    'on one machine in quiet hours',
    quiet,
    [undefined, false],
    'the route is quiet until 2026-11-23 00:00 UTC, and the first run after that sends them then',
  ],
  [
    'in a stage in quiet hours',
    quiet,
    ['prod', false],
    'the route is quiet until 2026-11-23 00:00 UTC, and prod sends them then',
  ],
])('digests that were made due are sent %s: when, and by whom', (_, of, sending, sentence) => {
  expect(describeMadeDue(2, of, findSender(...sending), now)).toBe(`2 digests are due; ${sentence}`);
});

it('one digest is told of in the singular', () => {
  expect(describeMadeDue(1, route, null, now)).toBe('1 digest is due; the next run sends it');
});
