import type { Click, ClickKind } from '../../../shared/domain/clicks/click.ts';
import type { ChannelMessage } from '../parts/destinations.ts';
import { hour, minute } from '../parts/plan.ts';
import { blocksIn, menusIn } from '../parts/slack-messages.ts';
import type { World } from '../parts/world.ts';

/** Slack has the message: it has menus, and its readers use them in the next hours. */
export function letReadersClick(
  world: World,
  { channel, ts, body }: { channel: string; ts: string; body: string },
) {
  const [header] = blocksIn(body);
  const [, routeId, slot, part] = /^digest:([^:]+):(.+):(\d+)$/.exec(header?.block_id ?? '') ?? [];
  if (routeId === undefined || slot === undefined) return;
  const place = `${channel} ${ts}`;
  const message: ChannelMessage = {
    pointer: { routeId, slot, part: Number(part) },
    place,
    posted: body,
    shown: body,
    isGone: false,
  };
  world.messages.set(place, message);
  const { clickDice: dice, scheduler } = world;
  for (const menu of menusIn(body)) {
    let at = scheduler.now() + dice.between(1_000, 20 * minute);
    for (let left = dice.pick([1, 2, 2, 3, 4]); left > 0; left -= 1) {
      // As a menu that was changed since offers it, too.
      const kind = dice.pick([...menu.kinds, 'mute-week', 'unmute'] as const);
      const by = dice.between(1, 3);
      scheduler.at(at, () => click(world, message, menu.signalId, kind, by));
      // Two at once, and two far apart.
      at += dice.pick([0, 0, 200, 5_000, hour]);
    }
  }
}

/** What the inbound endpoint lets through: signed, but perhaps late, twice, or from a copy of another message. */
function click(
  world: World,
  { pointer, place }: ChannelMessage,
  signalId: string,
  kind: ClickKind,
  reader: number,
): void {
  const { clickDice: dice, scheduler, queues, recovering } = world;
  world.clicks += 1;
  // Mutes of weeks would outlast the world.
  const chosen = recovering && kind.startsWith('mute-') ? 'claim' : kind;
  const others = [...world.messages.keys()].filter((one) => one !== place);
  const odd = recovering
    ? 'none'
    : dice.pick(['none', 'none', 'none', 'twice', 'late', 'late', 'forged'] as const);
  const sent: Click = {
    id: `click-${world.clicks}`,
    kind: chosen,
    by: { id: `U000${reader}`, name: `reader ${reader}` },
    clickedAt: scheduler.now(),
    signalId,
    pointer,
    place: odd === 'forged' ? (others.at(-1) ?? 'C0009 1.000001') : place,
  };
  const accept = () => queues.accept('clicks', [JSON.stringify(sent)]);
  scheduler.at(scheduler.now() + (odd === 'late' ? dice.between(minute, hour) : 50), accept);
  if (odd === 'twice') scheduler.at(scheduler.now() + dice.between(50, hour), accept);
}
