import { digestKey } from '../../../shared/ledger/items/keys.ts';
import type { Instance } from '../parts/instance.ts';
import type { PostSeen } from '../parts/memory.ts';
import { isWebApi } from '../parts/slack-messages.ts';
import type { World } from '../parts/world.ts';
import { checkTries } from './check-given-up.ts';
import { checkReply } from './check-thread.ts';

/** I5: a request has exactly the stored bytes and id. I14: a digest that is stored as delivered is not sent again. */
export function checkPost(world: World, instance: Instance, post: PostSeen): void {
  const { oracle } = world;
  const { claim } = instance;
  if (claim === null) {
    oracle.violate('I14', `a digest is sent to ${post.routeId} without a claim`);
    return;
  }
  const key = digestKey(claim.pointer);
  const frozen = oracle.memory.digests.get(`${key.pk} ${key.sk}`);
  const id = post.headers['webhook-id'] ?? String(frozen?.digestId);
  const sent = withoutAddress(post);
  const isPlain = frozen?.plainText !== undefined && sent === frozen.plainText;
  const { rejectedAt } = oracle.memory;
  if (isPlain && !rejectedAt.has(id)) rejectedAt.set(id, claim.fence - 1);
  // A digest that is claimed after its first form was rejected is sent as plain text. A sender with an older claim may
  // still send the first form.
  const isFirst = frozen?.text === sent && claim.fence <= (rejectedAt.get(id) ?? claim.fence);
  if (frozen === undefined || !(isPlain || isFirst) || id !== frozen.digestId) {
    oracle.violate('I5', `the request to ${post.routeId} does not have the stored bytes of ${key.sk}`);
  }
  const now = world.table.peek(key);
  if (now?.state === 'DELIVERED' && claim.fence >= Number(now.settledFence)) {
    oracle.violate('I14', `${key.sk} is sent to ${post.routeId} again after it was delivered`);
  }
  checkReply(world, instance, post);
  oracle.memory.posts.push(post);
  checkTries(oracle, key);
}

/** A bot's channel, and the thread that a reply is in, stand in front of what was frozen. */
function withoutAddress({ host, body }: PostSeen): string {
  return isWebApi(host) ? body.replace(/^\{"channel":"[^"]*",("thread_ts":"[^"]*",)?/, '{') : body;
}
