import type { RecordedClick } from '../../../shared/domain/clicks/click.ts';
import { digestEntryKey, digestKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { ChannelMessage } from '../parts/destinations.ts';
import type { Instance } from '../parts/instance.ts';
import { blocksIn, menusIn } from '../parts/slack-messages.ts';
import type { World } from '../parts/world.ts';

/**
 * I28: a click changes the clicks of its digest, and a mute of one buyer on one route. What was recorded stays, a signal is
 * claimed once, and no choice of a mute is replaced by an earlier one.
 */
export function checkClickCommit({ oracle, actor }: World, { key, before, after }: TableChange): void {
  const isOfReaders = key.pk === 'R#.mutes' && key.sk.includes('@');
  // The table itself drops one that was over long ago.
  const isExpired = after === undefined && actor === null;
  if (isOfReaders && !isExpired && Number(before?.chosenAt ?? 0) > Number(after?.chosenAt ?? 0))
    oracle.violate('I28', `${key.sk} was chosen at ${before?.chosenAt}, and is now of ${after?.chosenAt}`);
  const [old, now] = [clicksOf(before), clicksOf(after)];
  const isKept = old.length === 0 || JSON.stringify(now.slice(0, old.length)) === JSON.stringify(old);
  if (after !== undefined && !isKept) oracle.violate('I28', `a click of ${key.sk} is lost`);
  const claims = now.filter(({ kind }) => kind === 'claim').map(({ signalId }) => signalId);
  if (new Set(claims).size < claims.length) oracle.violate('I28', `${key.sk} has two claims of a signal`);
  if (actor?.name !== 'answer-clicks') return;
  const isMute = key.pk === 'R#.mutes' && /^buyer@route-\d(\/\w+)?#/.test(key.sk);
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
  const isEntry =
    key.pk.startsWith('H#DIG#') && changed.every((name) => ['clicks', 'drawing', 'v'].includes(name));
  if (!isMute && !isEntry)
    oracle.violate('I28', `a click changed ${changed.join(', ')} of ${key.pk} ${key.sk}`);
}

/** I28: a click speaks in the place of its own digest alone, keeps its text, and shows a claim by its first. */
export function checkReaderPost(
  world: World,
  instance: Instance,
  path: string,
  body: string,
): ChannelMessage | undefined {
  const { oracle, messages, table } = world;
  const { channel, ts, user } = JSON.parse(body) as Readonly<Record<string, string>>;
  if (path.endsWith('chat.postEphemeral')) {
    if (!/^U000\d$/.test(user ?? '')) oracle.violate('I28', `an answer to one reader goes to ${user}`);
    return undefined;
  }
  const message = messages.get(`${channel} ${ts}`);
  if (message === undefined || instance.name !== 'answer-clicks') {
    oracle.violate('I28', `${instance.name} changes ${channel} ${ts}, where no digest was posted`);
    return undefined;
  }
  const { routeId, slot, part } = message.pointer;
  // The ledger may have been put back to before it.
  const digest = table.peek(digestKey({ routeId, slot, part }));
  if (
    digest?.thread !== undefined &&
    digest.thread !== message.place &&
    instance.beganAt > (oracle.memory.replays.get(String(digest.digestId)) ?? 0) &&
    !world.plan.putBack
  )
    oracle.violate('I28', `a click changes ${message.place}, and its digest stands at ${digest.thread}`);
  if (textOf(body) !== textOf(message.posted))
    oracle.violate('I28', `a click changes the text of ${message.place}`);
  const first = claimsOf(clicksOf(table.peek(digestEntryKey(message.pointer))));
  for (const [signalId, by] of shownClaims(body))
    if (first.get(signalId) !== by && !world.plan.putBack)
      oracle.violate('I28', `${signalId} is shown as claimed by ${by}, and ${first.get(signalId)} was first`);
  return message;
}

/**
 * I28: at the end each message shows all that was recorded of it. A click whose message was lost is drawn by the next one; so
 * is all that was recorded before its digest was sent again.
 */
export function checkShown({ messages, table, oracle, plan, queues }: World): void {
  const isLossy =
    plan.putBack || plan.coincidence?.stops || plan.ticks.some(({ losesMessages }) => losesMessages);
  if (isLossy || queues.deadLetters.some(({ queue }) => queue === 'clicks')) return;
  for (const { pointer, place, posted, shown, isGone } of messages.values()) {
    const entry = table.peek(digestEntryKey(pointer));
    const digest = table.peek(digestKey(pointer));
    const isBare = digest?.resentAt !== undefined && shown === posted;
    if (isGone || isBare || digest?.thread !== place) continue;
    const clicks = clicksOf(entry);
    const claims = [...claimsOf(clicks)].map(String).sort().join();
    if ([...shownClaims(shown)].map(String).sort().join() !== claims)
      oracle.violate('I28', `${place} shows other claims than ${claims}`);
    const refused = new Set(
      clicks.filter(({ kind }) => kind === 'not-for-us').map(({ signalId }) => signalId),
    );
    if (shown.split('"Not for us: "').length - 1 !== refused.size)
      oracle.violate('I28', `${place} does not show its ${refused.size} refusals`);
  }
}

function clicksOf(entry: Item | undefined): readonly RecordedClick[] {
  return typeof entry?.clicks === 'string' ? (JSON.parse(entry.clicks) as readonly RecordedClick[]) : [];
}

function claimsOf(clicks: readonly RecordedClick[]): Map<string, string> {
  const claims = clicks.filter(({ kind }) => kind === 'claim').toReversed();
  return new Map(claims.map(({ signalId, by }) => [signalId, by.id]));
}

/** By the block above each menu. */
function shownClaims(body: string): Map<string, string> {
  const blocks = blocksIn(body);
  const found = menusIn(body).flatMap(({ signalId }) => {
    const at = blocks.findIndex(({ block_id }) => block_id === signalId);
    // Between the menu above and its own.
    const from = blocks.slice(0, at).findLastIndex(({ type }) => type === 'actions') + 1;
    const told = JSON.stringify(blocks.slice(from, at));
    const [, by] = /"Claimed by "\},\{"type":"user","user_id":"(\w+)"/.exec(told) ?? [];
    return by === undefined ? [] : [[signalId, by] as const];
  });
  return new Map(found);
}

const textOf = (body: string): unknown => (JSON.parse(body) as { readonly text: unknown }).text;
