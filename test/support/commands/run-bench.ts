import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunCounts } from '../../../machine/pipeline/count-run.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/serve.ts';
import { startWebhookInbox, type WebhookInbox } from '../destinations/webhook-inbox.ts';
import { countCalls } from '../upstream/count-calls.ts';
import { type CliResult, type RunningCli, runCli, startCli } from './cli.ts';

/** Recognisable, so that a test can look for them where they must not be. */
export const token = 'token-4f1c9aa07be2';
export const signingSecret = `whsec_${Buffer.from('a signing secret for these tests').toString('base64')}`;

export interface RunBenchOptions {
  readonly buyers: number;
  readonly signals: number;
  /** @default 4 */
  readonly bridges?: number;
  /** @default 11 */
  readonly seed?: number;
  /** The time in the sandbox. @default no second passes: each listing shows the same until something is posted */
  readonly now?: () => number;
}

export type RunBench = Awaited<ReturnType<typeof startRunBench>>;
export type BenchState = ReturnType<typeof createState>;

interface AddedSignals {
  readonly signals: readonly { readonly bridgeId: string; readonly rowId: string }[];
}

const sandboxTime = Date.parse('2026-11-21T08:00:00Z');

/** A service, a receiver and the command line between them. */
export async function startRunBench({
  buyers,
  signals,
  bridges = 4,
  seed = 11,
  now = () => sandboxTime,
}: RunBenchOptions) {
  const sandbox = await startSandbox({ seed, buyers, bridges, signals, port: 0, token, now });
  const inbox = await startWebhookInbox(signingSecret);
  const root = mkdtempSync(join(tmpdir(), 'signalpost-run-'));
  const buyerIds = sandbox.world.buyers.map(({ buyerId }) => buyerId);
  const control = (path: string, body: object) => controlSandbox(sandbox, path, body);
  return {
    sandbox,
    calls: countCalls(sandbox.url),
    inbox,
    buyerIds,
    bridgeIds: sandbox.world.bridges.map(({ bridgeId }) => bridgeId),
    /** An empty directory for a new state; the config goes beside it. With `like`, it begins as a copy of that one, its config too. */
    newState(like?: BenchState): BenchState {
      const state = createState(mkdtempSync(join(root, 'state-')), sandbox.url, buyerIds, inbox);
      if (like) cpSync(like.directory, state.directory, { recursive: true });
      return state;
    },
    control,
    /** Lets signals arrive that are as wished for; answers with the `bridgeId/rowId` of each. */
    async addSignals(wish: Readonly<Record<string, unknown>>): Promise<string[]> {
      const { signals } = (await control('signals', wish)) as AddedSignals;
      return signals.map(({ bridgeId, rowId }) => `${bridgeId}/${rowId}`);
    },
    async close(): Promise<void> {
      await sandbox.close();
      await inbox.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** `POST /sandbox/…`; answers with what it answered. */
export async function controlSandbox({ url }: Sandbox, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox refused ${path}: ${await answer.text()}`);
  return answer.json();
}

function createState(directory: string, baseUrl: string, buyers: readonly string[], inbox: WebhookInbox) {
  const secrets = { BRIDGE_ACCESS_TOKEN: token, DIGEST_SIGNING_SECRET: signingSecret };
  const files = ['--config', 'config.json', '--state', 'state'];
  const options = (env: Readonly<Record<string, string>> = {}) => ({
    cwd: directory,
    env: { ...secrets, ...env },
  });
  const run = (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    closed?: 'stdout' | 'stderr',
  ): Promise<CliResult> => runCli([...args, ...files], { ...options(env), ...(closed && { closed }) });
  /** Writes the config: all buyers to the inbox's `all`, everything sent at once, unless `changes` says otherwise. */
  const configure = (changes: Readonly<Record<string, unknown>> = {}): void => {
    const config = {
      api: { baseUrl, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { buyers, firstRun: 'send-all' },
      routes: [webhookRoute(inbox, 'all')],
      local: true,
      ...changes,
    };
    writeFileSync(join(directory, 'config.json'), JSON.stringify(config));
  };
  configure();
  return {
    directory,
    configure,
    /** `run --once --json`, and further flags. */
    runOnce: (...flags: string[]): Promise<CliResult> => run(['run', '--once', '--json', ...flags]),
    start: (args: readonly string[], env?: Readonly<Record<string, string>>): RunningCli =>
      startCli([...args, ...files], options(env)),
    run,
    /** What a command prints with `--json`. */
    json: async (...args: string[]) => JSON.parse((await run([...args, '--json'])).stdout),
  };
}

/** A route to an address of its own at the inbox, sent immediately. */
export function webhookRoute(
  inbox: WebhookInbox,
  id: string,
  match: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const to = { type: 'webhook', url: inbox.urlOf(id), signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } };
  return { id, match, when: 'immediately', to };
}

/** The one object that `--json` prints. */
export function countsOf({ stdout }: CliResult): RunCounts {
  return JSON.parse(stdout) as RunCounts;
}
