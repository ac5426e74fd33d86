import { counted, grouped } from '../counted.ts';
import type { DigestContent, DigestView } from '../digests/digest.ts';
import { factsBeside } from '../facts/facts.ts';
import { cutBytes, cutWords } from '../text/sentences.ts';
import type { WholeDigest } from './headline.ts';
import { buyerLink, linksOf, linkText } from './links.ts';
import type { Line, ListItem, MessageSection } from './message.ts';
import { nameBridge, type ShownBuyer, type ShownSignal } from './shown-buyers.ts';
import { joinFacts, joinLines, linesOf, plain, strong, textOf } from './spans.ts';

/** Of one buyer, where others need the lines. */
const leastOfBuyer = 3;
const longestName = 100;
/** Of the names of buyers whose signals are counted and not listed. */
const mostCountBytes = 450;
const longestCounted = 50;
const between = ' · ';

export interface WrittenRest {
  readonly rest: MessageSection[];
  readonly restCounts: Line | null;
}

/** The signals that are not hot, by buyer: the first of each, and how many there are of all others. */
export function writeRest(
  { view, unreadable }: DigestContent,
  buyers: readonly ShownBuyer[],
  whole: WholeDigest,
  listed: number,
): WrittenRest {
  const withRest = buyers.filter(({ rest }) => rest.length > 0);
  // What stands with a hot signal as the same thing is among them.
  const here = buyers.reduce((sum, { buyer }) => sum + buyer.signals.filter(({ hot }) => !hot).length, 0);
  if (withRest.length === 0) return { rest: [], restCounts: null };
  const all = Math.max(whole.signals - whole.hot, here);
  // What could not be read is no message's: the footer tells of it.
  const heading = tellHeading(here, all - here === unreadable ? here : all, whole.hot > 0);
  const restCounts = countBuyers(
    strong(`${heading}:`),
    withRest.map(({ name, rest }) => ({ name, count: sumOf(rest) })),
  );
  if (listed === 0) return { rest: [linesOf([restCounts])], restCounts };
  const { items, unlisted } = listBuyers(withRest, view, listed);
  // Where nothing is hot and nothing left out, the headline has said it.
  const above = whole.hot === 0 && here === all ? [] : [linesOf([[strong(heading)]])];
  const below = unlisted.length === 0 ? [] : [linesOf([tellUnlisted(unlisted, withRest.length)])];
  return { rest: [...above, { kind: 'list', items }, ...below], restCounts };
}

/** `11 more`, `5 of 11 more` where other messages have the others. */
function tellHeading(here: number, all: number, besideHot: boolean): string {
  const of = here === all ? grouped(here) : `${here} of ${grouped(all)}`;
  return `${of} ${besideHot ? 'more' : 'new'}`;
}

interface Counted {
  readonly name: string;
  readonly count: number;
}

const sumOf = (counted: readonly { readonly count: number }[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0);

function listBuyers(
  buyers: readonly ShownBuyer[],
  view: DigestView,
  mostLines: number,
): { readonly items: readonly ListItem[]; readonly unlisted: readonly Counted[] } {
  const items: ListItem[] = [];
  const unlisted: Counted[] = [];
  let room = mostLines;
  const mostOfBuyer = shareLines(buyers, mostLines);
  for (const shown of buyers) {
    const listed = shown.rest.slice(0, Math.min(mostOfBuyer, room));
    const left = sumOf(shown.rest.slice(listed.length));
    room -= listed.length;
    if (left > 0) unlisted.push({ name: shown.name, count: left });
    if (listed.length > 0) items.push(listBuyer(shown, listed, view));
  }
  return { items, unlisted };
}

/** How many lines each buyer may take: three, or more where they are few. */
function shareLines(buyers: readonly ShownBuyer[], mostLines: number): number {
  const linesFor = (most: number): number =>
    buyers.reduce((sum, { rest }) => sum + Math.min(rest.length, most), 0);
  let most = leastOfBuyer;
  while (most < mostLines && linesFor(most + 1) <= mostLines) most += 1;
  return buyers.length === 1 ? mostLines : most;
}

/** `Keller ISD · 3` above its signals; a single one stands beside it: `Town of Foxworth: ITB 746`. */
function listBuyer(shown: ShownBuyer, listed: readonly ShownSignal[], view: DigestView): ListItem {
  const { buyer, name, rest } = shown;
  const linked = linkText(name, buyerLink(buyer.buyerId, view.links), { instead: 'Open buyer', bold: true });
  const signals = listed.map((one) => listSignal(one, shown, view));
  const [only] = signals;
  if (only && rest.length === 1) return { line: joinLines([linked, only], ': '), items: [] };
  return { line: joinFacts([linked, [plain(String(sumOf(rest)))]]), items: signals };
}

/** `new budget` for `Keller ISD: new budget`, below `Keller ISD`. */
function withoutBuyer(name: string, buyer: string): string {
  if (!name.startsWith(buyer)) return name;
  const left = name.slice(buyer.length).replace(/^\s*[:–—-]\s+/, '');
  return left === '' || left === name.slice(buyer.length) ? name : left;
}

/** `RFP 218: HVAC Controls Upgrade · due Mon, Nov 30 · $668K` */
function listSignal({ signal, name, alsoIn }: ShownSignal, shown: ShownBuyer, view: DigestView): Line {
  const { signal: row, source } = linksOf(signal, shown.buyer.buyerId, view);
  const { brief } = factsBeside(signal, view);
  const bridge = brief.length === 0 && alsoIn.length === 0 ? nameBridge(signal) : null;
  return joinFacts([
    linkText(cutWords(withoutBuyer(name, shown.name), longestName), row ?? source, {
      instead: 'Open signal',
    }),
    // Bold is for what is hot. A link among the facts stays one.
    ...brief
      .slice(0, 3)
      .map((fact) => (fact.every(({ kind }) => kind === 'text') ? [plain(textOf(fact))] : fact)),
    // A name alone may be anything: a person, a place.
    bridge === null || name.includes(bridge) ? [] : [plain(bridge)],
    alsoIn.length === 0 ? [] : [plain(`also in ${alsoIn.slice(0, 2).join(', ')}`)],
  ]);
}

function tellUnlisted(unlisted: readonly Counted[], buyers: number): Line {
  const opening = `And ${grouped(sumOf(unlisted))} more`;
  return buyers === 1 ? [plain(opening)] : countBuyers(plain(`${opening}:`), unlisted);
}

/** `And 16 more: Hazelworth 3 · Foxworth · 10 at 4 more buyers`: each buyer once, as many as there is room for. */
function countBuyers(opening: Line[number], buyers: readonly Counted[]): Line {
  const told: string[] = [];
  let bytes = 0;
  for (const { name, count } of buyers) {
    const number = count === 1 ? '' : ` ${grouped(count)}`;
    const text = `${cutBytes(cutWords(name, longestCounted), 120)}${number}`;
    bytes += Buffer.byteLength(JSON.stringify(text)) + between.length;
    if (bytes > mostCountBytes) break;
    told.push(text);
  }
  const others = buyers.slice(told.length);
  if (others.length > 0)
    told.push(
      `${grouped(sumOf(others))} at ${counted(others.length, told.length === 0 ? 'buyer' : 'more buyer')}`,
    );
  return joinLines([[opening], [plain(told.join(between))]], ' ');
}
