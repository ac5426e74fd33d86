import type { SlackBotDestination } from './route.ts';

type Place = Pick<SlackBotDestination, 'channel'>;

/** Whether it is no channel but a person, whom a bot writes to directly. */
export function isMember({ channel }: Place): boolean {
  return /^[UW]/.test(channel);
}

/**
 * Whether a channel that Slack names is the one of the config. For a person it names that of the direct messages, `D…`.
 */
export function isPlaceOf(named: string | undefined, to: Place): named is string {
  return named === to.channel || (isMember(to) && named?.startsWith('D') === true);
}
