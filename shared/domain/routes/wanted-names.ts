import { isUuid } from '../is-uuid.ts';
import { compared } from '../text/compared.ts';
import type { Truth } from './truth.ts';

/** Ids are UUIDs. An unknown value is null: a name that the signal does not show may be any name. */
export function isWanted(
  wanted: readonly string[] | undefined,
  id: string | null,
  name: string | null,
): Truth {
  if (wanted === undefined) return true;
  if (id !== null && wanted.includes(id)) return true;
  const names = wanted.filter((one) => !isUuid(one)).map(compared);
  const shown = compared(name ?? '');
  if (shown !== '' && names.includes(shown)) return true;
  const isOpen = id === null || (shown === '' && names.length > 0);
  return isOpen ? null : false;
}
