import type { DigestContent, DigestView } from '../digests/digest.ts';
import { factsBeside } from '../facts/facts.ts';
import { cutBytes, cutWords } from '../text/sentences.ts';
import {
  closeBuyer,
  describeBriefly,
  describeOnly,
  describeSignal,
  type MessageStyle,
  openBuyer,
  openSource,
  tellScore,
} from './describe-signal.ts';
import { type ToldReason, tellReason, tellRules, tellShared } from './hot-reason.ts';
import { linksOf, linkText } from './links.ts';
import { mentionHot, mentionOwner, writeMentions } from './mentions.ts';
import type { Detail, Line, MessageSection } from './message.ts';
import type { ShownBuyer, ShownSignal } from './shown-buyers.ts';
import { joinFacts, joinLines, linesOf, plain, soft, textOf } from './spans.ts';
import { tellPending } from './summary-quote.ts';

/** The hot signals, buyer by buyer, and the summaries of their buyers. */
export function writeHotSignals(
  content: DigestContent,
  buyers: readonly ShownBuyer[],
  headline: string,
  detail: Detail,
  linked: number,
): MessageSection[] {
  const hotBuyers = buyers.filter(({ hot }) => hot.length > 0);
  const [first] = hotBuyers;
  if (first === undefined) return [];
  const signals = hotBuyers.flatMap(({ hot }) => hot);
  const mentions = mentionAll(content, signals, detail);
  if (detail === 'names') return [...mentions, ...listNames(hotBuyers, content.view, linked)];
  const message: MessageStyle = {
    view: content.view,
    named: signals.length === 1 && headline.startsWith('🔥') && headline.includes(signals[0]?.name ?? '🔥'),
    oneBuyer: hotBuyers.length === 1 && headline.includes(first.name),
    reason: hotBuyers.length === 1 ? null : commonReason(signals, content.view),
  };
  return [
    ...mentions,
    ...hotBuyers.flatMap((buyer) => writeBuyer(buyer, message, detail)),
    ...tellAll(signals, message, detail),
  ];
}

/** `names` tells the owners with all others: on a line of its own each of them takes room. */
function mentionAll(
  content: DigestContent,
  signals: readonly ShownSignal[],
  detail: Detail,
): MessageSection[] {
  const owners = signals.flatMap(({ signal }) => mentionOwner(signal, content.view));
  const line = writeMentions([...mentionHot(content), ...(detail === 'names' ? owners.slice(0, 20) : [])]);
  return line.length === 0 ? [] : [linesOf([line])];
}

/** The one rule of a column by which the signals of several buyers are hot; null where they have several. */
function commonReason(signals: readonly ShownSignal[], view: DigestView): string | null {
  const [first, ...others] = signals.map(({ signal }) => tellReason(signal, view));
  const same = others.every((other) => other?.shared === first?.shared);
  return first && first.rank === null && same ? first.shared : null;
}

/** Why they are hot, where the signals do not say it themselves. */
function tellAll(
  signals: readonly ShownSignal[],
  { reason, view }: MessageStyle,
  detail: 'full' | 'short',
): MessageSection[] {
  if (reason !== null) return [linesOf([[soft(`All ${reason}`)]])];
  const rules = detail === 'full' ? null : tellRules(signals, view);
  return rules === null ? [] : [linesOf([[soft(rules)]])];
}

function writeBuyer(shown: ShownBuyer, message: MessageStyle, detail: 'full' | 'short'): MessageSection[] {
  const [only, ...others] = shown.hot;
  if (detail === 'short') return shown.hot.map((one) => linesOf(describeBriefly(one, shown, message)));
  if (only && others.length === 0) return describeOnly(only, shown, message);
  const reasons = shown.hot.flatMap(({ signal }) => tellReason(signal, message.view) ?? []);
  const closing = joinFacts([
    openBuyer(shown, message.view, `Open ${shown.name}`),
    tellScore(shown),
    message.reason === null ? tellReasons(reasons) : [],
    tellPending(shown.buyer),
  ]);
  const told = shown.hot.map((one) => {
    return describeSignal(one, shown, message, openSource(one, shown, message));
  });
  return closeBuyer(told, shown, closing, message.view);
}

/** Signals of one buyer with different reasons tell each of them once. */
function tellReasons(reasons: readonly ToldReason[]): Line {
  const groups = Map.groupBy(reasons, ({ shared }) => shared);
  return joinFacts([...groups.values()].slice(0, 3).map((alike) => [soft(tellShared(alike))]));
}

/** What a signal may take of a message of 40, in bytes of JSON, its block not counted. */
const mostNameBytes = 180;

/** Each hot signal on one line. */
function listNames(buyers: readonly ShownBuyer[], view: DigestView, mostLinked: number): MessageSection[] {
  const hot = buyers.flatMap((shown) => shown.hot.map((one) => ({ one, shown })));
  const items = hot.map(({ one, shown }, index) => {
    return { line: nameOne(one, shown, view, index < mostLinked), items: [] };
  });
  return [
    linesOf([[{ kind: 'fire' }, plain(items.length === 1 ? ' Hot' : ` ${items.length} hot`)]]),
    { kind: 'list', items },
  ];
}

function nameOne(
  { signal, name }: ShownSignal,
  { name: buyer, buyer: { buyerId } }: ShownBuyer,
  view: DigestView,
  isLinked: boolean,
): Line {
  const { brief } = factsBeside(signal, view);
  const where = name.includes(buyer) ? '' : ` – ${cutWords(buyer, 50)}`;
  const fact = brief[0] ? ` · ${textOf(brief[0])}` : '';
  const behind = cutBytes(`${where}${fact}`, 90);
  const cut = cutBytes(name, mostNameBytes - Buffer.byteLength(JSON.stringify(behind)));
  const { signal: row, source } = linksOf(signal, buyerId, view);
  const url = row ?? source;
  // A long address takes the room of other signals.
  const to = isLinked && url !== null && url.length <= 200 ? url : null;
  return joinLines([[...linkText(cut, to, { instead: 'Open signal' }), plain(behind)]], '');
}
