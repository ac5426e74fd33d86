/** `node test/bench/measure-one.ts NAME EFFORT`: one benchmark; its figures as JSON on stdout, its progress on stderr. */

import { type Bench, efforts } from './report/figure.ts';
import { createProgress } from './report/progress.ts';

const [name = '', effort] = process.argv.slice(2);
const bench = (await import(`./benches/${name}.bench.ts`)) as Bench;
const measured = await bench.measure(
  (what, total) => createProgress(`${name}: ${what}`, total),
  effort === 'once' ? efforts.once : efforts.whole,
);
for (const { id, samples } of measured.figures) {
  if (samples.length === 0 || !samples.every(Number.isFinite)) throw new Error(`${id} measured ${samples}`);
}
console.log(JSON.stringify(measured));
