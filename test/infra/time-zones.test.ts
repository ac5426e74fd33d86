import { TimeZone } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { findTimezoneProblem } from '../../shared/config/check-times.ts';

test('each time zone that CDK knows may be written into the config, in its spelling and no other', () => {
  const zones = Object.values<unknown>({ ...TimeZone }).filter((value) => value instanceof TimeZone);
  const names = zones.map(({ timezoneName }) => timezoneName).filter((name) => name !== 'Factory');
  const inOtherCase = (name: string) => name.slice(0, -1) + name.slice(-1).toUpperCase();
  const othersOf = names.map(inOtherCase).filter((other) => !names.includes(other));

  expect(names.length).toBeGreaterThan(300);
  expect(names.filter((name) => findTimezoneProblem(name) !== null)).toEqual([]);
  expect(othersOf.length).toBeGreaterThan(300);
  expect(othersOf.filter((other) => findTimezoneProblem(other) === null)).toEqual([]);
});
