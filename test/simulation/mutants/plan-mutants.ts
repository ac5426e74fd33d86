import type { Mutant } from './mutant.ts';

/** Of finding out who is polled, and of the limiter that all calls upstream wait for. */
export const planMutants: readonly Mutant[] = [
  {
    name: 'looks-back-too-little',
    killedAt: { seed: 1, schedule: 7 },
    source: [
      {
        file: 'shared/domain/polling/poll-plan.ts',
        from: 'return newestRowAt + (at - newestSeenAt) - lagMs;',
        to: 'return newestRowAt + (at - newestSeenAt) + lagMs;',
      },
    ],
  },
  {
    name: 'turns-half-as-often',
    killedAt: { seed: 1, schedule: 7013 },
    among: { shape: 'long' },
    source: [
      {
        file: 'functions/plan-polls/choose-due.ts',
        from: 'isTurn(buyerId, turnsUntil ?? 0, now, allEveryMs)',
        to: 'isTurn(buyerId, turnsUntil ?? 0, now, 2 * allEveryMs)',
      },
    ],
  },
  {
    name: 'found-before-it-is-marked',
    killedAt: { seed: 1, schedule: 7 },
    source: [
      {
        file: 'functions/plan-polls/enrol-buyers.ts',
        from: 'await ports.ledger.rouse(buyerId);',
        to: '',
      },
      {
        file: 'functions/plan-polls/enrol-buyers.ts',
        from: 'await ports.ledger.saveRosterBuyer(bridgeId, buyerId, ports.clock.now());\n  });',
        to: 'await ports.ledger.saveRosterBuyer(bridgeId, buyerId, ports.clock.now());\n    await ports.ledger.rouse(buyerId);\n  });',
      },
    ],
  },
  {
    name: 'listed-before-it-is-marked',
    killedAt: { seed: 1, schedule: 601 },
    source: [
      {
        file: 'functions/plan-polls/enrol-listed.ts',
        from: '  await inParallel(fresh, rousedAtOnce, ledger.rouse);\n',
        to: '',
      },
      {
        file: 'functions/plan-polls/enrol-listed.ts',
        from: 'await ledger.saveListed(watch.buyers, fingerprint);',
        to: 'await ledger.saveListed(watch.buyers, fingerprint);\n  await inParallel(fresh, rousedAtOnce, ledger.rouse);',
      },
    ],
  },
  {
    name: 'forgets-the-buyer-that-failed',
    killedAt: { seed: 1, schedule: 2817 },
    among: { coincidence: 'missed news' },
    source: [
      {
        file: 'functions/poll-signals/poll-signals.ts',
        from: 'if (problem === null) throw error;\n    await setCalm(false);',
        to: 'if (problem === null) throw error;',
      },
    ],
  },
  {
    name: 'forgets-the-unread-buyers-of-a-message',
    killedAt: { seed: 1, schedule: 2817 },
    among: { coincidence: 'missed news' },
    source: [
      {
        file: 'functions/poll-signals/poll-signals.ts',
        from: 'await setCalm(false);\n    return { buyerId, end, problem, recorder: null };',
        to: 'return { buyerId, end, problem, recorder: null };',
      },
    ],
  },
  {
    name: 'limiter-without-a-version',
    killedAt: { seed: 1, schedule: 29 },
    source: [
      {
        file: 'shared/ledger/upstream/upstream-item.ts',
        from: "condition: before.ver === 0 ? missing('ver') : equals('ver', before.ver),",
        to: '',
      },
    ],
  },
  {
    name: 'marks-saved-before-the-send',
    killedAt: { seed: 1, schedule: 916 },
    among: { coincidence: 'missed news' },
    source: [
      {
        file: 'functions/plan-polls/plan-polls.ts',
        from: "  await ports.queue('poll').send(messages);",
        to: "  await ports.ledger.savePolled(now, marks, null);\n  await ports.queue('poll').send(messages);",
      },
    ],
  },
];
