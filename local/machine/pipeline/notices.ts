import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { counted } from '../../../shared/domain/counted.ts';
import { isHtmlPage } from '../../../shared/domain/digests/attempt.ts';
import type { Observation } from '../../../shared/domain/observation.ts';

type Noticed = Extract<
  Observation,
  {
    kind:
      | 'signals-set-aside'
      | 'digest-rewritten'
      | 'hotness-failed'
      | 'signal-recorded'
      | 'digest-attempted';
  }
>;

type FirstRun = SignalpostConfig['watch']['firstRun'];

/** Gathers what is no failure and still worth a line: one for each route or problem, with what follows from it. */
export function createNotices(firstRun: FirstRun, tell: ((sentence: string) => void) | undefined) {
  const aside = new Map<
    string,
    { readonly routeId: string; readonly fate: 'held' | 'dropped'; signals: number }
  >();
  const rewritten = new Map<string, string>();
  const unranked = new Map<string, Set<string>>();
  const unsent = { signals: 0, buyers: new Set<string>() };
  const pages = new Map<string, string>();
  return {
    observe(observation: Noticed): void {
      if (observation.kind === 'signal-recorded') {
        unsent.signals += 1;
        unsent.buyers.add(observation.buyerId);
        // How many there are is not known before the end, and a run that goes on has none.
        if (unsent.signals === 1) tell?.(tellUnsent(firstRun));
        return;
      }
      if (observation.kind === 'digest-attempted') {
        const { routeId, reason } = observation;
        if (!isHtmlPage(reason) || pages.has(routeId)) return;
        const sentence = `route ${routeId}: the destination ${reason}; check that its address is a receiver's and not a web page's`;
        pages.set(routeId, sentence);
        tell?.(sentence);
        return;
      }
      if (observation.kind === 'hotness-failed') {
        const { problem, buyerId } = observation;
        const buyers = unranked.get(problem) ?? new Set();
        unranked.set(problem, buyers.add(buyerId));
        if (buyers.size === 1) tell?.(tellUnranked(problem, 1));
        return;
      }
      const { routeId } = observation;
      if (observation.kind === 'digest-rewritten') {
        const sentence = `route ${routeId}: a digest was refused (${observation.reason}) and sent again as plain text`;
        if (!rewritten.has(routeId)) tell?.(sentence);
        rewritten.set(routeId, sentence);
        return;
      }
      const { fate, signals } = observation;
      const key = `${fate} ${routeId}`;
      const before = aside.get(key)?.signals ?? 0;
      aside.set(key, { routeId, fate, signals: before + signals });
      tell?.(tellAside(routeId, fate, signals));
    },
    list: (): string[] => [
      ...(unsent.signals === 0 ? [] : [tellUnsent(firstRun, unsent.signals, unsent.buyers.size)]),
      ...pages.values(),
      ...[...aside.values()].map(({ routeId, fate, signals }) => tellAside(routeId, fate, signals)),
      ...rewritten.values(),
      ...[...unranked].map(([problem, buyers]) => tellUnranked(problem, buyers.size)),
    ],
  };
}

function tellUnsent(firstRun: FirstRun, signals?: number, buyers = 0): string {
  const what =
    signals === undefined
      ? 'the signals of a first reading are'
      : `${counted(signals, 'signal')} of ${counted(buyers, 'buyer')}`;
  const are = signals === undefined ? '' : signals === 1 ? ' was' : ' were';
  const why =
    firstRun === 'baseline'
      ? "watch.firstRun is 'baseline', which sends nothing of what is there when a buyer is first read"
      : 'they are older than watch.firstRun reaches, or of a bridge that watch.except leaves out';
  return `${what}${are} recorded and not sent: ${why}; new signals are sent from now on`;
}

function tellUnranked(problem: string, buyers: number): string {
  return `hotness unknown for ${counted(buyers, 'buyer')} (${problem}); new signals go to every route that they may concern`;
}

function tellAside(routeId: string, fate: 'held' | 'dropped', signals: number): string {
  const count = counted(signals, 'signal');
  return fate === 'held'
    ? `route ${routeId}: ${count} held back from a flood; to send them: signalpost release ${routeId}`
    : `route ${routeId}: ${count} dropped from a flood, as its rule says`;
}
