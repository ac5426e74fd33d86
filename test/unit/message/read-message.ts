import { prepareMessage } from '../../../message/digest/write-message.ts';
import type { DigestMessage, Line, MessageSection, Span } from '../../../message/lines/message.ts';
import type { DigestContent, DigestSignal } from '../../../shared/domain/digests/digest.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleLinks,
  exampleSignal,
  exampleSummary,
  exampleView,
} from '../../support/examples/example-digest.ts';

/** A digest of these buyers with totals that fit. */
export function digestOf(buyers: DigestContent['buyers'], over: Partial<DigestContent> = {}): DigestContent {
  const signals = buyers.flatMap((buyer) => buyer.signals);
  return exampleDigest({
    buyers,
    totals: {
      signals: signals.length,
      hot: signals.filter(({ hot }) => hot).length,
      buyers: buyers.length,
    },
    ...over,
  });
}

export const hotSignal = (over: Partial<DigestSignal> = {}) =>
  exampleSignal({
    hot: true,
    hotBecause: [{ rule: 'column', name: 'Match Score', value: 96, atLeast: 90 }],
    ...over,
  });

/** One hot signal, and four that are not at three more buyers. */
export function mixedDigest(over: Partial<DigestContent> = {}): DigestContent {
  const bare = { bridgeName: null, filterType: null, columns: {} };
  const named = (name: string) => exampleSignal({ name, rowId: name, ...bare });
  const view = exampleView({ links: exampleLinks });
  const buyers = [
    exampleBuyer({
      summary: exampleSummary(),
      summaryStatus: 'ready',
      signals: [hotSignal({ columns: { 'Match Score': 96, 'Account Owner': 'Ann Lee' } })],
    }),
    exampleBuyer({ buyerId: 'b2', name: 'Keller ISD', signals: [named('One'), named('Two')] }),
    exampleBuyer({ buyerId: 'b3', name: 'Foxworth', signals: [named('Three')] }),
    exampleBuyer({ buyerId: 'b4', name: 'Lindwick', signals: [named('Four')] }),
  ];
  return digestOf(buyers, { view, ...over });
}

/** How much is told of each hot signal: all, a little, or one line. */
export type Detail = 'full' | 'short' | 'names';

/** With the most room that a destination gives each detail. */
export function messageOf(content: DigestContent, detail: Detail = 'full'): DigestMessage {
  const all = Number.POSITIVE_INFINITY;
  return prepareMessage(content)({
    whole: detail === 'full' ? all : 0,
    short: detail === 'short' ? all : 0,
    listed: detail === 'names' ? 0 : 18,
  });
}

/** All texts of a part of a Slack message, in the order of reading. */
export const textIn = (part: unknown) =>
  [...JSON.stringify(part).matchAll(/"text":"(.*?)"/g)].map(([, text]) => text).join('');

/** Sections as the lines that they show: a quote behind bars, the inner items of a list moved in. */
export function describeSections(sections: readonly MessageSection[]): string[][] {
  return sections.map((section) => {
    if (section.kind === 'list') {
      return section.items.flatMap(({ line, items }) => [
        formatLine(line),
        ...items.map((item) => `  ${formatLine(item)}`),
      ]);
    }
    return section.lines.map((line) => `${section.kind === 'quote' ? '| ' : ''}${formatLine(line)}`);
  });
}

function linesOfSection(section: MessageSection): readonly Line[] {
  return section.kind === 'list'
    ? section.items.flatMap(({ line, items }) => [line, ...items])
    : section.lines;
}

/** Every line of a message, the counts that may stand for its list among them. */
function linesIn({ hot, rest, restCounts, footer }: DigestMessage): Line[] {
  return [
    ...[...hot, ...rest].flatMap(linesOfSection),
    ...(restCounts === null ? [] : [restCounts]),
    ...footer,
  ];
}

/** A line as text: bold between stars, soft between underscores, links between brackets, any blank as one. */
export function formatLine(line: Line): string {
  return line.map(formatSpan).join('').replaceAll('\u00a0', ' ');
}

function formatSpan(span: Span): string {
  if (span.kind === 'fire') return '🔥';
  if (span.kind === 'mention') return `@${span.id}`;
  if (span.kind === 'link') return span.strong ? `*[${span.text}]*` : `[${span.text}]`;
  return span.strong ? `*${span.text}*` : span.soft ? `_${span.text}_` : span.text;
}

/** Everything that a message says, a line each. */
export function describeMessage(message: DigestMessage): string[] {
  return [message.headline, message.text, ...linesIn(message).map(formatLine)];
}
