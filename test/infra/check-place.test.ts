import { describe, expect, it } from 'vitest';
import { checkPlace } from '../../infra/check-place.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';

const here = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-west-1' };

const check = (given: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = here) => {
  checkPlace((name) => given[name], environment);
};

describe('the place where CDK would act', () => {
  it('may be any if none was given', () => {
    expect(() => check({})).not.toThrow();
  });

  it('may be the one that was given', () => {
    expect(() => check({ account: '111122223333', region: 'eu-west-1' })).not.toThrow();
  });

  it.each([
    [
      { account: '444455556666', region: 'eu-west-1' },
      'account: CDK found 111122223333, signalpost found 444455556666',
    ],
    [
      { account: '111122223333', region: 'us-east-1' },
      'region: CDK found eu-west-1, signalpost found us-east-1',
    ],
  ])('is refused for %j', (given, sentence) => {
    expect(() => check(given)).toThrow(ConfigurationError);
    expect(() => check(given)).toThrow(sentence);
    expect(() => check(given)).toThrow('set AWS_PROFILE and AWS_REGION');
  });

  it('is not checked without credentials, which CDK reports itself', () => {
    expect(() => check({ account: '111122223333', region: 'eu-west-1' }, {})).not.toThrow();
  });
});
