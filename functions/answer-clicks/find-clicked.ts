import type { Reading } from '../../message/facts/format-date.ts';
import type { Click, ClickKind } from '../../shared/domain/clicks/click.ts';
import type { FollowedSignal } from '../../shared/domain/digests/delivery.ts';
import type { DigestEntry } from '../../shared/domain/history/history.ts';
import type { Route, SignalAction, SlackBotDestination } from '../../shared/domain/routes/route.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import { isPlaceOf } from '../../shared/domain/routes/slack-place.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';

export interface Clicked {
  readonly route: Route;
  readonly to: SlackBotDestination;
  /** Slack's timestamp of the message in its channel. */
  readonly ts: string;
  readonly body: string;
  readonly entry: DigestEntry;
  readonly signal: FollowedSignal;
  readonly reading: Reading;
}

/** `to`: where the reader is told why; null for a click that no reader of ours can have made. */
interface Refused {
  readonly refusal: string;
  readonly to: SlackBotDestination | null;
}

const actionOf = (kind: ClickKind): SignalAction =>
  kind === 'mute-week' || kind === 'mute-month' || kind === 'unmute' ? 'mute-buyer' : kind;

/**
 * Takes a click only at a hot signal of a message that this installation posted, where its route has the action today, or
 * had it when the click was recorded: its message may still have to show it.
 */
export async function findClicked(
  { config, ledger }: Pick<FunctionPorts, 'config'> & LedgerPort<'history' | 'digests'>,
  { id, kind, pointer, place, signalId }: Click,
): Promise<Clicked | Refused> {
  const digest = await ledger.digests.read(pointer);
  const route = config.routes.find((one) => one.id === (digest?.instead ?? pointer.routeId));
  const [channel, ts = ''] = place.split(' ');
  if (route === undefined || !('botToken' in route.to) || !isPlaceOf(channel, route.to))
    return { to: null, refusal: 'No route posts there as a bot.' };
  const { actions = [] } = route;
  const entry = await ledger.history.findDigest(pointer);
  const isRecorded = entry?.clicks.some((one) => one.id === id) === true;
  // A person's own messages are changed where they stand.
  const to = { ...route.to, channel };
  const refuse = (refusal: string): Refused => ({ to, refusal });
  if (!isRecorded && !actions.includes(actionOf(kind)))
    return refuse('The configuration no longer offers this.');
  if (digest === null || entry === null)
    return refuse('This message is too old: its menus work for 30 days.');
  if (digest.state !== 'DELIVERED')
    return refuse('This message is not recorded as delivered yet. Try again in a minute.');
  // Any copy is taken where Slack's answer was cut off before it named the message.
  if ((digest.thread ?? place) !== place)
    return refuse('This message was posted twice. Use the menus of the other copy.');
  const signal = entry.followed?.find((one) => one.signalId === signalId);
  if (signal === undefined) return { to: null, refusal: 'The digest has no such hot signal.' };
  const reading = { now: entry.createdAt, timezone: zoneOf(route) };
  return {
    route,
    to,
    ts,
    body: digest.body,
    entry,
    signal,
    reading,
  };
}
