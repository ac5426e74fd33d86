import { describe, expect, it } from 'vitest';
import { type MadeDue, reportMadeDue } from '../../../cli/act/report-made-due.ts';

const resumed: MadeDue = { routeId: 'sales', released: 2, enabled: true, disabled: false };

async function report(
  made: MadeDue,
  options: { stage?: string; json?: boolean; runner?: { pid: number } },
  waiting: number | Error,
) {
  const lines: string[] = [];
  const failure = await reportMadeDue(
    made,
    { runner: null, ...options },
    {
      print: (line) => lines.push(line),
      async countWaiting() {
        if (waiting instanceof Error) throw waiting;
        return waiting;
      },
    },
  ).then(
    () => null,
    (error: unknown) => error,
  );
  return { lines, failure };
}

describe('what a resume did', () => {
  it('is told with the signals that wait, and when they go out', async () => {
    const stage = await report(resumed, { stage: 'prod' }, 3);
    const here = await report(resumed, {}, 1);
    const running = await report(resumed, { runner: { pid: 47 } }, 1);

    expect(stage.lines).toEqual([
      'route sales is enabled: 2 digests are due; prod sends them within a minute.',
      "3 signals wait for a digest, sent within minutes if the route's time has passed, otherwise at its next time.",
    ]);
    expect(here.lines).toEqual([
      'route sales is enabled: 2 digests are due; the next run sends them.',
      '1 signal waits for a digest, sent with the next run.',
    ]);
    expect(running.lines).toEqual([
      'route sales is enabled: 2 digests are due; the running process 47 sends them now.',
      "1 signal waits for a digest, sent within minutes if the route's time has passed, otherwise at its next time.",
    ]);
  });

  it('says nothing of signals where none waits', async () => {
    expect((await report({ ...resumed, released: 0 }, {}, 0)).lines).toEqual([
      'route sales is enabled: no digest was kept.',
    ]);
  });

  it('is one document with --json', async () => {
    const { lines } = await report(resumed, { json: true }, 3);

    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { routeId: 'sales', digestsReleased: 2, signalsWaiting: 3 },
    ]);
  });

  it('is reported even if the waiting signals can not be counted, and the failure is thrown', async () => {
    const failing = new Error('throttled');

    const text = await report(resumed, {}, failing);
    const json = await report(resumed, { json: true }, failing);

    expect(text.lines).toEqual(['route sales is enabled: 2 digests are due; the next run sends them.']);
    expect(json.lines).toEqual(['{"routeId":"sales","digestsReleased":2}']);
    expect([text.failure, json.failure]).toEqual([failing, failing]);
  });
});

it('tells of a redrive without counting what waits', async () => {
  const redriven = { ...resumed, enabled: false };

  const { lines, failure } = await report(redriven, { json: true }, new Error('must not be asked'));

  expect({ lines, failure }).toEqual({ lines: ['{"routeId":"sales","digestsReleased":2}'], failure: null });
});
