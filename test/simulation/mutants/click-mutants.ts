import type { Mutant } from '../parts/mutant.ts';

/** What readers choose in Slack. */
export const clickMutants: readonly Mutant[] = [
  {
    name: 'a-click-is-written-over',
    killedAt: '1:191',
    file: 'shared/ledger/history/digest-entries.ts',
    from: "all(present, asRead(item, 'clicks'), asRead(item, 'drawing'))",
    to: 'present',
  },
  {
    name: 'every-claim-is-recorded',
    killedAt: '1:15',
    file: 'shared/domain/clicks/record-click.ts',
    from: "new Set(['claim', 'not-for-us'])",
    to: 'new Set([])',
  },
  {
    name: 'whoever-draws-does-not-look-again',
    killedAt: '1:93',
    file: 'functions/answer-clicks/answer-click.ts',
    from: 'changed.after.clicks.length === length) return;',
    to: 'changed.after.clicks.length >= length) return;',
  },
  {
    name: 'an-old-click-mutes-again',
    killedAt: '1:1571',
    file: 'shared/ledger/routes/mutes.ts',
    from: "any(missing('chosenAt'), below('chosenAt', chosenAt))",
    to: "any(missing('chosenAt'), below('v', 2))",
  },
  {
    name: 'a-click-counts-at-any-place',
    killedAt: '1:189',
    file: 'functions/answer-clicks/find-clicked.ts',
    from: 'if ((digest.thread ?? place) !== place)',
    to: "if (digest.thread === '')",
  },
];
