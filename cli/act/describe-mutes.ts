import { counted } from '../../shared/domain/counted.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { describeMuted } from '../../view/health/describe-muted.ts';

/** The waiting signals of a route that do not go out before the end of a mute, a line for each mute. */
export async function describeMutes({ mutes }: Ledger, routeId: string, now: number): Promise<string[]> {
  return (await mutes.count(routeId, await mutes.list(), now)).map((one) => {
    const wait = `${counted(one.signals, 'signal')} ${one.signals === 1 ? 'waits' : 'wait'}`;
    return `  ${wait} until ${formatTime(one.until)}, since ${describeMuted(one)} is muted.`;
  });
}
