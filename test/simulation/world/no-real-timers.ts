/**
 * The API client limits each call by `AbortSignal.timeout`, a timer of the real clock. Here `simulated-fetch.ts` lets calls
 * time out by the virtual one, and ten thousand timers a second that never fire only keep their signals alive.
 */
export function stopRealTimers(): void {
  const never = new AbortController().signal;
  AbortSignal.timeout = () => never;
}
