import { counted, grouped } from '../../shared/domain/counted.ts';
import type { DigestContent, DigestTotals } from '../../shared/domain/digests/digest.ts';
import { hasName } from '../../shared/domain/text/column-words.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { cutWords } from '../../shared/domain/text/sentences.ts';
import type { ShownBuyer, ShownSignal } from './shown-buyers.ts';

/**
 * Counts of the whole digest, with the signals that a flood's rule keeps back. Then its buyers are not known, nor if
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

interface OnlySignal {
  readonly buyer: ShownBuyer;
  readonly shown: ShownSignal;
}

/** Finds the only signal of a digest, which its headline names; null where there are others, or it is not in this part. */
export function onlySignal(content: DigestContent, buyers: readonly ShownBuyer[]): OnlySignal | null {
  const [buyer] = buyers;
  const shown = buyer?.hot[0] ?? buyer?.rest[0];
  return buyer && shown && wholeDigest(content).signals === shown.count ? { buyer, shown } : null;
}

/** Finds the signal that the headline names: the only one, or the only hot one, with the words on the others. */
export function namedSignal(
  content: DigestContent,
  buyers: readonly ShownBuyer[],
): (OnlySignal & { readonly more: string }) | null {
  const only = onlySignal(content, buyers);
  if (only !== null) return { ...only, more: '' };
  const whole = wholeDigest(content);
  const buyer = whole.hot === 1 ? buyers.find(({ hot }) => hot.length > 0) : undefined;
  const [shown] = buyer?.hot ?? [];
  const rest = describeRest(whole, buyers);
  return buyer && shown ? { buyer, shown, more: rest === '' ? '' : `${dot}${rest}` } : null;
}

/**
 * Writes the totals of the whole digest in every part, at most 150 UTF-16 units, with the first buyer's name while there
 * is room. No buyer is counted twice.
 */
export function writeHeadline(content: DigestContent, buyers: readonly ShownBuyer[]): string {
  const named = namedSignal(content, buyers);
  if (named !== null) return cutText(nameOne(named.buyer, named.shown, named.more), longest.headline);
  const whole = wholeDigest(content);
  const later = content.part > 1 ? ` (${content.part})` : '';
  if (whole.hot === 0) return cutText(`${formatNew(content, whole, buyers)}${later}`, longest.headline);
  const rest = describeRest(whole, buyers);
  const write = (hot: string): string =>
    [hot, rest, content.closingSoon ?? ''].filter((part) => part !== '').join(dot) + later;
  const told = write(describeHot(whole, buyers));
  return told.length <= longest.headline
    ? told
    : cutText(write(`${grouped(whole.hot)} hot`), longest.headline);
}

const dot = ' · ';

function formatNew(content: DigestContent, whole: WholeDigest, buyers: readonly ShownBuyer[]): string {
  if (buyers.length === 0 && content.unreadable > 0)
    return `${counted(content.unreadable, 'signal')} could not be read`;
  if (buyers.length === 0 && content.flood === undefined) return 'No new signals';
  const signals = counted(whole.signals, 'new signal');
  if (whole.buyers === null) return signals;
  return whole.buyers === 1 && buyers[0]
    ? `${signals} at ${shortName(buyers[0])}`
    : `${signals} at ${counted(whole.buyers, 'buyer')}`;
}

/** `3 hot at Fort Worth ISD and 2 more`; without buyers where other messages have some of them. */
function describeHot(whole: WholeDigest, buyers: readonly ShownBuyer[]): string {
  const hot = `${grouped(whole.hot)} hot`;
  const isAll = buyers.reduce((sum, shown) => sum + shown.hot.length, 0) === whole.hot;
  const named = whole.buyers === 1 ? buyers : buyers.filter((shown) => shown.hot.length > 0);
  const [first, ...others] = named;
  if (first === undefined || !(isAll || whole.buyers === 1)) return hot;
  return `${hot} at ${shortName(first)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

/** `11 more at 6 buyers`; no buyers where these have hot ones, too, or where other messages hold some of the signals. */
function describeRest(whole: WholeDigest, buyers: readonly ShownBuyer[]): string {
  const more = whole.signals - whole.hot;
  if (more === 0) return '';
  const own = buyers.filter(({ buyer }) => buyer.signals.some(({ hot }) => !hot));
  const here = own.reduce((sum, { buyer }) => sum + buyer.signals.filter(({ hot }) => !hot).length, 0);
  const isElsewhere = here === more && own.some(({ hot }) => hot.length === 0);
  return `${grouped(more)} more${isElsewhere ? ` at ${counted(own.length, 'buyer')}` : ''}`;
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
