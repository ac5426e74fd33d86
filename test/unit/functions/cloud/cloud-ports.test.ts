import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cloudAlarms, lambdaEntry, pipelineEntry } from '../../../../functions/cloud/cloud-ports.ts';
import { startAwsServer } from '../../../support/aws/aws-server.ts';

const context = {} as Context;

/** What the logger writes, which has a console of its own over stdout and stderr. */
function captureOutput(): string[] {
  const lines: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => Boolean(lines.push(String(chunk))));
  }
  return lines;
}

const directories: string[] = [];
/** A function's directory, with its config in it. */
function configured(): string {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-entry-'));
  directories.push(directory);
  writeFileSync(join(directory, 'config.json'), '{"routes":[]}');
  return directory;
}

function stubAccount(endpoint: string, more: Readonly<Record<string, string>>): void {
  const account = { AWS_ENDPOINT_URL: endpoint, AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'test' };
  for (const [name, value] of Object.entries({ ...account, AWS_SECRET_ACCESS_KEY: 'test', ...more }))
    vi.stubEnv(name, value);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

describe('a Lambda entry', () => {
  it('builds its ports with the first event, once, and answers with what the handler does', async () => {
    let builds = 0;
    const entry = lambdaEntry('plan-polls', async () => {
      builds += 1;
      return async (event) => ({ event });
    });
    expect(builds).toBe(0);
    expect(await Promise.all([entry(1, context), entry(2, context)])).toEqual([{ event: 1 }, { event: 2 }]);
    expect(builds).toBe(1);
  });

  it('answers the config that lies beside it when it is asked to, and does nothing else', async () => {
    captureOutput();
    vi.stubEnv('LAMBDA_TASK_ROOT', configured());
    const entry = lambdaEntry('compose-digests', async () => expect.unreachable('nothing is built'));
    const answer = await entry({ readConfig: true, dryRun: true }, context);
    expect(answer).toEqual({ config: { routes: [] } });
  });

  it("does nothing with another stage's ledger, and asks once for each process whose it is", async () => {
    captureOutput();
    const aws = await startAwsServer();
    stubAccount(aws.endpoint, {
      SIGNALPOST_STAGE: 'ops',
      SIGNALPOST_TABLE: 'shared',
      LAMBDA_TASK_ROOT: configured(),
    });
    const belongsTo = (stage: string) => () => ({
      status: 400,
      body: {
        __type: 'ConditionalCheckFailedException',
        Item: { pk: { S: 'L#all' }, sk: { S: 'META' }, stage: { S: stage } },
      },
    });
    const handled: unknown[] = [];
    const entry = pipelineEntry('plan-polls', () => async (event) => handled.push(event));

    aws.answer = belongsTo('sales');
    await expect(entry(1, context)).rejects.toThrow('doctor --stage ops --take-ledger-from sales');
    aws.answer = belongsTo('ops');
    for (const event of [2, 3]) await entry(event, context);

    expect(handled).toEqual([2, 3]);
    expect(aws.requests).toHaveLength(2);
    await aws.close();
  });

  const secret = 'https://hooks.example.com/T0/B0/c2VjcmV0c2VjcmV0';

  it.each(['build', 'handler'])(
    'lets only a safe sentence out when its %s fails, and logs it',
    async (place) => {
      const lines = captureOutput();
      const fail = () => {
        throw new TypeError(`cannot post to ${secret}`, { cause: new Error(secret) });
      };
      const entry = lambdaEntry('deliver-digest', async () =>
        place === 'build' ? fail() : async () => fail(),
      );
      const error: Error = await entry({}, context).then(
        () => new Error('it resolved'),
        (thrown: Error) => thrown,
      );
      expect(error.name).toBe('TypeError');
      expect(error.message).toContain('cannot post to');
      expect([error.message, error.stack, String(error.cause)].join()).not.toContain(secret);
      const log = lines.join('');
      expect(log).toContain('cannot post to');
      expect(log).not.toContain(secret);
      expect(log).toContain('"deliver-digest"');
    },
  );
});

const message = {
  AlarmName: 'polling-fails',
  AlarmDescription: '',
  NewStateValue: 'ALARM',
  OldStateValue: 'OK',
  StateChangeTime: '2026-11-21T08:00:00Z',
  NewStateReason: '',
};

it('hands an alarm to each topic of the deployment, and to no later one where one fails: it is told again', async () => {
  const aws = await startAwsServer();
  stubAccount(aws.endpoint, { SIGNALPOST_STAGE: 'dev', SIGNALPOST_ALARM_TOPICS: 'arn:pager arn:own' });
  const publish = cloudAlarms();
  const told = () => aws.requests.map(({ body }) => new URLSearchParams(body).get('TopicArn'));

  aws.answer = () => ({ status: 200, body: '<PublishResponse><PublishResult/></PublishResponse>' });
  await publish?.(message);
  expect(told()).toEqual(['arn:pager', 'arn:own']);

  aws.answer = () => ({
    status: 403,
    body: '<ErrorResponse><Error><Code>KMSAccessDenied</Code></Error></ErrorResponse>',
  });
  await expect(publish?.(message)).rejects.toThrow();
  expect(told()).toEqual(['arn:pager', 'arn:own', 'arn:pager']);
  await aws.close();
});

it('hands alarms to nobody where the deployment named no topic', () => {
  vi.stubEnv('SIGNALPOST_ALARM_TOPICS', undefined);

  expect(cloudAlarms()).toBeUndefined();
});
