import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cdkEnvironment } from '../../../cli/aws/cdk.ts';
import { findPlace, tellPlace } from '../../../cli/aws/place.ts';
import { fakeAccount } from '../doctor/fake-account.ts';

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

describe('the place', () => {
  it('is the account and the region that the credentials lead to', async () => {
    expect(await findPlace(fakeAccount())).toEqual(place);
    expect(tellPlace(place)).toBe('account 111122223333, region eu-west-1');
  });

  it('fails by its region before anybody is asked who this is', async () => {
    const failing = { region: new Error('Region is missing'), identity: new Error('was asked') };

    await expect(findPlace(fakeAccount({ failing }))).rejects.toThrow('Region is missing');
  });
});
