import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { protectsState } from '../../../shared/runtime/stage-names.ts';
import { type Check, failed, ok } from '../check.ts';

/** A reserved host (RFC 2606), such as the one in the example config. */
const exampleHost = /(^|\.)example\.(com|net|org)$/;

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
      if (exampleHost.test(new URL(config.api.baseUrl).hostname)) {
        return failed(
          `${file} still has the example's api.baseUrl`,
          'write the address of your service into api.baseUrl, and your ids into watch',
        );
      }
      return ok(`${file}: ${config.routes.map(({ id }) => id).join(', ')}`);
    },
  };
}
