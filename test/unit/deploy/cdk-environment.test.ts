import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPlace, tellComparison, tellPlace } from '../../../cli/aws/place.ts';
import { cdkEnvironment } from '../../../cli/deploy/cdk-environment.ts';
import { fakeAccount } from '../doctor/fake-account.ts';

const place = { account: '111122223333', region: 'eu-west-1' };
const bin = '/project/bin';
const always = { AWS_REGION: 'eu-west-1', CDK_DISABLE_VERSION_CHECK: '1' };

describe('the environment that CDK gets', () => {
  it('names the region that was found, wherever it was found', () => {
    expect(cdkEnvironment({ AWS_PROFILE: 'rita', AWS_REGION: 'us-east-1' }, place, bin)).toEqual({
      AWS_PROFILE: 'rita',
      PATH: bin,
      ...always,
    });
  });

  it('has no setting that sends CDK elsewhere', () => {
    const alone = {
      AMAZON_ACCESS_KEY_ID: 'other',
      AMAZON_SECRET_ACCESS_KEY: 'other',
      AMAZON_SESSION_TOKEN: 'other',
      CDK_DEFAULT_ACCOUNT: '999999999999',
      CDK_DEFAULT_REGION: 'us-east-1',
      CDK_PROFILE: 'other',
      CDK_REGION: 'us-east-1',
    };

    expect(cdkEnvironment({ ...alone, CDK_OUTPUT: 'out' }, place, bin)).toEqual({
      CDK_OUTPUT: 'out',
      PATH: bin,
      ...always,
    });
  });

  it.each([
    ['PATH', '/usr/bin'],
    ['Path', 'C:\\x'],
  ])("has one path, called %s as it was, with the project's programs first", (name, value) => {
    expect(cdkEnvironment({ [name]: value }, place, bin)).toEqual({
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

  it('is told without the account where only looking is permitted, which others read too', () => {
    expect(tellComparison('dev', place, {})).toBe('Comparing dev in account 111122223333, region eu-west-1.');
    expect(tellComparison('dev', place, { readOnly: true })).toBe('Comparing dev in region eu-west-1.');
  });

  it('fails by its region before anybody is asked who this is', async () => {
    const failing = { region: new Error('Region is missing'), identity: new Error('was asked') };

    await expect(findPlace(fakeAccount({ failing }))).rejects.toThrow('Region is missing');
  });
});
