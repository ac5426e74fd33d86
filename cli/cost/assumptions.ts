/**
 * What a local run can't measure. What changes the sum is said in the output of `cost`, so that a reader can judge it.
 * Where no source is named it is a round figure from experience.
 */
export const assumptions = {
  /** Milliseconds that a function waits for an answer. */
  waits: { table: 5, transaction: 15, queue: 15, secret: 20, destination: 300 },
  /**
   * CPU of an invocation's own code, milliseconds of a whole core. Measured on one core of a small server, at 1,000 buyers
   * and a tick each quarter of an hour. It is assumed and not measured anew, so that the same input costs the same.
   */
  invocationCpuMs: {
    'plan-polls': 20,
    'poll-signals': 20,
    'fetch-summaries': 3,
    'compose-digests': 3,
    'deliver-digest': 2,
  },
  /**
   * CPU of one call of AWS, milliseconds of a whole core. Measured with the functions' client and an emulator of
   * DynamoDB, without TLS: 1.0 on average of an instance's first fifty, 0.4 of the thousandth.
   */
  awsCallCpuMs: 1,
  /** Lambda gives a function a whole core at 1,769 MB, and of less memory as much less of it. */
  wholeCoreMb: 1769,
  /** A Lambda instance that nobody needs is taken away after this time. */
  idleMs: 10 * 60_000,
  /** From nothing to the first line of a handler: Lambda's own, Node, and the bundle, 70 to 100 ms of CPU. Milliseconds. */
  coldStartMs: 600,
  /** CloudWatch adds so many bytes to each line. */
  logEventBytes: 26,
  /** Lambda's own log lines: of each invocation (START, END, REPORT), and of a cold start besides. Bytes, as billed. */
  invocationLogBytes: 345,
  coldStartLogBytes: 213,
  /** DynamoDB adds so many bytes to each item that it keeps. */
  itemBytes: 100,
  /**
   * Receives that find nothing: an event source keeps so many waiting at a queue, each for so long. It goes down to two
   * only without a maximum concurrency. Source: "Configuring scaling behavior for SQS event source mappings", Lambda's guide.
   */
  pollers: 5,
  longPollSeconds: 20,
} as const;

/** Of a year, without a leap day. */
export const daysPerMonth = 365 / 12;
