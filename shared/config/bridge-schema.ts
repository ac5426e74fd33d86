import * as v from 'valibot';
import { isBridgeId } from '../domain/routes/wanted-bridges.ts';
import { text } from './field-schemas.ts';
import { fix } from './fields.ts';

const bridgeFix =
  "write a bridge's UUID (8-4-4-4-12 of 0 to 9 and a to f), or its name as its signals show it";
const longestName = 200;
/** A UUID with a digit too many or too few, in braces or without dashes: it would match nothing as a name. */
const nearlyUuid = /^(urn:uuid:)?[{(]?[\da-f-]{20,}[)}]?$/i;
const controls = /\p{Cc}/u;

/** Bridges by their ids, which come back in small letters, or by their names. */
export function bridgeList() {
  const bridge = v.pipe(
    text(bridgeFix),
    v.maxLength(longestName, fix(`shorten it to ${longestName}`)),
    v.check((written) => isIdOrName(written.trim()), fix(bridgeFix)),
    v.transform((written) => readIdOrName(written.trim())),
  );
  return v.pipe(
    v.array(bridge, fix('write a list of UUIDs or names')),
    v.minLength(1, fix('it would match nothing; leave the field out to match every bridge')),
    v.description('Takes signals of these bridges only: UUIDs, or display names in any letters.'),
    // The first spelling of a name is kept, for the sentences that name it.
    v.transform((bridges) =>
      [...Map.groupBy(bridges, (one) => one.toLowerCase()).values()].flatMap(([first]) => first ?? []),
    ),
  );
}

function isIdOrName(written: string): boolean {
  return isBridgeId(written) || !(nearlyUuid.test(written) || controls.test(written));
}

function readIdOrName(written: string): string {
  return isBridgeId(written) ? written.toLowerCase() : written;
}
