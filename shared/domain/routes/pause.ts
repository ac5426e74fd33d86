/** Stored as the reason of a route that an operator disabled. Its destination is well, so no alarm is raised. */
export const pausedByHand = 'paused by hand';

export function isPaused({ reason }: { readonly reason: string | null }): boolean {
  return reason === pausedByHand;
}
