import { counted, grouped } from '../../shared/domain/counted.ts';
import type { DigestContent, DigestView } from '../../shared/domain/digests/digest.ts';
import { cutWords } from '../../shared/domain/text/sentences.ts';
import { buyerLink, linkSignal, linkText } from '../lines/links.ts';
import type { DigestMessage, Line, ListItem } from '../lines/message.ts';
import { joinFacts, joinLines, linesOf, plain, strong, textOf } from '../lines/spans.ts';
import { describeUnjudged } from './describe-signal.ts';
import { wholeDigest } from './headline.ts';
import { nameBridge, type ShownBuyer, type ShownSignal, withoutBuyer } from './shown-buyers.ts';
import { factsOf } from './signal-facts.ts';

/** A buyer has so many lines at least, where others need the lines. */
const leastOfBuyer = 3;
const longestName = 100;
/** Names of buyers whose signals are only counted take so many bytes. */
const mostCountBytes = 450;
const longestCounted = 50;
const between = '; ';

type WrittenRest = Pick<DigestMessage, 'rest' | 'restCounts'>;

/** Lists the signals that are not hot, by buyer: the first of each, and how many others there are. */
export function writeRest(
  buyers: readonly ShownBuyer[],
  content: DigestContent,
  listed: number,
): WrittenRest {
  const { view, unreadable, restOrder = [] } = content;
  const whole = wholeDigest(content);
  const places = new Map(restOrder.map((buyerId, place) => [buyerId, place]));
  const placeOf = ({ buyer }: ShownBuyer): number => places.get(buyer.buyerId) ?? places.size;
  const withRest = buyers
    .filter(({ rest }) => rest.length > 0)
    .sort((one, other) => placeOf(one) - placeOf(other));
  const here = buyers.reduce((sum, { buyer }) => sum + buyer.signals.filter(({ hot }) => !hot).length, 0);
  if (here === 0) return { rest: [], restCounts: null };
  const all = Math.max(whole.signals - whole.hot, here);
  // Rows of several bridges about one thing stand where the hot one of them stands.
  const above = here - countRest(withRest);
  const told =
    above === 0 ? '' : `, ${above === here ? '' : `${grouped(above)} of them `}with the hot signals above`;
  // Rows that could not be read are in no message: the footer counts them.
  const heading = describeHeading(here, all - here === unreadable ? here : all, whole.hot > 0) + told;
  if (withRest.length === 0) return { rest: [linesOf([[strong(heading)]])], restCounts: [strong(heading)] };
  const restCounts = countBuyers(strong(`${heading}:`), withRest);
  if (listed === 0) return { rest: [linesOf([restCounts])], restCounts };
  const items = listBuyers(withRest, view, listed);
  const unlisted = withRest.slice(items.length);
  // The headline has said it where nothing is hot and nothing is left out.
  const top = whole.hot === 0 && here === all ? [] : [linesOf([[strong(heading)]])];
  const opening = plain(`And ${grouped(countRest(unlisted))} more:`);
  const below = unlisted.length === 0 ? [] : [linesOf([countBuyers(opening, unlisted)])];
  return { rest: [...top, { kind: 'list', items }, ...below], restCounts };
}

/** `11 more`, `5 of 11 more` where other messages have the others. */
function describeHeading(here: number, all: number, besideHot: boolean): string {
  const of = here === all ? grouped(here) : `${here} of ${grouped(all)}`;
  return `${of} ${besideHot ? 'more' : 'new'}`;
}

const sumOf = (signals: readonly ShownSignal[]): number => signals.reduce((sum, { count }) => sum + count, 0);
const countRest = (buyers: readonly ShownBuyer[]): number => sumOf(buyers.flatMap(({ rest }) => rest));

function listBuyers(buyers: readonly ShownBuyer[], view: DigestView, mostLines: number): ListItem[] {
  const mostOfBuyer = shareLines(buyers, mostLines);
  let room = mostLines;
  return buyers.flatMap((shown) => {
    const listed = shown.rest.slice(0, Math.min(mostOfBuyer, room));
    room -= listed.length;
    return listed.length > 0 ? listBuyer(shown, listed, view) : [];
  });
}

/** Each buyer may take three lines, or more where they are few. */
function shareLines(buyers: readonly ShownBuyer[], mostLines: number): number {
  if (buyers.length === 1 || mostLines === Number.POSITIVE_INFINITY) return mostLines;
  const linesFor = (most: number): number =>
    buyers.reduce((sum, { rest }) => sum + Math.min(rest.length, most), 0);
  let most = leastOfBuyer;
  while (most < mostLines && linesFor(most + 1) <= mostLines) most += 1;
  return most;
}

/** `Keller ISD · 3` above its signals; a single one stands beside it: `Town of Foxworth: ITB 746`. */
function listBuyer(shown: ShownBuyer, listed: readonly ShownSignal[], view: DigestView): ListItem {
  const { rest } = shown;
  const url = buyerLink(view.links, shown.buyer.buyerId);
  const linked = linkText(shown.name, url, { instead: 'Open buyer', bold: true });
  const isNamed = rest.length === 1 && rest[0]?.name === shown.name;
  const signals = listed.map((one) => listSignal(one, view, isNamed));
  const left = sumOf(rest.slice(listed.length));
  if (left > 0) signals.push([plain(`and ${grouped(left)} more`)]);
  const [only] = signals;
  if (only && rest.length === 1) return { line: joinLines([isNamed ? [] : linked, only], ': '), items: [] };
  return { line: joinFacts([linked, [plain(grouped(sumOf(rest)))]]), items: signals };
}

/** `RFP 218: HVAC Controls Upgrade · closes Mon, Nov 30 · $668K` */
function listSignal(one: ShownSignal, view: DigestView, bold: boolean): Line {
  const { signal, name, buyerName, alsoIn } = one;
  const { brief } = factsOf(signal, view);
  const bridge = brief.length === 0 && alsoIn.length === 0 ? nameBridge(signal) : null;
  return joinFacts([
    linkSignal(cutWords(withoutBuyer(name, buyerName), longestName), signal, one, view, bold),
    // Bold is for what is hot. A link among the facts stays one.
    ...brief
      .slice(0, 3)
      .map((fact) => (fact.every(({ kind }) => kind === 'text') ? [plain(textOf(fact))] : fact)),
    // A name alone may be anything: a person, a place.
    bridge === null || name.toLowerCase().includes(bridge.toLowerCase()) ? [] : [plain(bridge)],
    alsoIn.length === 0 ? [] : [plain(`also in ${alsoIn.slice(0, 2).join(', ')}`)],
    describeUnjudged(signal, view),
  ]);
}

/** `And 16 more: Hazelworth, VT (3); Foxworth; 10 at 4 more buyers`: each buyer once, as many as there is room for. */
function countBuyers(opening: Line[number], buyers: readonly ShownBuyer[]): Line {
  const told: string[] = [];
  let bytes = 0;
  for (const { name, rest } of buyers) {
    const count = sumOf(rest);
    const number = count === 1 ? '' : ` (${grouped(count)})`;
    const text = `${cutWords(name, longestCounted)}${number}`;
    bytes += Buffer.byteLength(JSON.stringify(text)) + between.length;
    if (bytes > mostCountBytes) break;
    told.push(text);
  }
  const others = buyers.slice(told.length);
  if (others.length > 0) {
    const sum = countRest(others);
    const left = counted(others.length, told.length === 0 ? 'buyer' : 'more buyer');
    told.push(sum === others.length ? left : `${grouped(sum)} at ${left}`);
  }
  return joinLines([[opening], [plain(told.join(between))]], ' ');
}
