/** `node test/bench/measure-one.ts NAME`: one benchmark; its figures as JSON on stdout, its progress on stderr. */

import type { Bench } from './figure.ts';
import { createProgress } from './progress.ts';

const [name = ''] = process.argv.slice(2);
const bench = (await import(`./benches/${name}.bench.ts`)) as Bench;
const measured = await bench.measure((what, total) => createProgress(`${name}: ${what}`, total));
console.log(JSON.stringify(measured));
