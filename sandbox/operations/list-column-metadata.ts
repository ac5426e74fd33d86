import type { ColumnMetadata } from '../../shared/bridge-api/types.ts';
import type { BridgeRecord } from '../data/bridges.ts';
import type { World } from '../data/world.ts';
import { notFound } from '../http/api-error.ts';
import { parseUuid } from '../http/query-parameters.ts';

export function listColumnMetadata(world: World, bridgeId: string): readonly ColumnMetadata[] {
  return findBridge(world, bridgeId).metadata;
}

/** Throws a 400 on a malformed id and a 404 on an unknown one. */
export function findBridge(world: World, bridgeId: string): BridgeRecord {
  const bridge = world.bridgesById.get(parseUuid('bridgeId', bridgeId));
  if (!bridge) throw notFound('resource.bridge.notFound', `there is no bridge ${bridgeId}`);
  return bridge;
}
