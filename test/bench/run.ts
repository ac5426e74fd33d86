/**
 * `npm run bench`: every benchmark beside this file, one after another, so that none slows another down. Words after
 * `--` choose those whose name contains one of them. Fails when one of them fails.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const words = process.argv.slice(2);
const benches = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();
if (benches.length === 0) {
  console.error(`no benchmark is called anything like ${words.join(' or ')}`);
  process.exitCode = 1;
}

for (const bench of benches) {
  console.log(`\n${bench}`);
  const { status, signal } = spawnSync(process.execPath, [join(import.meta.dirname, bench)], {
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(`${bench} failed (${signal ?? status})`);
    process.exitCode = 1;
  }
}
