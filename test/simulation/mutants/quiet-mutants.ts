import type { Mutant } from './mutant.ts';

/** Of quiet hours. */
export const quietMutants: readonly Mutant[] = [
  {
    name: 'quiet-hours-are-composed-in',
    killedAt: '1:217',
    file: 'functions/compose-digests/compose-digests.ts',
    from: "item.state === 'ENABLED' && quietEnd === null",
    to: "item.state === 'ENABLED'",
    also: [
      {
        file: 'shared/domain/routes/delay.ts',
        from: 'quietUntil(route, unmutedAt) ?? unmutedAt;',
        to: 'unmutedAt;',
      },
    ],
  },
  {
    name: 'a-retry-goes-out-at-night',
    killedAt: '1:85',
    file: 'functions/deliver-digest/prepare-attempt.ts',
    from: 'if (quietEnd !== null) {',
    to: 'if (quietEnd === 0) {',
  },
];
