import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import type { Page } from '../page/page.ts';
import type { Tempo } from '../schedules.ts';
import { now } from '../tick.ts';
import { addCommonOptions, checkSecrets, loadLocalConfig, localSecrets, wholeNumber } from './options.ts';
import { secretsOf } from './run-command.ts';
import { untilInterrupted } from './until-interrupted.ts';

interface StartOptions {
  readonly config: string;
  readonly state: string;
  readonly pagePort: number;
  readonly allowLocalDestinations?: boolean;
}

export function addStartCommand(program: Command): void {
  addCommonOptions(program.command('start'))
    .description(
      'run the pipeline and show on a page what it does; without --config against a sandbox, with a receiver that stands in for Slack and a webhook',
    )
    .option('--page-port <number>', 'the port of the page', wholeNumber(0, 65_535), 4600)
    .option('--allow-local-destinations', 'permit plain http and loopback addresses for this run')
    .action((options: StartOptions, command: Command) =>
      start(options, command.getOptionValueSource('config') === 'cli'),
    );
}

interface World {
  readonly config: SignalpostConfig;
  readonly secrets: Secrets;
  readonly addresses: readonly (readonly [string, string])[];
  readonly buyers?: number;
  readonly stateDirectory: string;
  readonly tempo: Tempo;
  close(): Promise<void>;
}

/** The demonstration does not wait for minutes to pass. */
const demoTempo: Tempo = { pollMs: 5_000, immediatelyMs: 3_000, sweepMs: 3_000 };

async function start(options: StartOptions, withConfig: boolean): Promise<void> {
  const { startPage } = await import('../page/page.ts');
  const page = await startPage({ port: options.pagePort, host: '127.0.0.1', now });
  const world = withConfig ? await ownWorld(options) : await demoWorld(options, page);
  const [{ openPipeline }, { runOn }] = await Promise.all([
    import('../pipeline/pipeline.ts'),
    import('../pipeline/run-on.ts'),
  ]);
  const pipeline = await openPipeline({ ...world, observe: page.observe });
  const { config } = world;
  page.describe({
    api: config.api.baseUrl,
    destinations: config.routes.map(({ id, to, when }) => ({ routeId: id, type: to.type, when })),
    bridges: config.watch.bridges.length,
    every: withConfig ? config.watch.every : `${(demoTempo.pollMs ?? 0) / 1000} seconds`,
    ...(world.buyers === undefined ? {} : { buyers: world.buyers }),
  });
  console.log(`Signalpost runs. Open ${page.url}\n`);
  for (const [what, address] of world.addresses) console.log(`  ${what.padEnd(26)} ${address}`);
  console.log(`  ${'state is kept in'.padEnd(26)} ${world.stateDirectory}`);
  console.log('\nCtrl-C ends everything.');
  await runOn(pipeline, { tempo: world.tempo, until: untilInterrupted() });
  await pipeline.close();
  await world.close();
  await page.close();
}

async function demoWorld(options: StartOptions, page: Page): Promise<World> {
  const { startDemoWorld } = await import('../demo/demo-world.ts');
  // Apart from the state of a real run, which the demonstration must never touch.
  const stateDirectory = join(options.state, 'demo');
  mkdirSync(stateDirectory, { recursive: true });
  const world = await startDemoWorld({ stateDirectory, onMessage: page.received });
  return { ...world, stateDirectory, tempo: demoTempo };
}

async function ownWorld(options: StartOptions): Promise<World> {
  const config = await loadLocalConfig(options);
  const secrets = localSecrets();
  await checkSecrets(secretsOf(config), secrets);
  return {
    config,
    secrets,
    addresses: [['the Bridge API', config.api.baseUrl]],
    stateDirectory: options.state,
    tempo: {},
    close: async () => undefined,
  };
}
