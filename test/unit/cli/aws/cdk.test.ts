import { delimiter, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cdkEnvironment, contextArguments, deployArguments, diffArguments } from '../../../../cli/aws/cdk.ts';

const place = { account: '111122223333', region: 'eu-west-1' };

describe('what CDK is told', () => {
  it('deploys every stack, strictly, and asks before rights are broadened only when it may ask', () => {
    const common = ['deploy', '--all', '--strict', '--require-approval'];

    expect(deployArguments(true)).toEqual([...common, 'broadening']);
    expect(deployArguments(false)).toEqual([...common, 'never']);
  });

  it('compares every stack, without a change set where only looking is permitted', () => {
    // Without --all, which CDK's diff has not: it would warn of it; naming no stack compares all.
    expect(diffArguments(false)).toEqual(['diff', '--strict']);
    expect(diffArguments(true)).toEqual(expect.arrayContaining(['--method', 'template']));
  });

  it('works with this config, for this stage in this place alone', () => {
    expect(contextArguments({ stage: 'dev', config: 'own.config.ts' }, place)).toEqual([
      ...['-c', 'stage=dev', '-c', `config=${resolve('own.config.ts')}`],
      ...['-c', 'account=111122223333', '-c', 'region=eu-west-1'],
    ]);
  });
});

const bin = '/project/bin';
const credentials = { accessKeyId: 'id', secretAccessKey: 'key' };
const always = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'key',
  CDK_DISABLE_VERSION_CHECK: '1',
};

describe('the environment that CDK gets', () => {
  it('has the credentials and the region that the SDK found, wherever it found them', () => {
    const environment = { AWS_PROFILE: 'rita', AWS_REGION: 'us-east-1', AWS_SESSION_TOKEN: 'old' };
    expect(cdkEnvironment(environment, place, credentials, bin)).toEqual({ PATH: bin, ...always });
    expect(cdkEnvironment({}, place, { ...credentials, sessionToken: 'session' }, bin)).toEqual({
      PATH: bin,
      ...always,
      AWS_SESSION_TOKEN: 'session',
    });
  });

  it("has the machine's path, with the project's programs first", () => {
    expect(cdkEnvironment({ PATH: '/usr/bin' }, place, credentials, bin)).toEqual({
      PATH: `${bin}${delimiter}/usr/bin`,
      ...always,
    });
  });
});
