import type { Mutant } from './mutant.ts';

/** Of reading lists and recording what they show. */
export const readMutants: readonly Mutant[] = [
  {
    name: 'a-full-page-is-the-last-if-no-more-is-counted',
    killedAt: { seed: 82, schedule: 5 },
    source: [
      {
        file: 'shared/bridge-api/read-pages.ts',
        from: 'return page.pageNumber >= lastPageOf(page) && (items === 0 || items < page.pageSize);',
        to: 'return page.pageNumber >= lastPageOf(page) && items >= 0;',
      },
    ],
  },
  {
    name: 'complete-up-to-the-end-of-the-scan',
    killedAt: { seed: 1, schedule: 999 },
    source: [
      {
        file: 'functions/poll-signals/poll-live.ts',
        from: 'const completion = {\n    startedAt,',
        to: 'const completion = {\n    startedAt: ports.clock.now(),',
      },
    ],
  },
  {
    name: 'months-of-thirty-days',
    killedAt: { seed: 1, schedule: 43 },
    source: [
      {
        file: 'shared/domain/polling/window.ts',
        from: "['LastThreeMonths', 89, 92],",
        to: "['LastThreeMonths', 120, 92],",
      },
    ],
  },
  {
    name: 'twenty-pages-at-most',
    killedAt: { seed: 1, schedule: 629 },
    among: { shape: 'wide' },
    source: [
      {
        file: 'shared/bridge-api/read-pages.ts',
        from: 'if (isLastPage(page) ||',
        to: 'if (pageNumber >= 20 || isLastPage(page) ||',
      },
    ],
  },
  {
    name: 'third-reading-is-accepted',
    killedAt: { seed: 1, schedule: 239 },
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
    killedAt: { seed: 1, schedule: 602 },
    source: [
      {
        file: 'functions/poll-signals/record-new.ts',
        from: '    const isSummaryFetched = await askForSummary(ports, buyerId, signals);',
        to: '',
      },
      {
        file: 'functions/poll-signals/record-new.ts',
        from: 'updatedAt: content.updatedAt });\n    });',
        to: 'updatedAt: content.updatedAt });\n    });\n    const isSummaryFetched = await askForSummary(ports, buyerId, signals);',
      },
    ],
  },
  {
    name: 'first-scan-does-not-look-again',
    killedAt: { seed: 1, schedule: 435 },
    among: { coincidence: 'overtaken first scan' },
    source: [
      {
        file: 'functions/poll-signals/record-new.ts',
        from: "if (!scan.firstTime || (await ports.ledger.readBuyer(buyerId)).state === 'BASELINING') return scan;",
        to: 'if (buyerId) return scan;',
      },
    ],
  },
  {
    name: 'seen-is-cached-before-its-commit',
    killedAt: { seed: 1, schedule: 389 },
    among: { aim: { target: 'signal', by: 'refuse' } },
    source: [
      {
        file: 'functions/poll-signals/handler.ts',
        from: 'const { clock, observe, config } = ports;',
        to: `const { clock, observe, config } = ports;
  const seen = new Set();
  const real = ports.ledger;
  ports = { ...ports, ledger: {
    ...real,
    findKnown: async (ids) => new Set([...(await real.findKnown(ids)), ...ids.filter((id) => seen.has(id))]),
    record: (signal) => { seen.add(signal.signalId); return real.record(signal); },
    recordTogether: (batch) => { for (const one of batch) seen.add(one.signalId); return real.recordTogether(batch); },
  } };`,
      },
    ],
  },
  {
    name: 'what-can-not-be-written-is-passed-over',
    killedAt: { seed: 1, schedule: 389 },
    among: { aim: { target: 'signal', by: 'refuse' } },
    source: [
      {
        file: 'functions/poll-signals/record-new.ts',
        from: 'await ports.ledger.record(signal))',
        to: 'await ports.ledger.record(signal).catch(() => false))',
      },
      {
        file: 'functions/poll-signals/record-new.ts',
        from: 'await ports.ledger.recordTogether(batch))',
        to: 'await ports.ledger.recordTogether(batch).catch(() => true))',
      },
    ],
  },
];
