/**
 * What a Lambda function does before its first event: each bundle of the template is imported by a process of its own, in
 * turn with an empty handler.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PipelineFunction, pipelineFunctions } from '../../../functions/wiring.ts';
import { resourcesOf, type Synthesized, synthesize } from '../../infra/synthesize.ts';
import { type Figure, type Measured, runs, type StartProgress } from '../figure.ts';
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
      figures.push(...figuresOf(name, rounds), sizeOf(name, file));
    }
    progress.end();
    return { figures };
  } finally {
    rmSync(directory, { recursive: true, force: true });
    synthesized.remove();
  }
}

function bundleOf({ pipeline, bundles }: Synthesized, name: PipelineFunction): string {
  const { purpose } = pipelineFunctions[name];
  const found = resourcesOf(pipeline, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => Properties.Description === purpose,
  );
  return join(bundles[found?.[0] ?? ''] ?? '', 'index.js');
}

function figuresOf(name: PipelineFunction, rounds: readonly (readonly [ProcessRun, ProcessRun])[]): Figure[] {
  const figure = (part: string, what: string, unit: string, value: number, samples: readonly number[]) => ({
    ...{ id: `cold-start/${name}/${part}`, what: `${name}, ${what}`, unit },
    ...{ goal: { is: 'at most' as const, value }, samples },
  });
  return [
    figure(
      'wall',
      "a process that imports it, against an empty handler's",
      '×',
      2.7,
      rounds.map(([ours, empty]) => ours.wallMs / empty.wallMs),
    ),
    figure(
      'memory',
      "its memory above an empty handler's",
      'MB',
      25,
      rounds.map(([ours, empty]) => ours.peakMb - empty.peakMb),
    ),
  ];
}

function sizeOf(name: PipelineFunction, file: string): Figure {
  return {
    ...{ id: `cold-start/${name}/bytes`, what: `${name}, its bundle`, unit: 'kB' },
    goal: { is: 'at most', value: 500 },
    samples: [statSync(file).size / 1_000],
    counted: true,
  };
}
