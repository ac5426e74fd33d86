import { counted } from '../../shared/domain/counted.ts';
import type { Observation } from '../../shared/domain/observation.ts';

type Noticed = Extract<Observation, { kind: 'signals-set-aside' | 'digest-rewritten' | 'hotness-failed' }>;

/** Gathers what is no failure and still worth a line: one for each route or problem, with what follows from it. */
export function createNotices(tell: ((sentence: string) => void) | undefined) {
  const aside = new Map<
    string,
    { readonly routeId: string; readonly fate: 'held' | 'dropped'; signals: number }
  >();
  const rewritten = new Map<string, string>();
  const unranked = new Map<string, Set<string>>();
  return {
    observe(observation: Noticed): void {
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
      ...[...aside.values()].map(({ routeId, fate, signals }) => tellAside(routeId, fate, signals)),
      ...rewritten.values(),
      ...[...unranked].map(([problem, buyers]) => tellUnranked(problem, buyers.size)),
    ],
  };
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
