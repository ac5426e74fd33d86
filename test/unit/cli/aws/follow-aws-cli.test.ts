import { expect, it } from 'vitest';
import { followAwsCli } from '../../../../cli/aws/follow-aws-cli.ts';

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
const half = { ...keys, AWS_SECRET_ACCESS_KEY: '', AWS_PROFILE: 'rita' };
const noInstance = { AWS_EC2_METADATA_DISABLED: 'true' };

it.each([
  ['a region under its other name', { AWS_DEFAULT_REGION: 'us-west-2' }, { AWS_REGION: 'us-west-2' }],
  ['a blank region', { AWS_REGION: '', AWS_DEFAULT_REGION: 'us-west-2' }, { AWS_REGION: 'us-west-2' }],
  ['two regions', { AWS_REGION: 'a', AWS_DEFAULT_REGION: 'b' }, { AWS_REGION: 'a' }],
  ['a profile under its other name', { AWS_DEFAULT_PROFILE: 'rita' }, { AWS_PROFILE: 'rita', ...noInstance }],
  ['keys beside a profile', { ...keys, AWS_PROFILE: 'rita' }, keys],
  ['half of the keys beside a profile', half, { ...half, ...noInstance }],
  ['nothing', {}, {}],
])("the SDK uses what AWS's CLI would, given %s", (_, environment: NodeJS.ProcessEnv, expected) => {
  followAwsCli(environment);
  expect(environment).toEqual(expected);
});
