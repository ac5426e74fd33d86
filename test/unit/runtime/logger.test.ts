import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../shared/domain/observation.ts';
import { composeLogLine } from '../../../shared/runtime/log-line.ts';
import { countObservation } from '../../../shared/runtime/metrics.ts';

const attempted: Observation = {
  kind: 'digest-attempted',
  routeId: 'crm',
  digestId: 'msg_mzxw6ytb',
  attempt: 2,
  outcome: 'retry',
  status: 503,
  reason: 'the destination answered 503',
  ambiguous: true,
  nextAttemptAt: '2026-11-21T08:05:00.000Z',
};
const polled: Observation = {
  kind: 'buyer-polled',
  buyerId: 'b0000000-0000-4000-8000-000000000001',
  mode: 'routine',
  accepted: true,
  readings: 1,
  listed: 12,
  recorded: 3,
  hot: 1,
  unreadable: 0,
};
const recorded: Observation = {
  kind: 'signal-recorded',
  buyerId: 'b0000000-0000-4000-8000-000000000001',
  buyerName: 'City of Example',
  signalId: 'a0000000-0000-4000-8000-000000000001#c0000000-0000-4000-8000-000000000001',
  name: 'Tender for school buses',
  bridgeName: 'Tenders',
  hot: true,
  baseline: false,
  routes: ['crm'],
  onlyDeep: true,
};

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

  test('shows the names of no row and no buyer', () => {
    const line = JSON.stringify(composeLogLine(recorded));
    for (const name of ['City of Example', 'school buses', 'Tenders']) expect(line).not.toContain(name);
    expect(line).toContain(recorded.signalId);
  });

  test('shows no field that nobody listed', () => {
    const withMore = { ...polled, body: 'a response', columns: { Contact: 'Jo' } };
    expect(Object.keys(composeLogLine(withMore).fields)).toEqual([
      'buyerId',
      'mode',
      'accepted',
      'readings',
      'listed',
      'recorded',
      'hot',
      'unreadable',
    ]);
  });

  test('has addresses and secrets taken out of its sentences', () => {
    const { fields } = composeLogLine({ ...attempted, reason: 'at https://x.example/?sig=1 token=abc' });
    expect(fields.reason).toBe('at [address] token=[redacted]');
  });

  test.each<[Observation, string]>([
    [polled, 'info'],
    [{ ...polled, recorded: 0 }, 'debug'],
    [{ ...polled, accepted: false }, 'warn'],
    [{ ...polled, unreadable: 1 }, 'warn'],
    [{ ...attempted, outcome: 'delivered' }, 'info'],
    [{ ...attempted, outcome: 'gone' }, 'error'],
    [{ ...attempted, outcome: 'dead' }, 'error'],
  ])('%j has the level %s', (observation, level) => {
    expect(composeLogLine(observation).level).toBe(level);
  });
});

describe('an observation in the metrics', () => {
  test.each<[Observation, Record<string, number>]>([
    [
      polled,
      { BuyersPolled: 1, ScansUnaccepted: 0, SignalsRecorded: 3, SignalsHot: 1, SignalsUnreadable: 0 },
    ],
    [recorded, { SignalsOnlyDeep: 1 }],
    [{ ...recorded, onlyDeep: false }, {}],
    [attempted, { AttemptsToRetry: 1, AttemptsAmbiguous: 1 }],
    [{ ...attempted, outcome: 'delivered', ambiguous: false }, { DigestsDelivered: 1 }],
    [{ ...attempted, outcome: 'dead', ambiguous: false }, { DigestsDead: 1 }],
    [{ kind: 'route-disabled', routeId: 'crm', reason: 'gone' }, { RoutesDisabled: 1 }],
    [
      { kind: 'upstream-requested', operation: 'x', attempt: 2 },
      { UpstreamRequests: 1, UpstreamRetries: 1 },
    ],
    [{ kind: 'summary-fetched', buyerId: 'b', result: 'pending' }, { SummariesPending: 1 }],
  ])('%j counts %j', (observation, counts) => {
    expect(Object.fromEntries(countObservation(observation))).toEqual(counts);
  });
});

describe('the observer of the cloud', () => {
  test('writes JSON lines, and metrics in the embedded format at the flush', async () => {
    const lines = await observe([attempted, { ...attempted, attempt: 3 }]);
    expect(lines.filter((line) => 'message' in line)).toMatchObject([
      { level: 'WARN', service: 'deliver-digest', message: 'digest-attempted', attempt: 2 },
      { level: 'WARN', service: 'deliver-digest', message: 'digest-attempted', attempt: 3 },
    ]);
    const [metrics, ...more] = lines.filter((line) => '_aws' in line);
    expect(more).toEqual([]);
    expect(metrics).toMatchObject({
      service: 'deliver-digest',
      AttemptsToRetry: [1, 1],
      AttemptsAmbiguous: [1, 1],
      _aws: { CloudWatchMetrics: [{ Namespace: 'Signalpost', Dimensions: [['service']] }] },
    });
  });

  test('writes nothing at a flush without observations', async () => {
    expect(await observe([])).toEqual([]);
  });
});

/** What a process of its own writes: the logger's output can't be seen from inside without replacing it. */
async function observe(observations: readonly Observation[]): Promise<Record<string, unknown>[]> {
  const logger = new URL('../../../shared/runtime/logger.ts', import.meta.url).href;
  const code = `import { createCloudObserver } from '${logger}';
    const observer = createCloudObserver({ serviceName: 'deliver-digest' });
    for (const observation of ${JSON.stringify(observations)}) observer.observe(observation);
    observer.flush();
    observer.flush();`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', code],
    { env: { PATH: process.env.PATH } },
  );
  return `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}
