import { shortId } from '../../domain/digests/digest-id.ts';
import type { HeartbeatContent } from '../../domain/digests/heartbeat.ts';
import { tellHeartbeat, tellPeriod } from '../../domain/digests/tell-heartbeat.ts';
import { longest } from '../../domain/text/lengths.ts';
import { oneLine } from '../../domain/text/one-line.ts';
import { run, textBlock, writeEnvelope } from './card.ts';

/** A sentence and one line beneath it: whoever looks at the channel sees that nothing is amiss, and reads on. */
export function renderHeartbeat(content: HeartbeatContent): string {
  const route = oneLine(content.routeId, longest.routeId);
  const origin = `${route} · heartbeat · ${tellPeriod(content)} · id ${shortId(content.digestId)}`;
  return writeEnvelope([
    textBlock([run(tellHeartbeat(content))]),
    textBlock([run(origin, { size: 'Small', isSubtle: true })], { spacing: 'Small' }),
  ]);
}
