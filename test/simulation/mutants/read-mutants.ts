import type { Mutant } from '../parts/mutant.ts';

/** Of reading lists and recording what they show. */
export const readMutants: readonly Mutant[] = [
  {
    name: 'a-full-page-is-the-last-if-no-more-is-counted',
    killedAt: '82:5',
    file: 'shared/bridge-api/read-pages.ts',
    from: 'return page.pageNumber >= lastPageOf(page) && (items === 0 || items < page.pageSize);',
    to: 'return page.pageNumber >= lastPageOf(page) && items >= 0;',
  },
  {
    name: 'a-list-is-known-by-its-length',
    killedAt: '1:25',
    file: 'shared/ledger/polling/buyers.ts',
    from: 'JSON.stringify([period, totalItems, pages.flat()])',
    to: 'JSON.stringify([period, totalItems])',
  },
  {
    name: 'complete-up-to-the-end-of-the-scan',
    killedAt: '1:999',
    file: 'functions/poll-signals/end-poll.ts',
    from: 'completionOf(ports, poll, list)',
    to: 'completionOf(ports, poll, { ...list, startedAt: ports.clock.now() })',
  },
  {
    name: 'window-without-its-margin',
    killedAt: '3:97',
    file: 'shared/domain/polling/window.ts',
    from: 'const neededMs = now - lastCompleteAt + marginMs;',
    to: 'const neededMs = now - lastCompleteAt;',
  },
  {
    name: 'months-of-thirty-days',
    killedAt: '1:177',
    file: 'shared/domain/polling/window.ts',
    from: "['LastThreeMonths', 89, 92],",
    to: "['LastThreeMonths', 120, 92],",
  },
  {
    name: 'twenty-pages-at-most',
    killedAt: '1:525',
    among: { shape: 'wide' },
    file: 'shared/bridge-api/read-pages.ts',
    from: 'if (isLastPage(page) ||',
    to: 'if (pageNumber >= 20 || isLastPage(page) ||',
  },
  {
    name: 'third-reading-is-accepted',
    killedAt: '1:595',
    file: 'shared/domain/polling/reading.ts',
    from: 'accepted: missing === 0 && (isSame || isWhole),',
    to: 'accepted: readings.length === 3 || (missing === 0 && (isSame || isWhole)),',
  },
  {
    name: 'summary-is-asked-for-after-the-signals',
    killedAt: '1:3',
    file: 'functions/poll-signals/record-found.ts',
    from: '  const isSummaryFetched = await askForSummary(ports, buyerId, signals);',
    to: '',
    also: [
      {
        from: 'note(ports, poll, signal);\n  });',
        to: 'note(ports, poll, signal);\n  });\n  const isSummaryFetched = await askForSummary(ports, buyerId, signals);',
      },
    ],
  },
  {
    name: 'first-scan-does-not-look-again',
    killedAt: '1:671',
    among: { coincidence: 'overtaken first scan' },
    file: 'functions/poll-signals/sort-items.ts',
    from: 'const now = await ports.ledger.buyers.read(buyerId);',
    to: 'const now = buyer;',
  },
  {
    name: 'seen-is-cached-before-its-commit',
    killedAt: '1:389',
    among: { aim: { target: 'signal', by: 'refuse' } },
    file: 'functions/poll-signals/handler.ts',
    from: 'const { clock, config } = ports;',
    to: `const { clock, config } = ports;
  const seen = new Set();
  const real = ports.ledger.signals;
  ports = { ...ports, ledger: { ...ports.ledger, signals: {
...real,
findKnown: async (ids) => new Set([...(await real.findKnown(ids)), ...ids.filter((id) => seen.has(id))]),
record: (signal) => { seen.add(signal.signalId); return real.record(signal); },
recordTogether: (batch) => { for (const one of batch) seen.add(one.signalId); return real.recordTogether(batch); },
  } } };`,
  },
];
