import type { DigestSignal, DigestView } from '../digests/digest.ts';
import { factsBeside, factsOf } from '../facts/facts.ts';
import { tellNumber } from '../facts/numbers.ts';
import type { SignalFacts } from '../facts/shown-columns.ts';
import { asksForHot } from '../routes/match.ts';
import { signalIdOf } from '../signals/signal.ts';
import { hasName } from '../text/column-words.ts';
import { keepTogether } from '../text/keep-together.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import { cutWords } from '../text/sentences.ts';
import { sentUnjudged, tellReason } from './hot-reason.ts';
import { buyerLink, findSource, link, linkSignal, safeLabel, signalLink } from './links.ts';
import type { Line, MessageSection, TextSpan } from './message.ts';
import { nameOwners, writeOwners } from './owner.ts';
import { nameBridge, type ShownBuyer, type ShownSignal } from './shown-buyers.ts';
import { capitaliseLine, joinFacts, linesOf, plain, soft } from './spans.ts';
import { tellPending, tellSummary } from './summary-quote.ts';

/** What a message has said above its signals. */
export interface MessageStyle {
  readonly view: DigestView;
  /** The headline names the only signal whole. */
  readonly named: boolean;
  /** The headline names the only hot buyer. */
  readonly oneBuyer: boolean;
}

/** The only signal of its buyer that is told whole: its links stand with its buyer's. */
export function describeOnly(one: ShownSignal, shown: ShownBuyer, message: MessageStyle): MessageSection[] {
  const closing = joinFacts([
    message.named ? openSignal(one, message.view) : [],
    openSource(one, message),
    openBuyer(shown, message.view, 'Open buyer'),
    tellScore(shown),
    tellPending(shown.buyer),
  ]);
  return closeBuyer([[describeSignal(one, message), one]], shown, closing, message.view);
}

/** What readers can do with a hot signal stands right below it. */
export function withMenu(lines: readonly Line[], { signal }: ShownSignal, { actions }: DigestView) {
  const told: MessageSection[] = [linesOf(lines)];
  if (signal.hot && actions) told.push({ kind: 'menu', lines: [], signalId: signalIdOf(signal), actions });
  return told;
}

/** The signals of a buyer, its summary, and what leads on from there. */
export function closeBuyer(
  signals: readonly (readonly [lines: readonly Line[], of: ShownSignal])[],
  { buyer }: ShownBuyer,
  closing: Line,
  view: DigestView,
): MessageSection[] {
  const { quote, askNext } = tellSummary(buyer, view);
  const last = [askNext, closing].filter((line) => line.length > 0);
  const [only, ...others] = signals;
  // What follows one signal directly is read with it.
  if (quote.length === 0 && only && others.length === 0)
    return withMenu([...only[0], ...last], only[1], view);
  return [
    ...signals.flatMap(([lines, of]) => withMenu(lines, of, view)),
    ...(quote.length === 0 ? [] : [{ kind: 'quote', lines: quote } as const]),
    ...(last.length === 0 ? [] : [linesOf(last)]),
  ];
}

/** A signal with all that is told of it alone; `short`: without the sentence. */
export function describeSignal(
  one: ShownSignal,
  message: MessageStyle,
  { source = [], short = false }: { readonly source?: Line; readonly short?: boolean } = {},
): Line[] {
  const facts = factsOf(one.signal, message.view, one.buyerName);
  return [
    ...(message.named && !short ? [] : [title(one, message)]),
    writeFacts(one, facts, message.view, source),
    ...(short ? [] : facts.below),
    ...facts.person,
    tellWhy(one.signal, message.view),
  ].filter((line) => line.length > 0);
}

const longestListed = 100;

/** `RFP 479: Student Transportation – Fort Worth ISD · due Nov 26 · $1.25M · hot because Match Score is 96 (rule: 90 or more)` */
export function describeOnLine(one: ShownSignal, view: DigestView, oneBuyer: boolean): Line {
  const { signal, name, buyerName } = one;
  const where = oneBuyer || hasName(name, buyerName) ? [] : [plain(` – ${cutWords(buyerName, 60)}`)];
  const linked = linkSignal(cutWords(name, longestListed), signal, one, view);
  const facts = factsBeside(signal, view).brief.slice(0, 3);
  const why = tellWhy(signal, view).map((span) => ({ ...span, text: span.text.replace(/^H/, 'h') }));
  return joinFacts([[...linked, ...where], ...facts, tellOwner(one, view), why]);
}

/** `Owner: Dev Patel`, unless a heading says it or the route chose other facts. Only a hot signal mentions its owner. */
function tellOwner({ signal }: ShownSignal, view: DigestView): Line {
  if (signal.hot ? view.groupBy === 'owner' : view.show.length > 0) return [];
  const owners = signal.hot ? writeOwners(signal, view) : joinFacts([[plain(nameOwners(signal, view))]]);
  return owners.length === 0 ? [] : [plain('Owner: '), ...owners];
}

/** Why it is hot, or why it is here although it may not be. */
export function tellWhy(signal: DigestSignal, view: DigestView): readonly TextSpan[] {
  const reason = signal.hot ? tellReason(signal, view) : isUnjudged(signal, view) ? sentUnjudged : null;
  return reason === null ? [] : [soft(reason)];
}

function isUnjudged({ hotUnknown }: ShownSignal['signal'], { route }: DigestView): boolean {
  return hotUnknown === true && route !== undefined && asksForHot(route.match);
}

/** `🔥 RFP 479: Student Transportation Services – Fort Worth ISD` */
function title(one: ShownSignal, { view, oneBuyer }: MessageStyle): Line {
  const { signal, name, buyerName } = one;
  const where = oneBuyer || hasName(name, buyerName) ? [] : [plain(` – ${buyerName}`)];
  const linked = linkSignal(name, signal, one, view, true);
  return [...(signal.hot ? [{ kind: 'fire' } as const, plain(' ')] : []), ...linked, ...where];
}

/** `Due Thu, Nov 26 · $1.25M · Bidding · Tenders` */
function writeFacts(
  one: ShownSignal,
  { brief, more, verbFirst }: SignalFacts,
  view: DigestView,
  source: Line,
): Line {
  const { signal, alsoIn } = one;
  const bridge = nameBridge(signal);
  const others = alsoIn.slice(0, 3).join(', ');
  const also = others === '' ? '' : `also in ${others}`;
  const where = [bridge, also].filter((text) => text !== null && text !== '').join(', ');
  const facts = [...(view.show.length > 0 ? brief.slice(0, 8) : brief), ...more()];
  const line = joinFacts([...facts, where === '' ? [] : [plain(where)], tellOwner(one, view), source]);
  const alsoFirst = facts.length === 0 && bridge === null && also !== '';
  return verbFirst || alsoFirst ? capitaliseLine(line) : line;
}

function openSignal({ signal, buyerId }: ShownSignal, view: DigestView): Line {
  const url = signalLink(signal, view.links, buyerId);
  return url === null ? [] : [link('Open signal', url, true)];
}

/** By its column's name. Without a template for signals a signal's name leads there already. */
export function openSource({ signal, buyerId }: ShownSignal, message: MessageStyle): Line {
  const source = findSource(signal, message.view);
  const nameLeads = !message.named && signalLink(signal, message.view.links, buyerId) === null;
  if (source === null || nameLeads) return [];
  const label = oneLine(source.column, longest.columnName) ?? 'Source';
  return [link(safeLabel(label, source.url, 'Source'), source.url)];
}

export function openBuyer({ buyer }: ShownBuyer, { links }: DigestView, label: string): Line {
  const url = buyerLink(links, buyer.buyerId);
  return url === null ? [] : [link(safeLabel(label, url, 'Open buyer'), url)];
}

export function tellScore({ buyer }: ShownBuyer): Line {
  const score = buyer.score ?? buyer.summary?.score ?? null;
  return score === null ? [] : [plain(keepTogether(`buyer score ${tellNumber('score', score)}`))];
}
