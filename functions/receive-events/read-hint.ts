import { isUuid } from '../../shared/domain/is-uuid.ts';
import { type EventMessage, mostNamed } from '../../shared/domain/polling/poll-message.ts';

/** `wrong`: the event is invalid; `ignored` then has the field, what was found and the fix. */
interface Ignored {
  readonly ignored: string;
  readonly wrong?: true;
}

/** Events of a webhook column of the service name a row and its bridge, and no buyer. */
const rowTypes: readonly unknown[] = ['bridge.row.created', 'bridge.row.updated'];

/** Quotes nothing of the event. */
export function readHint(event: unknown): EventMessage | Ignored {
  if (event === undefined) return wrong('the body: found no JSON; send an object with type and data');
  const { type, data } = Object(event);
  const { buyerIds, bridgeId } = Object(data);
  if (typeof type !== 'string') return wrong('type: found no text; write "signals.changed"');
  const isRow = rowTypes.includes(type);
  if (!isRow && type !== 'signals.changed') return { ignored: 'its type is unknown' };
  const ids: unknown[] = isRow ? [bridgeId] : Array.isArray(buyerIds) ? buyerIds : [];
  if (ids.length === 0 || ids.length > mostNamed)
    return wrong(`data.buyerIds: found ${ids.length} ids; name 1 to ${mostNamed}, and more in another event`);
  const odd = ids.findIndex((id) => typeof id !== 'string' || !isUuid(id));
  const field = isRow ? 'data.bridgeId' : `data.buyerIds[${odd}]`;
  if (odd >= 0) return wrong(`${field}: found no UUID; write the id as the API gives it`);
  const small = ids.map((id) => String(id).toLowerCase());
  return isRow ? { bridgeId: small[0] } : { buyerIds: [...new Set(small)] };
}

function wrong(ignored: string): Ignored {
  return { ignored, wrong: true };
}
