import type { DigestView } from '../digests/digest.ts';
import { factsBeside, factsOf } from '../facts/facts.ts';
import { tellNumber } from '../facts/numbers.ts';
import type { SignalFacts } from '../facts/shown-columns.ts';
import { keepTogether } from '../text/keep-together.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import { tellReason } from './hot-reason.ts';
import { buyerLink, findSource, link, linksOf, linkText, safeLabel } from './links.ts';
import { mentionOwner, writeMentions } from './mentions.ts';
import type { Line, MessageSection } from './message.ts';
import { nameBridge, type ShownBuyer, type ShownSignal } from './shown-buyers.ts';
import { capitaliseLine, joinFacts, joinLines, linesOf, plain, soft } from './spans.ts';
import { tellPending, tellSummary } from './summary-quote.ts';

/** What the signals of a message have in common, so that none of them need say it. */
export interface MessageStyle {
  readonly view: DigestView;
  /** The headline names the only signal whole. */
  readonly named: boolean;
  /** The headline names the only hot buyer. */
  readonly oneBuyer: boolean;
  /** Why all of them are hot; null where they have several reasons. */
  readonly reason: string | null;
}

/** The only hot signal of its buyer: its links stand with its buyer's. */
export function describeOnly(one: ShownSignal, shown: ShownBuyer, message: MessageStyle): MessageSection[] {
  const reason = message.reason === null ? tellReason(one.signal, message.view) : null;
  const told = [...describeSignal(one, shown, message, []), ...(reason ? [[soft(reason.own)]] : [])];
  const closing = joinFacts([
    message.named ? openSignal(one, shown, message.view) : [],
    openSource(one, shown, message),
    openBuyer(shown, message.view, 'Open buyer'),
    tellScore(shown),
    tellPending(shown.buyer),
  ]);
  return closeBuyer([told], shown, closing, message.view);
}

/** The signals of a buyer, its summary, and what leads on from there. */
export function closeBuyer(
  signals: readonly (readonly Line[])[],
  { buyer }: ShownBuyer,
  closing: Line,
  view: DigestView,
): MessageSection[] {
  const { quote, askNext } = tellSummary(buyer, view);
  const last = [askNext, closing].filter((line) => line.length > 0);
  const [only, ...others] = signals;
  // What follows one signal directly is read with it.
  if (quote.length === 0 && only && others.length === 0) return [linesOf([...only, ...last])];
  return [
    ...signals.map(linesOf),
    ...(quote.length === 0 ? [] : [{ kind: 'quote', lines: quote } as const]),
    ...(last.length === 0 ? [] : [linesOf(last)]),
  ];
}

export function describeSignal(
  one: ShownSignal,
  shown: ShownBuyer,
  message: MessageStyle,
  source: Line,
): Line[] {
  const facts = factsOf(one.signal, [one.name, shown.name], message.view);
  return [...title(one, shown, message), writeFacts(one, facts, message.view, source), ...facts.below].filter(
    (line) => line.length > 0,
  );
}

export function describeBriefly(one: ShownSignal, shown: ShownBuyer, message: MessageStyle): Line[] {
  const facts = factsBeside(one.signal, message.view);
  return [
    ...title(one, shown, { ...message, named: false }),
    writeFacts(one, facts, message.view, []),
  ].filter((line) => line.length > 0);
}

/** `🔥 RFP 479: Student Transportation Services – Fort Worth ISD` */
function title({ signal, name }: ShownSignal, shown: ShownBuyer, message: MessageStyle): Line[] {
  const owner = writeMentions(mentionOwner(signal, message.view));
  if (message.named) return owner.length === 0 ? [] : [owner];
  const { signal: row, source } = linksOf(signal, shown.buyer.buyerId, message.view);
  const where = message.oneBuyer || name.includes(shown.name) ? [] : [plain(` – ${shown.name}`)];
  const linked = linkText(name, row ?? source, { instead: 'Open signal', bold: true });
  return [
    joinLines(
      [[...(signal.hot ? [{ kind: 'fire' } as const, plain(' ')] : []), ...linked, ...where], owner],
      ' ',
    ),
  ];
}

/** `Due Thu, Nov 26 · $1.25M · Match Score 96 · Tenders` */
function writeFacts(
  { signal, alsoIn }: ShownSignal,
  { brief, more, verbFirst }: SignalFacts,
  view: DigestView,
  source: Line,
): Line {
  const bridge = nameBridge(signal);
  const others = alsoIn.slice(0, 3).join(', ');
  const also = others === '' ? '' : `also in ${others}`;
  const where = [bridge, also].filter((text) => text !== null && text !== '').join(', ');
  const chosen = view.show.length > 0 ? brief.slice(0, 8) : brief;
  const line = joinFacts([...chosen, ...more, where === '' ? [] : [plain(where)], source]);
  const alsoFirst = chosen.length + more.length === 0 && bridge === null && also !== '';
  return verbFirst || alsoFirst ? capitaliseLine(line) : line;
}

function openSignal({ signal }: ShownSignal, { buyer }: ShownBuyer, view: DigestView): Line {
  const url = linksOf(signal, buyer.buyerId, view).signal;
  return url === null ? [] : [link('Open signal', url, true)];
}

/** By its column's name. Without a template for signals a signal's name leads there already. */
export function openSource({ signal }: ShownSignal, { buyer }: ShownBuyer, message: MessageStyle): Line {
  const source = findSource(signal, message.view);
  const nameLeads = !message.named && linksOf(signal, buyer.buyerId, message.view).signal === null;
  if (source === null || nameLeads) return [];
  const label = oneLine(source.column, longest.columnName) ?? 'Source';
  return [link(safeLabel(label, source.url, 'Source'), source.url)];
}

export function openBuyer({ buyer }: ShownBuyer, { links }: DigestView, label: string): Line {
  const url = buyerLink(buyer.buyerId, links);
  return url === null ? [] : [link(safeLabel(label, url, 'Open buyer'), url)];
}

export function tellScore({ buyer }: ShownBuyer): Line {
  const score = buyer.score ?? buyer.summary?.score ?? null;
  return score === null ? [] : [plain(keepTogether(`buyer score ${tellNumber('score', score)}`))];
}
