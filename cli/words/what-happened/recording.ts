import { counted } from '../../../shared/domain/counted.ts';
import { badLine, failureLine } from './line.ts';
import type { Of, Rows, Surroundings } from './row.ts';

/** Recording signals, and fetching hotness and summaries. */
export const recording: Rows<
  | 'signal-recorded'
  | 'hotness-failed'
  | 'columns-failed'
  | 'not-composed-at-once'
  | 'signal-settled'
  | 'values-read'
  | 'values-failed'
  | 'summary-fetched'
  | 'summary-failed'
  | 'lane-paused'
> = {
  'signal-recorded': {
    step: 'record',
    fact: ({ baseline, name }) => (baseline ? 'already seen' : (name ?? 'a signal without a name')),
    line: (signal) => (signal.baseline ? baselineLine : signalLine(signal)),
    notice: ({ baseline, buyerId }, { watch }) =>
      baseline
        ? { key: 'not sent', subject: buyerId, amount: 1, say: (total) => tellUnsent(watch.firstRun, total) }
        : null,
  },
  'hotness-failed': {
    step: 'record',
    fact: (_, buyer) => `hotness of ${buyer} unknown`,
    isTrouble: true,
    line: ({ problem }, buyer) => failureLine('record', `Hotness unknown: ${buyer}`, problem),
    notice: ({ buyerId, problem }) => ({
      key: `hotness ${problem}`,
      subject: buyerId,
      amount: 1,
      say: ({ subjects }) =>
        `hotness unknown for ${counted(subjects, 'buyer')} (${problem}); new signals go to every route that may match`,
    }),
  },
  'columns-failed': {
    step: 'record',
    fact: ({ bridgeId }) => `columns of bridge ${bridgeId} unknown`,
    isTrouble: true,
    line: ({ bridgeId, problem }) => failureLine('record', `Columns unknown: bridge ${bridgeId}`, problem),
    notice: ({ bridgeId, problem }) => ({
      key: `columns ${problem}`,
      subject: bridgeId,
      amount: 1,
      say: ({ subjects }) =>
        `columns unknown for ${counted(subjects, 'bridge')} (${problem}); digests show their values without currencies and labels`,
    }),
  },
  'not-composed-at-once': {
    step: 'record',
    fact: () => 'digests come with the next minute',
    isTrouble: true,
    line: ({ problem }) => failureLine('record', 'Digests come with the next minute', problem),
    notice: () => null,
  },
  'signal-settled': { step: 'record', line: settledLine },
  'values-read': { step: 'record' },
  'values-failed': {
    step: 'record',
    fact: (_, buyer) => `awaited values of ${buyer} not read`,
    isTrouble: true,
    line: ({ problem }, buyer) => failureLine('record', `Awaited values not read: ${buyer}`, problem),
  },
  'summary-fetched': {
    step: 'record',
    line: ({ result }) => ({
      foldKey: `summary-${result}`,
      write: (count) => ({
        tone: 'quiet',
        title: `${count === 1 ? 'Summary of a hot buyer' : `${count} summaries of hot buyers`}: ${summaryWords[result]}`,
        detail: null,
      }),
    }),
  },
  'summary-failed': {
    step: 'record',
    fact: (_, buyer) => `no summary of ${buyer}`,
    isTrouble: true,
    line: ({ problem }, buyer) => failureLine('record', `No summary of ${buyer}`, problem),
    failures: ({ buyerId, problem }) => [
      { subject: `buyer ${buyerId}`, what: `its summary could not be fetched: ${problem}` },
    ],
  },
  'lane-paused': {
    step: 'record',
    fact: ({ lane }) => `${lane} paused`,
    isTrouble: true,
    line: ({ lane }) => badLine(`${laneWords[lane]} paused`, 'Most calls failed'),
  },
};

const laneWords = { ranks: 'Hotness order', summaries: 'Summaries', columns: 'Columns of bridges' } as const;

const summaryWords = { ready: 'ready', pending: 'still being generated', none: 'not available' } as const;

const baselineLine = {
  foldKey: 'baseline',
  // The line is found again, however many lines came in between.
  foldWithin: Number.POSITIVE_INFINITY,
  write: (count: number) => ({
    tone: 'quiet' as const,
    title: `${counted(count, 'signal')} already seen, not sent`,
    detail: 'the first read of a buyer is its baseline',
  }),
};

function signalLine({ routes, buyerName, bridgeName, onlyDeep, hot, name }: Of<'signal-recorded'>) {
  const parts = [
    buyerName,
    bridgeName,
    routes.length === 0 ? 'matches no route' : `to ${routes.join(', ')}`,
    onlyDeep ? 'found by the daily full read' : null,
  ];
  return {
    tone: hot ? ('hot' as const) : ('plain' as const),
    title: name ?? 'A signal without a name',
    detail: parts.filter((part) => part !== null).join(' · '),
  };
}

function settledLine({ withdrawn, kept, added, open }: Of<'signal-settled'>) {
  const parts = [
    ['to', [...kept, ...added.filter((id) => !open.includes(id))]],
    ['not to', withdrawn],
    ['still undecided:', open],
  ] as const;
  return {
    tone: 'quiet' as const,
    title: 'Value known, routes decided',
    detail: parts
      .filter(([, ids]) => ids.length > 0)
      .map(([how, ids]) => `${how} ${ids.join(', ')}`)
      .join(' · '),
  };
}

function tellUnsent(
  firstRun: Surroundings['watch']['firstRun'],
  {
    amount,
    subjects,
    whole,
  }: { readonly amount: number; readonly subjects: number; readonly whole: boolean },
): string {
  // The numbers are known only at the end, and a run without --once reports before it.
  const what = whole
    ? `${counted(amount, 'signal')} of ${counted(subjects, 'buyer')} ${amount === 1 ? 'was' : 'were'}`
    : 'the signals of a first read are';
  const why =
    firstRun === 'baseline'
      ? "with watch.firstRun 'baseline', a buyer's first read sends nothing"
      : 'they are older than watch.firstRun allows, or from a bridge that watch leaves out';
  return `${what} recorded and not sent: ${why}; new signals are sent from now on`;
}
