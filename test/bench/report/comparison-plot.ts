import { type Figure, medianOf } from '../figure.ts';
import { bar, colors, grey, svg, text } from './svg.ts';
import { tellValue } from './tell-table.ts';

interface Tool {
  readonly name: string;
  /** Times the bare loop, measured on the same machine. */
  readonly times: number;
  readonly isOurs: boolean;
}

/**
 * Measured once, on one machine: 1,000 buyers, 500 new signals, 20 ms upstream, process start included. Seconds are
 * compared by what the bare loop took beside them, since another machine takes other seconds.
 */
const loopSeconds = 1.4;
const others: readonly Tool[] = [
  { name: 'bare node:http loop', times: 1, isOurs: false },
  { name: 'Node-RED 5.0, all calls at once', times: 1.7 / loopSeconds, isOurs: false },
  { name: 'n8n 1.123, nothing new', times: 4.5 / loopSeconds, isOurs: false },
  { name: 'n8n 1.123, 500 new', times: 5.4 / loopSeconds, isOurs: false },
];
const ours: readonly { readonly id: string; readonly name: string }[] = [
  { id: 'run-once/due', name: 'run --once --due, nothing new' },
  { id: 'run-once/quiet', name: 'run --once, nothing new' },
  { id: 'run-once/first', name: 'run --once, 500 new' },
];

const width = 760;
const left = 270;
const top = 50;
const rowHeight = 30;

/** Bars for one thousand buyers: ours from the figures, the other tools' as they were measured. */
export function drawComparison(figures: readonly Figure[]): string {
  const measured = ours.flatMap(({ id, name }) => {
    const found = figures.find((figure) => figure.id === id);
    return found === undefined ? [] : [{ name, times: medianOf(found.samples), isOurs: true }];
  });
  const tools = [...others, ...measured].sort((one, other) => one.times - other.times);
  const scale = (width - left - 70) / Math.max(...tools.map(({ times }) => times));
  const title = 'One cycle of 1,000 buyers, times the bare loop';
  return svg(width, top + rowHeight * tools.length + 20, title, [
    text({ x: 16, y: 26 }, title, { size: 15, bold: true }),
    ...tools.flatMap(({ name, times, isOurs }, index) => {
      const y = top + rowHeight * index;
      return [
        text({ x: left - 10, y: y + 15 }, name, { anchor: 'end', bold: isOurs }),
        bar({ x: left, y }, times * scale, 20, isOurs ? colors[0] : '#9ca3af'),
        text({ x: left + times * scale + 8, y: y + 15 }, tellValue(times, '×'), { color: grey }),
      ];
    }),
  ]);
}
