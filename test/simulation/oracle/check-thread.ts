import { digestKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { Instance } from '../parts/instance.ts';
import type { PostSeen } from '../parts/memory.ts';
import { isWebApi } from '../parts/slack-messages.ts';
import type { World } from '../parts/world.ts';
import { membersOf } from './check-signal.ts';

const mostTogether = 95;

/** I20: a message that is replied to and its reply are created in one commit. A later reply finds its message there. */
export function checkPair({ oracle, table }: World, after: Item, commit: readonly TableChange[]): void {
  const name = `${after.pk} ${after.sk}`;
  const created = (part: unknown) =>
    commit.find(({ before, after: put }) => {
      return before === undefined && put?.pk === after.pk && put.slot === after.slot && put.part === part;
    })?.after;
  if (after.repliedBy !== undefined) {
    const reply = created(after.repliedBy);
    if (reply === undefined || reply.replyTo !== after.part) {
      oracle.violate('I20', `${name} was created without its reply`);
    } else if (membersOf(after).length + membersOf(reply).length > mostTogether) {
      oracle.violate('I20', `${name} and its reply have more members than a transaction takes`);
    }
  }
  if (after.replyTo === undefined) return;
  const first = created(after.replyTo) ?? table.peek(keyOfFirst(after));
  if (first === undefined) oracle.violate('I20', `${name} replies to a message that was never created`);
  if (membersOf(after).length === 0) oracle.violate('I20', `${name} is a reply without a signal`);
}

/** What its destination called the message of which it then was written down that it is delivered. */
export function noteThread({ oracle, actor }: World, after: Item): void {
  const { answer } = actor?.posted ?? {};
  const said = answer?.body.startsWith('{"ok":true')
    ? (JSON.parse(answer.body) as { channel: string; ts: string })
    : null;
  oracle.memory.threads.set(String(after.digestId), said);
}

/** I20: a reply leaves after its first message was delivered, or thrown away, and goes under it where it has a name. */
export function checkReply(world: World, { claim, beganAt }: Instance, post: PostSeen): void {
  if (claim === null) return;
  const { threads, replays } = world.oracle.memory;
  const digest = world.table.peek(digestKey(claim.pointer));
  if (digest?.replyTo === undefined) return;
  const first = world.table.peek(keyOfFirst(digest));
  // An operator may make the first message due again between the sender's look at it and this call.
  const isReplayed = (replays.get(String(first?.digestId)) ?? -1) >= beganAt;
  const isDelivered = first?.state === 'DELIVERED' || isReplayed;
  const isOver = first === undefined || isDelivered || first.state === 'DISCARDED';
  // What was refused as a reply stands by itself, and waits for nothing.
  if (!isOver && digest.alone !== true) {
    world.oracle.violate('I20', `${digest.sk} leaves while its first message is ${String(first?.state)}`);
  }
  if (!isWebApi(post.host)) return;
  const told = JSON.parse(post.body) as { readonly channel: string; readonly thread_ts?: string };
  const known = isDelivered ? threads.get(String(first?.digestId)) : null;
  const isUnder = known?.channel === told.channel && digest.alone !== true;
  const expected = isUnder ? known?.ts : undefined;
  if (told.thread_ts !== expected) {
    world.oracle.violate(
      'I20',
      `${digest.sk} leaves under ${told.thread_ts}, and its first message is ${expected}`,
    );
  }
}

/** Only with its first message. */
export function isGivenUpWithFirst({ table }: World, digest: Item): boolean {
  return digest.replyTo !== undefined && table.peek(keyOfFirst(digest))?.state === 'DEAD';
}

function keyOfFirst({ routeId, slot, replyTo }: Item) {
  return digestKey({ routeId: String(routeId), slot: String(slot), part: Number(replyTo) });
}
