import type { DigestClaim, Settlement } from '../../shared/domain/digests/delivery.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { FunctionPorts } from '../function-ports.ts';

/** A reason not to call the destination. The digest is kept in every case. */
export interface Obstacle {
  readonly reason: string;
  readonly settlement: Settlement;
}

/** `route`: the one that sends the digest, by the config; undefined if the config has it no more. */
export async function findObstacle(
  { ledger }: Pick<FunctionPorts, 'ledger'>,
  claim: DigestClaim,
  route: Route | undefined,
): Promise<Obstacle | null> {
  if (route === undefined) return misplaced('its route is not in the config');
  if (route.to.type !== claim.destinationType) {
    return misplaced(
      `it was rendered for ${claim.destinationType}, but its route now sends to ${route.to.type}`,
    );
  }
  const state = await ledger.readRoute(route.id);
  if (state.state !== 'DISABLED') return null;
  const reason = `the route is disabled: ${state.reason ?? 'no reason was recorded'}`;
  return { reason, settlement: { to: 'HELD', reason } };
}

function misplaced(reason: string): Obstacle {
  return { reason, settlement: { to: 'HELD', reason, misplaced: true } };
}
