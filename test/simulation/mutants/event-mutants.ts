import type { Mutant } from '../parts/mutant.ts';

export const eventMutants: readonly Mutant[] = [
  {
    name: 'events-take-all-calls',
    killedAt: '1:377',
    file: 'functions/poll-signals/handler.ts',
    from: 'asked.urgent ? ports.eventApi : ports.api',
    to: 'ports.api',
  },
  {
    name: 'an-event-begins-a-baseline',
    killedAt: '1:67',
    file: 'functions/plan-polls/follow-events.ts',
    from: "state === 'LIVE' && failingSince",
    to: "state !== 'GONE' as never && failingSince",
    also: [
      {
        file: 'functions/poll-signals/poll-signals.ts',
        from: "request.urgent !== undefined && buyer.state !== 'LIVE'",
        to: 'false',
      },
    ],
  },
  {
    name: 'an-event-is-asked-about-for-ever',
    killedAt: '1:63',
    file: 'functions/poll-signals/poll-signals.ts',
    from: "if (request.urgent === 'first') await",
    to: 'if (request.urgent) await',
  },
  {
    name: 'an-event-moves-the-mark',
    killedAt: '1:159',
    file: 'functions/plan-polls/follow-events.ts',
    from: 'return (await readChangedRows(ports, mark, { deadline, mostPages: 1 })).named;',
    to: 'const changed = await readChangedRows(ports, mark, { deadline, mostPages: 1 });\n  await ledger.polls.savePlan({ marks: [changed.mark] });\n  return changed.named;',
  },
  {
    name: 'a-poll-forgets-who-was-named-meanwhile',
    killedAt: '1:1273',
    file: 'shared/ledger/polling/buyers.ts',
    from: 'const mayBeWoken = lastCompleteAt !== null && dueAt !== null;',
    to: 'const mayBeWoken = lastCompleteAt === null && dueAt !== null;',
  },
];
