import { grouped } from '../../shared/domain/counted.ts';
import { hasName } from '../../shared/domain/text/column-words.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { linkText } from '../lines/links.ts';
import type { DigestMessage, Line } from '../lines/message.ts';
import { writeOwners } from '../lines/owner.ts';
import { joinFacts, joinLines, linesOf, plain, soft, strong } from '../lines/spans.ts';
import {
  type RecapContent,
  type ReportContent,
  tellAll,
  tellFates,
  tellOrigin,
  tellReport,
} from '../reports/report.ts';
import type { ToldRow } from '../reports/told-row.ts';
import { notice } from './notices.ts';

/** A headline, what became of the signals, the first `listed` of those that somebody should look at, and one line beneath. */
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
    kind === 'recap'
      ? tellAll(content)
      : nameFirst(sentence, signals[0], content.untouched + content.unknown);
  const told =
    kind === 'recap'
      ? [joinFacts(tellFates(content).map((fate) => [plain(fate)])), joinFacts(content.owners.map(tellOwner))]
      : [];
  // Mentions are found among what is hot.
  const message = notice(sentence, text, [], footer);
  const lines = told.filter((line) => line.length > 0);
  const above = lines.length === 0 ? [] : [linesOf(lines)];
  if (signals.length === 0) return { ...message, hot: above, rest: [] };
  const list = {
    kind: 'list',
    items: signals.map((row) => ({ line: tellRowLine(row), items: [] })),
  } as const;
  const others = more > 0 ? [linesOf([[soft(`And ${grouped(more)} more`)]])] : [];
  return { ...message, hot: [...above, list, ...others], rest: [] };
}

/** `Ann Lee 7`; mentioned where the destination does. */
function tellOwner({ name, id, signals }: RecapContent['owners'][number]): Line {
  const owner = name === null ? [plain('unowned')] : writeOwners([{ name, id }]);
  return joinLines([owner, [plain(` ${grouped(signals)}`)]], '');
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

function tellRowLine({ name, buyerName, due, money, owners, link }: ToldRow): Line {
  return joinFacts([
    linkText(name, link, { instead: 'Open signal' }),
    due === null ? [] : [strong(due)],
    money === null ? [] : [plain(money)],
    hasName(name, buyerName) ? [] : [plain(buyerName)],
    writeOwners(owners),
  ]);
}
