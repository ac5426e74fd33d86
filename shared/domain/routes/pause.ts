/** The reason of a route that an operator disabled. Its destination is well, so no alarm is raised. */
export const pausedByHand = 'paused by hand';

export function isPaused({ reason }: { readonly reason: string | null }): boolean {
  return reason === pausedByHand;
}

/**
 * Slack's words for a conversation with somebody who left. Any other refusal is nobody's leaving: what is the owner's then waits
 * for them, as for every route. `account_inactive` is said of the token of a bot that was removed from the workspace. Source:
 * chat.postMessage, "Errors".
 */
const wordsForLeaving = ['channel_not_found', 'user_not_found'];

/** An owner's route is disabled since Slack said that they left. */
export function hasLeft({
  state,
  reason,
}: {
  readonly state: string;
  readonly reason: string | null;
}): boolean {
  return state === 'DISABLED' && wordsForLeaving.some((word) => reason?.includes(word));
}
