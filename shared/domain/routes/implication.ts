import type { ColumnCondition } from './column-condition.ts';
import type { RouteMatch } from './match.ts';

/**
 * Whether it can be proved that each signal that surely fits all of these matches fits another one, too. False says
 * nothing.
 */
export function implies(asked: readonly RouteMatch[], match: RouteMatch): boolean {
  const { hot, bridges, buyers, types, columns = [], any, not } = match;
  const areWithin = (field: 'bridges' | 'buyers' | 'types', list: readonly string[] | undefined): boolean =>
    list === undefined || asked.some((one) => isPart(one[field], list));
  return (
    not === undefined &&
    (hot === undefined || asked.some((one) => one.hot === hot)) &&
    areWithin('bridges', bridges) &&
    areWithin('buyers', buyers) &&
    areWithin('types', types) &&
    columns.every((column) =>
      asked.some((one) => one.columns?.some((other) => impliesColumn(other, column))),
    ) &&
    (any === undefined || any.some((one) => implies(asked, one)))
  );
}

function isPart(some: readonly string[] | undefined, all: readonly string[]): boolean {
  const known = new Set(all.map((one) => one.trim().toLowerCase()));
  return some?.every((one) => known.has(one.trim().toLowerCase())) === true;
}

function impliesColumn(asked: ColumnCondition, { name, isEmpty, ...wanted }: ColumnCondition): boolean {
  if (asked.name !== name) return false;
  const kinds = Object.entries(asked).filter(([kind, value]) => kind !== 'name' && value !== undefined);
  const hasValue = kinds.some(([kind, value]) => kind !== 'isEmpty' || value === false);
  const values = asked.equals === undefined ? asked.oneOf : [asked.equals];
  const { equals, oneOf, contains, atLeast, atMost, before, after } = wanted;
  const areAmong = (list: readonly unknown[]): boolean => values?.every((one) => list.includes(one)) === true;
  return (
    (isEmpty === undefined || (isEmpty ? asked.isEmpty === true : hasValue && asked.isEmpty !== true)) &&
    (equals === undefined || areAmong([equals])) &&
    (oneOf === undefined || areAmong(oneOf)) &&
    (contains === undefined || asked.contains === contains) &&
    (atLeast === undefined || (asked.atLeast !== undefined && asked.atLeast >= atLeast)) &&
    (atMost === undefined || (asked.atMost !== undefined && asked.atMost <= atMost)) &&
    (before === undefined || asked.before === before) &&
    (after === undefined || asked.after === after)
  );
}
