import type { ComposePorts } from './ports.ts';

/** A part is begun only with this much time left. */
export const partMs = 10_000;

/** The time ran out with entries left, or others were always faster: the invoke fails, and is tried again with the same slot. */
export class ComposeUnfinishedError extends Error {
  override readonly name = 'ComposeUnfinishedError';
  readonly code = 'COMPOSE_UNFINISHED';
}

export function checkTime(
  { clock }: Pick<ComposePorts, 'clock'>,
  { route, deadline }: { readonly route: { readonly id: string }; readonly deadline: number },
  what: string,
): void {
  if (clock.now() + partMs > deadline) {
    throw new ComposeUnfinishedError(`${route.id}: no time left for ${what}`);
  }
}
