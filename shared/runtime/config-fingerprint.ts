import { createHash } from 'node:crypto';
import type { SignalpostConfig } from '../config/signalpost-config.ts';

/** A hash of the checked config, independent of its file: shows whether a stage runs this config. */
export function fingerprintConfig(config: SignalpostConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16);
}
