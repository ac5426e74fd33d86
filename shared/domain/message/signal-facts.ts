import type { Meaning } from '../cells/meanings.ts';
import type { OwnerView } from '../cells/owners.ts';
import type { Sum } from '../cells/read-number.ts';
import {
  createFactReader,
  type Fact,
  type FactRow,
  type FactView,
  type ReadDate,
} from '../cells/row-facts.ts';
import type { DigestSignal, DigestView } from '../digests/digest.ts';
import { tellSum } from '../facts/money.ts';
import { type SignalFacts, showColumns } from '../facts/shown-columns.ts';
import { readingOf, tellClosing, tellDate } from '../facts/tell-date.ts';
import { findTellingSentence } from '../facts/telling-sentence.ts';
import { labelColumn } from '../text/column-words.ts';
import { keepTogether, withBlanks } from '../text/keep-together.ts';
import type { Line } from './message.ts';
import { nameOwners } from './owner.ts';
import { plain, strong, textOf } from './spans.ts';

/** A fact as a message tells it, with the column that it is from. */
interface ToldFact {
  readonly of: Meaning;
  readonly column: string;
  readonly line: Line;
}

/** `known`: what the message says of the signal anyway, its name and its buyer's. */
export function factsOf(signal: DigestSignal, view: DigestView, known: string): SignalFacts {
  const beside = factsBeside(signal, view);
  if (view.show.length > 0) return beside;
  const why = tellWhy(signal, view, [signal.name, known, ...beside.brief.map(textOf)]);
  const person = tellPerson(signal, view);
  return { ...beside, below: why ? [why.line] : [], person: person ? [person.line] : [] };
}

/** The facts on the line of the signal's name: where there is room for no more, texts need not be searched. */
export function factsBeside(signal: DigestSignal, view: DigestView): SignalFacts {
  if (view.show.length > 0) return showColumns(signal, view);
  const told = tellBrief(signal, view);
  return {
    brief: told.map(({ line }) => line),
    verbFirst: createFactReader(signal, view).deadline()?.value != null,
    // Found when asked for: a list of names has no room for them.
    more: () => tellMore(signal, view).map(({ line }) => line),
    below: [],
    person: [],
  };
}

/** Every fact that a message without a route's `show` tells of a row, in its order, with the column that it is from. */
export function listFacts(row: FactRow, view: FactView & OwnerView) {
  const beside = [...tellBrief(row, view), ...tellMore(row, view)];
  const told = beside.map(({ line }) => textOf(line));
  const below = [tellWhy(row, view, [row.name, ...told]), tellPerson(row, view)];
  const facts = [...beside, ...below.filter((fact) => fact !== null)];
  return facts.map(({ of, column, line }) => ({ of, column, text: withBlanks(textOf(line)) }));
}

/** A date and a sum, and the post of a row about a person whom it does not name otherwise. */
function tellBrief(row: FactRow, view: FactView): ToldFact[] {
  const read = createFactReader(row, view);
  const deadline = read.deadline();
  const date = deadline === null ? read.date() : null;
  const money = read.money();
  const post = read.person() === null ? read.post() : null;
  return [
    deadline && tellDeadline(deadline, view),
    date && { of: 'date' as const, ...tellOtherDate(date, view) },
    money && tellMoney(money),
    post && { of: 'post' as const, column: post.column, line: [plain(post.value ?? '')] },
  ].filter((fact) => fact !== null);
}

/** What a hot signal has beside these: how far it has come, and the date beside its deadline. */
function tellMore(row: FactRow, view: FactView): ToldFact[] {
  const read = createFactReader(row, view);
  const stage = read.stage();
  const date = read.deadline() === null ? null : read.date();
  const isAhead = date?.isDeclared && (date.value?.endsAt ?? Infinity) > Date.parse(view.createdAt);
  return [
    date && isAhead ? { of: 'date' as const, ...tellOtherDate(date, view) } : null,
    stage && {
      ...{ of: 'stage' as const, column: stage.column },
      line:
        stage.value === null
          ? asWritten(stage)
          : [plain((stage.isDeclared ? '' : `${labelColumn(stage.column)}: `) + stage.value)],
    },
  ].filter((fact) => fact !== null);
}

/** `closes Thu, Dec 3`, `closed Nov 18` */
function tellDeadline(fact: Fact<ReadDate>, view: FactView): ToldFact {
  const { column, value } = fact;
  if (value === null) return { of: 'deadline', column, line: asWritten(fact) };
  const reading = readingOf(view);
  const isAhead = value.endsAt > reading.now;
  const text = tellClosing(value, reading);
  return { of: 'deadline', column, line: [isAhead ? strong(text) : plain(text)] };
}

/** `$1.25M`; by the name of its column, and in no bold, where nobody declared that it is what a signal is worth. */
function tellMoney(fact: Fact<Sum>): ToldFact {
  const { column, isDeclared, value } = fact;
  if (value === null) return { of: 'money', column, line: asWritten(fact) };
  const told = tellSum(value);
  return {
    of: 'money',
    column,
    line: [isDeclared ? strong(told) : plain(`${labelColumn(column)}\u00a0${told}`)],
  };
}

/** `Bid Opening Thu, Dec 10` */
function tellOtherDate(fact: Fact<ReadDate>, view: FactView): Pick<ToldFact, 'column' | 'line'> {
  const { column, value } = fact;
  const label = labelColumn(column);
  const line =
    value === null
      ? asWritten(fact)
      : [plain(keepTogether(`${label} ${tellDate(value.date, readingOf(view))}`))];
  return { column, line };
}

/** `Due Date: 12/10/2026 2:00 PM`: what can't be read as the config declares it stays as the row writes it. */
function asWritten({ column, written }: Fact<unknown>): Line {
  return [plain(`${labelColumn(column)}: ${written}`)];
}

/** `Decision Maker: Naveen Rosales, Director of Transportation` */
function tellPerson(row: FactRow, view: FactView): ToldFact | null {
  const person = createFactReader(row, view).person();
  if (person === null) return null;
  const { column, value } = person;
  return { of: 'person', column, line: [plain(`${labelColumn(column)}: ${value}`)] };
}

/** A sentence that says more than what the message says anyway. */
function tellWhy(
  row: FactRow,
  view: FactView & OwnerView,
  known: readonly (string | null)[],
): ToldFact | null {
  const texts = createFactReader(row, view).texts();
  const found = findTellingSentence(texts, [...known, nameOwners(row, view)]);
  return found && { of: 'why', column: found.column, line: [plain(found.sentence)] };
}
