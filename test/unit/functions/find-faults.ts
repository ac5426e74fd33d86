import type { FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import { addressOf, buyerNameOf, type DrawnSignal, type DrawnSlot } from './draw-slot.ts';

type Message = Pick<FrozenDigest, 'body' | 'replyTo' | 'members'>;

/** What a slot's messages don't tell, tell twice, or tell with numbers that disagree: none of a good one. */
export function findFaults(slot: DrawnSlot, frozen: readonly Message[]): string[] {
  const keys = frozen.flatMap(({ members }) => members);
  const all = slot.signals.map(({ entry }) => entry.key);
  return [
    ...(keys.toSorted().join() === all.toSorted().join() ? [] : ['a signal is in no message, or in two']),
    ...findUntold(slot, frozen),
    ...frozen.flatMap((message) => {
      const lines = readLines(message.body);
      if (message.replyTo !== undefined) return [];
      return [
        ...checkHeadline(slot, lines[0] ?? ''),
        ...checkFacts(slot, lines),
        ...checkOwners(slot, message, lines),
      ];
    }),
  ];
}

const hotOf = ({ signals }: DrawnSlot): DrawnSignal[] => signals.filter(({ entry }) => entry.hot);
const countBuyers = (signals: readonly DrawnSignal[]): number =>
  new Set(signals.map(({ buyer }) => buyer)).size;
const numberIn = (text: string, pattern: RegExp): number | null => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
};
const disagree = (what: string, told: number | null, is: number): string[] =>
  told === null || told === is ? [] : [`${what}: ${told} told, ${is} there`];
const linked = (line: string, { entry }: DrawnSignal): boolean => line.includes(`${addressOf(entry)}>`);

/** Each hot signal has its date, money and reason where its link is, and a cool one its link where nothing is cut. */
function findUntold(slot: DrawnSlot, frozen: readonly Message[]): string[] {
  const messages = frozen.map(({ body }) => readLines(body));
  const replies = frozen.flatMap(({ replyTo, body }) => (replyTo === undefined ? [] : readLines(body)));
  return slot.signals.flatMap((one) => {
    const { entry, told, entity } = one;
    if (!entry.hot) {
      const isDue = replies.length > 0 && entity === null;
      return !isDue || replies.some((line) => linked(line, one)) ? [] : [`${told.money} is in no reply`];
    }
    const places = messages.flatMap((lines) => placesOf(slot, one, lines));
    const { money, day, reason } = told;
    const isTold = places.some((text) => [money, day, reason].every((fact) => text.includes(fact)));
    const names = places.flatMap((text) => /Owner: (.*?)(?: · |$)/m.exec(text)?.[1] ?? []);
    const owner = slot.isByOwner || !slot.isDeclared || one.owner === 'Unowned' ? [] : [one.owner];
    return [
      ...(isTold ? [] : [`hot ${money} has no place with its link, ${day}, and ${reason}`]),
      ...(names.map(ownerOf).join() === owner.join() ? [] : [`hot ${money} of ${owner} is told of ${names}`]),
    ];
  });
}

/** Its lines, up to the link of another signal. The only hot one is told in the headline, and linked below. */
function placesOf(slot: DrawnSlot, one: DrawnSignal, lines: readonly string[]): string[] {
  if (hotOf(slot).length === 1) return lines.some((line) => linked(line, one)) ? [lines.join('\n')] : [];
  return lines.flatMap((line, at) => {
    if (!linked(line, one)) return [];
    const after = lines.slice(at + 1);
    const end = after.findIndex((next) => next.includes('/rows/'));
    return [[line, ...after.slice(0, end === -1 ? after.length : end)].join('\n')];
  });
}

function checkHeadline(slot: DrawnSlot, headline: string): string[] {
  const [hot, all] = [hotOf(slot), slot.signals];
  const cool = all.filter(({ entry }) => !entry.hot);
  const faults = [
    ...disagree('hot', numberIn(headline, /^([\d,]+) hot/), hot.length),
    ...disagree('new', numberIn(headline, /^([\d,]+) new signals?/), all.length),
    ...disagree('more', numberIn(headline, / · ([\d,]+) more/), cool.length),
    ...disagree('hot buyers', numberIn(headline, /County and ([\d,]+) more/), countBuyers(hot) - 1),
    ...disagree('buyers', numberIn(headline, /new signals? at ([\d,]+) buyers?/), countBuyers(all)),
    ...disagree('buyers of more', numberIn(headline, / more at ([\d,]+) buyers?/), countBuyers(cool)),
  ];
  const only = countBuyers(all) === 1 ? buyerNameOf(all[0]?.buyer ?? 0) : '';
  if (!headline.includes(only)) faults.push(`"${headline}" does not name the only buyer`);
  return faults;
}

/** Whatever stands at a signal's link is in its row: every sum, day, score, sentence and person. */
function checkFacts(slot: DrawnSlot, lines: readonly string[]): string[] {
  const told = lines.flatMap((line, at) => {
    const [one, ...others] = slot.signals.filter((each) => linked(line, each));
    if (at === 0 || !one || others.length > 0) return [];
    const after = lines.slice(at + 1);
    const end = after.findIndex(
      (next) => / T\d+ <|^> |^Sources: |<http/.test(next) || ownerHeading.test(next),
    );
    return [{ one, text: [line, ...(one.entry.hot ? after.slice(0, Math.max(end, 0)) : [])].join('\n') }];
  });
  return told.flatMap(({ one, text }) => {
    const facts = text.match(/[$€][\d.]+[MBK]|\b(?:Nov|Dec) \d+|Match Score [\d,]+|\bT\d+/g) ?? [];
    const own = [...Object.values(one.told), `T${one.amount - 1}`];
    return facts.filter((fact) => !own.includes(fact)).map((fact) => `${fact} is not ${own.join()}`);
  });
}

/** `Dev Patel: 3` above all three of the slot, `Dev Patel: 3 of 5` above three of them: each once, and each hot one below its own. */
function checkOwners(slot: DrawnSlot, { members }: Message, lines: readonly string[]): string[] {
  const here = hotOf(slot).filter(({ entry }) => members.includes(entry.key));
  if (!slot.isByOwner || here.length === 0) return [];
  const headings = lines.flatMap((line, at) => (ownerHeading.test(line) ? [{ line, at }] : []));
  const names = headings.map(({ line }) => ownerOf(line));
  const faults = new Set(names).size < names.length ? ['an owner has two headings'] : [];
  const told = headings.flatMap(({ line, at }, index) => {
    const own = here.filter((one) =>
      lines.slice(at, headings[index + 1]?.at).some((each) => linked(each, one)),
    );
    const all = hotOf(slot).filter(({ owner }) => owner === ownerOf(line)).length;
    const right = `: ${own.length}${own.length === all ? '' : ` of ${all}`}`;
    if (!line.endsWith(right)) faults.push(`"${line}" for "${right}"`);
    return own.filter(({ owner }) => owner === ownerOf(line));
  });
  return [...faults, ...disagree('below their owners', told.length, here.length)];
}

const ownerHeading = /^(dev patel|ann lee|unowned)(; (dev patel|ann lee))?(: [^<]*)?$/i;

/** Spelled and ordered as slots have it. */
function ownerOf(line: string): string {
  const names = line.replace(/:.*/, '').split('; ').sort().reverse();
  return names.map((name) => name.replace(/dev +patel/i, 'Dev Patel')).join('; ');
}

interface Node {
  readonly type?: string;
  readonly text?: string | { readonly text: string };
  readonly url?: string;
  readonly selectAction?: { readonly url: string };
  readonly attachments?: readonly { readonly content: Node }[];
  readonly blocks?: readonly Node[];
  readonly body?: readonly Node[];
  readonly items?: readonly Node[];
  readonly elements?: readonly Node[];
  readonly inlines?: readonly Node[];
}

/** What a body of Slack or Teams says, line by line, a link as `text <address>`. */
function readLines(body: string): string[] {
  return linesIn(JSON.parse(body) as Node).map((line) => line.replaceAll('\u00a0', ' '));
}

function linesIn(node: Node): string[] {
  const { type = '', text, attachments, blocks, body, items, elements, inlines } = node;
  if (attachments || blocks || body || items)
    return [attachments?.map(({ content }) => content), blocks, body, items].flatMap((all) =>
      (all ?? []).flatMap(linesIn),
    );
  if (inlines) return [inlines.map(formatSpan).join('')];
  if (elements && /^rich_text_(section|quote)$/.test(type))
    return elements.map(formatSpan).join('').split('\n');
  if (elements && type !== 'actions') return elements.flatMap(linesIn);
  const told = typeof text === 'object' ? text.text : text;
  return told === undefined ? [] : [told];
}

function formatSpan({ type, text, url, selectAction }: Node): string {
  if (type === 'emoji') return '🔥';
  const to = selectAction?.url ?? url;
  return `${text ?? ''}${to === undefined ? '' : ` <${to}>`}`;
}
