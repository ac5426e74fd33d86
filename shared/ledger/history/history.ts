import type { LedgerPorts } from '../table/table.ts';
import { createDigestEntries } from './digest-entries.ts';
import { createSignalRecords } from './signal-records.ts';
import { createTallies } from './tallies.ts';

export function createHistory(ports: LedgerPorts) {
  const { findSignal, listSignals } = createSignalRecords(ports);
  const { findDigest, readDigests, changeClicks } = createDigestEntries(ports);
  const { countRecorded, storeCalls, readCalls, readTallies } = createTallies(ports);
  return {
    findSignal,
    listSignals,
    findDigest,
    readDigests,
    changeClicks,
    countRecorded,
    storeCalls,
    readCalls,
    readTallies,
  };
}
