import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { protectsState } from '../../../shared/runtime/stage-names.ts';
import { type Check, failed, ok } from './check.ts';

/** A host that the example config names, and that belongs to nobody (RFC 2606). */
const exampleHost = /(^|\.)example\.(com|net|org)$/;

/** What is well formed and still can't go up: the example's own address, or plain http in a stage worth protecting. */
export function checkConfigFits(file: string, config: SignalpostConfig, stage: string | null): Check {
  return {
    name: 'config',
    needs: [],
    async run() {
      if (stage !== null && config.local && protectsState(stage)) {
        return failed(
          `${file} says "local": true, which ${stage} does not take: its digests could travel in plain http`,
          'take "local" out of the config, or name another stage',
        );
      }
      if (exampleHost.test(new URL(config.api.baseUrl).hostname)) {
        return failed(
          `${file} still has the example's address of the service`,
          'write your own as api.baseUrl, and your ids into watch',
        );
      }
      return ok(`${file}: ${config.routes.map(({ id }) => id).join(', ')}`);
    },
  };
}
