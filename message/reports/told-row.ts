import { buyerNameOf } from '../../shared/domain/cells/buyer-name.ts';
import { deadlineOf } from '../../shared/domain/cells/deadline.ts';
import { ownersOf } from '../../shared/domain/cells/owners.ts';
import { createFactReader } from '../../shared/domain/cells/row-facts.ts';
import type { DigestView } from '../../shared/domain/digests/digest.ts';
import type { Signal } from '../../shared/domain/rows/signal.ts';
import { nameBuyer, nameSignal } from '../digest/shown-buyers.ts';
import { writeDate } from '../facts/field-facts.ts';
import { formatClosing, readingOf } from '../facts/format-date.ts';
import { formatSum } from '../facts/money.ts';
import { linksOf } from '../lines/links.ts';

/** A row as a report lists it, with its values of now. */
export type ToldRow = ReturnType<typeof toldRowOf>;

/** A longer one takes the room of other signals. */
const longestLink = 300;

export function toldRowOf(signal: Signal, view: DigestView) {
  const { buyerId, bridgeId, rowId } = signal;
  const links = linksOf(signal, view, buyerId);
  const url = links.signal ?? links.source;
  const deadline = deadlineOf(signal, view);
  const worth = createFactReader(signal, view).money()?.value ?? null;
  return {
    buyerId,
    bridgeId,
    rowId,
    name: nameSignal(signal),
    buyerName: nameBuyer({ buyerId, name: buyerNameOf(signal, view) }),
    /** Written as in a digest's `facts`: `2026-12-10`; null without one. */
    deadline: deadline && writeDate(deadline.date),
    /** The instant at which it ends, ISO 8601. */
    closesAt: deadline && new Date(deadline.endsAt).toISOString(),
    /** `closes Thu, Dec 10` */
    due: deadline && formatClosing(deadline, readingOf(view)),
    worth,
    /** `$1.27M` */
    money: worth && formatSum(worth),
    owners: ownersOf(signal, view).all,
    /** The config's template leads there, or else an address in the row does. */
    link: url !== null && url.length <= longestLink ? url : null,
  };
}
