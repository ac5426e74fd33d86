import type { DigestMessage } from '../../domain/message/message.ts';
import { rememberLast } from '../../domain/message/remember.ts';
import { textOf } from '../../domain/message/spans.ts';
import { type Block, plain } from './blocks.ts';
import { writeApart, writeTogether } from './write-sections.ts';

/** Blocks that stand together, and the bytes of their JSON without its brackets. */
interface Piece {
  readonly blocks: readonly Block[];
  readonly bytes: number;
}

export function writeBlocks(message: DigestMessage): Block[] {
  return piecesOf(message).flatMap(({ blocks }) => blocks);
}

/** How many blocks a message has, and the bytes of their JSON: those of its pieces, added up. */
export function countBlocks(message: DigestMessage): { readonly blocks: number; readonly bytes: number } {
  const pieces = piecesOf(message);
  const commas = Math.max(0, pieces.length - 1);
  return {
    blocks: pieces.reduce((sum, { blocks }) => sum + blocks.length, 0),
    bytes: pieces.reduce((sum, { bytes }) => sum + bytes, '[]'.length + commas),
  };
}

/** Those that have a block. */
function piecesOf({ headline, hot, rest, footer }: DigestMessage): readonly Piece[] {
  const [above, below] = [writeAbove(hot), writeBelow(rest)];
  const isDivided = above.blocks.length > 0 && below.blocks.length > 0;
  return [
    measure(headline === '' ? [] : [{ type: 'header', text: plain(headline) }]),
    above,
    isDivided ? divider : nothing,
    below,
    writeFooter(footer),
  ].filter(({ blocks }) => blocks.length > 0);
}

function measure(blocks: readonly Block[]): Piece {
  return { blocks, bytes: Buffer.byteLength(JSON.stringify(blocks)) - '[]'.length };
}

const divider = measure([{ type: 'divider' }]);
const nothing = measure([]);

// The messages that a renderer tries for one digest differ in one of these at a time.
const writeAbove = rememberLast((hot: DigestMessage['hot']) => measure(writeApart(hot)));
const writeBelow = rememberLast((rest: DigestMessage['rest']) => measure(writeTogether(rest)));
const writeFooter = rememberLast((lines: DigestMessage['footer']) => {
  const texts = lines.map(textOf).filter((text) => text !== '');
  return measure(texts.length === 0 ? [] : [{ type: 'context', elements: texts.map(plain) }]);
});
