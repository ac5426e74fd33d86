import { counted } from '../../domain/counted.ts';
import type { DigestBuyer, DigestContent, DigestFlood, DigestSignal } from '../../domain/digests/digest.ts';
import { oneLine } from '../../domain/digests/message/text/one-line.ts';
import { longest } from './lengths.ts';

/**
 * `3 new signals at 2 buyers, 1 hot`: what a phone shows before the message is opened. One signal says what it is
 * instead. The names in it are cut so that it keeps within the 150 characters of a header.
 */
export function writeHeadline(content: DigestContent): string {
  const part = content.parts > 1 ? ` (part ${content.part} of ${content.parts})` : '';
  return whatIsNew(content) + part;
}

function whatIsNew({ buyers, unreadable, held, flood, routeId }: DigestContent): string {
  if (flood) return writeFlood(flood);
  const signals = buyers.flatMap((buyer) => buyer.signals);
  const hot = signals.filter((signal) => signal.hot).length;
  const [only, ...others] = buyers;
  const [signal] = signals;
  if (only && signal && signals.length === 1 && unreadable === 0) {
    const named = nameOnlySignal(signal, only);
    if (named !== null) return named;
  }
  if (signals.length > 0 && only) {
    const where = others.length === 0 ? nameBuyer(only) : counted(buyers.length, 'buyer');
    return `${counted(signals.length, 'new signal')} at ${where}${hot > 0 ? `, ${hot} hot` : ''}`;
  }
  if (unreadable > 0) return writeUnreadable(unreadable);
  return held > 0 ? writeHeld(held, routeId) : 'No new signals';
}

/** `🔥 RFP 479: Roof repair · Springfield School District`; without the buyer where the signal's name has it in it. */
function nameOnlySignal({ name, hot }: DigestSignal, buyer: DigestBuyer): string | null {
  const what = oneLine(name, longest.headlineName);
  if (what === null) return null;
  const where = oneLine(buyer.name, longest.headlineName);
  const told = where === null || what.includes(where) ? what : `${what} · ${where}`;
  return hot ? `🔥 ${told}` : told;
}

export function writeUnreadable(count: number): string {
  return `${counted(count, 'signal')} could not be read`;
}

/** Tells whoever looks after Signalpost what to type. */
export function writeHeld(count: number, routeId: string): string {
  return `${counted(count, 'signal')} held back until released: signalpost release ${oneLine(routeId, longest.routeId)}`;
}

/** `143 new signals, the 20 hottest shown` */
function writeFlood({ newSignals, shown }: DigestFlood): string {
  return `${counted(newSignals, 'new signal')}, the ${shown === 1 ? '' : `${shown} `}hottest shown`;
}

export function writeDropped(count: number): string {
  return `${counted(count, 'signal')} left out: more than this route takes at once`;
}

/** The buyer's name, or the beginning of its id where no row told the name. */
export function nameBuyer({ name, buyerId }: DigestBuyer): string {
  return oneLine(name, longest.buyerName) ?? `Buyer ${oneLine(buyerId, 200)?.slice(0, 8) ?? 'unknown'}…`;
}
