import type { ListItem, MessageSection } from '../../domain/message/message.ts';
import { type Block, type RichList, type RichPart, type RichSection, section } from './blocks.ts';
import { writeLines } from './write-spans.ts';

/** A block for each section, which Slack sets apart; a list stays with the line above it. */
export function writeApart(sections: readonly MessageSection[]): Block[] {
  const blocks: RichPart[][] = [];
  for (const one of sections) {
    const parts = writeParts(one);
    const above = blocks.at(-1);
    if (one.kind === 'list' && above) above.push(...parts);
    else blocks.push(parts);
  }
  return blocks.flatMap(richText);
}

/** One block: its sections stand close together. */
export function writeTogether(sections: readonly MessageSection[]): Block[] {
  return richText(sections.flatMap(writeParts));
}

function richText(elements: readonly RichPart[]): Block[] {
  return elements.length === 0 ? [] : [{ type: 'rich_text', elements }];
}

function writeParts(one: MessageSection): RichPart[] {
  if (one.kind === 'list') return writeLists(one.items);
  const elements = writeLines(one.lines);
  if (elements.length === 0) return [];
  return [one.kind === 'quote' ? { type: 'rich_text_quote', elements } : section(elements)];
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
