import type { ClickKind } from '../../shared/domain/clicks/click.ts';
import type { SignalAction } from '../../shared/domain/routes/route.ts';

/** Slack's limits for a message, and ours where Slack names none. Texts in UTF-16 units, as Slack counts. */
export const slackLimits = {
  blocks: 50,
  /** Near 13,200 Slack answers `msg_blocks_too_long`; measured there in characters, kept here in bytes. */
  blocksJsonBytes: 12_000,
  /** The same of a message that clicks have changed. */
  clickedJsonBytes: 13_000,
  blockId: 255,
  /** Of a message without blocks; Slack cuts the `text` of one at 40,000, wherever that falls. */
  plainText: 38_000,
} as const;

/** The parts of Block Kit that a digest uses. Text in them is taken literally: none of it is mrkdwn. */
export interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
}

export interface RichStyle {
  readonly bold?: true;
  readonly italic?: true;
  readonly strike?: true;
}

export type RichElement =
  | { readonly type: 'text'; readonly text: string; readonly style?: RichStyle }
  | { readonly type: 'link'; readonly url: string; readonly text: string; readonly style?: RichStyle }
  | { readonly type: 'emoji'; readonly name: string }
  | { readonly type: 'user'; readonly user_id: string }
  | { readonly type: 'usergroup'; readonly usergroup_id: string };

export interface RichSection {
  readonly type: 'rich_text_section' | 'rich_text_quote';
  readonly elements: readonly RichElement[];
}

export interface RichList {
  readonly type: 'rich_text_list';
  readonly style: 'bullet';
  /** 0 where it is left out. */
  readonly indent?: 1;
  readonly elements: readonly RichSection[];
}

export type RichPart = RichSection | RichList;

/** The "⋯" at a signal, whose id is the block's. */
export interface Menu {
  readonly type: 'actions';
  readonly block_id: string;
  readonly elements: readonly [
    { readonly type: 'overflow'; readonly action_id: 'signal'; readonly options: readonly MenuOption[] },
  ];
}

export interface MenuOption {
  readonly text: PlainText;
  readonly value: ClickKind;
}

export type Block =
  | Menu
  | { readonly type: 'header'; readonly text: PlainText; readonly block_id?: string }
  | { readonly type: 'context'; readonly elements: readonly PlainText[] }
  | { readonly type: 'divider' }
  /** `block_id`: of the lines of a signal that a menu is of. */
  | { readonly type: 'rich_text'; readonly elements: readonly RichPart[]; readonly block_id?: string };

export const plain = (text: string): PlainText => ({ type: 'plain_text', text });

/** Names the lines of the signal whose menu is the `index`th of its message: short, for the room that it takes. */
export const linesId = (index: number): string => `lines:${index}`;

/** Names a block that only a signal's owner may read. Of two in a message, none has the same index. */
export const contactId = (index: number): string => `${contactPrefix}${index}`;
const contactPrefix = 'contact:';

/** A frozen body as others than the owner may read it. */
export function withoutContacts(body: string): string {
  if (!body.includes(`"block_id":"${contactPrefix}`)) return body;
  const { blocks, ...others } = JSON.parse(body) as { readonly blocks: readonly Block[] };
  const isContact = (block: Block) => 'block_id' in block && block.block_id?.startsWith(contactPrefix);
  return JSON.stringify({ ...others, blocks: blocks.filter((block) => !isContact(block)) });
}

export const menu = (signalId: string, options: readonly MenuOption[]): Menu => ({
  ...{ type: 'actions', block_id: signalId },
  elements: [{ type: 'overflow', action_id: 'signal', options }],
});

const option = (value: ClickKind, text: string): MenuOption => ({ text: plain(text), value });
export const unmute = option('unmute', 'Unmute buyer');
export const optionsOf: Readonly<Record<SignalAction, readonly MenuOption[]>> = {
  claim: [option('claim', 'Claim')],
  'not-for-us': [option('not-for-us', 'Not for us')],
  'mute-buyer': [
    option('mute-week', 'Mute buyer for a week'),
    option('mute-month', 'Mute buyer for a month'),
  ],
  more: [option('more', 'More')],
};

export const section = (elements: readonly RichElement[]): RichSection => ({
  type: 'rich_text_section',
  elements,
});
