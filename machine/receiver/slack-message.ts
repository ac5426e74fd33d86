import * as v from 'valibot';

/** The answer of Slack's incoming webhook: plain text, and a status. */
export type SlackAnswer =
  | { readonly ok: true; readonly message: SlackMessage }
  | { readonly ok: false; readonly status: 400; readonly code: SlackRefusal };

type SlackRefusal = 'invalid_payload' | 'no_text' | 'invalid_blocks' | 'msg_blocks_too_long';

const blockSchema = v.pipe(
  v.looseObject({
    type: v.string(),
    text: v.optional(v.looseObject({ type: v.string(), text: v.pipe(v.string(), v.minLength(1)) })),
    fields: v.optional(
      v.pipe(
        v.array(v.looseObject({ type: v.string(), text: v.pipe(v.string(), v.maxLength(2_000)) })),
        v.maxLength(10),
      ),
    ),
    elements: v.optional(v.array(v.looseObject({ type: v.string() }))),
  }),
  v.check((block) => block.type !== 'header' || lengthOf(block) <= 150, 'a header holds 150 characters'),
  v.check(
    (block) => block.type !== 'section' || lengthOf(block) <= 3_000,
    'a section holds 3,000 characters',
  ),
  v.check(
    (block) => block.type !== 'context' || (block.elements?.length ?? 0) <= 10,
    'a context holds 10 elements',
  ),
);

function lengthOf(block: { readonly text?: { readonly text: string } | undefined }): number {
  return block.text?.text.length ?? 0;
}

const blocksSchema = v.pipe(v.array(blockSchema), v.maxLength(50));
const messageSchema = v.looseObject({
  text: v.optional(v.string()),
  blocks: v.optional(v.array(v.unknown())),
});

export type SlackMessage = v.InferOutput<typeof messageSchema>;

// Slack documents no number; it rejected messages from about this many characters of blocks.
const longestBlocks = 13_200;

/** Judges a request body as Slack does, within the limits its Block Kit reference names. */
export function judgeSlackMessage(bodyText: string): SlackAnswer {
  const message = v.safeParse(messageSchema, parseJson(bodyText));
  if (!message.success) return refuse('invalid_payload');
  const { text, blocks } = message.output;
  if (!text?.trim() && !blocks?.length) return refuse('no_text');
  if (blocks && !v.is(blocksSchema, blocks)) return refuse('invalid_blocks');
  if (blocks && JSON.stringify(blocks).length > longestBlocks) return refuse('msg_blocks_too_long');
  return { ok: true, message: message.output };
}

function refuse(code: SlackRefusal): SlackAnswer {
  return { ok: false, status: 400, code };
}

/** The value, or undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const footerSchema = v.looseObject({
  type: v.literal('context'),
  elements: v.array(v.looseObject({ text: v.string() })),
});

/**
 * The beginning of the digest's id, which ends the message's last line: a signal's own text stands before that, and may
 * contain anything, even something that looks like an id.
 */
export function digestIdOf({ blocks, text = '' }: SlackMessage): string | null {
  const footer = v.safeParse(footerSchema, blocks?.at(-1));
  const line = footer.success ? footer.output.elements.at(-1)?.text : text;
  const [, short] = / · id ([a-z\d]{8})$/.exec(line ?? '') ?? [];
  return short === undefined ? null : `msg_${short}`;
}
