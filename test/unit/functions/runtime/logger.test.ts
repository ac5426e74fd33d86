import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../../functions/observations/observation.ts';
import { composeLogLine } from '../../../../functions/runtime/logger.ts';
import { attempted, polled, recorded } from '../../../support/functions/example-observations.ts';

describe('an observation in the log', () => {
  test('is one line with its digest as correlation id', () => {
    expect(composeLogLine(attempted)).toEqual({
      level: 'warn',
      message: 'digest-attempted',
      fields: {
        correlation_id: 'msg_mzxw6ytb',
        routeId: 'crm',
        attempt: 2,
        outcome: 'retry',
        status: 503,
        reason: 'the destination answered 503',
        ambiguous: true,
        nextAttemptAt: '2026-11-21T08:05:00.000Z',
      },
    });
  });

  test('is tied to its tick by the slot', () => {
    const slot = '2026-11-21T08:00:00.000Z';
    expect(composeLogLine({ ...polled, slot }).fields.correlation_id).toBe(slot);
  });

  test('ties the signals of a digest to it, as one text', () => {
    const digest = { routeId: 'crm', digestId: 'msg_mzxw6ytb', part: 1, signals: 2 };
    const { fields } = composeLogLine({ kind: 'digest-frozen', ...digest, signalIds: ['a#1', 'a#2'] });

    expect(fields).toMatchObject({ correlation_id: 'msg_mzxw6ytb', signalIds: 'a#1 a#2' });
  });

  test('shows the names of no row and no buyer', () => {
    const line = JSON.stringify(composeLogLine(recorded));
    for (const name of ['City of Example', 'school buses', 'Tenders']) expect(line).not.toContain(name);
    expect(line).toContain(recorded.signalId);
  });

  test('has addresses and secrets taken out of its sentences', () => {
    const { fields } = composeLogLine({ ...attempted, reason: 'at https://x.example/?sig=1 token=abc' });
    expect(fields.reason).toBe('at [address] token=[redacted]');
  });

  test.each<[Observation, string]>([
    [polled, 'info'],
    [{ ...polled, recorded: 0 }, 'debug'],
    [{ ...polled, recorded: 0, readings: 2, misfit: 'repeated-id' }, 'info'],
    [{ ...polled, accepted: false }, 'warn'],
    [{ ...polled, unreadable: 1 }, 'warn'],
    [{ ...attempted, outcome: 'delivered' }, 'info'],
    [{ ...attempted, outcome: 'gone' }, 'error'],
    [{ ...attempted, outcome: 'dead' }, 'error'],
  ])('%j has the level %s', (observation, level) => {
    expect(composeLogLine(observation).level).toBe(level);
  });
});

/** What a process of its own writes: the logger's output can't be seen from inside without replacing it. */
async function observe(observations: readonly Observation[]): Promise<Record<string, unknown>[]> {
  const logger = new URL('../../../../functions/runtime/logger.ts', import.meta.url).href;
  const code = `import { createCloudObserver } from '${logger}';
    const observer = createCloudObserver({ serviceName: 'deliver-digest', stage: 'prod' });
    for (const observation of ${JSON.stringify(observations)}) observer.observe(observation);
    observer.flush();
    observer.flush();
    observer.observe({ kind: 'sweep-ended' });
    observer.flush();`;
  const written = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    env: { PATH: process.env.PATH },
  });
  const lines = `${written.stdout}\n${written.stderr}`.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line));
}

test('the observer of the cloud writes JSON lines, and at each flush metrics in the embedded format, of the one dimension that is paid for', async () => {
  const lines = await observe([attempted, { kind: 'sweep-ended' }, { ...attempted, attempt: 3 }]);
  expect(lines.filter((line) => 'message' in line)).toMatchObject([
    { level: 'WARN', service: 'deliver-digest', message: 'digest-attempted', attempt: 2 },
    { level: 'WARN', service: 'deliver-digest', message: 'digest-attempted', attempt: 3 },
  ]);
  const metrics = lines.filter((line) => '_aws' in line);
  expect(metrics).toHaveLength(2);
  for (const line of metrics) {
    expect(line).toMatchObject({
      stage: 'prod',
      SweepsEnded: 1,
      _aws: { CloudWatchMetrics: [{ Namespace: 'Signalpost', Dimensions: [['stage']] }] },
    });
    expect(line).not.toHaveProperty('service');
  }
});
