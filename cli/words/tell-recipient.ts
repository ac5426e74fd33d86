import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { destinationOf } from '../../shared/destinations/destinations.ts';

/** Who is told of alarms; null if nobody is. AWS alone sends mails. */
export function tellRecipient({ alarms }: SignalpostConfig, isStage: boolean): string | null {
  const { to, email } = alarms ?? {};
  if (to !== undefined) return destinationOf(to).tellPlace(to);
  return isStage && email !== undefined ? email : null;
}
