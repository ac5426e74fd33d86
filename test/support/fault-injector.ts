/**
 * What befalls one call through a port. `refused`: an error that says that nothing was done. `lost`: the call never
 * arrived and nobody knows. `answer-lost`: it was done and nobody knows. `conflict` and `throttled` cancel a
 * transaction, and refuse any other call. A crash ends the whole process, before or after the call's effect.
 */
export type Fault =
  | 'refused'
  | 'lost'
  | 'answer-lost'
  | 'conflict'
  | 'throttled'
  | 'crash-before'
  | 'crash-after';

/** No code may catch it and go on: whatever the dead process still calls throws it again. */
export class CrashError extends Error {
  override readonly name = 'CrashError';
}

export interface FaultInjector {
  /** The name of every call so far, in order. */
  readonly calls: readonly string[];
  readonly crashed: boolean;
  /** After a crash: the next process may call again. */
  restart(): void;
  /** Makes a call unless a fault befalls it; `errorOf` says how the port tells of one, null when it has no such error. */
  run<Result>(
    name: string,
    effect: () => Promise<Result>,
    errorOf?: (fault: Fault) => Error | null,
  ): Promise<Result>;
}

/** `plan` is asked once for each call, with its number from 1. */
export function createFaultInjector(plan: (number: number, name: string) => Fault | null): FaultInjector {
  const calls: string[] = [];
  let crashed = false;
  const crash = (name: string): never => {
    crashed = true;
    throw new CrashError(`crashed at ${name}`);
  };
  return {
    calls,
    get crashed() {
      return crashed;
    },
    restart() {
      crashed = false;
    },
    async run(name, effect, errorOf = () => null) {
      if (crashed) crash(name);
      const fault = plan(calls.push(name), name);
      if (fault === 'crash-before') crash(name);
      const error = fault === null || fault === 'crash-after' ? null : errorOf(fault);
      if (error !== null && fault !== 'answer-lost') throw error;
      // What the call came to, an error of its own included, is lost with the process or its answer.
      const [settled] = await Promise.allSettled([effect()]);
      // Another call of the same process may have crashed it meanwhile.
      if (fault === 'crash-after' || crashed) crash(name);
      if (error !== null) throw error;
      if (settled.status === 'rejected') throw settled.reason;
      return settled.value;
    },
  };
}

/** One fault at the call of that number, and none ever after. */
export function onlyAt(number: number, fault: Fault): (number: number) => Fault | null {
  return (current) => (current === number ? fault : null);
}
