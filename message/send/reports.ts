import { grouped } from '../../shared/domain/counted.ts';
import { hasName } from '../../shared/domain/text/column-words.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { linkText } from '../lines/links.ts';
import type { DigestMessage, Line, MessageSection } from '../lines/message.ts';
import { writeOwners } from '../lines/owner.ts';
import { joinFacts, joinLines, linesOf, plain, soft, strong } from '../lines/spans.ts';
import {
  describeFates,
  describeOrigin,
  formatReport,
  type RecapContent,
  type ReminderContent,
  type ReportContent,
  summarizeReport,
} from '../reports/report.ts';
import type { ToldRow } from '../reports/told-row.ts';
import { notice } from './notices.ts';

/** Writes a headline, what became of the signals, the first `listed` that somebody should look at, and a footer. */
export function describeReportMessage(content: ReportContent, listed: number): DigestMessage {
  const headline = summarizeReport(content);
  const footer = describeOrigin(content);
  if (content.kind === 'heartbeat') return notice('', headline, [[plain(headline)]], footer);
  const signals = content.signals.slice(0, listed);
  const above = content.kind === 'recap' ? describeRecapLines(content) : [];
  const text = content.kind === 'recap' ? formatReport(content) : nameFirst(headline, content);
  const open =
    content.kind === 'recap' ? content.counts.untouched - content.counts.closed : content.untouched;
  const more = signals.length === 0 ? 0 : open - signals.length;
  const items = signals.map((row) => ({ line: describeRowLine(row), items: [] }));
  // Mentions are found among what is hot.
  const hot: MessageSection[] = [
    ...(above.length > 0 ? [linesOf(above)] : []),
    ...(items.length > 0 ? [{ kind: 'list', items } as const] : []),
    ...(more > 0 ? [linesOf([[soft(`And ${grouped(more)} more`)]])] : []),
  ];
  return { ...notice(headline, text, [], footer), hot, rest: [] };
}

function describeRecapLines(content: RecapContent): Line[] {
  const fates = joinFacts(describeFates(content).map((fate) => [plain(fate)]));
  return [fates, joinFacts(content.owners.map(describeOwner))].filter((line) => line.length > 0);
}

/** `Ann Lee 7` */
function describeOwner({ name, id, signals }: RecapContent['owners'][number]): Line {
  const owner = name === null ? [plain('unowned')] : writeOwners([{ name, id }]);
  return joinLines([owner, [plain(` ${grouped(signals)}`)]], '');
}

/** A notification names the signal that closes first. */
function nameFirst(sentence: string, { signals, untouched, unknown }: ReminderContent): string {
  const [first] = signals;
  if (first === undefined) return sentence;
  const { name, buyerName, due } = first;
  const named = `${hasName(name, buyerName) ? '' : `${buyerName}: `}${name}${due === null ? '' : `, ${due}`}`;
  // A single name behind another sentence would read as one that could not be looked up.
  const text = `${sentence} ${untouched + unknown === 1 ? '' : 'First to close: '}${named}.`;
  return cutText(text, longest.notification);
}

function describeRowLine({ name, buyerName, due, money, owners, link }: ToldRow): Line {
  return joinFacts([
    linkText(name, link, { instead: 'Open signal' }),
    due === null ? [] : [strong(due)],
    money === null ? [] : [plain(money)],
    hasName(name, buyerName) ? [] : [plain(buyerName)],
    writeOwners(owners),
  ]);
}
