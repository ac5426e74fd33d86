import { digestKey } from '../../../shared/ledger/keys.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';
import { noteTry } from './check-given-up.ts';
import type { PostSeen } from './memory.ts';

/** I5: what leaves is what was frozen, under its id. I14: nothing leaves again once it is written as delivered. */
export function checkPost(world: World, instance: Instance, post: PostSeen): void {
  const { oracle } = world;
  const { claim } = instance;
  if (claim === null) {
    oracle.violate('I14', `a digest leaves for ${post.routeId} without a claim`);
    return;
  }
  const key = digestKey(claim.pointer.routeId, claim.pointer.slot, claim.pointer.part);
  const frozen = oracle.memory.digests.get(`${key.pk} ${key.sk}`);
  const id = post.headers['webhook-id'] ?? String(frozen?.digestId);
  const isPlain = frozen?.plainText !== undefined && post.body === frozen.plainText;
  if (isPlain) oracle.memory.plain.add(id);
  // The second form was frozen with the first, and once it went out the first never does again.
  const isFirst = frozen?.text === post.body && !oracle.memory.plain.has(id);
  if (frozen === undefined || !(isPlain || isFirst) || id !== frozen.digestId) {
    oracle.violate('I5', `what leaves for ${post.routeId} is not ${key.sk} as it was frozen`);
  }
  const now = world.table.peek(key);
  if (now?.state === 'DELIVERED' && claim.fence >= Number(now.settledFence)) {
    oracle.violate('I14', `${key.sk} leaves for ${post.routeId} again after it was delivered`);
  }
  const isOwn = now?.fence === claim.fence;
  if (isOwn && (now?.via ?? claim.pointer.routeId) !== post.routeId) {
    oracle.violate('I3', `${key.sk} leaves for ${post.routeId}, which it was handed over from`);
  }
  oracle.memory.posts.push(post);
  noteTry(oracle, key);
}
