import type { Mutant } from './mutant.ts';

/** Of delivering digests. */
export const deliverMutants: readonly Mutant[] = [
  {
    name: 'lease-that-never-ends',
    killedAt: { seed: 1, schedule: 13 },
    source: [
      {
        file: 'shared/ledger/digests/claim-digest.ts',
        from: "any(equals('state', 'FROZEN'), equals('state', 'HELD'), equals('state', 'SENDING')),",
        to: "any(equals('state', 'FROZEN'), equals('state', 'HELD')),",
      },
    ],
  },
  {
    name: 'lease-ends-by-one-clock',
    killedAt: { seed: 4, schedule: 31 },
    source: [
      {
        file: 'shared/domain/digests/next-attempt.ts',
        from: 'leaseUntil + clocksMs',
        to: 'leaseUntil',
      },
    ],
  },
  {
    name: 'attempt-counts-once-it-is-stored',
    killedAt: { seed: 51, schedule: 763 },
    source: [
      {
        file: 'shared/ledger/digests/claim-digest.ts',
        from: 'const attempts = claimed.attempts + 1;',
        to: 'const attempts = claimed.attempts;',
      },
    ],
  },
  {
    name: 'throttled-since-is-kept',
    killedAt: { seed: 1, schedule: 159 },
    source: [
      {
        file: 'shared/ledger/digests/settle-digest.ts',
        from: "const remove = ['leaseUntil', ...(throttledSince === undefined ? ['throttledSince'] : [])];",
        to: "const remove = ['leaseUntil'];",
      },
    ],
  },
  {
    name: 'unknown-outcome-is-delivered',
    killedAt: { seed: 1, schedule: 207 },
    source: [
      {
        file: 'shared/destinations/decide-outcome.ts',
        from: "outcome: 'retry',\n    ambiguous,",
        to: "outcome: ambiguous ? 'delivered' : 'retry',\n    ambiguous,",
      },
    ],
  },
  {
    name: 'retry-after-is-not-read',
    killedAt: { seed: 1, schedule: 47 },
    source: [
      {
        file: 'shared/domain/digests/next-attempt.ts',
        from: 'return Math.round(now + retryAfterMs + random() * spread);',
        to: 'return Math.round(now + random() * spread);',
      },
    ],
  },
  {
    name: 'replayed-digests-are-found-by-nobody',
    killedAt: { seed: 1, schedule: 227 },
    source: [
      {
        file: 'shared/ledger/digests/send-again.ts',
        from: ', putOwed(key, now)]',
        to: ']',
      },
    ],
  },
  {
    name: 'dead-at-the-first-failure',
    killedAt: { seed: 1, schedule: 601 },
    source: [
      {
        file: 'shared/domain/digests/next-attempt.ts',
        from: 'if (next === null) {',
        to: 'if (next !== 0) {',
      },
    ],
  },
  {
    name: 'gone-route-stays-enabled',
    killedAt: { seed: 1, schedule: 79 },
    source: [
      {
        file: 'functions/deliver-digest/deliver-digest.ts',
        from: 'await ports.ledger.disableRoute(routeId, reason, now);',
        to: '',
      },
    ],
  },
  {
    name: 'a-reply-waits-for-nothing',
    killedAt: { seed: 1, schedule: 81 },
    source: [
      {
        file: 'shared/domain/digests/reply.ts',
        from: "return { kind: 'wait', until: replyPutOffUntil(first.dueAt, now), reason };",
        to: "return replyPutOffUntil(first.dueAt, now) > 0 ? { kind: 'send', thread: null } : { kind: 'give-up', reason };",
      },
    ],
  },
  {
    name: 'a-thread-is-forgotten',
    killedAt: { seed: 1, schedule: 81 },
    source: [
      {
        file: 'shared/ledger/digests/settle-digest.ts',
        from: 'const named = thread === undefined ? {} : { thread };',
        to: 'const named = {};',
      },
    ],
  },
  {
    name: 'a-reply-in-a-transaction-of-its-own',
    killedAt: { seed: 1, schedule: 81 },
    source: [
      {
        file: 'functions/compose-digests/freeze-batch.ts',
        from: 'if (!(await ports.ledger.freeze(first.digest, ports.clock.now(), reply?.digest, next))) return false;',
        to: 'if (!(await ports.ledger.freeze(first.digest, ports.clock.now(), undefined, next))) return false;\n  if (reply && !(await ports.ledger.freeze(reply.digest, ports.clock.now()))) return false;',
      },
    ],
  },
  {
    name: 'plain-form-is-forgotten',
    killedAt: { seed: 1, schedule: 195 },
    source: [
      {
        file: 'shared/ledger/digests/settle-digest.ts',
        from: '...(form === undefined ? {} : { form }),',
        to: '',
      },
    ],
  },
  {
    name: 'kept-digests-are-looked-at-by-nobody',
    killedAt: { seed: 1, schedule: 323 },
    source: [
      {
        file: 'shared/ledger/digests/settle-digest.ts',
        from: 'const due = dueAttributes(key, settlement.lookAgainAt);',
        to: 'const due = {};',
      },
    ],
  },
  {
    name: 'route-takes-every-place',
    killedAt: { seed: 1, schedule: 207 },
    among: { coincidence: 'hanging destination' },
    source: [
      {
        file: 'shared/ledger/digests/in-flight.ts',
        from: 'one.holder !== holder && isAhead(one.until, leaseMs)',
        to: 'one.holder !== holder && one.until < 0',
      },
    ],
  },
  {
    name: 'timeouts-pause-nothing',
    killedAt: { seed: 1, schedule: 3699 },
    among: { coincidence: 'hanging destination' },
    source: [
      {
        file: 'shared/ledger/digests/in-flight.ts',
        from: 'timedOut ? now + pauseAfter(lost) : 0',
        to: 'timedOut ? now : pauseAfter(lost) * 0',
      },
    ],
  },
  {
    name: 'stop-waits-for-less-than-an-attempt',
    killedAt: { seed: 1, schedule: 1413 },
    among: { coincidence: 'stop in mid-attempt' },
    source: [
      {
        file: 'functions/deliver-digest/attempt-time.ts',
        from: 'attemptMs = 2 * deliveryCallMs + preparingMs',
        to: 'attemptMs = 10_000',
      },
    ],
  },
  {
    name: 'stop-does-not-end-a-batch',
    killedAt: { seed: 1, schedule: 21_729 },
    among: { coincidence: 'stop in mid-attempt' },
    source: [
      {
        file: 'shared/runtime/invocation.ts',
        from: 'if (stopping?.aborted) {',
        to: 'if (stopping === null) {',
      },
    ],
  },
];
