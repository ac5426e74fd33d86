import type { Size } from '../destination.ts';
import { type Block, type RichElement, type RichPart, slackLimits } from './blocks.ts';

export function measure(body: string): Size[] {
  const blocks = blocksIn(body);
  return [
    { of: 'blocks', is: blocks.length, most: slackLimits.blocks },
    {
      of: 'bytes of blocks',
      is: Buffer.byteLength(JSON.stringify(blocks)),
      most: slackLimits.blocksJsonBytes,
    },
  ];
}

/** What a person reads of a message. */
export function tellBody(body: string): string {
  return blocksIn(body).map(tellBlock).join('\n');
}

function blocksIn(body: string): readonly Block[] {
  return (JSON.parse(body) as { readonly blocks: readonly Block[] }).blocks;
}

function tellBlock(block: Block): string {
  switch (block.type) {
    case 'header':
      return `${block.text.text}\n`;
    case 'context':
      return `\n${block.elements.map(({ text }) => text).join('\n')}`;
    case 'divider':
      return '———';
    case 'rich_text':
      return block.elements.map(tellPart).join('\n');
  }
}

function tellPart(part: RichPart): string {
  if (part.type === 'rich_text_list') {
    const bullet = part.indent === 1 ? '    ◦ ' : '• ';
    return part.elements.map(({ elements }) => `${bullet}${tellElements(elements)}`).join('\n');
  }
  const text = tellElements(part.elements);
  return part.type === 'rich_text_quote' ? text.replace(/^/gm, '> ') : text;
}

function tellElements(elements: readonly RichElement[]): string {
  return elements
    .map((element) => {
      if (element.type === 'emoji') return '🔥';
      if (element.type === 'user') return `@${element.user_id}`;
      return element.type === 'usergroup' ? `@${element.usergroup_id}` : element.text;
    })
    .join('');
}
