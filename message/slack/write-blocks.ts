import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import type { DigestMessage, Line, ListItem, MessageSection, Span } from '../lines/message.ts';
import { textOf } from '../lines/spans.ts';
import {
  type Block,
  contactId,
  linesId,
  menu,
  optionsOf,
  plain,
  type RichElement,
  type RichList,
  type RichPart,
  type RichSection,
  type RichStyle,
  section,
  slackLimits,
} from './blocks.ts';
import { drawChoices } from './show-clicks.ts';

/** Writes the body of a POST. Only its `text` is mrkdwn: a notification shows it, and a client without blocks. */
export function writeBody(message: DigestMessage): string {
  const text = escapeMrkdwn(message.text);
  return JSON.stringify({ text, blocks: writeBlocks(message), unfurl_links: false, unfurl_media: false });
}

export function hasRoom(message: DigestMessage): boolean {
  const blocks = writeBlocks(message);
  if (blocks.length > slackLimits.blocks || sizeOf(blocks) >= slackLimits.blocksJsonBytes) return false;
  const clicked = () => sizeOf(drawChoices(blocks, () => longestChoice, longestReading));
  return message.menusOf === undefined || clicked() <= slackLimits.clickedJsonBytes;
}

function sizeOf(blocks: readonly Block[]): number {
  return Buffer.byteLength(JSON.stringify(blocks));
}

/** Clicks can add no more to a signal than these. */
const longestReading = { now: Date.parse('2026-12-28T00:00:00Z'), timezone: 'Pacific/Chatham' };
const longestReader = { by: { id: `U${'0'.repeat(30)}`, name: '' }, at: Date.parse('2027-11-22T10:10:00Z') };
const longestMute = { until: Date.parse('2027-01-04T00:00:00Z'), because: `by ${'一'.repeat(30)} in Slack` };
const longestChoice = { claimed: longestReader, refused: longestReader, muted: longestMute };

export function measure(body: string) {
  const { blocks } = JSON.parse(body) as { readonly blocks: readonly Block[] };
  return [
    { of: 'blocks', is: blocks.length, most: slackLimits.blocks },
    { of: 'bytes of blocks', is: sizeOf(blocks), most: slackLimits.blocksJsonBytes },
  ];
}

/** Texts from outside stand in plain or rich text, which Slack takes literally. */
function writeBlocks({ headline, hot, rest, footer, menusOf }: DigestMessage): Block[] {
  const [above, below] = [writeApart(hot), richText(rest.flatMap((one) => writeParts(one)))];
  const texts = footer.map(textOf).filter((text) => text !== '');
  return [
    ...(headline === '' ? [] : [{ type: 'header', text: plain(headline), ...name(menusOf) } as const]),
    ...above,
    ...(above.length > 0 && below.length > 0 ? [{ type: 'divider' } as const] : []),
    ...below,
    // Slack writes the elements of one block beside one another.
    ...texts.map((text) => ({ type: 'context', elements: [plain(text)] }) as const),
  ];
}

/** Slack sends this id with each click: the digest is found again by it. */
function name(pointer: DigestPointer | undefined): { readonly block_id?: string } {
  if (pointer === undefined) return {};
  return { block_id: `digest:${pointer.routeId}:${pointer.slot}:${pointer.part}` };
}

/** A block for each section, which Slack sets apart; a list stays with the line above it. */
function writeApart(sections: readonly MessageSection[]): Block[] {
  const blocks: Block[] = [];
  let menus = 0;
  for (const one of sections) {
    const above = blocks.at(-1);
    if (one.kind === 'menu') {
      const options = one.actions.flatMap((action) => optionsOf[action]);
      if (fitsId(one)) blocks.push(menu(one.signalId, options));
    } else if (one.kind === 'list' && above?.type === 'rich_text')
      blocks[blocks.length - 1] = { ...above, elements: [...above.elements, ...writeLists(one.items)] };
    else if (one.kind === 'lines' && fitsId(one)) blocks.push(...richText(writeParts(one), linesId(menus++)));
    else if (one.kind === 'contact') blocks.push(...richText(writeParts(one), contactId(blocks.length)));
    else blocks.push(...richText(writeParts(one)));
  }
  return blocks;
}

/** Slack would refuse a longer id, and the whole message with it. */
function fitsId({ signalId = '' }: { readonly signalId?: string }): boolean {
  return signalId !== '' && signalId.length <= slackLimits.blockId;
}

function richText(elements: readonly RichPart[], id?: string): Block[] {
  return elements.length === 0 ? [] : [{ type: 'rich_text', elements, ...(id && { block_id: id }) }];
}

function writeParts(one: MessageSection): RichPart[] {
  if (one.kind === 'list') return writeLists(one.items);
  const elements = writeLines(one.lines);
  if (elements.length === 0) return [];
  return [{ type: one.kind === 'quote' ? 'rich_text_quote' : 'rich_text_section', elements }];
}

/** Slack nests no lists: one that is indented stands between the two halves of the list that it belongs to. */
function writeLists(items: readonly ListItem[]): RichList[] {
  const lists: { indent: 0 | 1; elements: RichSection[] }[] = [];
  const add = (indent: 0 | 1, line: ListItem['line']) => {
    const item = section(writeLines([line]));
    const open = lists.at(-1);
    if (item.elements.length === 0) return;
    if (open?.indent === indent) open.elements.push(item);
    else lists.push({ indent, elements: [item] });
  };
  for (const { line, items: inner } of items) {
    add(0, line);
    for (const one of inner) add(1, one);
  }
  return lists.map(({ indent, elements }) => ({
    type: 'rich_text_list',
    style: 'bullet',
    ...(indent === 1 && { indent }),
    elements,
  }));
}

/** Lines stand beneath one another. Slack refuses an element without a text, and a part without elements. */
function writeLines(lines: readonly Line[]): RichElement[] {
  const written = lines.map((line) => line.flatMap(writeSpan)).filter((elements) => elements.length > 0);
  return written.flatMap((elements, index) => (index === 0 ? elements : breakBefore(elements)));
}

/** An element of its own for the break would take 26 bytes in each line. */
function breakBefore([first, ...others]: readonly RichElement[]): readonly RichElement[] {
  if (first?.type === 'text') return [{ ...first, text: `\n${first.text}` }, ...others];
  return [{ type: 'text', text: '\n' }, ...(first ? [first] : []), ...others];
}

function writeSpan(span: Span): RichElement[] {
  switch (span.kind) {
    case 'text':
      return span.text === '' ? [] : [{ type: 'text', text: span.text, ...styleOf(span) }];
    case 'link':
      return [{ type: 'link', url: span.url, text: span.text, ...styleOf(span) }];
    case 'fire':
      return [{ type: 'emoji', name: 'fire' }];
    case 'mention':
      return mention(span.id);
  }
}

function styleOf(span: { readonly strong?: true; readonly soft?: true }): { readonly style?: RichStyle } {
  if (!span.strong && !span.soft) return {};
  return { style: { ...(span.strong && { bold: true }), ...(span.soft && { italic: true }) } };
}

function mention(id: string): RichElement[] {
  const of = findMention(id);
  if (of === null) return [];
  return [of === 'user' ? { type: 'user', user_id: id } : { type: 'usergroup', usergroup_id: id }];
}

/** Tells a member's id (`U…`, `W…`) from a group's (`S…`); null for any other, which would break a message. */
export function findMention(id: string): 'user' | 'usergroup' | null {
  if (!/^[USW][A-Z0-9]{2,30}$/.test(id)) return null;
  return id.startsWith('S') ? 'usergroup' : 'user';
}

/** mrkdwn needs these three characters escaped, by Slack's own rule: `<!channel>` would page everybody. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
