/**
 * What a Lambda function does before its first event: each bundle is imported by a process of its own, in turn with an
 * empty handler.
 */
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundles, bundles } from '../../../build/bundles.ts';
import { type PipelineFunction, pipelineFunctions } from '../../../functions/wiring.ts';
import { type ProcessRun, timeProcess } from '../machine/timed-process.ts';
import { atMost, type Bench, counted, type Figure, figure } from '../report/figure.ts';
import { measureRounds } from '../report/rounds.ts';

const names = Object.keys(pipelineFunctions) as PipelineFunction[];

export const measure: Bench['measure'] = async (startProgress, effort) => {
  await buildBundles();
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-bench-'));
  try {
    const empty = join(directory, 'empty.cjs');
    writeFileSync(empty, 'exports.handler = async () => {};\n');
    const figures: Figure[] = [];
    for (const name of names) {
      // By this name it is CommonJS, as in Lambda, whatever the project's own modules are.
      const file = join(directory, `${name}.cjs`);
      copyFileSync(join(bundles, name, 'index.js'), file);
      const rounds = await measureRounds(startProgress, `import of ${name}`, effort, async () => ({
        ours: await timeProcess([file]),
        empty: await timeProcess([empty]),
      }));
      figures.push(...figuresOf(name, file, rounds));
    }
    return { figures };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

function figuresOf(
  name: PipelineFunction,
  file: string,
  rounds: readonly { readonly ours: ProcessRun; readonly empty: ProcessRun }[],
): Figure[] {
  const id = (part: string) => `cold-start/${name}/${part}`;
  const times = rounds.map(({ ours, empty }) => ours.wallMs / empty.wallMs);
  const memory = rounds.map(({ ours, empty }) => ours.peakMb - empty.peakMb);
  const imports = `${name}, a process that imports it, against an empty handler's`;
  // The composer renders templates.
  const most = name === 'compose-digests' ? 530 : 500;
  return [
    figure(id('wall'), imports, '×', atMost(2.7), times),
    figure(id('memory'), `${name}, its memory above an empty handler's`, 'MB', atMost(25), memory),
    counted(id('bytes'), `${name}, its bundle`, 'kB', atMost(most), [statSync(file).size / 1_000]),
  ];
}
