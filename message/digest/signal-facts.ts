import { readContact } from '../../shared/domain/cells/contact.ts';
import type { Meaning } from '../../shared/domain/cells/meanings.ts';
import type { OwnerView } from '../../shared/domain/cells/owners.ts';
import {
  createFactReader,
  type Fact,
  type FactRow,
  type FactView,
} from '../../shared/domain/cells/row-facts.ts';
import type { DigestSignal, DigestView } from '../../shared/domain/digests/digest.ts';
import { labelColumn } from '../../shared/domain/text/column-words.ts';
import { formatClosing, formatDate, readingOf } from '../facts/format-date.ts';
import { formatSum } from '../facts/money.ts';
import { type SignalFacts, showColumns } from '../facts/shown-columns.ts';
import { findTellingSentence } from '../facts/telling-sentence.ts';
import type { Line, MessageSection, TextSpan } from '../lines/message.ts';
import { nameOwners } from '../lines/owner.ts';
import { dot, plain, strong, textOf } from '../lines/spans.ts';
import { keepTogether, withBlanks } from '../text/keep-together.ts';

interface ToldFact {
  readonly of: Meaning;
  readonly column: string;
  readonly line: Line;
}

/** Facts beside a signal's name: the columns of the route's `show`, or chosen ones. */
export function factsOf(signal: DigestSignal, view: DigestView): SignalFacts {
  if (view.show.length > 0) return showColumns(signal, view);
  const { verbFirst, brief, more, below } = readFacts(signal, view);
  const lines = (facts: readonly ToldFact[]) => facts.map(({ line }) => line);
  return {
    verbFirst,
    brief: lines(brief),
    more: () => lines(more()),
    below(buyerName) {
      const facts = below([signal.name, buyerName, ...lines(brief).map(textOf)]);
      // The card names the person.
      return lines(facts.filter(({ of }) => of !== 'person' || writeContact(signal, view).length === 0));
    },
  };
}

/**
 * Lists every fact that a message without a route's `show` tells of a row, in its order, with the column that it is
 * from.
 */
export function listFacts(row: FactRow, view: FactView & OwnerView) {
  const { brief, more, below } = readFacts(row, view);
  const beside = [...brief, ...more()];
  const facts = [...beside, ...below([row.name, ...beside.map(({ line }) => textOf(line))])];
  return facts.map(({ of, column, line }) => ({ of, column, text: withBlanks(textOf(line)) }));
}

/** `brief` alone is found at once: a list of names has no room for the rest. */
function readFacts(row: FactRow, view: FactView & OwnerView) {
  const read = createFactReader(row, view);
  const reading = readingOf(view);
  const [deadline, person] = [read.deadline(), read.person()];
  /** `Bid Opening Thu, Dec 10` */
  const describeOther = (fact: ReturnType<typeof read.date>) =>
    tell('date', fact, ({ date }, label) => plain(keepTogether(`${label} ${formatDate(date, reading)}`)));
  return {
    verbFirst: deadline?.value != null,
    /** A date and a sum, and a post if the row names its person in no other way. */
    brief: [
      ...tell('deadline', deadline, (value) => {
        const text = formatClosing(value, reading);
        return value.endsAt > reading.now ? strong(text) : plain(text);
      }),
      ...(deadline === null ? describeOther(read.date()) : []),
      // An undeclared sum has its column's name and no bold: nobody said that it is the signal's worth.
      ...tell('money', read.money(), (sum, label, isDeclared) =>
        isDeclared ? strong(formatSum(sum)) : plain(`${label}\u00a0${formatSum(sum)}`),
      ),
      ...(person === null ? tell('post', read.post(), plain) : []),
    ],
    /** Hot signals also tell how far they have come, and the date beside their deadline. */
    more(): ToldFact[] {
      const date = deadline === null ? null : read.date();
      const isAhead = date?.isDeclared && (date.value?.endsAt ?? Infinity) > reading.now;
      return [
        ...(isAhead ? describeOther(date) : []),
        ...tell('stage', read.stage(), (stage, label, isDeclared) =>
          plain(isDeclared ? stage : `${label}: ${stage}`),
        ),
      ];
    },
    /** A sentence that says something new stands below the facts, and `Decision Maker: Naveen Rosales, Director`. */
    below(known: readonly (string | null)[]): ToldFact[] {
      const why = findTellingSentence(read.texts(), [...known, nameOwners(row, view)]);
      return [
        ...(why ? [{ of: 'why' as const, column: why.column, line: [plain(why.sentence)] }] : []),
        ...tell('person', person, (name, label) => plain(`${label}: ${name}`)),
      ];
    },
  };
}

/** `Due Date: 12/10/2026 2:00 PM`: what can't be read as the config declares it stays as the row writes it. */
function tell<Value>(
  of: Meaning,
  fact: Fact<Value> | null,
  write: (value: Value, label: string, isDeclared: boolean) => TextSpan,
): ToldFact[] {
  if (fact === null) return [];
  const { column, isDeclared, value, written } = fact;
  const label = labelColumn(column);
  const span = value === null ? plain(`${label}: ${written}`) : write(value, label, isDeclared);
  return [{ of, column, line: [span] }];
}

/**
 * `Decision Maker: Naveen Rosales, Director · naveen@fwisd.example · (817) 555-0100` at a hot signal. It is a section of
 * its own: a sender can leave it out where others than the owner would read it.
 */
export function writeContact(signal: DigestSignal, view: DigestView): MessageSection[] {
  if (!view.contacts || !signal.hot) return [];
  const { email, phone } = readContact(signal, view);
  const ways = [email, phone].filter((way) => way !== null);
  if (ways.length === 0) return [];
  const person = createFactReader(signal, view).person();
  const who = person === null ? 'Contact' : `${labelColumn(person.column)}: ${person.value}`;
  return [{ kind: 'contact', lines: [[plain([who, ...ways].join(dot))]] }];
}
