import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../../cli/aws/check-profile.ts';

const files: Readonly<Record<string, string>> = {
  '/home/kim/.aws/config':
    '[default]\nregion = eu-west-1\n\n[profile  team]\nsso_session = x\n[sso-session x]\n',
  '/home/kim/.aws/credentials': '[old keys]\naws_access_key_id = AKIA\n',
};
const read = async (file: string): Promise<string> => {
  const text = files[file];
  if (text === undefined) throw Object.assign(new Error(file), { code: 'ENOENT' });
  return text;
};
const check = (environment: NodeJS.ProcessEnv) => checkProfile({ HOME: '/home/kim', ...environment }, read);

describe('the profile that the environment names', () => {
  it.each(['default', 'team', 'old keys'])('is taken where one of the files has it: %s', async (profile) => {
    await expect(check({ AWS_PROFILE: profile })).resolves.toBeUndefined();
  });

  it('may be none at all', async () => {
    await expect(check({})).resolves.toBeUndefined();
    await expect(check({ AWS_PROFILE: '' })).resolves.toBeUndefined();
  });

  it('is named with the files and those that they have', async () => {
    await expect(check({ AWS_PROFILE: 'teem' })).rejects.toThrow(
      'AWS_PROFILE: found "teem", which is in neither /home/kim/.aws/config nor /home/kim/.aws/credentials; they have: default, old keys, team',
    );
    await expect(check({ AWS_PROFILE: 'team', AWS_CONFIG_FILE: '/elsewhere' })).rejects.toThrow(
      'neither /elsewhere nor ',
    );
  });
});
