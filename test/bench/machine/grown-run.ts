/**
 * `run --once` with its table's requests counted, as a process to measure. Arguments: the config's file and the state's
 * directory, which must exist. Prints the reads and writes as JSON.
 */
import { join } from 'node:path';
import { localSecrets } from '../../../cli/open/own-config.ts';
import { openPipeline } from '../../../machine/pipeline/pipeline.ts';
import { runOnce } from '../../../machine/pipeline/run-once.ts';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { systemClock, systemRandom } from '../../../shared/runtime/system.ts';
import { createCountingTable } from '../../support/ledger/counting-table.ts';

const [configFile = '', directory = ''] = process.argv.slice(2);
const sqlite = openSqliteTable(join(directory, 'ledger.db'), { now: systemClock.now });
const table = createCountingTable(sqlite);
const problems: string[] = [];
const pipeline = openPipeline({
  config: await loadConfig(configFile),
  state: {
    table,
    ledger: createLedger({ table, clock: systemClock, random: systemRandom }),
    flush: sqlite.flush,
    close: sqlite.close,
  },
  secrets: localSecrets({ config: configFile }),
  observe: (observation) => {
    if ('problem' in observation) problems.push(`${observation.kind}: ${observation.problem}`);
  },
});
await runOnce(pipeline, {});
await pipeline.close();
if (problems.length > 0) throw new Error(problems[0]);
console.log(JSON.stringify(table.takeRequests()));
