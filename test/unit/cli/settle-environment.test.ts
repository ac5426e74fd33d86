import { describe, expect, it } from 'vitest';
import { settleEnvironment } from '../../../cli/aws/settle-environment.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key', AWS_SESSION_TOKEN: 'session' };
const regionOfProfile = async (): Promise<string> => 'eu-central-1';
const noRegion = async (): Promise<string> => {
  throw new Error('Region is missing');
};

async function settle(environment: NodeJS.ProcessEnv, findRegion = regionOfProfile) {
  const settled = { ...environment };
  await settleEnvironment(settled, findRegion);
  return settled;
}

describe('the environment for AWS', () => {
  it('has the region under the one name that all read', async () => {
    expect(await settle({ AWS_DEFAULT_REGION: 'us-west-2' })).toEqual({ AWS_REGION: 'us-west-2' });
    expect(await settle({ AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'us-west-2' })).toEqual({
      AWS_REGION: 'eu-west-1',
    });
    expect(await settle({ AWS_REGION: '', AWS_DEFAULT_REGION: 'us-west-2' })).toEqual({
      AWS_REGION: 'us-west-2',
    });
  });

  it('has the profile under the one name that all read', async () => {
    expect(await settle({ AWS_DEFAULT_PROFILE: 'rita' })).toEqual({ AWS_PROFILE: 'rita' });
    expect(await settle({ AWS_PROFILE: 'tom', AWS_DEFAULT_PROFILE: 'tom' })).toEqual({ AWS_PROFILE: 'tom' });
    expect(await settle({ AWS_PROFILE: '', AWS_DEFAULT_PROFILE: 'rita' })).toEqual({ AWS_PROFILE: 'rita' });
  });

  it("chooses none of two profiles, which AWS's CLI and CDK choose differently from", async () => {
    const two = { AWS_PROFILE: 'tom', AWS_DEFAULT_PROFILE: 'rita' };

    const error: unknown = await settle(two).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).message).toContain(
      'AWS_PROFILE is "tom" and AWS_DEFAULT_PROFILE is "rita"',
    );
    expect((error as ConfigurationError).message).toContain('unset one');
    // The keys say who: no profile does.
    expect(await settle({ ...keys, ...two, AWS_REGION: 'eu-west-1' })).toEqual({
      ...keys,
      AWS_REGION: 'eu-west-1',
    });
  });

  it.each(['AWS_PROFILE', 'AWS_DEFAULT_PROFILE'])(
    'takes the keys beside %s, as the CLI and CDK do, and of the profile the region alone',
    async (name) => {
      expect(await settle({ ...keys, [name]: 'rita' })).toEqual({ ...keys, AWS_REGION: 'eu-central-1' });
      expect(await settle({ ...keys, [name]: 'rita', AWS_DEFAULT_REGION: 'us-west-2' })).toEqual({
        ...keys,
        AWS_REGION: 'us-west-2',
      });
      expect(await settle({ ...keys, [name]: 'rita' }, noRegion)).toEqual(keys);
    },
  );

  it('takes the profile beside half a pair of keys', async () => {
    const half = { AWS_ACCESS_KEY_ID: 'id', AWS_PROFILE: 'rita' };

    expect(await settle(half)).toEqual(half);
  });

  it('lets a config file that can not be read go on as the error that it is', async () => {
    const broken = async (): Promise<string> => {
      throw new Error('Found invalid profile name');
    };

    await expect(settle({ ...keys, AWS_PROFILE: 'rita' }, broken)).rejects.toThrow('invalid profile name');
  });

  it('leaves all else as it is', async () => {
    const other = { PATH: '/bin', AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_CONFIG_FILE: '/nowhere' };

    expect(await settle({ ...other })).toEqual(other);
  });
});
