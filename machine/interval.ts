/** Calls `run` every `ms` milliseconds. Returns a function that stops it. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
