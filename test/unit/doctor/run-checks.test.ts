import { describe, expect, it } from 'vitest';
import {
  type Check,
  type CheckReport,
  failed,
  isWell,
  missing,
  ok,
  runChecks,
  tellCheck,
  tellNext,
} from '../../../cli/doctor/check.ts';

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

  it('skip a check whose prerequisite is missing, failed or skipped, and name it', async () => {
    const unreached = async () => {
      throw new Error('this check must not run');
    };

    const reports = await runChecks(
      [
        check('a', [], async () => missing('there is none', 'make one')),
        check('b', ['a'], unreached),
        check('c', ['b'], unreached),
        check('d', [], async () => ok('well')),
        check('e', ['d', 'a'], unreached),
      ],
      () => undefined,
    );

    expect(reports.map(({ state, found }) => [state, found])).toEqual([
      ['missing', 'there is none'],
      ['skipped', 'needs a'],
      ['skipped', 'needs b'],
      ['ok', 'well'],
      ['skipped', 'needs a'],
    ]);
    expect(reports.every(isWell)).toBe(false);
  });

  it('are told in one line each, with the fix, and at the end with what needs it', () => {
    const reports: CheckReport[] = [
      { check: 'region', ...ok('eu-west-1') },
      { check: 'secret X', ...missing('is missing', 'signalpost secrets set X --stage dev') },
      { check: 'the API', state: 'skipped', found: 'needs secret X' },
    ];

    expect(reports.map(tellCheck)).toEqual([
      'ok       region: eu-west-1',
      'missing  secret X: is missing. Fix: signalpost secrets set X --stage dev',
      'skipped  the API: needs secret X',
    ]);
    expect(tellNext(reports)).toBe('1 of 3 checks failed. Fix it, then run this again.');
    expect(tellNext([...reports, { check: 'b', ...failed('is ill', 'fix it') }])).toMatch(
      /^2 of 4 checks failed\. Fix them, /,
    );
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
