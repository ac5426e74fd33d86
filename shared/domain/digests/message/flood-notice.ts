import { counted } from '../../counted.ts';
import type { DigestFlood } from '../digest.ts';
import type { Line } from './message.ts';
import { tellName } from './shown-buyers.ts';
import { plain, strong } from './spans.ts';
import { longest } from './text/lengths.ts';

const mostBridges = 8;

/** `Unusually many: 903 new. The 12 hottest are shown, 891 are kept back.` and how many there are of each bridge. */
export function writeFlood({ newSignals, shown, dropped, bridges = [] }: DigestFlood): Line[] {
  const rest = Math.max(0, newSignals - shown);
  const left = Math.min(dropped, rest);
  const fates = [
    shown > 0 && (shown === 1 ? 'The hottest is shown' : `The ${number(shown)} hottest are shown`),
    rest - left > 0 && `${number(rest - left)} ${rest - left === 1 ? 'is' : 'are'} kept back`,
    left > 0 && `${number(left)} ${left === 1 ? 'is' : 'are'} left out`,
  ].filter((fate) => fate !== false);
  const counts = bridges.slice(0, mostBridges).flatMap(({ name, signals }) => {
    const bridge = tellName(name, longest.bridgeName);
    return bridge === null ? [] : [`${bridge} ${number(signals)}`];
  });
  return [
    [
      strong(`Unusually many: ${counted(newSignals, 'new signal')}.`),
      ...(fates.length === 0 ? [] : [plain(` ${fates.join(', ')}.`)]),
    ],
    ...(counts.length === 0 ? [] : [[plain(counts.join(' · '))]]),
  ];
}

const number = (count: number): string => count.toLocaleString('en-US');
