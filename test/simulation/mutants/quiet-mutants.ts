import type { Mutant } from './mutant.ts';

/** Of quiet hours. */
export const quietMutants: readonly Mutant[] = [
  {
    name: 'quiet-hours-are-composed-in',
    killedAt: { seed: 1, schedule: 217 },
    source: [
      {
        file: 'functions/compose-digests/compose-digests.ts',
        from: "item.state === 'ENABLED' && quietEnd === null",
        to: "item.state === 'ENABLED'",
      },
      {
        file: 'shared/domain/routes/delay.ts',
        from: 'quietUntil(route, unmutedAt) ?? unmutedAt;',
        to: 'unmutedAt;',
      },
    ],
  },
  {
    name: 'a-retry-goes-out-at-night',
    killedAt: { seed: 1, schedule: 85 },
    source: [
      {
        file: 'functions/deliver-digest/prepare-attempt.ts',
        from: 'if (quietEnd !== null) {',
        to: 'if (quietEnd === 0) {',
      },
    ],
  },
];
