/** A file of a user: it compiles if the public types are as promised. An expected error that is none fails, too. */
export const userTypes = `
import {
  type ConfigInput, dailyAt, defineConfig, mondaysAt, secret, slack, slackBot, teams, webhook, weekdaysAt,
} from 'signalpost';
import { type BridgeApi, type BridgeApiOptions, createBridgeApi, HttpStatusError } from 'signalpost/bridge-api';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const expectSame = <A, B>(_same: Same<A, B>): void => {};

expectSame<ReturnType<typeof defineConfig>, ConfigInput>(true);
expectSame<Parameters<typeof defineConfig>, [config: ConfigInput]>(true);
expectSame<ReturnType<typeof secret>['secret'], string>(true);
expectSame<ConfigInput['api']['baseUrl'], string>(true);
expectSame<ReturnType<typeof createBridgeApi>, BridgeApi>(true);
expectSame<Parameters<typeof createBridgeApi>, [options: BridgeApiOptions]>(true);
expectSame<HttpStatusError['status'], number>(true);
// The comparison itself can fail.
expectSame<string, number>(false);

const url = secret('URL');
const route = (to: ConfigInput['routes'][number]['to'], when: ConfigInput['routes'][number]['when']) => ({ id: 'a', to, when });
export default defineConfig({
  api: { baseUrl: 'https://bridge.acme.dev', token: secret('TOKEN') },
  watch: { bridges: [], firstRun: { sendLast: '7 days' } },
  routes: [
    route(slack(url), weekdaysAt('08:30', 'Europe/Paris')),
    route(slackBot(url, 'C0123456789'), dailyAt('08:30', 'UTC')),
    route(teams(url), mondaysAt('08:30', 'UTC')),
    route(webhook({ url, signingSecret: url }), 'immediately'),
  ],
  alarms: { to: slack(url) },
});

// @ts-expect-error: a secret is named, never written.
slack('https://hooks.slack.com/services/T/B/x');
// @ts-expect-error: no time of a clock.
dailyAt('eight', 'UTC');
// @ts-expect-error: a field that is none.
defineConfig({ api: { baseUrl: '', token: url }, watch: {}, routes: [], alarms: 'none', rotues: [] });
// @ts-expect-error: the API is required.
defineConfig({ watch: {}, routes: [], alarms: 'none' });
// @ts-expect-error: a page is no function.
(api: BridgeApi) => api.listBuyerSignals();
`;

/** A CDK app of a user, which also runs. */
export const userApp = `
import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { type AlarmId, Signalpost, type SignalpostProps } from 'signalpost/cdk';
import config from './signalpost.config.ts';

const props: SignalpostProps = { config, stage: 'dev', removalPolicy: RemovalPolicy.DESTROY };
// @ts-expect-error: a config is required.
const without: SignalpostProps = { stage: 'dev' };
// @ts-expect-error: no alarm has this name.
const alarm: AlarmId = 'no-such-alarm';

const app = new App();
const signalpost = new Signalpost(new Stack(app, 'Own'), 'Signalpost', props);
const table: string = signalpost.table.tableName;
app.synth();
console.log(Object.keys(signalpost.functions).length, typeof table, typeof without, typeof alarm);
`;
