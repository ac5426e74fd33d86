import { counted } from '../../shared/domain/counted.ts';
import { countDigests, type RouteRow, tellFailing } from './route-report.ts';

/** What of a route needs attention, a sentence each with what to do. `at`: see `tellRoute`. */
export function needsOfRoute(row: RouteRow, now: number, at = ''): string[] {
  const held = row.to !== null && row.signalsHeld > 0;
  const release = `route ${row.id}: ${counted(row.signalsHeld, 'signal')} held back: signalpost release ${row.id}${at}`;
  return [...findTroubles(row, now, at), ...(held ? [release] : [])];
}

/** The same without what a flood rule held back, which is as the config wants it. */
export function findTroubles(row: RouteRow, now: number, at = ''): string[] {
  const { id, to, state, reason, failing } = row;
  const { kept, misplaced, dead } = countDigests(row);
  const otherwise = `signalpost hand-over ${id} --to ROUTE${at}, or signalpost discard ${id}${at}`;
  if (to === null) {
    return [`route ${id} is not in the config, and something is pending for it: ${otherwise}`];
  }
  const troubles: string[] = [];
  if (state === 'DISABLED') {
    const why = reason ?? 'no reason was written down';
    const keeps = kept > 0 ? `, ${counted(kept, 'digest')} kept` : '';
    troubles.push(
      `route ${id} is disabled (${why})${keeps}: fix the destination, then: signalpost resume ${id}${at}`,
    );
  } else if (kept > 0) {
    const are = kept === 1 ? 'is' : 'are';
    troubles.push(
      `route ${id}: ${counted(kept, 'digest')} ${are} kept although the route is enabled: signalpost resume ${id}${at}`,
    );
  }
  if (failing !== null) troubles.push(`route ${id}: ${tellFailing(failing, now)}`);
  if (misplaced > 0) {
    troubles.push(
      `route ${id}: ${counted(misplaced, 'digest')} written for another kind of destination: ${otherwise}`,
    );
  }
  if (dead > 0) {
    troubles.push(`route ${id}: ${counted(dead, 'digest')} given up: signalpost redrive ${id}${at}`);
  }
  return troubles;
}
