/**
 * What a Lambda function does before its first event: each bundle of the template is imported by a process of its own, in
 * turn with an empty handler.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PipelineFunction, pipelineFunctions } from '../../../functions/wiring.ts';
import { resourcesOf, type Synthesized, synthesize } from '../../infra/synthesize.ts';
import { atMost, type Figure, figure, type Measured, runs, type StartProgress } from '../figure.ts';
import { type ProcessRun, timeProcess } from '../machine/timed-process.ts';

const names = Object.keys(pipelineFunctions) as PipelineFunction[];

export async function measure(startProgress: StartProgress): Promise<Measured> {
  const synthesized = synthesize({ bundle: true });
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-bench-'));
  try {
    const bundles = names.map((name) => ({ name, file: bundleOf(synthesized, name) }));
    const empty = join(directory, 'empty.cjs');
    writeFileSync(empty, 'exports.handler = async () => {};\n');
    const progress = startProgress('import', runs * names.length);
    const figures: Figure[] = [];
    for (const { name, file } of bundles) {
      const rounds: (readonly [ours: ProcessRun, empty: ProcessRun])[] = [];
      for (let round = 0; round < runs; round += 1) {
        rounds.push([await timeProcess([file]), await timeProcess([empty])]);
        progress.step();
      }
      figures.push(...figuresOf(name, file, rounds));
    }
    progress.end();
    return { figures };
  } finally {
    rmSync(directory, { recursive: true, force: true });
    synthesized.remove();
  }
}

function bundleOf({ running, bundles }: Synthesized, name: PipelineFunction): string {
  const { purpose } = pipelineFunctions[name];
  const found = resourcesOf(running, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => Properties.Description === purpose,
  );
  return join(bundles[found?.[0] ?? ''] ?? '', 'index.js');
}

function figuresOf(
  name: PipelineFunction,
  file: string,
  rounds: readonly (readonly [ours: ProcessRun, empty: ProcessRun])[],
): Figure[] {
  const id = (part: string) => `cold-start/${name}/${part}`;
  const times = rounds.map(([ours, empty]) => ours.wallMs / empty.wallMs);
  const memory = rounds.map(([ours, empty]) => ours.peakMb - empty.peakMb);
  const imports = `${name}, a process that imports it, against an empty handler's`;
  const bytes = figure(id('bytes'), `${name}, its bundle`, 'kB', atMost(500), [statSync(file).size / 1_000]);
  return [
    figure(id('wall'), imports, '×', atMost(2.7), times),
    figure(id('memory'), `${name}, its memory above an empty handler's`, 'MB', atMost(25), memory),
    { ...bytes, counted: true },
  ];
}
