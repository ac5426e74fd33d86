import { type HeartbeatContent, tellHeartbeat, tellOrigin } from '../../domain/digests/heartbeat.ts';
import { run, textBlock, writeEnvelope } from './card.ts';

/** A sentence and one line beneath it: whoever looks at the channel sees that nothing is amiss, and reads on. */
export function renderHeartbeat(content: HeartbeatContent): string {
  return writeEnvelope([
    textBlock([run(tellHeartbeat(content))]),
    textBlock([run(tellOrigin(content), { size: 'Small', isSubtle: true })], { spacing: 'Small' }),
  ]);
}
