import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { counted } from '../../../shared/domain/counted.ts';
import { type Check, ok } from '../check.ts';

/** Says which signals are sent: many people take `watch.bridges` for a filter of signals, which it is not. */
export function checkWatch({ bridges, only }: SignalpostConfig['watch']): Check {
  const what = counted(bridges.length, 'bridge');
  const found =
    only === undefined
      ? `${what} in watch.bridges: every buyer in their rows is watched, and its signals of other bridges are sent too. To send signals of these bridges alone, add "only": "these bridges" to watch`
      : `only signals of the ${what} in watch.bridges are sent`;
  return { name: 'watch', needs: [], run: async () => ok(found) };
}
