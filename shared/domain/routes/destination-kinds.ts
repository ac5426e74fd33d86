import { type DestinationSettings, hasTemplate, idInHeader } from './route.ts';

export type DestinationKind = DestinationSettings['type'];

/** Something of each kind: one that is forgotten does not compile. */
export type OfEachKind<Of> = { readonly [Kind in DestinationKind]: Of };

interface KindFacts {
  /** As people name it: `Slack`. */
  readonly label: string;
  /** Whether its receiver takes a digest once although it comes twice. If not, people see it again. */
  readonly dropsRepeats: boolean;
  /** What a 2xx says: that the message stands there, or only that it was taken, and may still fail where nobody is told. */
  readonly successMeans: 'delivered' | 'accepted';
}

/** What is said and decided of each kind where nothing of it is sent. */
export const destinationKinds: OfEachKind<KindFacts> = {
  slack: { label: 'Slack', dropsRepeats: false, successMeans: 'delivered' },
  teams: { label: 'Teams', dropsRepeats: false, successMeans: 'accepted' },
  webhook: { label: 'webhook', dropsRepeats: true, successMeans: 'delivered' },
};

/** Whether this destination takes a digest once although it comes twice. A tool does where a header tells it the digest's id. */
export function dropsRepeats(to: DestinationSettings): boolean {
  if (to.type !== 'webhook' || !hasTemplate(to)) return destinationKinds[to.type].dropsRepeats;
  const { headers = {} } = to;
  return Object.values(headers).some((value) => typeof value === 'string' && value.includes(idInHeader));
}

/** Whether a name, such as one that an older release wrote down, is that of a kind. */
export function isDestinationKind(name: string): name is DestinationKind {
  return Object.hasOwn(destinationKinds, name);
}

/** The kinds that drop repeats, or the others, in one text: `Slack and Teams`. */
export function tellKinds(
  { dropsRepeats }: Pick<KindFacts, 'dropsRepeats'>,
  type: Intl.ListFormatType,
): string {
  const kinds = Object.values(destinationKinds).filter((kind) => kind.dropsRepeats === dropsRepeats);
  return new Intl.ListFormat('en-GB', { type }).format(kinds.map(({ label }) => label));
}
