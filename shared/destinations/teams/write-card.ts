import type { DigestMessage, Line, ListItem, MessageSection, Span } from '../../domain/message/message.ts';
import { type CardElement, linkRun, type RichTextBlock, run, type Spacing, textBlock } from './card.ts';

/** The card of a digest: each line a block of its own, since a `TextRun` breaks no lines. */
export function writeCard({ headline, hot, rest, footer }: DigestMessage): CardElement[] {
  return [
    textBlock([run(headline, { weight: 'Bolder', size: 'Large' })]),
    ...hot.flatMap((section) => writeSection(section, 'Medium')),
    ...below(
      rest.flatMap((section) => writeSection(section, 'Small')),
      hot.length > 0,
    ),
    ...writeFooter(footer),
  ];
}

function writeFooter(lines: readonly Line[]): RichTextBlock[] {
  const written = lines.map((line) => line.flatMap(writeSpan).map((each) => ({ ...each, ...footerStyle })));
  return spaced(written, 'Medium');
}

const footerStyle = { size: 'Small', isSubtle: true } as const;

function writeSection(section: MessageSection, spacing: Spacing): CardElement[] {
  if (section.kind === 'list') return section.items.flatMap(writeItem);
  const lines = section.lines.map((line) => line.flatMap(writeSpan));
  if (section.kind === 'lines') return spaced(lines, spacing);
  const items = spaced(lines, 'None');
  return items.length > 0 ? [{ type: 'Container', style: 'emphasis', spacing, items }] : [];
}

function writeItem({ line, items }: ListItem): RichTextBlock[] {
  const nested = items.map((each) => [run('•  '), ...each.flatMap(writeSpan)]);
  return spaced([line.flatMap(writeSpan), ...nested], 'Small');
}

/** The first line keeps its distance from what is above; the others stand right beneath it. */
function spaced(lines: readonly RichTextBlock['inlines'][], first: Spacing): RichTextBlock[] {
  return lines
    .filter((inlines) => inlines.length > 0)
    .map((inlines, index) => textBlock(inlines, { spacing: index === 0 ? first : 'None' }));
}

/** The first one stands apart from what is above it, with a rule between them where that is another part. */
function below([first, ...others]: readonly CardElement[], rule: boolean): CardElement[] {
  if (!first) return [];
  return [{ ...first, spacing: 'Medium', ...(rule ? { separator: true as const } : {}) }, ...others];
}

function writeSpan(span: Span): RichTextBlock['inlines'] {
  switch (span.kind) {
    case 'text':
      return [run(span.text, { ...bold(span.strong), ...(span.soft ? { isSubtle: true } : {}) })];
    case 'link':
      return [linkRun(span.text, span.url, bold(span.strong))];
    case 'fire':
      return [run('🔥')];
    // The id is one of a Slack workspace: nobody in Teams is called so.
    case 'mention':
      return [];
  }
}

const bold = (strong: true | undefined) => (strong ? ({ weight: 'Bolder' } as const) : {});
