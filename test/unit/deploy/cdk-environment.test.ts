import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cdkEnvironment } from '../../../cli/aws/cdk.ts';

const place = { account: '111122223333', region: 'eu-west-1' };
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

  it.each([
    ['PATH', '/usr/bin'],
    ['Path', 'C:\\x'],
  ])("has one path, called %s as it was, with the project's programs first", (name, value) => {
    expect(cdkEnvironment({ [name]: value }, place, credentials, bin)).toEqual({
      [name]: `${bin}${delimiter}${value}`,
      ...always,
    });
  });
});
