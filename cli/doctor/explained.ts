import type { AccountPorts } from '../aws/account.ts';
import { type Check, failed, missing } from './check.ts';

/** An error of AWS becomes a finding; any other error is a bug, and is thrown. */
export async function explained(
  explain: AccountPorts['explain'],
  run: Check['run'],
  region?: { readonly found: string; readonly fix: string },
): ReturnType<Check['run']> {
  try {
    return await run();
  } catch (error) {
    const problem = explain(error);
    if (problem === null) throw error;
    if (problem.kind === 'region' && region) return missing(region.found, region.fix);
    const [found = '', ...fix] = problem.sentence.replace(/^AWS: /, '').split('; ');
    const state = problem.kind === 'credentials' || problem.kind === 'region' ? missing : failed;
    return state(found, fix.join('; '));
  }
}
