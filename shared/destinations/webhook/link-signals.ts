import type { DigestBuyer, DigestSignal, DigestView } from '../../domain/digests/digest.ts';
import { linksOf, type SignalLinks } from '../../domain/message/links.ts';

/** A signal with its links, which are found before its columns are cut. */
export interface LinkedSignal extends DigestSignal {
  readonly links: SignalLinks;
}

export interface LinkedBuyer extends DigestBuyer {
  readonly signals: readonly LinkedSignal[];
}

export function linkSignals(buyer: DigestBuyer, view: DigestView): LinkedBuyer {
  const { buyerId, signals } = buyer;
  return {
    ...buyer,
    signals: signals.map((signal) => ({ ...signal, links: linksOf(signal, buyerId, view) })),
  };
}
