/**
 * What a Lambda function does before its first event: each bundle is imported by a process of its own, in turn with an
 * empty handler.
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundles, bundles } from '../../../build/bundles.ts';
import { type PipelineFunction, pipelineFunctions } from '../../../functions/wiring.ts';
import { timeProcess } from '../machine/timed-process.ts';
import { atMost, type Bench, type Figure, figure } from '../report/figure.ts';

const names = Object.keys(pipelineFunctions) as PipelineFunction[];

export const measure: Bench['measure'] = async ({ runs }) => {
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
      const ratios: number[] = [];
      for (let round = 0; round < runs; round += 1) {
        const ours = await timeProcess([file]);
        ratios.push(ours.wallMs / (await timeProcess([empty])).wallMs);
      }
      const what = `${name}, a process that imports it, against an empty handler's`;
      figures.push(figure(`cold-start/${name}/wall`, what, '×', atMost(2.7), ratios));
    }
    return { figures };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
