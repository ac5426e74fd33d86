import type { RecordedClick } from '../../shared/domain/clicks/click.ts';
import { outcomeOf } from '../../shared/domain/clicks/outcome-of.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import { wallTimeAt } from '../../shared/domain/times/wall-time.ts';
import { formatAt, formatDate, type Reading } from '../facts/format-date.ts';
import {
  type Block,
  linesId,
  type Menu,
  menu,
  type RichElement,
  type RichPart,
  section,
  unmute,
} from './blocks.ts';

export interface ShownChoice {
  readonly claimed: Pick<RecordedClick, 'by' | 'at'> | null;
  readonly refused: Pick<RecordedClick, 'by'> | null;
  /** A mute of the signal's buyer on this route, while it holds. */
  readonly muted: Pick<Mute, 'until' | 'because'> | null;
}

/**
 * Draws readers' choices into the text and blocks of a frozen body, as JSON text: the same for the same clicks and
 * mutes. The frozen body keeps room for them (`hasRoom`).
 */
export function showClicks(
  body: string,
  clicks: readonly RecordedClick[],
  muteAt: (signalId: string) => ShownChoice['muted'],
  reading: Reading,
): string {
  const { text, blocks } = JSON.parse(body) as { readonly text: string; readonly blocks: readonly Block[] };
  const choiceAt = (signalId: string) => ({ ...outcomeOf(clicks, signalId), muted: muteAt(signalId) });
  return JSON.stringify({ text, blocks: drawChoices(blocks, choiceAt, reading) });
}

export function drawChoices(
  blocks: readonly Block[],
  choiceAt: (signalId: string) => ShownChoice,
  reading: Reading,
): Block[] {
  const menus = blocks.filter((block) => block.type === 'actions');
  const signalOf = new Map(menus.map(({ block_id }, index) => [linesId(index), block_id]));
  return blocks.map((block) => {
    if (block.type === 'actions') return choiceAt(block.block_id).muted ? offerUnmute(block) : block;
    const signalId = block.type === 'rich_text' ? signalOf.get(block.block_id ?? '') : undefined;
    if (block.type !== 'rich_text' || signalId === undefined) return block;
    const choice = choiceAt(signalId);
    const lines = choice.refused ? block.elements.map(strike) : block.elements;
    return { ...block, elements: [...lines, ...describeChoice(choice, reading)] };
  });
}

function offerUnmute({ block_id, elements: [{ options }] }: Menu): Menu {
  const left = options.filter(({ value }) => !value.startsWith('mute-'));
  return menu(block_id, left.length === options.length ? options : [...left, unmute]);
}

/** Neighbours become one text in one style, so that what is struck through takes no more room than before. */
function strike(part: RichPart): RichPart {
  if (part.type === 'rich_text_list') return part;
  const elements: RichElement[] = [];
  for (const one of part.elements) {
    const last = elements.at(-1);
    if (one.type === 'text' && last?.type === 'text')
      elements[elements.length - 1] = { ...last, text: last.text + one.text };
    else
      elements.push(one.type === 'text' || one.type === 'link' ? { ...one, style: { strike: true } } : one);
  }
  return { ...part, elements };
}

function describeChoice({ claimed, refused, muted }: ShownChoice, reading: Reading): RichPart[] {
  const until =
    muted && formatDate({ kind: 'day', wall: wallTimeAt(muted.until, reading.timezone) }, reading);
  const lines = [
    claimed && [text('Claimed by '), person(claimed), text(`, ${formatAt(claimed.at, reading)}`)],
    refused && [text('Not for us: '), person(refused)],
    muted && [text(`Buyer muted on this route until ${until}, ${muted.because}`)],
  ];
  const told = lines.filter((line) => line !== null);
  const broken = told.flatMap((line, index) => (index === 0 ? line : [text('\n'), ...line]));
  return broken.length === 0 ? [] : [section(broken)];
}

const text = (words: string): RichElement => ({ type: 'text', text: words });
const person = ({ by }: Pick<RecordedClick, 'by'>): RichElement => ({ type: 'user', user_id: by.id });
