import type { Mute } from '../../../shared/domain/routes/mute.ts';

/** What an operator mutes, or ends again. */
export interface MuteDeed extends Pick<Mute, 'kind' | 'id'> {
  readonly at: number;
  /** How long it is muted by the operator's clock; null ends the mute. */
  readonly lastsMs: number | null;
}
