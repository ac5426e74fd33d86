import type { Observation } from '../../../functions/observations/observation.ts';
import { describeError } from '../../../shared/domain/describe-error.ts';
import { keyFamilies } from '../../../shared/ledger/items/keys.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { Instance } from '../parts/instance.ts';
import type { PostSeen } from '../parts/memory.ts';
import type { Oracle } from '../parts/oracle.ts';
import { day } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { checkAlerts, noteCauses } from './check-alerts.ts';
import { checkAlone, checkGone, checkLease, checkShare } from './check-attempts.ts';
import { checkSettlement } from './check-awaited.ts';
import { checkExcepted, noteFirstLook, noteRoster, noteRows } from './check-bridges.ts';
import { checkBuyerChange } from './check-buyer.ts';
import { checkClickCommit } from './check-clicks.ts';
import { checkMuted, noteMute, noteWaiting } from './check-delays.ts';
import { checkDigestChange } from './check-digest.ts';
import { checkEventChange, checkEventRequest, noteLeft } from './check-events.ts';
import { checkAnswer, checkFailure, checkFailureTold } from './check-failure.ts';
import { checkSizes } from './check-growth.ts';
import { checkArchiving } from './check-hand-over.ts';
import { checkHeldCounts } from './check-held.ts';
import { checkHistory, checkOwed } from './check-history.ts';
import { checkOverdue } from './check-in-time.ts';
import { checkPlace, seenCommit } from './check-place.ts';
import { checkPost } from './check-post.ts';
import { checkByHand } from './check-punctual.ts';
import { checkQuietPost } from './check-quiet.ts';
import { checkShortfalls } from './check-reading.ts';
import { checkListRequest, checkPause, checkRefusalTold } from './check-refusals.ts';
import { checkMoment, checkWindow } from './check-request.ts';
import { checkScanEnd } from './check-scan.ts';
import { checkSecrets, checkSecretsInError } from './check-secrets.ts';
import { checkExpiry, checkFloodHolding, checkOutboxChange, checkSignalChange } from './check-signal.ts';
import { checkSummaryChange } from './check-summary.ts';
import { checkPollOfVanished, noteWholeReading } from './check-vanished.ts';

export function noteCommit(world: World, commit: readonly TableChange[]): void {
  const { oracle } = world;
  checkPlace(world, commit);
  const changes = seenCommit(commit);
  checkHeldCounts(world, changes);
  checkOwed(world, changes);
  checkSizes(world, changes);
  checkSettlement(world, changes);
  for (const change of changes) {
    checkExpiry(oracle, change);
    checkHistory(world, change, changes);
    checkClickCommit(world, change);
    if (change.after && typeof change.after.v !== 'number') {
      oracle.violate('code', `${change.key.pk} ${change.key.sk} was written without its version`);
    }
    const { sk, pk } = change.key;
    if (pk === 'A#all') checkAlerts(world, change);
    noteLeft(world, change);
    checkEventChange(world, change);
    noteCauses(world, change);
    noteWaiting(world, change);
    noteMute(world, change);
    noteFirstLook(world, change);
    if (sk.startsWith('OUT#')) checkMuted(world, change);
    if (pk.startsWith(keyFamilies.signals)) checkSignalChange(world, change, changes);
    else if (sk.startsWith('OUT#')) checkOutboxChange(world, change, changes);
    else if (sk.startsWith('HELD#')) checkFloodHolding(world, change, changes);
    else if (sk.startsWith('GONE#')) checkArchiving(world, change, changes);
    else if (sk.startsWith('DIG#')) checkDigestChange(world, change, changes);
    else if (sk === 'SUMMARY') checkSummaryChange(world, change);
    else if (sk === 'META' && pk.startsWith('B#')) checkBuyerChange(world, change);
    else if (pk.startsWith('BR#')) {
      noteRoster(world, change);
      noteWholeReading(world, change);
    }
  }
}

export function noteObservation(world: World, instance: Instance, observation: Observation): void {
  if (observation.kind === 'upstream-requested') return;
  const { oracle, scheduler } = world;
  noteTold(instance, observation);
  if (observation.kind === 'polls-planned' || observation.kind === 'polls-skipped')
    oracle.memory.ticks.push(scheduler.now());
  if (observation.kind === 'polls-planned') {
    checkByHand(world, instance, observation.buyers);
    if (observation.everyone !== undefined) oracle.memory.everyoneAt = scheduler.now();
  }
  checkSecrets(oracle, `an observation of ${instance.name}`, JSON.stringify(observation));
  if (observation.kind === 'upstream-paused') checkPause(world, instance, observation.reason);
  if (observation.kind === 'alerts-judged') checkOverdue(world, observation.overdueSeconds);
  if (observation.kind === 'poll-failed' || observation.kind === 'buyer-polled')
    checkRefusalTold(world, observation);
  if (observation.kind === 'buyer-polled') checkScanEnd(world, instance, observation);
  if (observation.kind === 'digest-attempted' && observation.outcome === 'gone')
    checkGone(world, instance, observation.routeId);
  if ('problem' in observation) checkProgrammer(oracle, instance, observation.problem);
  checkFailureTold(world, instance, observation);
}

/** An invocation ended by itself, with this answer. */
export function noteEnd(world: World, instance: Instance, answer: unknown): void {
  const { oracle, scheduler } = world;
  const { slot, skipped } = Object(answer);
  if (instance.name === 'plan-polls' && slot !== undefined && skipped === undefined)
    noteLook(oracle.memory, scheduler.now());
  checkShortfalls(world, instance);
  checkAnswer(world, instance, answer);
}

function noteLook({ looks }: World['oracle']['memory'], now: number): void {
  if (now - looks.lastAt > day / 2) looks.since = now;
  looks.lastAt = now;
}

export function noteError(world: World, instance: Instance, error: unknown): void {
  const { oracle } = world;
  checkSecretsInError(oracle, instance.name, error);
  checkProgrammer(oracle, instance, error instanceof Error ? `${error.name}: ${error.message}` : 'no error');
  checkFailure(world, instance, describeError(error));
}

export function noteRequest(world: World, instance: Instance, url: URL): void {
  const isList = url.pathname.endsWith('/buyer-signals');
  checkMoment(world, instance);
  if (isList) checkWindow(world, instance, url);
  // It reads no list of new signals, but asks what became of some.
  if (url.searchParams.has('status')) return;
  checkExcepted(world, instance, url);
  checkEventRequest(world, instance, url);
  checkPollOfVanished(world, instance, url);
  noteRows(world, url);
  if (isList) checkListRequest(world, instance, url);
}

export function notePost(world: World, instance: Instance, post: PostSeen): void {
  checkAlone(world, instance);
  checkShare(world, instance);
  checkLease(world, instance);
  checkQuietPost(world, instance, post.routeId);
  checkPost(world, instance, post);
}

/** Notes the parts of an observation that later checks need. */
function noteTold({ told }: Instance, observation: Observation): void {
  const { kind } = observation;
  if (kind === 'message-failed') told.add(kind);
  if (kind === 'values-read' || kind === 'values-failed') told.add(`values-read ${observation.buyerId}`);
  if (kind === 'poll-failed' || kind === 'poll-undecided' || kind === 'hotness-failed')
    told.add(`${kind} ${observation.buyerId}`);
  if (kind === 'polls-cut-short') for (const buyerId of observation.buyerIds) told.add(`${kind} ${buyerId}`);
}

function checkProgrammer(oracle: Oracle, instance: Instance, problem: string): void {
  if (/^(TypeError|RangeError|ReferenceError|SyntaxError|no error)\b/.test(problem)) {
    oracle.violate('code', `${instance.name} failed with ${problem}`);
  }
}
