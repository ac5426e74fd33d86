import type { Mutant } from './mutant.ts';

/** Of reading lists and recording what they show. */
export const readMutants: readonly Mutant[] = [
  {
    name: 'fingerprint-without-the-total',
    killedAt: { seed: 1, schedule: 987 },
    source: [
      {
        file: 'shared/ledger/buyers.ts',
        from: '[listing.period, listing.totalItems, listing.ids]',
        to: '[listing.period, listing.ids]',
      },
    ],
  },
  {
    name: 'complete-up-to-the-end-of-the-scan',
    killedAt: { seed: 1, schedule: 999 },
    source: [
      {
        file: 'functions/poll-signals/poll-signals.ts',
        from: 'startedAt: scan.startedAt ?? startedAt,',
        to: 'startedAt: ports.clock.now(),',
      },
    ],
  },
  {
    name: 'window-without-its-margin',
    killedAt: { seed: 1, schedule: 601 },
    source: [
      {
        file: 'shared/domain/window.ts',
        from: 'smallestCovering(now - lastCompleteAt + marginMs, defaultPeriod)',
        to: 'smallestCovering(now - lastCompleteAt, defaultPeriod)',
      },
    ],
  },
  {
    name: 'months-of-thirty-days',
    killedAt: { seed: 1, schedule: 5_985 },
    source: [
      { file: 'shared/domain/window.ts', from: "['LastTwoMonths', 59],", to: "['LastTwoMonths', 62]," },
    ],
  },
  {
    name: 'no-deep-scan',
    killedAt: { seed: 1, schedule: 995 },
    source: [
      {
        file: 'functions/poll-signals/poll-signals.ts',
        from: 'if (!isDeepScanDue(buyerId, buyer.lastDeepAt, now)) return inWindow;',
        to: 'if (buyer.lastDeepAt !== null) return inWindow;',
      },
    ],
  },
  {
    name: 'calm-without-acceptance',
    killedAt: { seed: 1, schedule: 623 },
    source: [
      {
        file: 'functions/poll-signals/poll-signals.ts',
        from: 'await setCalm(isComplete);',
        to: 'await setCalm(true);',
      },
    ],
  },
  {
    name: 'twenty-pages-at-most',
    killedAt: { seed: 1, schedule: 629 },
    shape: 'wide',
    source: [
      {
        file: 'shared/bridge-api/read-pages.ts',
        from: 'if (pageNumber >= lastPageOf(page) || isShown || emptyInARow >= mostEmptyInARow) return;',
        to: 'if (pageNumber >= Math.min(20, lastPageOf(page)) || isShown) return;',
      },
    ],
  },
  {
    name: 'third-reading-is-accepted',
    killedAt: { seed: 1, schedule: 745 },
    source: [
      {
        file: 'functions/poll-signals/scan-list.ts',
        from: "accepted: verdict === 'accepted' ||",
        to: "accepted: verdict === 'accepted' || result.readings === 2 ||",
      },
    ],
  },
  {
    name: 'summary-is-asked-for-after-the-signals',
    killedAt: { seed: 1, schedule: 601 },
    source: [
      {
        file: 'functions/poll-signals/record-new.ts',
        from: '    await askForSummary(ports, buyerId, signals);\n    await inParallel',
        to: '    await inParallel',
      },
      {
        file: 'functions/poll-signals/record-new.ts',
        from: 'updatedAt: content.updatedAt });\n    });',
        to: 'updatedAt: content.updatedAt });\n    });\n    await askForSummary(ports, buyerId, signals);',
      },
    ],
  },
];
