import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { counted } from '../../../shared/domain/counted.ts';
import { describeRecipient } from '../../words/describe-recipient.ts';
import { explainRoute } from '../../words/explain-route.ts';
import type { PageWorld } from './page-world.ts';

/** The config in words: who gets what, and when. Names of secrets, never their values. */
export function describeSettings({ config, stage }: PageWorld) {
  const toldTo = describeRecipient(config, stage);
  return {
    routes: config.routes.map((route) => ({ routeId: route.id, does: explainRoute(route, config.routing) })),
    sections: [
      { title: 'Signals', lines: describeWatch(config) },
      { title: 'Hot', lines: describeHot(config) },
      { title: 'The API', lines: describeApi(config) },
      { title: 'Alarms', lines: [toldTo === null ? 'Nobody is told: see alarms.to.' : `Told to ${toldTo}.`] },
    ],
  };
}

function describeWatch({ watch }: SignalpostConfig): string[] {
  const { bridges, buyers, except, every, allEvery, firstRun, only } = watch;
  const from = [
    ...(bridges.length > 0 ? [`the buyers in the rows of ${counted(bridges.length, 'bridge')}`] : []),
    ...(buyers.length > 0 ? [`${counted(buyers.length, 'buyer')} by id`] : []),
  ];
  const left = [
    ...(except?.buyers.length ? [counted(except.buyers.length, 'buyer')] : []),
    ...(except?.bridges.length ? [counted(except.bridges.length, 'bridge')] : []),
  ];
  const first =
    typeof firstRun === 'object'
      ? `sends the signals of the last ${firstRun.sendLast}`
      : firstRun === 'baseline'
        ? 'only records its signals, and sends none'
        : 'sends all of its signals';
  return [
    `Watched: ${from.join(', and ')}.`,
    `Changed rows are looked for every ${every}, and every buyer is read at least every ${allEvery}.`,
    `A buyer’s first reading ${first}.`,
    ...(only === undefined ? [] : ['Signals of other bridges are never sent.']),
    ...(left.length === 0 ? [] : [`Left out: ${left.join(' and ')}.`]),
  ];
}

function describeHot({ hot, summaries }: SignalpostConfig): string[] {
  const rules = [
    ...hot.columns.map(({ name, atLeast }) => `${name} of ${atLeast} or more`),
    ...(hot.topByHotness > 0 ? [`the first ${hot.topByHotness} of each buyer by hotness`] : []),
  ];
  if (rules.length === 0) return ['No rule: no signal is hot.'];
  return [
    `A signal is hot by ${rules.join(', or by ')}.`,
    `It waits at most ${summaries.waitAtMost} for the summary of its buyer.`,
  ];
}

function describeApi({ api }: SignalpostConfig): string[] {
  const rate = api.callsPerSecond === undefined ? 'as many as it takes' : `at most ${api.callsPerSecond}`;
  return [`${api.baseUrl}, with the token ${api.token.secret}.`, `Calls a second: ${rate}.`];
}
