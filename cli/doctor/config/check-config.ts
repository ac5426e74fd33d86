import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { protectsState } from '../../../shared/runtime/stage-names.ts';
import { findExampleAddress } from '../../own-config.ts';
import { type Check, failed, ok } from '../check.ts';

/** Finds what is valid and still can't be deployed: the example's own address, or plain http in a protected stage. */
export function checkConfigFits(file: string, config: SignalpostConfig, stage: string | null): Check {
  return {
    name: 'config',
    needs: [],
    async run() {
      if (stage !== null && config.local && protectsState(stage)) {
        return failed(
          `${file} has "local": true, which ${stage} does not allow: its digests could be sent over plain http`,
          'remove "local" from the config, or name another stage',
        );
      }
      const example = findExampleAddress(config);
      if (example !== null) return failed(`${file}: ${example.found}`, example.fix);
      return ok(`${file}: ${config.routes.map(({ id }) => id).join(', ')}`);
    },
  };
}
