import type { Mutant } from '../parts/mutant.ts';

/** Of reading bridges, and of the buyers that come to them and leave. */
export const bridgeMutants: readonly Mutant[] = [
  {
    name: 'failed-look-reads-no-rows',
    killedAt: '1:39',
    file: 'functions/plan-polls/find-buyers.ts',
    from: 'if (!isDue) return failure;',
    to: "if (!isDue || changed.problem === 'failed' || changed.problem === 'unsorted') return failure;",
  },
  {
    name: 'newcomers-are-baseline',
    killedAt: '1:37',
    file: 'functions/poll-signals/sort-items.ts',
    from: 'const newcomerSince = await ports.ledger.rosters.readNewsSince(buyerId);',
    to: 'const newcomerSince: number | null = null;',
  },
  {
    name: 'rows-are-created-when-they-say',
    killedAt: '1:91',
    file: 'functions/poll-signals/past.ts',
    from: 'createdEarlierMs = 15 * hourMs',
    to: 'createdEarlierMs = hourMs',
  },
  {
    name: 'newcomer-noted-after-it-is-known',
    killedAt: '1:2017',
    file: 'functions/plan-polls/find-buyers.ts',
    from: 'if (isNew) await ledger.rosters.noteNewcomer(buyerId, newsSince);',
    to: '',
    also: [
      {
        from: '      added.add(buyerId);',
        to: '      if (isNew) await ledger.rosters.noteNewcomer(buyerId, newsSince);\n      added.add(buyerId);',
      },
    ],
  },
  {
    name: 'newcomer-by-an-old-roster',
    killedAt: '1:187',
    among: { coincidence: 'overtaken reading' },
    file: 'functions/plan-polls/find-buyers.ts',
    from: '!(await ledger.rosters.hasBuyer(bridgeId, buyerId))',
    to: 'true',
  },
  {
    name: 'newcomer-by-an-old-reading',
    killedAt: '1:1529',
    among: { coincidence: 'overtaken reading' },
    file: 'functions/plan-polls/find-buyers.ts',
    from: 'firstFullAt ?? (await ledger.rosters.read(bridgeId)).firstFullAt',
    to: 'firstFullAt',
  },
  {
    name: 'who-left-is-polled-on',
    killedAt: '1:603',
    file: 'functions/plan-polls/find-buyers.ts',
    from: 'of chooseGone(known, named, read)) {',
    to: 'of chooseGone(known, named, read).slice(0, 0)) {',
  },
  {
    name: 'believes-rows-from-the-future',
    killedAt: '1:729',
    file: 'shared/domain/polling/poll-plan.ts',
    from: 'times.filter((time) => time <= latest + aheadMs).map((time) => Math.min(time, latest))',
    to: 'times.filter((time) => time <= latest + dayMs)',
  },
  {
    name: 'reading-cut-off-leaves-no-mark',
    killedAt: '1:217',
    file: 'functions/plan-polls/read-all-rows.ts',
    from: 'if (pages.length > 0) await keep(',
    to: 'if (pages.length < 0) await keep(',
  },
  {
    name: 'excepted-bridges-are-sent',
    killedAt: '1:85',
    file: 'shared/domain/polling/left-out.ts',
    from: 'except?.bridges.includes(bridgeId) === true',
    to: 'except === null',
  },
];
