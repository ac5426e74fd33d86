import type { ColumnCondition } from '../../../shared/domain/routes/column-condition.ts';
import { shortList, tellList } from './tell-list.ts';

/** Columns that people say more shortly. */
const place = /^(state|country|region|county|city)$/i;
const score = /^(match )?score$/i;

/** A clause: `in CA or OR`, `scored 80 or more`, `whose Stage is Awarded`. */
export function tellColumn(condition: ColumnCondition): string {
  const { name, equals, oneOf, contains, atLeast, atMost, before, after, isEmpty, ...unknown } = condition;
  unknown satisfies Record<string, never>;
  const isOnly = (...kinds: (keyof ColumnCondition)[]): boolean =>
    Object.entries(condition).every(
      ([kind, value]) =>
        value === undefined || kind === 'name' || kinds.includes(kind as keyof ColumnCondition),
    );
  if (isOnly('isEmpty')) return isEmpty === true ? `without ${name}` : `with any ${name}`;
  const values = [...(equals === undefined ? [] : [equals])].map(String);
  if (place.test(name) && isOnly('equals', 'oneOf') && (equals === undefined || oneOf === undefined))
    return `in ${shortList(oneOf?.map(String) ?? values, 'or')}`;
  const range = tellRange(atLeast, atMost);
  if (score.test(name) && isOnly('atLeast', 'atMost')) return `scored ${range}`;
  const told = [
    equals === undefined ? null : `is ${String(equals)}`,
    oneOf === undefined ? null : `is ${shortList(oneOf.map(String), 'or')}`,
    contains === undefined ? null : `contains "${contains}"`,
    range === null ? null : `is ${range}`,
    after === undefined ? null : `is after ${after}`,
    before === undefined ? null : `is before ${before}`,
  ];
  return `whose ${name} ${tellList(told.filter((one) => one !== null))}`;
}

function tellRange(atLeast: number | undefined, atMost: number | undefined): string | null {
  if (atLeast === undefined) return atMost === undefined ? null : `${tellNumber(atMost)} or less`;
  return atMost === undefined
    ? `${tellNumber(atLeast)} or more`
    : `${tellNumber(atLeast)} to ${tellNumber(atMost)}`;
}

function tellNumber(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 10 });
}
