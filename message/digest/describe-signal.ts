import { ownersOf } from '../../shared/domain/cells/owners.ts';
import type { DigestBuyer, DigestSignal, DigestView } from '../../shared/domain/digests/digest.ts';
import { asksForHot } from '../../shared/domain/routes/match.ts';
import { signalIdOf } from '../../shared/domain/rows/signal.ts';
import { hasName, labelColumn } from '../../shared/domain/text/column-words.ts';
import { cutWords } from '../../shared/domain/text/sentences.ts';
import { formatNumber } from '../facts/numbers.ts';
import type { SignalFacts } from '../facts/shown-columns.ts';
import { buyerLink, findSource, link, linkSignal, rowLink, safeLabel } from '../lines/links.ts';
import type { Line, MessageSection } from '../lines/message.ts';
import { writeOwners } from '../lines/owner.ts';
import { capitaliseLine, joinFacts, linesOf, plain, soft } from '../lines/spans.ts';
import { keepTogether } from '../text/keep-together.ts';
import { describeReason } from './hot-reason.ts';
import { nameBridge, type ShownBuyer, type ShownSignal } from './shown-buyers.ts';
import { factsOf, writeContact } from './signal-facts.ts';
import { describePending, describeSummary } from './summary-quote.ts';

export interface MessageStyle {
  readonly view: DigestView;
  /** The headline names the only signal whole. */
  readonly named: boolean;
  /** The headline names the only hot buyer. */
  readonly oneBuyer: boolean;
  /** Its signals are hot by several rules; one alone stands in the footer. */
  readonly differs: boolean;
}

/** A menu stands below all else that is said of its signal. */
export function withMenu(
  lines: readonly Line[],
  { signal }: ShownSignal,
  view: DigestView,
  furtherBelow: readonly MessageSection[] = [],
): MessageSection[] {
  const { actions } = view;
  const below = [...writeContact(signal, view), ...furtherBelow];
  if (!signal.hot || !actions) return [linesOf(lines), ...below];
  const signalId = signalIdOf(signal);
  return [{ kind: 'lines', lines, signalId }, ...below, { kind: 'menu', lines: [], signalId, actions }];
}

/**
 * Tells signals of a buyer whole, with its summary and links. The links of its only hot signal, or of the only signal of
 * all, stand with its buyer's.
 */
export function describeBuyer(
  signals: readonly ShownSignal[],
  { buyer, name, hot }: ShownBuyer,
  message: MessageStyle,
): MessageSection[] {
  const { view, named } = message;
  const only = hot.length <= 1 ? signals[0] : undefined;
  const closing = joinFacts([
    only && named ? openSignal(only, view) : [],
    only ? openSource(only, message) : [],
    openBuyer(buyer, view, only ? 'Open buyer' : `Open ${name}`),
    describeScore(buyer),
    describePending(buyer),
  ]);
  const { quote, askNext } = describeSummary(buyer, view);
  const last = [askNext, closing].filter((line) => line.length > 0);
  const isOne = quote.length === 0 && signals.length === 1;
  const below: MessageSection[] = [
    ...(quote.length === 0 ? [] : [{ kind: 'quote', lines: quote } as const]),
    ...(last.length === 0 || isOne ? [] : [linesOf(last)]),
  ];
  return signals.flatMap((one, index) => {
    const lines = describeSignal(one, message, only ? [] : openSource(one, message));
    // Lines that follow one signal directly are read with it.
    if (isOne) return withMenu([...lines, ...last], one, view);
    return withMenu(lines, one, view, index === signals.length - 1 ? below : []);
  });
}

/** Tells a signal without its buyer's summary. */
export function describeShortly(one: ShownSignal, message: MessageStyle): MessageSection[] {
  return withMenu(describeSignal(one, message, openSource(one, message)), one, message.view);
}

function describeSignal(one: ShownSignal, message: MessageStyle, source: Line): Line[] {
  const facts = factsOf(one.signal, message.view);
  return [
    ...(message.named ? [] : [title(one, message)]),
    writeFacts(one, facts, message, source),
    ...facts.below(one.buyerName),
    describeUnjudged(one.signal, message.view),
  ].filter((line) => line.length > 0);
}

const longestListed = 100;

/** `RFP 479: Student Transportation – Fort Worth ISD · closes Nov 26 · $1.25M · Match Score 96` */
export function describeOnLine(one: ShownSignal, message: MessageStyle): Line {
  const { view, oneBuyer } = message;
  const { signal, name, buyerName } = one;
  const where = oneBuyer || hasName(name, buyerName) ? [] : [plain(` – ${cutWords(buyerName, 60)}`)];
  const linked = linkSignal(cutWords(name, longestListed), signal, one, view);
  const facts = factsOf(signal, view).brief.slice(0, 3);
  const why = describeHot(signal, message);
  return joinFacts([
    [...linked, ...where],
    ...facts,
    why,
    describeOwner(one, view),
    describeUnjudged(signal, view),
  ]);
}

/** `Owner: Dev Patel`, unless a heading says it or the route chose other facts. Only a hot signal mentions its owner. */
function describeOwner({ signal }: ShownSignal, view: DigestView): Line {
  if (signal.hot ? view.groupBy === 'owner' : view.show.length > 0) return [];
  const { all } = ownersOf(signal, view);
  const owners = writeOwners(signal.hot ? all : all.map(({ name }) => ({ name, id: null })));
  return owners.length === 0 ? [] : [plain('Owner: '), ...owners];
}

/** The reason names its rule where others of the message are hot by another. */
function describeHot(signal: DigestSignal, { view, differs }: MessageStyle): Line {
  const reason = signal.hot ? describeReason(signal, view, differs) : null;
  return reason === null ? [] : [plain(reason)];
}

/** A route of hot signals gets one that may not be hot if nobody knew in time. */
export function describeUnjudged({ hot, hotUnknown }: DigestSignal, { route }: DigestView): Line {
  const isUnjudged = !hot && hotUnknown === true && route !== undefined && asksForHot(route.match);
  return isUnjudged ? [soft('sent although its score was not known yet')] : [];
}

/** `🔥 RFP 479: Student Transportation Services – Fort Worth ISD` */
function title(one: ShownSignal, { view, oneBuyer }: MessageStyle): Line {
  const { signal, name, buyerName } = one;
  const where = oneBuyer || hasName(name, buyerName) ? [] : [plain(` – ${buyerName}`)];
  const linked = linkSignal(name, signal, one, view, true);
  return [...(signal.hot ? [{ kind: 'fire' } as const, plain(' ')] : []), ...linked, ...where];
}

/** `Closes Thu, Nov 26 · $1.25M · Match Score 97 · Bidding · Tenders` */
function writeFacts(
  one: ShownSignal,
  { brief, more, verbFirst }: SignalFacts,
  message: MessageStyle,
  source: Line,
): Line {
  const { view } = message;
  const { signal, alsoIn } = one;
  const bridge = nameBridge(signal);
  const others = alsoIn.slice(0, 3).join(', ');
  const also = others === '' ? '' : `also in ${others}`;
  const where = [bridge, also].filter((text) => text !== null && text !== '').join(', ');
  const facts = [
    ...(view.show.length > 0 ? brief.slice(0, 8) : brief),
    describeHot(signal, message),
    ...more(),
  ];
  const line = joinFacts([...facts, where === '' ? [] : [plain(where)], describeOwner(one, view), source]);
  const alsoFirst = facts.every((fact) => fact.length === 0) && bridge === null && also !== '';
  return verbFirst || alsoFirst ? capitaliseLine(line) : line;
}

function openSignal({ signal, buyerId }: ShownSignal, view: DigestView): Line {
  const url = rowLink({ ...signal, buyerId }, view.links);
  return url === null ? [] : [link('Open signal', url, true)];
}

/** A source is called as its column. Without a template for signals, the signal's name leads there already. */
function openSource({ signal, buyerId }: ShownSignal, message: MessageStyle): Line {
  const source = findSource(signal, message.view);
  const nameLeads = !message.named && rowLink({ ...signal, buyerId }, message.view.links) === null;
  if (source === null || nameLeads) return [];
  const label = labelColumn(source.column);
  return [link(safeLabel(label, source.url, 'Source'), source.url)];
}

function openBuyer({ buyerId }: DigestBuyer, { links }: DigestView, label: string): Line {
  const url = buyerLink(links, buyerId);
  return url === null ? [] : [link(safeLabel(label, url, 'Open buyer'), url)];
}

function describeScore({ score: own, summary }: DigestBuyer): Line {
  const score = own ?? summary?.score ?? null;
  return score === null ? [] : [plain(keepTogether(`buyer score ${formatNumber('score', score)}`))];
}
