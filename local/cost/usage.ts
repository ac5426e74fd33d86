/** What is paid for by use. Units and requests as AWS counts them. */
export interface Usage {
  /** By Scheduler. */
  schedules: number;
  invocations: number;
  coldStarts: number;
  /** Billed: whole milliseconds of each invocation, cold starts included. */
  milliseconds: number;
  gigabyteSeconds: number;
  readUnits: number;
  writeUnits: number;
  /** The due index's own writes, which are among `writeUnits`. */
  indexUnits: number;
  queueRequests: number;
  secretReads: number;
  logBytes: number;
  /** Paid to nobody here, and what the use of the API comes to. */
  upstreamCalls: number;
}

export function noUsage(): Usage {
  return {
    schedules: 0,
    invocations: 0,
    coldStarts: 0,
    milliseconds: 0,
    gigabyteSeconds: 0,
    readUnits: 0,
    writeUnits: 0,
    indexUnits: 0,
    queueRequests: 0,
    secretReads: 0,
    logBytes: 0,
    upstreamCalls: 0,
  };
}

export function addUsage(sum: Usage, more: Readonly<Usage>): void {
  for (const name of Object.keys(sum) as (keyof Usage)[]) sum[name] += more[name];
}
