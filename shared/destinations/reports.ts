import { grouped } from '../domain/counted.ts';
import { linkText, safeLabel } from '../domain/message/links.ts';
import type { DigestMessage, Line } from '../domain/message/message.ts';
import { joinFacts, linesOf, plain, soft, strong } from '../domain/message/spans.ts';
import { type ReportContent, tellOrigin, tellReport } from '../domain/reports/report.ts';
import type { ToldRow } from '../domain/reports/told-row.ts';
import { hasName } from '../domain/text/column-words.ts';
import { cutText } from '../domain/text/cut-text.ts';
import { longest } from '../domain/text/lengths.ts';
import { cutWords } from '../domain/text/sentences.ts';
import { notice } from './notices.ts';

/** A sentence, the first `listed` of the signals that somebody should look at, and one line beneath. */
export function tellReportMessage(content: ReportContent, listed: number): DigestMessage {
  const sentence = tellReport(content);
  const footer = tellOrigin(content);
  if (content.kind === 'heartbeat') return notice('', sentence, [[plain(sentence)]], footer);
  const { kind } = content;
  const signals = content.signals.slice(0, listed);
  const more =
    (kind === 'recap' ? content.counts.untouched - content.counts.closed : content.untouched) -
    signals.length;
  const text =
    kind === 'recap' ? sentence : nameFirst(sentence, signals[0], content.untouched + content.unknown);
  const message = notice('', text, [[strong(sentence)]], footer);
  if (signals.length === 0) return message;
  const list = {
    kind: 'list',
    items: signals.map((row) => ({ line: tellRowLine(row), items: [] })),
  } as const;
  const others = more > 0 ? [linesOf([[soft(`And ${grouped(more)} more untouched`)]])] : [];
  const top = () => signals.slice(0, 3).flatMap(linkRow);
  return { ...message, top, rest: [...message.rest, list, ...others] };
}

/** Numbered, since several rows may begin alike. */
function linkRow({ name, link }: ToldRow, index: number, { length }: readonly ToldRow[]) {
  const label = cutWords(length === 1 ? name : `${index + 1}. ${name}`, 32);
  return link === null ? [] : [{ text: safeLabel(label, link, 'Open signal'), url: link }];
}

/** What a notification says: with the signal that closes first. */
function nameFirst(sentence: string, first: ToldRow | undefined, of: number): string {
  if (first === undefined) return sentence;
  const { name, buyerName, due } = first;
  const named = `${hasName(name, buyerName) ? '' : `${buyerName}: `}${name}${due === null ? '' : `, ${due}`}`;
  // Behind another sentence it would read as one that could not be looked up.
  const text = `${sentence} ${of === 1 ? '' : 'First to close: '}${named}.`;
  return cutText(text, longest.notification);
}

function tellRowLine({ name, buyerName, due, money, link }: ToldRow): Line {
  return joinFacts([
    linkText(name, link, { instead: 'Open signal' }),
    due === null ? [] : [strong(due)],
    money === null ? [] : [plain(money)],
    hasName(name, buyerName) ? [] : [plain(buyerName)],
  ]);
}
