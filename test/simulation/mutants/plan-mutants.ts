import type { Mutant } from './mutant.ts';

/** Of finding out who is polled, and of the limiter that all calls upstream wait for. */
export const planMutants: readonly Mutant[] = [
  {
    name: 'looks-back-too-little',
    killedAt: { seed: 1, schedule: 1_996 },
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
    killedAt: { seed: 1, schedule: 6_672 },
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
    name: 'distrust-never',
    killedAt: { seed: 1, schedule: 6_672 },
    among: { shape: 'long' },
    source: [
      {
        file: 'functions/poll-signals/tell-plan.ts',
        from: 'if (await plan.distrustRows())',
        to: 'if (plan === null)',
      },
    ],
  },
  {
    name: 'forgets-the-buyer-that-failed',
    killedAt: { seed: 1, schedule: 2_817 },
    among: { coincidence: 'missed news' },
    source: [
      {
        file: 'functions/poll-signals/poll-signals.ts',
        from: 'if (problem === null) throw error;\n      await setCalm(false);',
        to: 'if (problem === null) throw error;',
      },
    ],
  },
  {
    name: 'forgets-the-unread-buyers-of-a-message',
    killedAt: { seed: 1, schedule: 2_817 },
    among: { coincidence: 'missed news' },
    source: [
      {
        file: 'functions/poll-signals/poll-signals.ts',
        from: 'cutShort.push(buyerId);\n      return setCalm(false);',
        to: 'cutShort.push(buyerId);\n      return;',
      },
    ],
  },
  {
    name: 'limiter-without-a-version',
    killedAt: { seed: 1, schedule: 640 },
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
        from: '  await ports.sendPolls(messages);',
        to: '  await ports.savePolled(now, marks);\n  await ports.sendPolls(messages);',
      },
    ],
  },
];
