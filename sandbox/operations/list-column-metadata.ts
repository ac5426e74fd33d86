import type { ColumnMetadata } from '../../shared/bridge-api/index.ts';
import type { BridgeRecord } from '../data/bridges.ts';
import type { World } from '../data/world.ts';
import { notFound } from '../http/api-error.ts';

export function listColumnMetadata(world: World, bridgeId: string): readonly ColumnMetadata[] {
  return findBridge(world, bridgeId).metadata;
}

/** Throws a 404 on an unknown id: the contract calls the id in the path a string, so any text may be one. */
export function findBridge(world: World, bridgeId: string): BridgeRecord {
  const bridge = world.bridgesById.get(bridgeId.toLowerCase());
  if (!bridge) throw notFound('resource.bridge.notFound', `there is no bridge ${bridgeId}`);
  return bridge;
}
