import type { SlackBotDestination } from './route.ts';

type Place = Pick<SlackBotDestination, 'channel'>;

/** A person is no channel: a bot writes to them directly. */
export function isMember({ channel }: Place): boolean {
  return /^[UW]/.test(channel);
}

/** Slack names the channel of the direct messages, `D…`, for a person. */
export function isPlaceOf(named: string | undefined, to: Place): named is string {
  return named === to.channel || (isMember(to) && named?.startsWith('D') === true);
}
