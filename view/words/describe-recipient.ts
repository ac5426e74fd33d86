import { destinationOf } from '../../message/destinations.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { StageManifest } from '../../shared/runtime/stage-names.ts';

/** Who is told of alarms; null if nobody is. AWS alone sends mails. `stage`: null for this machine. */
export function describeRecipient(
  { alarms }: SignalpostConfig,
  stage: Pick<StageManifest, 'alarmTopic'> | null,
): string | null {
  const { to, email } = alarms ?? {};
  const first = to === undefined ? stage && email : destinationOf(to).formatPlace(to);
  const told = [first, stage?.alarmTopic].filter((one) => typeof one === 'string');
  return told.length === 0 ? null : told.join(' and ');
}
