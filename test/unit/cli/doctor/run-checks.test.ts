import { describe, expect, it } from 'vitest';
import { type Check, describeNext, failed, ok, runChecks } from '../../../../cli/doctor/check.ts';

const check = (name: string, needs: string[], run: Check['run']): Check => ({ name, needs, run });

describe('the checks of the doctor', () => {
  it('run in their order, and each is told before the next begins', async () => {
    const steps: string[] = [];
    const step = (name: string) =>
      check(name, [], async () => {
        steps.push(`run ${name}`);
        return ok('well');
      });

    await runChecks([step('a'), step('b')], ({ check: name }) => steps.push(`tell ${name}`));

    expect(steps).toEqual(['run a', 'tell a', 'run b', 'tell b']);
  });

  it('are told at the end with how many failed', () => {
    const ill = { check: 'a', ...failed('is ill', 'fix it') };
    expect(describeNext([ill])).toBe('1 of 1 checks failed. Fix it, then run this again.');
  });

  it('go on after one that breaks, which is told as failed', async () => {
    const broken = () => Promise.reject(new Error('the disk is gone'));
    const reports = await runChecks(
      [check('a', [], broken), check('b', [], async () => ok('well'))],
      () => undefined,
    );

    expect(reports.map(({ state }) => state)).toEqual(['failed', 'ok']);
    expect(reports[0]?.found).toContain('the disk is gone');
  });
});
