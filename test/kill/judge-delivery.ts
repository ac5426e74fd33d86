export interface DeliveryVerdict {
  /** Made by the service, and in no digest. */
  readonly lost: readonly string[];
  /** In more than one digest: a receiver that dedupes by `webhook-id` has it twice. */
  readonly doubled: readonly string[];
  /** In a digest, and never made. */
  readonly unknown: readonly string[];
}

/** Compares what had to arrive with what a receiver took from digests of different ids; order does not matter. */
export function judgeDelivery(made: Iterable<string>, taken: readonly string[]): DeliveryVerdict {
  const expected = new Set(made);
  const times = new Map<string, number>();
  for (const signal of taken) times.set(signal, (times.get(signal) ?? 0) + 1);
  return {
    lost: [...expected].filter((signal) => !times.has(signal)),
    doubled: [...times].flatMap(([signal, count]) => (count > 1 ? [signal] : [])),
    unknown: [...times.keys()].filter((signal) => !expected.has(signal)),
  };
}
