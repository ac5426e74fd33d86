import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTally, type RunCounts } from '../../../machine/pipeline/count-run.ts';
import { openState } from '../../../machine/pipeline/open-state.ts';
import { openPipeline } from '../../../machine/pipeline/pipeline.ts';
import { queuesOfRunOnce, runOnce } from '../../../machine/pipeline/run-once.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import { createEnvironmentSecrets } from '../../../shared/runtime/secrets-environment.ts';
import { signingSecret, webhookRoute } from '../../support/commands/run-bench.ts';
import { type Receiver, startReceiver } from '../../support/destinations/receiver.ts';
import { startWebhookInbox, type WebhookInbox } from '../../support/destinations/webhook-inbox.ts';
import { type ListingUpstream, startListingUpstream } from './listing-upstream.ts';

export interface LimitsBench {
  readonly upstream: ListingUpstream;
  readonly inbox: WebhookInbox;
  readonly slack: Receiver;
  config(changes: Readonly<Record<string, unknown>>): SignalpostConfig;
  newState(): string;
  /** One run over the buyers that the upstream lists, or with another config. */
  run(state: string, changes?: Readonly<Record<string, unknown>>): Promise<RunOutcome>;
  close(): Promise<void>;
}

export interface RunOutcome {
  readonly counts: RunCounts;
  readonly failures: readonly string[];
  readonly observations: readonly Observation[];
}

const secrets = createEnvironmentSecrets({
  environment: { BRIDGE_ACCESS_TOKEN: 'token', DIGEST_SIGNING_SECRET: signingSecret },
  readDotEnv: async () => null,
});

/** An upstream written by hand, two webhook routes and a Slack route, and the pipeline of one machine between. */
export async function startLimitsBench(): Promise<LimitsBench> {
  const upstream = await startListingUpstream();
  const inbox = await startWebhookInbox(signingSecret);
  const slack = await startReceiver();
  const root = mkdtempSync(join(tmpdir(), 'signalpost-limits-'));
  const bench: LimitsBench = {
    upstream,
    inbox,
    slack,
    newState: () => mkdtempSync(join(root, 'state-')),
    config: (changes) =>
      checkConfig({
        api: { baseUrl: upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
        watch: { buyers: [...upstream.lists.keys()], firstRun: 'send-all' },
        routes: [
          webhookRoute(inbox, 'one'),
          webhookRoute(inbox, 'two'),
          { id: 'sales', when: 'immediately', to: { type: 'slack', webhookUrl: { secret: 'SLACK' } } },
        ],
        local: true,
        ...changes,
      }),
    async run(state, changes = {}) {
      const config = bench.config(changes);
      const tally = createTally({ api: config.api });
      const observations: Observation[] = [];
      const get = async (name: string) => (name === 'SLACK' ? slack.url : secrets.get(name));
      const pipeline = await openPipeline({
        config,
        state: openState(state),
        secrets: { get },
        ...queuesOfRunOnce,
        observe: (observation) => {
          tally.observe(observation);
          observations.push(observation);
        },
      });
      await runOnce(pipeline);
      const counts = tally.counts(await pipeline.countPending());
      await pipeline.close();
      return { counts, failures: tally.failures(), observations };
    },
    async close() {
      await Promise.all([upstream.close(), inbox.close(), slack.close()]);
      rmSync(root, { recursive: true, force: true });
    },
  };
  return bench;
}
