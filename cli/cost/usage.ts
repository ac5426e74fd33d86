const nothing = {
  /** By Scheduler. */
  schedules: 0,
  invocations: 0,
  coldStarts: 0,
  /** Billed: whole milliseconds of each invocation, cold starts included. */
  milliseconds: 0,
  gigabyteSeconds: 0,
  /** As DynamoDB counts them, the due index's writes included. */
  readUnits: 0,
  writeUnits: 0,
  queueRequests: 0,
  secretReads: 0,
  logBytes: 0,
  /** Calls of AWS, of the API and of destinations: nobody bills them here, but the function waits for them. */
  awsCalls: 0,
  upstreamCalls: 0,
  posts: 0,
};

/** What is paid for by use. Units and requests as AWS counts them. */
export type Usage = Record<keyof typeof nothing, number>;

/** Of no usage: all zero. */
export function sumUsage(usages: Iterable<Readonly<Usage>>): Usage {
  const sum = { ...nothing };
  for (const usage of usages) {
    for (const name of Object.keys(sum) as (keyof Usage)[]) sum[name] += usage[name];
  }
  return sum;
}
