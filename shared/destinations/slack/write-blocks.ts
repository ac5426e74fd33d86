import type { DigestMessage } from '../../domain/message/message.ts';
import { textOf } from '../../domain/message/spans.ts';
import { type Block, plain } from './blocks.ts';
import { writeApart, writeTogether } from './write-sections.ts';

export function writeBlocks({ headline, hot, rest, footer }: DigestMessage): Block[] {
  const [above, below] = [writeApart(hot), writeTogether(rest)];
  const texts = footer.map(textOf).filter((text) => text !== '');
  return [
    ...(headline === '' ? [] : [{ type: 'header', text: plain(headline) } as const]),
    ...above,
    ...(above.length > 0 && below.length > 0 ? [{ type: 'divider' } as const] : []),
    ...below,
    ...(texts.length === 0 ? [] : [{ type: 'context', elements: texts.map(plain) } as const]),
  ];
}
