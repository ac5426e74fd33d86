import type { Trouble, TroubleKind } from '../../domain/alerts/facts.ts';
import { hourMs, minuteMs } from '../../domain/duration.ts';
import { columnSeenKey, pollingPk, routeKey, troublePrefix } from '../items/keys.ts';
import { tryAgain } from '../table/conditions.ts';
import { numberOf, pastOf, queryAll, stringOf } from '../table/read-item.ts';
import type { LedgerPorts } from '../table/table.ts';

interface NotedTrouble extends Pick<Trouble, 'about' | 'problem'> {
  /** Null for trouble with the polling. */
  readonly routeId: string | null;
  readonly kind: TroubleKind;
  /** The trouble begins anew after so many milliseconds without it. @default at once */
  readonly gapMs?: number;
}

export type Troubles = ReturnType<typeof createTroubles>;

const longestText = 300;

/** Losing a trouble loses no signal. */
export function createTroubles(ports: LedgerPorts) {
  const { table, clock } = ports;
  /** A process notes each thing once in a while: hundreds of failures need no more writes. */
  const noted = new Map<string, number>();
  const isNew = (what: string, everyMs: number): boolean => {
    const now = clock.now();
    if (Math.abs(now - (noted.get(what) ?? Number.NEGATIVE_INFINITY)) < everyMs) return false;
    noted.set(what, now);
    return true;
  };
  const pkOf = (routeId: string | null): string => (routeId === null ? pollingPk : routeKey(routeId).pk);

  return {
    async note({ routeId, kind, about, problem, gapMs = 0 }: NotedTrouble): Promise<void> {
      const key = { pk: pkOf(routeId), sk: `${troublePrefix}${kind}` };
      if (!isNew(`${key.pk} ${key.sk}`, minuteMs)) return;
      const item = (await table.get(key)) ?? {};
      const now = clock.now();
      const at = pastOf(item, 'at', now);
      const isGoingOn = at !== null && now - at <= gapMs;
      const since = (isGoingOn ? pastOf(item, 'since', now) : null) ?? now;
      const set = { since, at: now, about, problem: problem.slice(0, longestText), v: 1 };
      await tryAgain(ports, () => table.update({ key, set }));
    },

    async list(routeId: string | null): Promise<Trouble[]> {
      const troubles: Trouble[] = [];
      const now = clock.now();
      for await (const item of queryAll(table, pkOf(routeId), troublePrefix)) {
        const at = pastOf(item, 'at', now);
        if (at === null) continue;
        const kind = item.sk.slice(troublePrefix.length) as TroubleKind;
        const [about, problem] = [stringOf(item, 'about') ?? '', stringOf(item, 'problem') ?? ''];
        troubles.push({ kind, since: pastOf(item, 'since', now) ?? at, at, about, problem });
      }
      return troubles;
    },

    async noteColumnsSeen(names: readonly string[]): Promise<void> {
      for (const name of names) {
        if (!isNew(`column ${name}`, hourMs)) continue;
        const update = { key: columnSeenKey(name), set: { at: clock.now(), v: 1 } };
        await tryAgain(ports, () => table.update(update));
      }
    },

    /** Null for never. */
    async readColumnSeen(name: string): Promise<number | null> {
      const item = await table.get(columnSeenKey(name));
      return item === undefined ? null : numberOf(item, 'at');
    },
  };
}
