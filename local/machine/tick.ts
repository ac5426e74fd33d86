/** This machine's time, for what is built to be told it. */
export const now = (): number => Date.now();

/** Calls `run` each `ms` milliseconds; answers with what stops it. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
