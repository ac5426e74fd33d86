import type { ClickKind } from '../../shared/domain/clicks/click.ts';
import type { SignalAction } from '../../shared/domain/routes/route.ts';

/** Limits of Slack for a message, and ours where Slack names none. Texts count in UTF-16 units. */
export const slackLimits = {
  blocks: 50,
  /** Near 13,200 Slack answers `msg_blocks_too_long`; measured there in characters, kept here in bytes. */
  blocksJsonBytes: 12_000,
  /** Clicks may add that much. */
  clickedJsonBytes: 13_000,
  blockId: 255,
  /** Slack cuts the `text` of a message without blocks at 40,000, wherever that falls. */
  plainText: 38_000,
} as const;

/** Block Kit, as far as a digest uses it. Slack takes texts in it literally: none of it is mrkdwn. */
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
  readonly indent?: 1;
  readonly elements: readonly RichSection[];
}

export type RichPart = RichSection | RichList;

/** A menu is the "⋯" at the signal whose id is the block's. */
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
  | { readonly type: 'rich_text'; readonly elements: readonly RichPart[]; readonly block_id?: string };

export const plain = (text: string): PlainText => ({ type: 'plain_text', text });

/** The id of the lines of the signal whose menu is the `index`th of its message. */
export const linesId = (index: number): string => `lines:${index}`;

/** The id of a block that only a signal's owner may read; `index` differs within a message. */
export const contactId = (index: number): string => `${contactPrefix}${index}`;
const contactPrefix = 'contact:';

/** Leaves out of a frozen body the blocks that only owners may read. */
export function withoutContacts(body: string): string {
  if (!body.includes(`"block_id":"${contactPrefix}`)) return body;
  const { blocks, ...others } = JSON.parse(body) as { readonly blocks: readonly Block[] };
  const isContact = (block: Block) => 'block_id' in block && block.block_id?.startsWith(contactPrefix);
  return JSON.stringify({ ...others, blocks: blocks.filter((block) => !isContact(block)) });
}

export const menu = (signalId: string, options: readonly MenuOption[]): Menu => ({
  type: 'actions',
  block_id: signalId,
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
