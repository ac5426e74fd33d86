import { counted, grouped } from '../counted.ts';
import type { DigestContent, DigestTotals } from '../digests/digest.ts';
import { hasName } from '../text/column-words.ts';
import { cutText } from '../text/cut-text.ts';
import { longest } from '../text/lengths.ts';
import { cutWords } from '../text/sentences.ts';
import type { ShownBuyer, ShownSignal } from './shown-buyers.ts';

/**
 * How many signals a digest has, those that a flood's rule keeps back among them: its buyers are not known then, nor where
 * other messages of the round hold some.
 */
export type WholeDigest = Pick<DigestTotals, 'signals' | 'hot' | 'buyers'>;

export function wholeDigest({ totals, flood }: DigestContent): WholeDigest {
  const shown = Math.max(totals.signals, totals.hot);
  const signals = Math.max(shown, flood?.newSignals ?? 0);
  return {
    signals,
    hot: totals.hot,
    buyers: signals > shown || totals.buyers === null ? null : Math.max(totals.buyers, 1),
  };
}

export interface OnlySignal {
  readonly buyer: ShownBuyer;
  readonly shown: ShownSignal;
}

/** The only signal of a digest, which its headline names; null where there are others, or it is not in this part. */
export function onlySignal(content: DigestContent, buyers: readonly ShownBuyer[]): OnlySignal | null {
  const [buyer] = buyers;
  const shown = buyer?.hot[0] ?? buyer?.rest[0];
  return buyer && shown && wholeDigest(content).signals === shown.count ? { buyer, shown } : null;
}

/** The signal that the headline names: the only one, or the only hot one, and what it says of the others. */
export function namedSignal(
  content: DigestContent,
  buyers: readonly ShownBuyer[],
): (OnlySignal & { readonly more: string }) | null {
  const only = onlySignal(content, buyers);
  if (only !== null) return { ...only, more: '' };
  const whole = wholeDigest(content);
  const buyer = whole.hot === 1 ? buyers.find(({ hot }) => hot.length > 0) : undefined;
  const [shown] = buyer?.hot ?? [];
  return buyer && shown ? { buyer, shown, more: tellMore(whole, buyer) } : null;
}

/**
 * The totals of the whole digest in every part, at most 150 UTF-16 units, with the sum that is due soon if there is room.
 * No buyer is counted twice.
 */
export function writeHeadline(content: DigestContent, buyers: readonly ShownBuyer[]): string {
  const due = content.dueSoon ? `, ${content.dueSoon}` : '';
  const whole = tellDigest(content, buyers, due);
  return cutText(whole.length > longest.headline ? tellDigest(content, buyers, '') : whole, longest.headline);
}

function tellDigest(content: DigestContent, buyers: readonly ShownBuyer[], due: string): string {
  const whole = wholeDigest(content);
  const named = namedSignal(content, buyers);
  if (named !== null) return nameOne(named.buyer, named.shown, named.more);
  if (buyers.length === 0 && content.unreadable > 0) {
    return `${counted(content.unreadable, 'signal')} could not be read`;
  }
  if (buyers.length === 0 && content.flood === undefined) return 'No new signals';
  return whole.hot === 0 ? tellNew(whole, buyers) : tellHot(whole, buyers, due);
}

function tellNew(whole: WholeDigest, buyers: readonly ShownBuyer[]): string {
  const signals = counted(whole.signals, 'new signal');
  if (whole.buyers === null) return signals;
  return whole.buyers === 1 && buyers[0]
    ? `${signals} at ${shortName(buyers[0])}`
    : `${signals} at ${counted(whole.buyers, 'buyer')}`;
}

function tellHot(whole: WholeDigest, buyers: readonly ShownBuyer[], due: string): string {
  const [first, ...others] = buyers.filter((shown) => shown.hot.length > 0);
  const isAll = buyers.reduce((sum, shown) => sum + shown.hot.length, 0) === whole.hot;
  const hot = counted(whole.hot, 'hot signal');
  const only = whole.buyers === 1 || (isAll && others.length === 0) ? (first ?? buyers[0]) : undefined;
  if (only) return `${hot} at ${shortName(only)}${due}${tellMore(whole, only)}`;
  // Of what other parts hold only the totals are known.
  if (first === undefined || !isAll) {
    const where = whole.buyers === null ? 'in all' : `at ${counted(whole.buyers, 'buyer')}`;
    if (whole.signals === whole.hot) return `${hot} ${where}${due}`;
    return `${hot}${due}, ${grouped(whole.signals)} new ${where}`;
  }
  const all = whole.signals === whole.hot ? '' : `, ${grouped(whole.signals)} new in all`;
  return `${hot} at ${shortName(first)} and ${counted(others.length, 'more buyer')}${due}${all}`;
}

/** `, 11 more at 6 buyers`: beside those of the only hot buyer. */
function tellMore(whole: WholeDigest, hotBuyer: ShownBuyer): string {
  const more = whole.signals - whole.hot;
  if (more === 0) return '';
  if (whole.buyers === null) return `, ${grouped(more)} more`;
  const others = whole.buyers - 1;
  const there = hotBuyer.buyer.signals.some(({ hot }) => !hot) || others === 0;
  const elsewhere = there
    ? `${others === 1 ? '1 other buyer' : `${others} other buyers`}`
    : counted(others, 'buyer');
  const where = [...(there ? ['there'] : []), ...(others > 0 ? [`at ${elsewhere}`] : [])].join(' and ');
  return `, ${grouped(more)} more ${where}`;
}

/** `🔥 Fort Worth ISD: RFP 479`; without the buyer where the signal's name has it in it. */
function nameOne(buyer: ShownBuyer, { signal, name }: ShownSignal, more: string): string {
  const fire = signal.hot ? '🔥 ' : '';
  const where = hasName(name, buyer.name) ? '' : `${shortName(buyer)}: `;
  const room = longest.headline - fire.length - where.length - more.length;
  return `${fire}${where}${cutWords(name, Math.max(room, 20))}${more}`;
}

export function shortName({ name }: ShownBuyer): string {
  return cutWords(name, longest.headlineBuyer);
}
