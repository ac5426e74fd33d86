import type { AttemptRecord } from '../../../shared/domain/digests/attempt.ts';
import type {
  DigestClaim,
  DigestOutline,
  DigestPointer,
  FrozenDigest,
  Settlement,
} from '../../../shared/domain/digests/delivery.ts';
import { digestKey } from '../../../shared/ledger/items/keys.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { exampleNewSignal } from '../examples/example-signals.ts';
import { now, type OpenedLedger, openLedger } from './open-ledger.ts';

/** The digest that `openFrozen` and `openClaimed` make. */
export const pointer: DigestPointer = { routeId: 'crm', slot: '2026-11-21T08:00:00.000Z', part: 1 };
export const pointerKey = digestKey(pointer);

/** For a test that looks nothing up. */
export const noOutline: DigestOutline = { headline: 'A digest', hot: 0, buyers: [] };

/** Freezes the oldest entry of a route's outbox into a digest that is due `at`: for a webhook, `msg_PART`, unless told. */
export async function freezeOldest(
  ledger: Pick<Ledger, 'digests' | 'outbox'>,
  { routeId, slot, part }: DigestPointer,
  at: number,
  over: Partial<FrozenDigest> = {},
): Promise<void> {
  const [entry] = await ledger.outbox.read(routeId, 1);
  const digest = { routeId, slot, part, digestId: `msg_${part}`, destinationType: 'webhook' as const };
  const members = entry ? [entry.key] : [];
  const frozen = await ledger.digests.freeze(
    { ...digest, body: '{}', members, outline: noOutline, ...over },
    at,
  );
  if (!frozen) throw new Error(`the digest ${routeId} ${slot} ${part} could not be frozen`);
}

/** Claims a digest that has to be due `at`. */
export async function claimDue(
  ledger: Pick<Ledger, 'digests'>,
  pointer: DigestPointer,
  at: number,
  leaseMs = 90_000,
): Promise<DigestClaim> {
  const claim = await ledger.digests.claim(pointer, at, leaseMs);
  if (claim === null) throw new Error(`the digest ${pointer.routeId} ${pointer.slot} was not due`);
  return claim;
}

/** Claims a digest that has to be due `at`, and settles it so at once. */
export async function settleDue(
  ledger: Pick<Ledger, 'digests'>,
  pointer: DigestPointer,
  at: number,
  settlement: Settlement,
  attempted = true,
  told?: Omit<AttemptRecord, 'at'>,
): Promise<void> {
  const claim = await claimDue(ledger, pointer, at);
  const settled = await ledger.digests.settle(claim, settlement, at, attempted, told);
  if (!settled) throw new Error(`the digest ${pointer.routeId} ${pointer.slot} could not be settled`);
}

/** A ledger with one signal, whose digest is due at `now`. */
export async function openFrozen(over: Partial<FrozenDigest> = {}): Promise<OpenedLedger> {
  const opened = openLedger();
  await opened.ledger.signals.record(exampleNewSignal(1));
  await freezeOldest(opened.ledger, pointer, now, over);
  return opened;
}

/** The same, and a sender has claimed the digest. */
export async function openClaimed(): Promise<OpenedLedger & { claim: DigestClaim }> {
  const opened = await openFrozen();
  return { ...opened, claim: await claimDue(opened.ledger, pointer, now) };
}
