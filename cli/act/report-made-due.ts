import { counted } from '../../shared/domain/counted.ts';
import { atStage, type PlaceOptions } from '../options.ts';

export interface MadeDue {
  readonly routeId: string;
  readonly released: number;
  /** The route was enabled too, so the signals that it collected are sent again. */
  readonly enabled: boolean;
  /** The route is disabled, so it keeps the digests. */
  readonly disabled: boolean;
}

/** The sender of the digests that were made due. */
export interface Sending extends Pick<PlaceOptions, 'stage'> {
  /** On one machine: the process that runs on the state; null if none does. */
  readonly runner: { readonly pid: number | null } | null;
}

export interface ReportPorts {
  readonly print: (line: string) => void;
  /** How many signals wait for a digest. */
  readonly countWaiting: () => Promise<number>;
}

/**
 * Reports the result of `resume` and `redrive`, and for a resumed route the number of waiting signals. If the signals
 * can't be counted, it still reports the result, then rejects with the error of `countWaiting`.
 */
export async function reportMadeDue(
  made: MadeDue,
  options: Sending & Pick<PlaceOptions, 'json'>,
  { print, countWaiting }: ReportPorts,
): Promise<void> {
  const { routeId, released, enabled } = made;
  if (!options.json) print(tellReleased(made, options));
  let signalsWaiting: number | undefined;
  try {
    if (enabled) signalsWaiting = await countWaiting();
  } finally {
    // One document, so it has to wait for the count; JSON leaves out what is undefined.
    if (options.json) print(JSON.stringify({ routeId, digestsReleased: released, signalsWaiting }));
  }
  if (!options.json && signalsWaiting) print(tellWaiting(signalsWaiting, options));
}

function tellReleased({ routeId, released, enabled, disabled }: MadeDue, sending: Sending): string {
  const state = enabled ? `route ${routeId} is enabled` : `route ${routeId}`;
  if (released === 0) return `${state}: no digest was ${enabled ? 'kept' : 'given up'}.`;
  const are = released === 1 ? 'is' : 'are';
  if (disabled) {
    const resume = `signalpost resume ${routeId}${atStage(sending)}`;
    return `route ${routeId} is disabled: ${counted(released, 'digest')} ${are} kept until you resume it: ${resume}`;
  }
  return `${state}: ${counted(released, 'digest')} ${are} due; ${whenSent(released, sending)}.`;
}

function tellWaiting(waiting: number, { stage, runner }: Sending): string {
  const wait = waiting === 1 ? 'waits' : 'wait';
  const when =
    stage === undefined && runner === null
      ? 'with the next run'
      : "within minutes if the route's time has passed, otherwise at its next time";
  return `${counted(waiting, 'signal')} ${wait} for a digest, sent ${when}.`;
}

/**
 * When due digests go out: a stage sweeps each minute, a process that runs here notices them at once, and without a
 * process they wait for the next run.
 */
export function whenSent(count: number, { stage, runner }: Sending): string {
  const it = count === 1 ? 'it' : 'them';
  if (runner !== null) return `${tellRunner(runner)} sends ${it} now`;
  return stage === undefined ? `the next run sends ${it}` : `${stage} sends ${it} within a minute`;
}

function tellRunner({ pid }: NonNullable<Sending['runner']>): string {
  return pid === null ? 'the running process' : `the running process ${pid}`;
}
