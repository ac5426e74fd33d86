import { createHash } from 'node:crypto';
import type { SignalpostConfig } from '../config/signalpost-config.ts';

/** The same for the same checked config, whatever file it came from: tells whether a stage runs this one. */
export function fingerprintConfig(config: SignalpostConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16);
}
