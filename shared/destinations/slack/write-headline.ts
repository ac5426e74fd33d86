import type { DigestBuyer, DigestContent, DigestFlood } from '../../domain/digest.ts';
import { longest } from './limits.ts';
import { counted, oneLine } from './slack-text.ts';

/**
 * `3 new signals at 2 buyers, 1 hot`: what a phone shows before the message is opened. A name of 100 keeps it
 * within the 150 characters of a header.
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
  if (signals.length > 0 && only) {
    const where = others.length === 0 ? nameBuyer(only) : counted(buyers.length, 'buyer');
    return `${counted(signals.length, 'new signal')} at ${where}${hot > 0 ? `, ${hot} hot` : ''}`;
  }
  if (unreadable > 0) return writeUnreadable(unreadable);
  return held > 0 ? writeHeld(held, routeId) : 'No new signals';
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
