import { TimeZone } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { findTimezoneProblem } from '../../shared/config/check-times.ts';

test('a time zone that CDK knows may be written into the config in its spelling and no other', () => {
  const zones = Object.values<unknown>({ ...TimeZone }).filter((value) => value instanceof TimeZone);
  const names = zones.map(({ timezoneName }) => timezoneName);
  const inOtherCase = (name: string) => name.slice(0, -1) + name.slice(-1).toUpperCase();
  const othersOf = names.map(inOtherCase).filter((other) => !names.includes(other));

  expect(names.filter((name) => findTimezoneProblem(name) === null).length).toBeGreaterThan(300);
  expect(othersOf.length).toBeGreaterThan(300);
  expect(othersOf.filter((other) => findTimezoneProblem(other) === null)).toEqual([]);
});
