import type { Mutant } from '../parts/mutant.ts';

export const alertMutants: readonly Mutant[] = [
  {
    name: 'a-change-is-forgotten-before-it-is-told',
    killedAt: '1:63',
    file: 'functions/compose-digests/alerts/watch-alerts.ts',
    from: '    await publishAlarm(messageOf(change));\n    told.add(change);\n',
    to: '    told.add(change);\n    await publishAlarm(messageOf(change));\n',
  },
  {
    name: 'a-judgement-overwrites-another',
    killedAt: '1:107',
    file: 'shared/ledger/alerts/alert-state.ts',
    from: 'condition: isVersion(ver)',
    to: 'condition: any(isVersion(ver), present)',
    also: [
      {
        from: "import { ifHolds, isVersion } from '../table/conditions.ts';",
        to: "import { any, ifHolds, isVersion, present } from '../table/conditions.ts';",
      },
    ],
  },
  {
    name: 'an-alert-is-over-at-its-first-gap',
    killedAt: '1:111',
    file: 'functions/alerts/judge-alerts.ts',
    from: 'goneAt !== null && now - goneAt >= (alert.overAfter ?? 0)',
    to: 'now - (goneAt ?? now) >= (alert.overAfter ?? 0)',
  },
  {
    name: 'an-alert-is-never-over',
    killedAt: '1:111',
    file: 'functions/alerts/judge-alerts.ts',
    from: 'goneAt !== null && now - goneAt >= (alert.overAfter ?? 0)',
    to: 'goneAt !== null && now - goneAt > 30 * 24 * 60 * minuteMs',
  },
  {
    name: 'a-route-that-was-disabled-since-is-not-judged',
    killedAt: '1:19',
    file: 'functions/compose-digests/alerts/gather-facts.ts',
    from: "const isStill = state === 'DISABLED';",
    to: "const isStill = state === 'DISABLED' && ports.clock.now() % 2 === 0;",
  },
];
