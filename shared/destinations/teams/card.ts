/**
 * The parts of an Adaptive Card that a message uses, version 1.4. A `TextBlock` would read Markdown in what others wrote, and
 * is not here. A `TextRun` reads none.
 */
export interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Large' | 'Small';
  readonly isSubtle?: true;
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

export type Spacing = 'None' | 'Small' | 'Medium';

export interface RichTextBlock {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TextRun[];
  readonly spacing?: Spacing;
  readonly separator?: true;
}

interface Container {
  readonly type: 'Container';
  readonly style: 'emphasis';
  readonly items: readonly RichTextBlock[];
  readonly spacing?: Spacing;
  readonly separator?: true;
}

export type CardElement = RichTextBlock | Container;

export const run = (text: string, style: Omit<TextRun, 'type' | 'text'> = {}): TextRun => ({
  type: 'TextRun',
  text: literal(text),
  ...style,
});

/**
 * Microsoft's renderer turns `{{DATE(…)}}` and `{{TIME(…)}}` into a date in a `TextRun`, too. A space of no width keeps the
 * braces apart.
 */
function literal(text: string): string {
  return text.replace(/\{(?=\{)/g, '{\u200b');
}

export const linkRun = (text: string, url: string, style: Omit<TextRun, 'type' | 'text'> = {}): TextRun =>
  run(text, { selectAction: { type: 'Action.OpenUrl', url }, ...style });

export const textBlock = (
  inlines: readonly TextRun[],
  style: Pick<RichTextBlock, 'spacing' | 'separator'> = {},
): RichTextBlock => ({ type: 'RichTextBlock', inlines, ...style });

/** Shown by a client that is too old for the card. It may read Markdown there, so these words are ours alone. */
const fallbackText = 'A message of Signalpost. This version of Teams cannot show Adaptive Cards 1.4.';

/** The body of a POST to a flow, as JSON text: Microsoft's template posts each attachment's content as a card. */
export function writeEnvelope(body: readonly CardElement[]): string {
  return JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          fallbackText,
          body,
        },
      },
    ],
  });
}
