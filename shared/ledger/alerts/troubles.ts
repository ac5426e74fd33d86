import type { Trouble, TroubleKind } from '../../domain/alerts/facts.ts';
import { minuteMs } from '../../domain/duration.ts';
import { createPace } from '../items/kept.ts';
import { pollingPk, routeKey, troublePrefix } from '../items/keys.ts';
import { tryAgain } from '../table/conditions.ts';
import { pastOf, queryAll, stringOf } from '../table/read-item.ts';
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
  const isNew = createPace(clock, minuteMs);
  const pkOf = (routeId: string | null): string => (routeId === null ? pollingPk : routeKey(routeId).pk);

  return {
    async note({ routeId, kind, about, problem, gapMs = 0 }: NotedTrouble): Promise<void> {
      const key = { pk: pkOf(routeId), sk: `${troublePrefix}${kind}` };
      if (!isNew(`${key.pk} ${key.sk}`)) return;
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
  };
}
