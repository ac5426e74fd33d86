import { type CheckOptions, checkConfig } from '../../../shared/config/check-config.ts';
import type { ConfigInput } from '../../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';

export const buyerId = 'b0000000-0000-4000-8000-000000000001';
export const bridgeId = 'a0000000-0000-4000-8000-000000000001';
export const otherId = 'c0000000-0000-4000-8000-000000000001';

/** Every field filled in, as JSON would have it. A new object each time: tests change it. */
export function exampleConfig() {
  return {
    $schema: './docs/config.schema.json',
    api: {
      baseUrl: 'https://bridge.example.com/v1',
      token: { secret: 'BRIDGE_ACCESS_TOKEN' },
      arrayParameters: 'comma',
    },
    watch: {
      buyers: [buyerId],
      bridges: [bridgeId],
      every: '1 hour',
      allEvery: '1 day',
      concurrency: 6,
      firstRun: { sendLast: '7 days' },
      except: { buyers: [otherId], bridges: [otherId] },
    },
    hot: { topByHotness: 3, columns: [{ name: 'Match Score', atLeast: 80 }] },
    summaries: { waitAtMost: '5 minutes' },
    routes: [
      {
        id: 'crm',
        match: { hot: true, bridges: [bridgeId], buyers: [buyerId] },
        when: 'immediately',
        to: {
          type: 'webhook',
          url: 'https://crm.example.com/hooks',
          signingSecret: { secret: 'DIGEST_SIGNING_SECRET' },
        },
        flood: 'off',
      },
      {
        id: 'sales',
        match: {},
        when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' },
        to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
        heartbeat: { cron: '0 8 ? * MON *', timezone: 'America/New_York' },
        flood: { over: 100, show: 10 },
        show: ['Due Date', 'Match Score'],
        links: { buyer: 'https://sales.example.com/?buyer={buyerId}' },
        timezone: 'America/Chicago',
      },
    ],
    links: {
      signal: 'https://app.example.com/bridges/{bridgeId}/rows/{rowId}?buyer={buyerId}',
      buyer: 'https://app.example.com/buyers/{buyerId}',
    },
    alarms: {
      to: { type: 'slack', webhookUrl: { secret: 'OPS_SLACK_WEBHOOK_URL' } },
      email: 'ops@example.com',
      quietAfter: '5 days',
      runbookUrl: 'https://git.example.com/signalpost/docs/runbook.md',
    },
    local: false,
  } satisfies ConfigInput;
}

/** Only what must be written. */
export function leastConfig() {
  return {
    api: { baseUrl: 'https://bridge.example.com', token: { secret: 'TOKEN' } },
    watch: { bridges: [bridgeId] },
    routes: [{ id: 'all', when: 'immediately', to: { type: 'slack', webhookUrl: { secret: 'SLACK' } } }],
  } satisfies ConfigInput;
}

/** The config with the field at `path` (`routes.0.id`) set to `value`, or taken out when it is undefined. */
export function withField(config: object, path: string, value: unknown): object {
  const copy = structuredClone(config);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<object>((at, key) => Reflect.get(at, key), copy);
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return copy;
}

/** What stands in the config at `path`. */
export function fieldOf(config: object, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => Reflect.get(Object(at), key), config);
}

/** What `checkConfig` finds wrong; nothing where it takes the config. */
export function problemsOf(input: unknown, options?: CheckOptions): readonly string[] {
  try {
    checkConfig(input, options);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}
