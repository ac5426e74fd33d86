import { formatList } from '../text/format-list.ts';
import { type DestinationSettings, hasTemplate } from './route.ts';

export type DestinationKind = DestinationSettings['type'];

/** Something of each kind: one that is forgotten does not compile. */
export type OfEachKind<Of> = { readonly [Kind in DestinationKind]: Of };

interface KindFacts {
  /** People call it so: `Slack`. */
  readonly label: string;
  /** The receiver takes a digest once although it comes twice. Otherwise people see it again. */
  readonly dropsRepeats: boolean;
  /** A 2xx says that the message stands there, or only that it was taken, and may still fail where nobody is told. */
  readonly successMeans: 'delivered' | 'accepted';
}

/** Code that sends nothing says and decides by these facts. */
export const destinationKinds: OfEachKind<KindFacts> = {
  slack: { label: 'Slack', dropsRepeats: false, successMeans: 'delivered' },
  teams: { label: 'Teams', dropsRepeats: false, successMeans: 'accepted' },
  webhook: { label: 'webhook', dropsRepeats: true, successMeans: 'delivered' },
};

/** Nobody knows whether a tool drops repeats, whatever its headers tell it. */
export function dropsRepeats(to: DestinationSettings): boolean {
  return destinationKinds[to.type].dropsRepeats && !hasTemplate(to);
}

/** An older release may have written down a name that is no kind's. */
export function isDestinationKind(name: string): name is DestinationKind {
  return Object.hasOwn(destinationKinds, name);
}

/** `Slack and Teams`. */
export function formatKinds({ dropsRepeats }: Pick<KindFacts, 'dropsRepeats'>, word: 'and' | 'or'): string {
  const kinds = Object.values(destinationKinds).filter((kind) => kind.dropsRepeats === dropsRepeats);
  // Intl.ListFormat would take twenty milliseconds of a cold start, since the texts of alarms name kinds.
  return formatList(
    kinds.map(({ label }) => label),
    word,
  );
}
