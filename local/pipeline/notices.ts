import { counted } from '../../shared/domain/counted.ts';
import type { Observation } from '../../shared/domain/observation.ts';

type Noticed = Extract<Observation, { kind: 'signals-set-aside' | 'digest-rewritten' }>;

/** Gathers what is no failure and still worth a line: one for each route, with what to do. */
export function createNotices(tell: ((sentence: string) => void) | undefined) {
  const aside = new Map<
    string,
    { readonly routeId: string; readonly fate: 'held' | 'dropped'; signals: number }
  >();
  const rewritten = new Map<string, string>();
  return {
    observe(observation: Noticed): void {
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
    ],
  };
}

function tellAside(routeId: string, fate: 'held' | 'dropped', signals: number): string {
  const count = counted(signals, 'signal');
  return fate === 'held'
    ? `route ${routeId}: ${count} held back from a flood; to send them: signalpost release ${routeId}`
    : `route ${routeId}: ${count} dropped from a flood, as its rule says`;
}
