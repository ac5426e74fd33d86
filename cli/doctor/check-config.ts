import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { protectsState } from '../../shared/runtime/stage-names.ts';
import { findExampleAddress } from '../own-config.ts';
import { type Check, type Finding, failed, ok } from './check.ts';

/** Finds what is valid and still can't run there: the example's own address, or plain http in a protected stage. */
export function checkConfigFits(file: string, config: SignalpostConfig, stage: string | null): Check {
  return { name: 'config', needs: [], run: async () => judge(file, config, stage) };
}

function judge(file: string, config: SignalpostConfig, stage: string | null): Finding {
  if (stage !== null && config.local && protectsState(stage)) {
    return failed(
      `${file} has "local": true, which ${stage} does not allow: its digests could be sent over plain http`,
      'remove "local" from the config, or name another stage',
    );
  }
  const example = findExampleAddress(config);
  if (example !== null) return failed(`${file}: ${example.found}`, example.fix);
  const next = stage === null ? 'signalpost run --once' : undefined;
  return ok(`${file}: ${config.routes.map(({ id }) => id).join(', ')}${tellWatch(config.watch)}`, next);
}

/** Many people take `watch.bridges` for a filter of signals, which it is not. */
function tellWatch({ bridges, only }: SignalpostConfig['watch']): string {
  if (bridges.length === 0) return '';
  const watched = counted(bridges.length, 'bridge');
  if (only !== undefined) return `; only signals of the ${watched} in watch.bridges are sent`;
  return (
    `; every buyer in the rows of ${watched} is watched, and its signals of other bridges are sent too. To send ` +
    'signals of these bridges alone, add "only": "these bridges" to watch'
  );
}
