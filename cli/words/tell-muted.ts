import type { MutedSignals } from '../../shared/domain/routes/mute.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';

/** `buyer 1f0c… (Fort Worth ISD)` */
export function tellMuted({ kind, id, name }: Pick<MutedSignals, 'kind' | 'id' | 'name'>): string {
  const known = oneLine(name, longest.buyerName);
  return `${kind} ${id}${known === null ? '' : ` (${known})`}`;
}
