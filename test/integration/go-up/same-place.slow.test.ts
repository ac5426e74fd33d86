import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeAccount, startFakeAccount } from '../../support/aws/aws-account.ts';

const run = promisify(execFile);
const printPlaces = fileURLToPath(new URL('print-places.ts', import.meta.url));

const config = `
[default]
region = us-east-2
aws_access_key_id = of100000000001
aws_secret_access_key = key

[profile rita]
region = eu-central-1
aws_access_key_id = of200000000002
aws_secret_access_key = key
`;
const keys = { AWS_ACCESS_KEY_ID: 'of300000000003', AWS_SECRET_ACCESS_KEY: 'key' };

describe('a command and the CDK that it starts', () => {
  let account: FakeAccount;
  let directory: string;
  beforeAll(async () => {
    account = await startFakeAccount();
    directory = mkdtempSync(join(tmpdir(), 'signalpost-places-'));
    writeFileSync(join(directory, 'config'), config);
  });
  afterAll(async () => {
    await account.close();
    rmSync(directory, { recursive: true, force: true });
  });

  /** CDK and the SDK themselves, with nothing of this machine but what is given. */
  async function findPlaces(given: Readonly<Record<string, string>>) {
    const { AWS_ENDPOINT_URL = '', AWS_EC2_METADATA_DISABLED = '' } = account.environment;
    const { stdout } = await run(process.execPath, [printPlaces, directory], {
      env: {
        PATH: process.env.PATH,
        HOME: directory,
        AWS_ENDPOINT_URL,
        AWS_EC2_METADATA_DISABLED,
        AWS_CONFIG_FILE: join(directory, 'config'),
        AWS_SHARED_CREDENTIALS_FILE: join(directory, 'none'),
        ...given,
      },
    });
    return JSON.parse(stdout);
  }

  it.each([
    ['the region by its other name', { AWS_DEFAULT_REGION: 'us-west-2' }, '100000000001', 'us-west-2'],
    ['the profile by its other name', { AWS_DEFAULT_PROFILE: 'rita' }, '200000000002', 'eu-central-1'],
    ['keys beside a profile', { ...keys, AWS_PROFILE: 'rita' }, '300000000003', 'eu-central-1'],
    [
      'what CDK alone reads',
      {
        AMAZON_ACCESS_KEY_ID: 'of400000000004',
        AMAZON_SECRET_ACCESS_KEY: 'key',
        AMAZON_REGION: 'us-west-1',
        CDK_PROFILE: 'rita',
      },
      '100000000001',
      'us-east-2',
    ],
  ])(
    'act in one account and region, given %s',
    async (_, given, expectedAccount, region) => {
      const place = { account: expectedAccount, region };

      expect(await findPlaces(given)).toEqual({ signalpost: place, cdk: place });
    },
    120_000,
  );
});
