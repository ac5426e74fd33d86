/** `1 signal`, `1,043 signals`. `count` is a whole number from 0. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : nouns}`;
}

/** `50 or more digests`, if the count stopped before its end. */
export function countedFrom(count: number, isAll: boolean, noun: string): string {
  return isAll ? counted(count, noun) : `${grouped(count)} or more ${noun}s`;
}

/** `1,043`. `toLocaleString('en-US')` would load the data of all languages: 15 ms, once in a process. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
