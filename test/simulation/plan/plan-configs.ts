import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { CronTime, Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import type { Plan, Shape } from '../parts/plan.ts';
import { routing } from './change-configs.ts';
import type { LaterFields } from './plan-matches.ts';

export function planConfigs(
  dice: Dice,
  { buyers, bridges }: Pick<Plan, 'buyers' | 'bridges'>,
  vanishing: boolean,
  timeFor: (usual: CronTime) => CronTime,
): SignalpostConfig[] {
  const routes = Array.from({ length: dice.between(vanishing ? 2 : 1, 3) }, (_, index) => {
    const route = planRoute(dice, index, buyers, bridges);
    return route.when === 'immediately' ? route : { ...route, when: timeFor(route.when) };
  });
  const first: SignalpostConfig = {
    api: { baseUrl: 'https://bridge.example', token: { secret: 'TOKEN' }, arrayParameters: 'repeat' },
    watch: {
      buyers: dice.chance(0.8) ? buyers : [],
      bridges: [],
      every: '15 minutes',
      allEvery: dice.pick(['15 minutes', '1 hour', '6 hours', '1 day'] as const),
      concurrency: 2,
      firstRun: dice.pick(['baseline', 'send-all', 'send-all', { sendLast: '7 days' }] as const),
    },
    hot: {
      topByHotness: dice.pick([0, 0, 1, 3]),
      columns: dice.chance(0.6) ? [{ name: 'Match Score', atLeast: 80 }] : [],
    },
    columns: { deadline: ['Response Deadline', 'Due Date'] },
    summaries: { waitAtMost: dice.pick(['10 minutes', '10 minutes', '0 minutes', '2 hours'] as const) },
    routes,
    local: false,
  };
  const found = first.watch.buyers.length === 0;
  // Or none is watched, and what is known of bridges is learned from the signals.
  const watched = found ? bridges : bridges.slice(0, dice.pick([0, 0, 1]));
  const whole = { ...first, watch: { ...first.watch, bridges: watched } };
  // A redeploy that drops a route or sends it elsewhere, and one that takes that back: an outage by hand.
  const without = { ...whole, routes: routes.filter((_, index) => index > 0) };
  const swapped = {
    ...whole,
    routes: routes.map((route, index) => (index === 0 ? swapDestination(route) : route)),
  };
  const hotter = { ...whole, hot: { ...whole.hot, topByHotness: whole.hot.topByHotness + 1 } };
  return [whole, vanishing ? without : dice.pick([without, swapped, hotter, whole]), whole];
}

function planRoute(dice: Dice, index: number, buyers: readonly string[], bridges: readonly string[]): Route {
  const hot = dice.pick([undefined, undefined, true, false]);
  const isWebhook = dice.chance(0.7);
  // Each field is drawn: what no route asks for, the oracle never judges.
  const match: Required<Omit<RouteMatch, LaterFields>> = {
    hot,
    buyers: dice.chance(0.15) ? [dice.pick(buyers)] : undefined,
    bridges: dice.chance(0.15) ? [dice.pick(bridges)] : undefined,
  };
  return {
    id: `route-${index}`,
    match,
    when: dice.chance(0.6) ? 'immediately' : { cron: '0 8 ? * MON-FRI *', timezone: 'UTC' },
    to: isWebhook ? pickForm(forms.webhook, 0, index) : drawForPeople(index, buyers),
    ...(dice.chance(0.4) ? { heartbeat: { cron: '0 8 ? * MON *', timezone: 'America/New_York' } } : {}),
    ...(dice.chance(0.2) ? { flood: { over: 2, show: dice.pick([1, 2]) } } : {}),
  };
}

type Kind = Route['to']['type'];

/** Each form of each kind of destination, for the route with this index. */
const forms: { readonly [One in Kind]: readonly ((index: number) => Extract<Route['to'], { type: One }>)[] } =
  {
    webhook: [webhookOf],
    slack: [
      (index) => ({ type: 'slack', webhookUrl: { secret: `SLACK_${index}` } }),
      (index) => ({ type: 'slack', botToken: { secret: `BOT_${index}` }, channel: `C000${index}` }),
    ],
    teams: [(index) => ({ type: 'teams', webhookUrl: { secret: `TEAMS_${index}` } })],
  };

/** By an id that was drawn: a die of its own would change every other that is thrown after it. */
function drawForPeople(index: number, buyers: readonly string[]): Route['to'] {
  const { webhook: _, ...forPeople } = forms;
  const drawn = Number.parseInt(buyers[0]?.at(-1) ?? '0', 16);
  return pickForm(Object.values(forPeople).flat(), drawn, index);
}

export function webhookOf(index: number) {
  const url = `https://hooks.example/route-${index}`;
  return { type: 'webhook', url, signingSecret: { secret: 'SIGNING' } } as const;
}

function pickForm(
  ofKind: readonly ((index: number) => Route['to'])[],
  drawn: number,
  index: number,
): Route['to'] {
  const form = ofKind[drawn % ofKind.length] as (index: number) => Route['to'];
  return form(index);
}

function swapDestination(route: Route): Route {
  const index = Number(route.id.slice('route-'.length));
  // From one form of Slack to the other, what waits can be sent all the same.
  const isBot = 'botToken' in route.to && index === 0;
  const swapped = isBot || route.to.type === 'webhook' ? forms.slack : forms.webhook;
  return { ...route, to: pickForm(swapped, 0, index) };
}

/**
 * Lets some schedules' immediate routes gather. From dice of its own: everything else stays as it would be without.
 */
export function paceRoutes(
  dice: Dice,
  shape: Shape,
  configs: readonly SignalpostConfig[],
): SignalpostConfig[] {
  if (shape !== 'plain' || !dice.chance(0.3)) return [...configs];
  const ids = [...new Set(configs.flatMap(({ routes }) => routes.map(({ id }) => id)))];
  const paces = [undefined, '30 seconds', '10 minutes', '40 minutes'] as const;
  const drawn = new Map(ids.map((id) => [id, { gather: dice.pick(paces) }]));
  const pace = (route: Route): Route =>
    route.when === 'immediately' ? { ...route, ...drawn.get(route.id) } : route;
  return routing(configs, pace);
}
