import type { DigestSignal, DigestView } from '../digests/digest.ts';
import type { Line } from '../message/message.ts';
import { nameOwners, ownersOf } from '../message/owner.ts';
import { plain, strong } from '../message/spans.ts';
import type { ColumnInfo } from '../signals/columns.ts';
import { nameLike, splitWords } from '../text/column-words.ts';
import { longest } from '../text/lengths.ts';
import { stripInlineMarkdown } from '../text/markdown.ts';
import { oneLine } from '../text/one-line.ts';
import { isPrivate } from '../text/private-text.ts';
import { findDate } from './date-fact.ts';
import { findDecisionMaker } from './decision-maker.ts';
import { kindOfMoney, moneyRank, tellMoney } from './money.ts';
import { tellNumber } from './numbers.ts';
import { type SignalFacts, showColumns } from './shown-columns.ts';
import type { Reading } from './tell-date.ts';
import { labelOf } from './tell-value.ts';
import { findTellingSentence } from './telling-sentence.ts';

/** `known`: what the message says of the signal anyway, its name and its buyer's. */
export function factsOf(signal: DigestSignal, view: DigestView, known: string): SignalFacts {
  const beside = factsBeside(signal, view);
  if (view.show.length > 0) return beside;
  const { columns, bridgeId, name } = signal;
  const infos = view.columns.get(bridgeId.toLowerCase());
  const told = beside.brief.flat().map((span) => ('text' in span ? span.text : null));
  const sentence = findTellingSentence(columns, infos, [name, known, nameOwners(signal, view), ...told]);
  return { ...beside, below: sentence ? [[plain(sentence)]] : [], person: tellDecisionMaker(signal, infos) };
}

type Row = Pick<DigestSignal, 'columns' | 'bridgeId' | 'filterType' | 'name' | 'hot'>;

/** The facts on the line of the signal's name: where there is room for no more, texts need not be searched. */
export function factsBeside(signal: Row, view: DigestView): SignalFacts {
  const infos = view.columns.get(signal.bridgeId.toLowerCase());
  const reading = readingOf(view);
  if (view.show.length > 0) {
    const { column } = ownersOf(signal, view);
    const told = column === undefined ? {} : { [column]: nameOwners(signal, view) };
    // A hot signal names its owner behind its facts, or below a heading.
    const show = signal.hot ? view.show.filter((one) => one !== column) : view.show;
    return showColumns({ ...signal, columns: { ...signal.columns, ...told } }, infos, show, reading);
  }
  const date = findDate(signal, infos, reading);
  const money = findMoney(signal, infos);
  const post = findPost(signal, infos);
  return {
    brief: [
      ...(date ? [[date.urgent ? strong(date.text) : plain(date.text)]] : []),
      ...(money ? [[(money.kind === 'cost' ? plain : strong)(money.text)]] : []),
      ...(post ? [[plain(post)]] : []),
    ],
    verbFirst: date !== null,
    // Found when asked for: a list of names has no room for them.
    more: () => {
      // Why a signal is hot tells the score that counts: another beside it would only contradict it.
      const score = signal.hot ? null : findScore(signal, infos, [date?.column, money?.column]);
      const more = [findStage(signal, infos), score];
      return more.flatMap((text) => (text === null ? [] : [[plain(text)]]));
    },
    below: [],
    person: [],
  };
}

export function readingOf({ createdAt, timezone }: DigestView): Reading {
  return { now: Date.parse(createdAt), timezone };
}

/** The sum that says most of a row, without a word that its name has said. */
export function findMoney(
  { columns, name }: Pick<Row, 'columns' | 'name'>,
  infos: readonly ColumnInfo[] | undefined,
) {
  const sums = Object.entries(columns).flatMap(([column, value]) => {
    const info = infos?.find(({ name }) => name === column);
    const text = tellMoney(column, value, info, name);
    if (text === null || isPrivate(text)) return [];
    const kind = kindOfMoney(column);
    return [{ column, text, info, kind, rank: moneyRank(kind, info) }];
  });
  return sums.sort((a, b) => a.rank - b.rank)[0] ?? null;
}

const isScore = nameLike(/\b(score|match|fit)\b/i);

/** The first score that there is. What is a date or money is told already. */
function findScore(
  { columns }: Row,
  infos: readonly ColumnInfo[] | undefined,
  told: readonly (string | undefined)[],
): string | null {
  for (const name of Object.keys(columns).filter(isScore)) {
    const value = Object.hasOwn(columns, name) ? readNumber(columns[name]) : null;
    const label = oneLine(name, longest.columnName);
    const internal = infos?.find((info) => info.name === name)?.internal ?? false;
    if (value === null || label === null || internal || told.includes(name)) continue;
    return `${label}\u00a0${tellNumber(splitWords(name), value)}`;
  }
  return null;
}

function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,6}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) < 1e9 ? number : null;
}

const isStage = nameLike(/\b(status|stage|phase|priority)\b/i);

/** An enumeration that says how far a thing is, by its label: its value may be a code. */
export function findStage(
  { columns }: Pick<Row, 'columns'>,
  infos: readonly ColumnInfo[] | undefined,
): string | null {
  for (const info of infos ?? []) {
    if (info.format !== 'enumeration' || info.internal || !isStage(info.name)) continue;
    const value = Object.hasOwn(columns, info.name) ? columns[info.name] : null;
    const whole = typeof value === 'string' ? labelOf(value, info) : null;
    const label = whole === null || isPrivate(whole) ? null : oneLine(whole, longest.columnName);
    if (label !== null) return label;
  }
  return null;
}

function tellDecisionMaker(
  { columns, name }: Row,
  infos: readonly ColumnInfo[] | undefined,
): readonly Line[] {
  const person = findDecisionMaker(columns, infos);
  return person === null || name?.includes(person.split(',')[0] ?? person)
    ? []
    : [[plain(`Decision maker: ${person}`)]];
}

/** Of a row about a person; a tender has a title, too, and a meeting a position. */
const aboutPeople = ['Contact', 'JobChange', 'SequenceContact', 'SequenceJobChange'];
const isPost = nameLike(/^(job )?(title|post|position|role)$/i);

/** `Purchasing Manager`: what a person does, where the row is about one and its name does not say it. */
function findPost(
  { columns, filterType, name }: Row,
  infos: readonly ColumnInfo[] | undefined,
): string | null {
  if (!aboutPeople.includes(filterType ?? '')) return null;
  const column = Object.keys(columns).find(isPost);
  const value = column === undefined ? null : columns[column];
  if (typeof value !== 'string' || infos?.find((info) => info.name === column)?.internal) return null;
  const post = oneLine(stripInlineMarkdown(value.slice(0, 300)), longest.shortValue);
  return post === null || isPrivate(post) || name?.includes(post) ? null : post;
}
