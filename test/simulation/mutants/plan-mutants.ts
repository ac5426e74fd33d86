import type { Mutant } from '../parts/mutant.ts';

/** Of finding out who is polled, and of the limiter that all calls upstream wait for. */
export const planMutants: readonly Mutant[] = [
  {
    name: 'looks-back-too-little',
    killedAt: '1:139',
    file: 'shared/domain/polling/poll-plan.ts',
    from: 'return newestRowAt + (at - newestSeenAt) - lagMs;',
    to: 'return newestRowAt + (at - newestSeenAt) + lagMs;',
  },
  {
    name: 'polled-half-as-often',
    killedAt: '1:16025',
    among: { shape: 'long' },
    file: 'shared/domain/polling/due.ts',
    from: '/ periodMs) + 1) * periodMs',
    to: '/ periodMs) + 2) * periodMs',
  },
  {
    name: 'one-recorded-row-speaks-for-its-buyer',
    killedAt: '1:699',
    file: 'functions/plan-polls/read-changed-rows.ts',
    from: 'filter(([signalId]) => !recorded.has(signalId));',
    to: 'filter(([, buyerId]) => ![...changed].some(([id, other]) => other === buyerId && recorded.has(id)));',
  },
  {
    name: 'scheduled-without-being-due',
    killedAt: '3:4547',
    file: 'functions/plan-polls/find-due.ts',
    from: '(buyerId) => ledger.buyers.wake(buyerId, now)',
    to: '() => Promise.resolve()',
  },
  {
    name: 'forgets-the-buyer-that-failed',
    killedAt: '1:23',
    file: 'functions/poll-signals/end-poll.ts',
    from: '  await ledger.buyers.postpone(buyer, next, { isShown });',
    to: '',
  },
  {
    name: 'limiter-without-a-version',
    killedAt: '1:145',
    file: 'shared/ledger/upstream/upstream-item.ts',
    from: 'condition: isVersion(before.ver),',
    to: '',
  },
  {
    name: 'marks-saved-before-the-send',
    killedAt: '1:5717',
    among: { coincidence: 'missed news' },
    file: 'functions/plan-polls/plan-polls.ts',
    from: "  await ports.queue('poll').send(messages);",
    to: "  await ports.ledger.polls.savePlan({ marks });\n  await ports.queue('poll').send(messages);",
  },
];
