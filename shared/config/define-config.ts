import type { CronTime, HeaderSecret, SecretReference } from '../domain/routes/route.ts';
import type { ConfigInput } from './signalpost-config.ts';

export { slack, slackBot } from './slack-config.ts';
export { teams } from './teams-config.ts';
export { webhook } from './webhook-config.ts';
export type { ConfigInput };

/** Types a config, so that editors complete and document its fields. `loadConfig` checks it. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}

/** A secret by its name, never its value. */
export function secret(name: string): SecretReference;
/** The same in a webhook's header, with what stands before the value: `Bearer `. */
export function secret(name: string, options: Required<Pick<HeaderSecret, 'prefix'>>): HeaderSecret;
export function secret(name: string, options: Pick<HeaderSecret, 'prefix'> = {}): HeaderSecret {
  return { secret: name, ...options };
}

/** Monday to Friday at a time such as `"08:30"`. */
export function weekdaysAt(time: ClockTime, timezone: string): CronTime {
  return cronAt(time, '? * MON-FRI *', timezone);
}

/** Every day at a time such as `"08:30"`. */
export function dailyAt(time: ClockTime, timezone: string): CronTime {
  return cronAt(time, '* * ? *', timezone);
}

/** Mondays at a time such as `"08:30"`. */
export function mondaysAt(time: ClockTime, timezone: string): CronTime {
  return cronAt(time, '? * MON *', timezone);
}

/** Hours and minutes, `"00:00"` to `"23:59"`. */
export type ClockTime = `${number}:${number}`;

/** A time that is none stands there alone: the config check then names the field and what was written. */
function cronAt(time: ClockTime, days: string, timezone: string): CronTime {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return { cron: hours === undefined ? time : `${Number(minutes)} ${Number(hours)} ${days}`, timezone };
}
