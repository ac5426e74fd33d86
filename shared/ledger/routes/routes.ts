import { shareWork } from '../../domain/concurrency.ts';
import type { ReportKind } from '../../domain/digests/delivery.ts';
import { drawLetters } from '../../domain/digests/digest-id.ts';
import { isRecord } from '../../domain/is-record.ts';
import { pausedByHand } from '../../domain/routes/pause.ts';
import type { ReportMark, Round } from '../../domain/routes/round.ts';
import { registryKey, registryPk, routeKey } from '../items/keys.ts';
import {
  absent,
  all,
  any,
  asRead,
  equals,
  ifHolds,
  isVersion,
  missing,
  tryIfHolds,
} from '../table/conditions.ts';
import { type Attributes, numberOf, queryAll, stringOf } from '../table/read-item.ts';
import type { Condition, LedgerPorts, TableWrite } from '../table/table.ts';

export type Routes = ReturnType<typeof createRoutes>;
export type RouteState = Awaited<ReturnType<Routes['read']>>;

export function createRoutes(ports: LedgerPorts) {
  const { register, list } = createRouteRegistry(ports);
  const { read, disable, pause, enable, movePlace, moveMark } = createRouteItems(ports);
  return { register, list, read, disable, pause, enable, movePlace, moveMark };
}

function createRouteItems(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /**
     * `since`: it has been in its state from then on, milliseconds since the epoch; null if it was never disabled.
     * `place`: sweeps go on there to read an outbox that is larger than a reading, and are at this turn since
     * `turnSince`; null for its oldest entry. Each change to the item is conditional on the one before, so that every
     * number is true.
     */
    async read(routeId: string) {
      const item = (await table.get(routeKey(routeId))) ?? {};
      const state: 'ENABLED' | 'DISABLED' = isEnabled(item) ? 'ENABLED' : 'DISABLED';
      return {
        routeId,
        state,
        reason: reasonOf(item),
        since: numberOf(item, 'since'),
        ver: numberOf(item, 'ver') ?? 0,
        /** Signals that it holds back until an operator resends them: counted with each move, so that none is read. */
        held: numberOf(item, 'held') ?? 0,
        /** Held signals of a flood that no message has told yet. */
        untold: numberOf(item, 'untold') ?? 0,
        round: roundOf(item),
        heartbeat: markOf(item, 'heartbeat'),
        recap: markOf(item, 'recap'),
        reminder: markOf(item, 'reminder'),
        place: stringOf(item, 'place'),
        turnSince: numberOf(item, 'turnSince'),
      };
    },

    /** The route keeps collecting, but sends nothing until an operator resumes it. */
    async disable(routeId: string, reason: string, now: number): Promise<void> {
      await table.update({ key: routeKey(routeId), set: { state: 'DISABLED', reason, since: now, v: 1 } });
    },

    /** The route keeps collecting. False if it was disabled already: the first reason stays. */
    async pause(routeId: string, now: number): Promise<boolean> {
      const set = { state: 'DISABLED', reason: pausedByHand, since: now, v: 1 };
      const update = { key: routeKey(routeId), set, condition: isEnabledItem };
      const { holds, found } = await tryIfHolds(ports, () => table.update(update));
      // A first try that got no answer may have written it.
      return holds || (found?.reason === pausedByHand && found.since === now);
    },

    /** A null `to` ends the turn. Nothing changes if another sweep was faster. */
    async movePlace(routeId: string, from: string | null, to: string | null, now: number): Promise<void> {
      const set = to === null ? {} : { place: to, ...(from === null && { turnSince: now }) };
      const update = {
        key: routeKey(routeId),
        set: { ...set, v: 1 },
        remove: to === null ? ['place', 'turnSince'] : [],
        condition: from === null ? missing('place') : equals('place', from),
      };
      await tryIfHolds(ports, () => table.update(update));
    },

    /** False, and no change, if the route's item has changed. No message is sent. */
    async moveMark(routeId: string, step: RouteStep): Promise<boolean> {
      return (await ifHolds(table.update(moveOn(routeId, step)))).holds;
    },

    /** Senders find the route enabled from now on. Nothing changes if it is: what waits would count from now on. */
    async enable(routeId: string, now: number): Promise<void> {
      const key = routeKey(routeId);
      const item = await table.get(key);
      if (item === undefined || isEnabled(item)) return;
      const set = { state: 'ENABLED', since: now, v: 1 };
      const enable = { key, set, add: { ver: 1 }, remove: ['reason'], condition: asRead(item, 'state') };
      await tryIfHolds(ports, () => table.update(enable));
    },
  };
}

/** A later version's unknown state sends nothing, and keeps everything until that version runs again. */
function isEnabled({ state }: Attributes): boolean {
  return state === undefined || state === 'ENABLED';
}

function reasonOf(item: Attributes): string | null {
  const state = stringOf(item, 'state');
  if (state === null || state === 'ENABLED' || state === 'DISABLED') return stringOf(item, 'reason');
  return `it is ${state}, which a later version wrote`;
}

const isEnabledItem = any(missing('state'), equals('state', 'ENABLED'));

/** Holds if the route is enabled and nothing has changed its item since its version was `ver`. */
export function unchangedSince(ver: number): Condition {
  return all(isEnabledItem, isVersion(ver));
}

export type RouteStep =
  | { readonly ver: number; readonly round: Round }
  | { readonly ver: number; readonly report: ReportKind; readonly mark: ReportMark };

/** Each transaction that freezes a message needs it: a digest tells what a flood rule set aside until then. */
export function putStep(routeId: string, step: RouteStep): TableWrite {
  return { kind: 'update', ...moveOn(routeId, step) };
}

function moveOn(routeId: string, step: RouteStep) {
  const { ver } = step;
  const told =
    'round' in step ? { round: { ...step.round }, untold: 0 } : { [step.report]: { ...step.mark } };
  return { key: routeKey(routeId), set: { ...told, v: 1 }, add: { ver: 1 }, condition: unchangedSince(ver) };
}

function markOf(route: Attributes, kind: ReportKind): ReportMark | null {
  const mark = route[kind];
  if (!isRecord(mark)) return null;
  const since = numberOf(mark, 'since') ?? undefined;
  return { at: numberOf(mark, 'at') ?? 0, times: stringOf(mark, 'times') ?? '', since };
}

function roundOf({ round }: Attributes): Round | null {
  if (!isRecord(round)) return null;
  const at = numberOf(round, 'at') ?? 0;
  return {
    at,
    createdAt: numberOf(round, 'createdAt') ?? at,
    parts: numberOf(round, 'parts') ?? 0,
    messages: numberOf(round, 'messages') ?? 0,
    signals: numberOf(round, 'signals') ?? 0,
    hot: numberOf(round, 'hot') ?? 0,
    inQuietHours: numberOf(round, 'inQuietHours') ?? 0,
    more: round.more === true,
  };
}

function createRouteRegistry(ports: LedgerPorts) {
  const { table, clock, random } = ports;
  const known = new Set<string>();
  const registerOnce = shareWork<void>();
  return {
    /**
     * Routes are registered before anything is put into their outboxes, so that their signals can be found however
     * the config changes. Once for each process and route; an entry is never removed. Called from outside for tables
     * older than the registry.
     */
    async register(routeIds: readonly string[]): Promise<void> {
      for (const routeId of routeIds) {
        if (known.has(routeId)) continue;
        await registerOnce(routeId, async () => {
          // The seed is part of what its digests' ids are made of.
          const own = { firstSeenAt: clock.now(), seed: drawLetters(random), v: 1 };
          const item = { ...registryKey(routeId), ...own };
          await tryIfHolds(ports, () => table.put(item, absent));
          known.add(routeId);
        });
      }
    },

    /** Routes that were removed from the config are listed, too, in the order of their ids. */
    list: () => Array.fromAsync(queryAll(table, registryPk, ''), ({ sk }) => ({ routeId: sk })),
  };
}
