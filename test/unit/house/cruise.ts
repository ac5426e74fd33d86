import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
const program = `${projectRoot}node_modules/dependency-cruiser/bin/dependency-cruiser.mjs`;
const config = `${projectRoot}.dependency-cruiser.mjs`;

export interface Cruise {
  readonly rules: readonly string[];
  readonly violations: readonly { readonly rule: string; readonly from: string; readonly to: string }[];
}

/** What `npm run imports` finds in a directory, by this project's rules. */
export async function cruise(directory: string): Promise<Cruise> {
  const args = [program, '--config', config, '--output-type', 'json', '.'];
  const options = { cwd: directory, maxBuffer: 100_000_000 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(outputOfFailure);
  const { summary } = JSON.parse(stdout) as CruiseOutput;
  return {
    rules: summary.ruleSetUsed.forbidden.map(({ name }) => name),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

interface CruiseOutput {
  readonly summary: {
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
    readonly violations: readonly {
      readonly rule: { readonly name: string };
      readonly from: string;
      readonly to: string;
    }[];
  };
}

/** Its exit code is the number of violations; what else goes wrong leaves no JSON behind. */
function outputOfFailure(error: Error & { readonly stdout?: string }): { stdout: string } {
  if (!error.stdout?.startsWith('{')) throw error;
  return { stdout: error.stdout };
}
