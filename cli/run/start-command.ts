import { join } from 'node:path';
import type { Command } from 'commander';
import type { DemoWorld } from '../../machine/demo/demo-world.ts';
import type { LocalState } from '../../machine/pipeline/open-state.ts';
import type { Tempo } from '../../machine/schedules.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addJsonOption, addStateOption, type PlaceOptions, print } from '../input/options.ts';
import { untilInterrupted } from '../input/until-interrupted.ts';
import { loadOwn } from '../open/own-config.ts';
import { noteConfig } from '../open/state-config.ts';
import { describePage, openPage, pagePortOption } from '../read/open-page.ts';
import { functionsOf, type InboundFlags, inboundPortOption } from './inbound-port.ts';

interface StartOptions extends Omit<PlaceOptions, 'config' | 'stage'>, InboundFlags {
  /** `start` runs the demo without one. */
  readonly config?: string;
  readonly pagePort: number;
}

export function addCommands(program: Command): void {
  const command = program
    .command('start')
    .description(
      'run the pipeline and show it on a web page; without --config, it reads the sandbox and delivers to a receiver on this machine',
    )
    .option('--config <file>', "the config: .ts, .mjs or .json (default: the sandbox's)");
  addJsonOption(addStateOption(command))
    .addOption(pagePortOption())
    .addOption(inboundPortOption())
    .option('--allow-local-destinations', 'permit plain http and loopback addresses for this run')
    .action(startPipeline);
}

interface World extends Pick<DemoWorld, 'config' | 'secrets'> {
  readonly addresses: readonly (readonly [string, string])[];
}

/** The demo polls and sweeps more often than once a minute. */
const demoTempo: Tempo = { pollMs: 5_000, sweepMs: 3_000 };

async function startPipeline(options: StartOptions): Promise<void> {
  const { config } = options;
  const own = config === undefined ? null : await openOwn({ ...options, config });
  const open = new AsyncDisposableStack();
  try {
    await startOn(options, own, open);
  } finally {
    // An open listener would keep the process alive after an error, such as a port that is taken.
    await open.disposeAsync();
  }
}

async function startOn(options: StartOptions, own: World | null, open: AsyncDisposableStack): Promise<void> {
  const [{ openState, describeOpen }, { openPipeline }, { runOn }] = await Promise.all([
    import('../../machine/pipeline/open-state.ts'),
    import('../../machine/pipeline/pipeline.ts'),
    import('../../machine/pipeline/run-on.ts'),
  ]);
  // A directory of its own: the demo must never touch the state of a real run.
  const stateDirectory = own === null ? join(options.state, 'demo') : options.state;
  const { clock, start } =
    own === null ? await prepareDemo(open) : { clock: systemClock, start: async () => own };
  // First, so that a second `start` reports the directory in use and not the port in use.
  const state = openState(stateDirectory, clock);
  open.defer(state.close);
  const world = await start(state);
  const { config } = world;
  noteConfig(stateDirectory, options.config, config);
  const page = await openPage({ ...options, state: stateDirectory }, { ...state, config });
  open.defer(page.close);
  const tempo = own === null ? demoTempo : {};
  const pipeline = openPipeline({ ...world, state, clock, observe: page.observe });
  open.defer(pipeline.close);
  const addresses = Object.fromEntries(world.addresses);
  print(options, { page: page.address(), token: page.token, addresses, state: stateDirectory }, [
    `Signalpost is running. ${describePage(page, options)}\n`,
    ...[...world.addresses, ['state directory', stateDirectory]].map(
      ([what = '', where]) => `  ${what.padEnd(26)} ${where}`,
    ),
    '\nPress Ctrl-C to stop.',
  ]);
  const say = (line: string): void => (options.json ? console.error(line) : console.log(line));
  for (const text of describeOpen(stateDirectory)) say(text);
  await runOn(pipeline, { ...options, tempo, until: untilInterrupted(say), say });
}

/** The clock of the demo and, once its state is open, its world. */
async function prepareDemo(open: AsyncDisposableStack) {
  const { createDemoClock } = await import('../../machine/demo/demo-past.ts');
  const { startDemoWorld } = await import('../../machine/demo/demo-world.ts');
  const clock = createDemoClock();
  const start = async (state: LocalState): Promise<World> =>
    open.adopt(await startDemoWorld(state, clock), ({ close }) => close());
  return { clock, start };
}

async function openOwn(options: StartOptions & PlaceOptions): Promise<World> {
  const own = await loadOwn(options, functionsOf(options));
  return { ...own, addresses: [['the Bridge API', own.config.api.baseUrl]] };
}
