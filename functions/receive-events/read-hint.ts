import { isUuid } from '../../shared/domain/is-uuid.ts';
import type { EventMessage } from '../../shared/domain/polling/event-message.ts';

/** An event that asks for nothing here; or that is `wrong`, with the field, what was found and the fix. */
interface Ignored {
  readonly ignored: string;
  readonly wrong?: true;
}

const mostBuyers = 100;
/** Of a webhook column of the service: they name a row and its bridge, and no buyer. */
const rowTypes: readonly unknown[] = ['bridge.row.created', 'bridge.row.updated'];

/** The ids in an event, in small letters. Quotes nothing of it. */
export function readHint(event: unknown): EventMessage | Ignored {
  if (event === undefined) return wrong('the body: found no JSON; send an object with type and data');
  const { type, data } = Object(event);
  const { buyerIds, bridgeId } = Object(data);
  if (typeof type !== 'string') return wrong('type: found no text; write "signals.changed"');
  if (rowTypes.includes(type))
    return isId(bridgeId) ? { bridgeId: bridgeId.toLowerCase() } : notId('data.bridgeId', 'bridge');
  if (type !== 'signals.changed') return { ignored: 'its type is unknown' };
  const count = Array.isArray(buyerIds) ? buyerIds.length : 0;
  if (count === 0 || count > mostBuyers)
    return wrong(
      `data.buyerIds: found ${count} ids; name 1 to ${mostBuyers} buyers, and more in another event`,
    );
  const odd = buyerIds.findIndex((id: unknown) => !isId(id));
  if (odd >= 0) return notId(`data.buyerIds[${odd}]`, 'buyer');
  return { buyerIds: [...new Set<string>(buyerIds.map((id: string) => id.toLowerCase()))] };
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && isUuid(id);
}

function notId(field: string, of: string): Ignored {
  return wrong(`${field}: found no UUID; write the id of the ${of} as the API gives it`);
}

function wrong(ignored: string): Ignored {
  return { ignored, wrong: true };
}
