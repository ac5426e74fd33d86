import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { AccountPorts } from '../../aws/account.ts';
import { type FunctionProbe, tellProbe } from '../../stage/probe-stage.ts';
import { type Check, failed, ok, warning } from '../check.ts';
import { explained } from '../explained.ts';

export interface GrantsPorts extends Pick<AccountPorts, 'explain'> {
  /** null if no function is deployed. */
  readonly probeGrants: () => Promise<readonly FunctionProbe[] | null>;
}

/** Each deployed function tests its permissions itself: only a call with its own role shows what AWS allows. */
export function checkGrants(stage: string, { probeGrants, explain }: GrantsPorts): Check {
  return {
    name: 'grants',
    needs: ['stacks'],
    run: () =>
      explained(explain, async () => {
        const deploy = `npm run deploy -- --stage ${stage}`;
        const probes = await probeGrants().catch((error: unknown) => {
          // An earlier version deployed the stacks, without the outputs that name the functions.
          if (error instanceof ConfigurationError) return error;
          throw error;
        });
        if (probes instanceof ConfigurationError)
          return warning('not tried: another version is deployed', deploy);
        if (probes === null) return ok('no function is deployed yet');
        const ill = probes.filter(({ state }) => state === 'denied' || state === 'failed');
        if (ill.length > 0) {
          const fix = `${deploy}; if that does not help, see docs/runbook.md, under "A function fails"`;
          return failed(ill.map(tellProbe).join('; '), fix);
        }
        const unknown = probes.filter(({ state }) => state === 'unknown');
        if (unknown.length > 0) return warning(unknown.map(tellProbe).join('; '), deploy);
        return ok(`all ${probes.length} functions have their permissions, in transactions too`);
      }),
  };
}
