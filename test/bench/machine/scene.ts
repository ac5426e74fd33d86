import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeProcess } from './timed-process.ts';
import { type BenchUpstream, startUpstream, type UpstreamPlan } from './upstream.ts';

const bin = fileURLToPath(new URL('../../../cli/bin.mjs', import.meta.url));
const loop = fileURLToPath(new URL('./bare-loop.mjs', import.meta.url));
const grownRun = fileURLToPath(new URL('./grown-run.ts', import.meta.url));
const inFlight = 16;
export const signingSecret = `whsec_${Buffer.from('the signing secret of a benchmark').toString('base64')}`;
const secrets = { BRIDGE_ACCESS_TOKEN: 'bench', DIGEST_SIGNING_SECRET: signingSecret };

export type Scene = ReturnType<typeof createScene>;

/** Opens a scene while `use` needs it. */
export async function withScene<Result>(
  plan: UpstreamPlan,
  use: (scene: Scene) => Promise<Result>,
): Promise<Result> {
  const upstream = await startUpstream(plan);
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-bench-'));
  try {
    return await use(createScene(plan, upstream, directory));
  } finally {
    await upstream.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** An upstream, a config for it, and the programs that are measured against it. */
function createScene(plan: UpstreamPlan, upstream: BenchUpstream, directory: string) {
  const buyersFile = join(directory, 'buyers.json');
  writeFileSync(buyersFile, JSON.stringify(upstream.buyerIds));
  const config = { ...configFor(upstream), hot: { topByHotness: plan.hot ? 1 : 0 } };
  writeFileSync(join(directory, 'config.json'), JSON.stringify(config));
  return {
    upstream,
    /** A state directory in which nothing has run. */
    newState: () => mkdtempSync(join(directory, 'state-')),
    /** `signalpost run --once` on a state, and further flags. */
    runOnce(state: string, ...flags: string[]) {
      const args = ['run', '--once', '--json', '--config', 'config.json', '--state', state, ...flags];
      return timeProcess([bin, ...args], { cwd: directory, env: secrets });
    },
    /** The same with its table's requests counted: they are its output. */
    runCounted: (state: string) =>
      timeProcess([grownRun, 'config.json', state], { cwd: directory, env: secrets }),
    /** The bare loop over node:http, with 16 calls in flight. */
    loop: () => timeProcess([loop, upstream.url, buyersFile, String(inFlight)]),
  };
}

/** One route, to a webhook that takes everything. */
export function configFor({ url, webhookUrl, buyerIds, bridgeId }: BenchUpstream) {
  const to = { type: 'webhook', url: webhookUrl, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } };
  return {
    api: { baseUrl: url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: { buyers: buyerIds, bridges: [bridgeId], firstRun: 'send-all' },
    hot: { topByHotness: 0 },
    routes: [{ id: 'all', when: 'immediately', to }],
    local: true,
  };
}
