import type { DigestMessage, Line, MessageSection, Span } from '../lines/message.ts';

/**
 * Adaptive Cards 1.4, as far as a message uses them. A `TextBlock` would read Markdown in what others wrote. A `TextRun`
 * reads none.
 */
interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Large' | 'Small';
  readonly isSubtle?: true;
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

type Spacing = 'None' | 'Small' | 'Medium';

interface RichTextBlock {
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

/** A text block holds only names of the config, whose schema permits no Markdown. */
interface TextBlock {
  readonly type: 'TextBlock';
  readonly text: string;
  readonly wrap: true;
  readonly spacing?: Spacing;
}

type CardElement = RichTextBlock | Container | TextBlock;

/**
 * Microsoft's renderer turns `{{DATE(…)}}` and `{{TIME(…)}}` into a date in a `TextRun`, too. A space of no width keeps the
 * braces apart.
 */
const withoutMacros = (text: string): string => text.replace(/\{(?=\{)/g, '{\u200b');

const run = (text: string, style: Omit<TextRun, 'type' | 'text'> = {}): TextRun => ({
  type: 'TextRun',
  text: withoutMacros(text),
  ...style,
});

/** A client that is too old for the card may read Markdown in what it shows instead. */
const withoutMarks = (text: string): string => withoutMacros(text.replace(/[[\]()*_`~<>#|\\]/g, ''));

/** Writes the body of a POST to a flow, as JSON text: Microsoft's template posts each attachment's content as a card. */
export function writeEnvelope(message: DigestMessage): string {
  const mentions = mentionsIn(message.hot);
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
          msteams: {
            width: 'Full',
            ...(mentions.length > 0 && {
              entities: mentions.map((one) => ({
                type: 'mention',
                text: tag(one),
                mentioned: { id: one.id, name: one.name },
              })),
            }),
          },
          fallbackText: withoutMarks(message.headline || message.text),
          body: writeCard(message, mentions),
        },
      },
    ],
  });
}

type Mention = Extract<Span, { kind: 'mention' }>;

function mentionsIn(sections: readonly MessageSection[]): Mention[] {
  const lines = sections.flatMap((one) =>
    one.kind === 'list' ? one.items.map(({ line }) => line) : one.lines,
  );
  const mentions = lines.flat().filter((span) => span.kind === 'mention');
  return [...new Map(mentions.map((mention) => [mention.id, mention])).values()];
}

const tag = ({ name }: Mention): string => `<at>${name}</at>`;

/** Each line is a block of its own, since a `TextRun` breaks no lines. */
function writeCard(
  { headline, hot, rest, footer }: DigestMessage,
  mentions: readonly Mention[],
): CardElement[] {
  return [
    ...spaced(headline === '' ? [] : [[run(headline, { weight: 'Bolder', size: 'Large' })]]),
    ...(mentions.length === 0
      ? []
      : [{ type: 'TextBlock', text: mentions.map(tag).join(' '), wrap: true } as const]),
    ...hot.flatMap((section) => writeSection(section, 'Medium')),
    ...below(
      rest.flatMap((section) => writeSection(section, 'Small')),
      hot.length > 0,
    ),
    ...writeFooter(footer),
  ];
}

function writeFooter(lines: readonly Line[]): RichTextBlock[] {
  const written = lines.map((line) => writeLine(line).map((each) => ({ ...each, ...footerStyle })));
  return spaced(written, 'Medium');
}

const footerStyle = { size: 'Small', isSubtle: true } as const;

function writeSection(section: MessageSection, spacing: Spacing): CardElement[] {
  if (section.kind === 'list') {
    return section.items.flatMap(({ line, items }) => {
      const nested = items.map((each) => [run('•  '), ...writeLine(each)]);
      return spaced([writeLine(line), ...nested], 'Small');
    });
  }
  const lines = section.lines.map(writeLine);
  if (section.kind !== 'quote') return spaced(lines, spacing);
  const items = spaced(lines, 'None');
  return items.length > 0 ? [{ type: 'Container', style: 'emphasis', spacing, items }] : [];
}

/** The first line keeps its distance from what is above; the others stand right beneath it. */
function spaced(lines: readonly RichTextBlock['inlines'][], first?: Spacing): RichTextBlock[] {
  return lines
    .filter((inlines) => inlines.length > 0)
    .map((inlines, index) => {
      const spacing = index === 0 ? first : 'None';
      return { type: 'RichTextBlock', inlines, ...(spacing && { spacing }) };
    });
}

/** The first element stands apart from the part above it, with a rule between them if there is one. */
function below([first, ...others]: readonly CardElement[], rule: boolean): CardElement[] {
  if (!first) return [];
  return [{ ...first, spacing: 'Medium', ...(rule ? { separator: true as const } : {}) }, ...others];
}

const writeLine = (line: Line): TextRun[] => line.map(writeSpan);

function writeSpan(span: Span): TextRun {
  switch (span.kind) {
    case 'text':
      return run(span.text, { ...bold(span.strong), ...(span.soft ? { isSubtle: true } : {}) });
    case 'link':
      return run(span.text, {
        selectAction: { type: 'Action.OpenUrl', url: span.url },
        ...bold(span.strong),
      });
    case 'fire':
      return run('🔥');
    // A mention needs a `TextBlock`: see `writeCard`.
    case 'mention':
      return run(span.name, bold(true));
  }
}

const bold = (strong: true | undefined) => (strong ? ({ weight: 'Bolder' } as const) : {});

export function formatCard(envelope: string): string {
  const { attachments } = JSON.parse(envelope) as {
    readonly attachments: readonly { readonly content: { readonly body: readonly CardElement[] } }[];
  };
  return attachments.flatMap(({ content }) => content.body.map(formatElement)).join('\n');
}

function formatElement(element: CardElement): string {
  if (element.type === 'Container') return element.items.map((item) => `> ${formatElement(item)}`).join('\n');
  if (element.type === 'TextBlock') return element.text.replaceAll(/<at>(.*?)<\/at>/g, '@$1');
  return element.inlines.map(({ text }) => text).join('');
}
