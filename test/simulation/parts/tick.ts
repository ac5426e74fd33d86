export interface Tick {
  readonly slot: number;
  /** How often the schedule fires for it: 0 was skipped, 2 is doubled. */
  readonly polls: number;
  /** Somebody asks for everyone to be polled, in place of the schedule. */
  readonly byHand: boolean;
  readonly composes: readonly number[];
  readonly sweeps: number;
  readonly lateMs: number;
  /** Compositions and sweeps begin so long after the polls. */
  readonly composeAfterMs: number;
  readonly deploys: boolean;
  /** Every message that waits in a queue is gone. */
  readonly losesMessages: boolean;
  /** Somebody sends once more what was delivered lately, for a receiver that lost it. */
  readonly replays: boolean;
  readonly operator: 'resume' | 'resend' | 'redrive-letters' | 'discard' | null;
}
