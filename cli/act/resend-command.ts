import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import { matchDigestId } from '../../shared/domain/digests/digest-id.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { formatKinds } from '../../shared/domain/routes/destination-kinds.ts';
import { isPaused } from '../../shared/domain/routes/pause.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { restOf, zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { DigestListing } from '../../shared/ledger/items/digest-listing.ts';
import { heldPrefix } from '../../shared/ledger/items/keys.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { RouteState } from '../../shared/ledger/routes/routes.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { describeDigest } from '../../view/words/describe-digest.ts';
import { suggest } from '../../view/words/suggest.ts';
import {
  describeMadeDue,
  describeOtherType,
  describeRepeat,
  findSender,
} from '../../view/words/when-sent.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { readSince } from '../input/read-time.ts';
import { changeLedger, findRoute } from '../open/with-ledger.ts';
import { formatName } from '../read/history-command.ts';
import { describeMutes } from './describe-mutes.ts';

interface ResendOptions extends PlaceOptions {
  readonly since?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('resend'))
    .description(
      'send what a route never delivered: digests that failed for good, and signals that a flood rule held; ' +
        'with a digest or --since, send delivered digests again, with the same ids and bytes',
    )
    .argument('<route>', "the route's id")
    .argument(
      '[digest]',
      "a digest's id, or the first 8 letters of it: only this digest, even if it was delivered",
    )
    .option(
      '--since <time>',
      'only what was delivered since: a time such as 2026-11-21T08:00:00Z, a day such as yesterday, or an age such as 7d or "2 hours"',
    )
    .option('--dry-run', 'list what would be sent, and change nothing')
    .option(
      '--yes',
      `send delivered digests to ${formatKinds({ dropsRepeats: false }, 'or')}, or by a template to a tool, too: they may appear a second time`,
    )
    .action(resend);
}

const mostListed = 20;

async function resend(id: string, digestId: string | undefined, options: ResendOptions): Promise<void> {
  const now = systemClock.now();
  const { since, dryRun = false, yes = false } = options;
  if (digestId !== undefined && since !== undefined)
    throw new ConfigurationError([`--since: found beside the digest ${digestId}; leave one of them out`]);
  const which = digestId ?? (since === undefined ? null : readSince(since, now));
  await changeLedger(options, async (chosen) => {
    const { ledger } = chosen;
    const before = await ledger.routes.read(id);
    const rest = restOf((await chosen.readConfig()).routes, before);
    const route = rest ?? (await findRoute(chosen, id));
    const found = await listDigests(ledger, id, which, rest !== null, options);
    const own = found.filter(({ destinationType }) => destinationType === route.to.type);
    const digestsOfOtherType = found.length - own.length;
    if (!dryRun && !yes) checkRepeatable(route, own);
    const held = which === null ? before.held : 0;
    const waiting = which === null && rest ? (await ledger.outbox.count(id, now)).signals : 0;
    const heldSignals = dryRun && held > 0 ? await listHeld(ledger, id) : [];
    const digests = dryRun ? own.length : await ledger.digests.resend(own, now, rest?.id);
    const signals = dryRun || which !== null ? held + waiting : await releaseSignals(ledger, id, rest);
    const counts = { digests, digestIds: own.map((digest) => digest.digestId), signals };
    const report = { routeId: id, dryRun, ...counts, heldSignals, digestsOfOtherType };
    const told = counted(signals, rest ? 'signal' : 'held signal');
    const planned = [
      `route ${id}: would send ${counted(digests, 'digest')}${signals > 0 ? ` and ${told}` : ''}.`,
      ...own.map((digest) => `  ${describeDigest(digest, 'ENABLED', now, zoneOf(route))}`),
      ...heldSignals.map((signal) => `  ${formatName(signal)}`),
      held > mostListed && `  and ${counted(held - mostListed, 'more held signal')}`,
    ];
    const sender = findSender(options.stage, chosen.isRunning);
    const sent = [
      digests > 0 && `route ${id}: ${describeMadeDue(digests, route, sender, now)}.`,
      signals > 0 && `route ${route.id}: ${told} will go out with the next digests.`,
      ...(signals > 0 && !dryRun ? await describeMutes(ledger, route.id, now) : []),
      describeStopped(await ledger.routes.read(route.id), options),
    ];
    const isNothing = digests + signals + digestsOfOtherType === 0;
    const lines = [
      rest && `route ${id} can't reach its owner: what waits for it goes to ${rest.id}.`,
      ...(isNothing ? [`route ${id}: ${describeNothing(which)}`] : dryRun ? planned : sent),
    ].filter((line) => typeof line === 'string');
    print(options, report, lines);
    if (digestsOfOtherType > 0) console.error(describeOtherType(digestsOfOtherType, route, options));
  });
}

async function listHeld(ledger: Ledger, id: string) {
  const entries = await ledger.outbox.read(id, mostListed, heldPrefix);
  return entries.map(({ signal }) => {
    const { name = null, buyerName = null } = signal ?? {};
    return { name, buyerName };
  });
}

/** Sends what a flood rule held with the next digests, and hands all that waits for an owner who left to the rest. */
async function releaseSignals(ledger: Ledger, id: string, rest: Route | null): Promise<number> {
  const released = await ledger.outbox.resendHeld(id);
  return rest === null ? released : ledger.pending.handOver(id, rest.id);
}

/** Why nothing goes out yet; null for a route that sends. */
function describeStopped({ routeId, state, reason }: RouteState, options: PlaceOptions): string | null {
  if (state === 'ENABLED') return null;
  const how = isPaused({ reason }) ? 'paused' : 'disabled';
  return `route ${routeId} is ${how}, and they wait until: ${suggest(`resume ${routeId}`, options)}`;
}

/**
 * `which`: the id of a digest, a time since which digests were delivered, or null for what never was. `isLeft`: its owner
 * can't be reached, so what is still tried waits for nothing.
 */
async function listDigests(
  ledger: Ledger,
  id: string,
  which: string | number | null,
  isLeft: boolean,
  options: PlaceOptions,
): Promise<DigestListing[]> {
  if (typeof which === 'number') return ledger.digests.listDelivered(id, which);
  const undelivered = await ledger.digests.listUndelivered(id);
  if (which === null)
    return undelivered.filter(
      ({ state }) => state === 'DEAD' || state === 'HELD' || (isLeft && state === 'FROZEN'),
    );
  const isId = matchDigestId(which);
  const digests = [...undelivered, ...(await ledger.digests.listDelivered(id, 0))];
  const digest = digests.find(({ digestId }) => isId(digestId));
  if (digest === undefined)
    throw new ConfigurationError([
      `DIGEST: route ${id} has no digest ${JSON.stringify(which)}; delivered digests are kept for 30 days: ` +
        `${suggest(`resend ${id} --since "30 days" --dry-run`, options)} lists them`,
    ]);
  if (digest.state === 'SENDING' || digest.state === 'UNKNOWN')
    throw new ConfigurationError([
      `DIGEST: ${describeDigest(digest, 'ENABLED', systemClock.now())}; try again later`,
    ]);
  return [digest];
}

function checkRepeatable({ id, to }: Route, digests: readonly DigestListing[]): void {
  const delivered = digests.filter(({ state }) => state === 'DELIVERED').length;
  const repeat = describeRepeat(to);
  if (repeat === null || delivered === 0) return;
  throw new ConfigurationError([
    `--yes: route ${id} would repeat ${counted(delivered, 'message')}. ${repeat}; ` +
      'add --yes to send it anyway. Nothing was changed',
  ]);
}

function describeNothing(which: string | number | null): string {
  return which === null
    ? 'no digest has failed for good and no signal is held, so there is nothing to send.'
    : 'nothing was delivered since then, so there is nothing to send again. Delivered digests are kept for 30 days.';
}
