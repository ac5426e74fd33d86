import type { DigestBuyer, DigestSignal } from '../../shared/domain/digests/digest.ts';
import type { Signal } from '../../shared/domain/rows/signal.ts';
import { formatName } from '../../shared/domain/text/format-name.ts';
import { longest } from '../../shared/domain/text/lengths.ts';

/** A buyer as its message shows it: one thing that several bridges show stands there once. */
export interface ShownBuyer {
  readonly buyer: DigestBuyer;
  readonly name: string;
  readonly hot: readonly ShownSignal[];
  readonly rest: readonly ShownSignal[];
}

export interface ShownSignal {
  readonly signal: DigestSignal;
  readonly buyerId: string;
  readonly buyerName: string;
  readonly name: string;
  /** The other bridges that show the same thing; `count` has their rows, too. */
  readonly alsoIn: readonly string[];
  readonly count: number;
}

/** `isApart`: the hot signals stand in another message than the rest. */
export function showBuyer(buyer: DigestBuyer, isApart = false): ShownBuyer {
  const [hot, rest] = [buyer.signals.filter((one) => one.hot), buyer.signals.filter((one) => !one.hot)];
  const name = nameBuyer(buyer);
  const shown = (isApart ? [hot, rest] : [[...hot, ...rest]]).flatMap((own) =>
    mergeEntities(own, buyer.buyerId, name),
  );
  return {
    buyer,
    name,
    hot: shown.filter(({ signal }) => signal.hot),
    rest: shown.filter(({ signal }) => !signal.hot),
  };
}

/**
 * Rows of several bridges with one entity become the first of them, but a hot one keeps its own link and reason. Two rows
 * of one bridge are two things, whatever their entity, and a row whose entity is the buyer itself is about what it did.
 */
function mergeEntities(signals: readonly DigestSignal[], buyerId: string, buyerName: string): ShownSignal[] {
  const merged: { readonly signal: DigestSignal; readonly others: DigestSignal[] }[] = [];
  for (const signal of signals) {
    const entity = entityOf(signal, buyerId);
    const same = merged.find(({ signal: first, others }) => {
      const isOfThing = entity !== null && entityOf(first, buyerId) === entity;
      const bridges = [first, ...others].map(({ bridgeId }) => bridgeId.toLowerCase());
      return isOfThing && !bridges.includes(signal.bridgeId.toLowerCase());
    });
    if (same && !signal.hot) same.others.push(signal);
    else merged.push({ signal, others: [] });
  }
  return merged.map(({ signal, others }) => {
    const alsoIn = [...new Set(others.flatMap((other) => nameBridge(other) ?? []))];
    return { signal, buyerId, buyerName, name: nameSignal(signal), alsoIn, count: 1 + others.length };
  });
}

/** Rows of a buyer with one entity are about one thing. Null: the row has none, or is about the buyer itself. */
function entityOf({ entityId }: Pick<Signal, 'entityId'>, buyerId: string): string | null {
  const id = entityId?.toLowerCase();
  return id && id !== buyerId.toLowerCase() ? id : null;
}

export function nameBuyer({ name, buyerId }: Pick<DigestBuyer, 'name' | 'buyerId'>): string {
  return formatName(name, longest.buyerName) ?? `Unnamed buyer ${buyerId.slice(0, 8)}`;
}

type NamedSignal = Pick<Signal, 'name' | 'bridgeName' | 'filterType'>;

export function nameSignal({ name, bridgeName, filterType }: NamedSignal): string {
  const known = formatName(name, longest.signalName);
  if (known !== null) return known;
  const where = formatName(bridgeName ?? filterType ?? null, longest.bridgeName);
  return where === null ? 'Unnamed signal' : `Unnamed signal in ${where}`;
}

/** `new budget` for `Keller ISD: new budget`, below `Keller ISD`. */
export function withoutBuyer(name: string, buyer: string): string {
  if (!name.startsWith(buyer)) return name;
  const left = name.slice(buyer.length).replace(/^\s*[:–—-]\s+/, '');
  return left === '' || left === name.slice(buyer.length) ? name : left;
}

export function nameBridge({ bridgeName, filterType }: DigestSignal): string | null {
  return formatName(bridgeName, longest.bridgeName) ?? formatName(filterType, longest.bridgeName);
}
