import { untilInterrupted } from '../../cli/input/until-interrupted.ts';
import { localSecrets } from '../../cli/open/own-config.ts';
import { openState } from '../../machine/pipeline/open-state.ts';
import { openPipeline } from '../../machine/pipeline/pipeline.ts';
import { runOn } from '../../machine/pipeline/run-on.ts';
import { loadConfig } from '../../shared/config/load.ts';

// `signalpost run` at a tempo that the config can't ask for: in a second it goes through every step several times,
// so that a kill at a random moment finds it at work. Arguments: the config's file and the state's directory.
const [configFile = '', stateDirectory = ''] = process.argv.slice(2);
const pipeline = openPipeline({
  config: await loadConfig(configFile),
  state: openState(stateDirectory),
  secrets: localSecrets({ config: configFile }),
  observe: () => undefined,
});
const tempo = { pollMs: 300, sweepMs: 150 };
await runOn(pipeline, { tempo, until: untilInterrupted(), say: () => undefined });
await pipeline.close();
