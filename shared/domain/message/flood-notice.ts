import { counted, grouped } from '../counted.ts';
import type { DigestFlood } from '../digests/digest.ts';
import { longest } from '../text/lengths.ts';
import type { Line } from './message.ts';
import { tellName } from './shown-buyers.ts';
import { plain, strong } from './spans.ts';

const mostBridges = 5;

/** `Unusually many: 903 new signals. The 12 hot ones are shown, 891 are kept back.` and the counts of each bridge. */
export function writeFlood({ newSignals, shown, dropped, bridges = [] }: DigestFlood, hot: number): Line[] {
  const rest = Math.max(0, newSignals - shown);
  const left = Math.min(dropped, rest);
  const fates = [
    tellShown(Math.min(hot, shown), Math.max(0, shown - hot)),
    rest - left > 0 && `${grouped(rest - left)} ${rest - left === 1 ? 'is' : 'are'} kept back`,
    left > 0 && `${grouped(left)} ${left === 1 ? 'is' : 'are'} left out`,
  ].filter((fate) => fate !== false);
  const counts = countBridges(bridges);
  return [
    [strong(`Unusually many: ${counted(newSignals, 'new signal')}.`), plain(` ${fates.join(', ')}.`)],
    ...(counts === '' ? [] : [[plain(counts)]]),
  ];
}

/** `Tenders 210 · Board meetings 198 · 3 more bridges 152` */
function countBridges(bridges: NonNullable<DigestFlood['bridges']>): string {
  const counts = bridges.flatMap(({ name, signals }) => {
    const bridge = tellName(name, longest.bridgeName);
    return bridge === null ? [] : [{ text: `${bridge} ${grouped(signals)}`, signals }];
  });
  const others = counts.slice(mostBridges);
  const left = others.reduce((sum, { signals }) => sum + signals, 0);
  const told = counts.slice(0, mostBridges).map(({ text }) => text);
  const more = others.length === 0 ? [] : [`${counted(others.length, 'more bridge')} ${grouped(left)}`];
  return [...told, ...more].join(' · ');
}

/** All that are hot, and the newest of the others. */
function tellShown(hot: number, others: number): string {
  const hotOnes = hot === 1 ? 'the hot one' : `the ${grouped(hot)} hot ones`;
  const newest = others === 1 ? 'the newest' : `the ${grouped(others)} newest`;
  const told = [...(hot > 0 ? [hotOnes] : []), ...(others > 0 ? [newest] : [])].join(' and ');
  return `${told} ${hot + others === 1 ? 'is' : 'are'} shown`.replace(/^t/, 'T');
}
