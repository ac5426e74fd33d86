import { describe, expect, it } from 'vitest';
import {
  type FunctionName,
  functions,
  pipelineFunctions,
  queues,
  schedules,
} from '../../../functions/wiring.ts';
import { inBackticks, read } from './documents.ts';

/** Everything that the wiring lets wake it. */
function wakersOf(name: FunctionName): string[] {
  return [
    ...Object.entries(queues).flatMap(([queue, { consumer }]) => (consumer === name ? [queue] : [])),
    ...Object.entries(schedules).flatMap(([key, { target }]) => (target === name ? [key] : [])),
    ...(name === 'tell-alarm' ? ['alarms'] : []),
  ];
}

describe.each(Object.keys(functions) as FunctionName[])('the README of %s', (name) => {
  const text = read(`functions/${name}/README.md`);
  const found = [...text.matchAll(/^- \*\*(.+?):\*\* (.+)$/gm)];
  const partOf = (part: string): string => found.find(([, title]) => title === part)?.[2] ?? '';

  it('says what wakes it', () => {
    expect(inBackticks(partOf('Wakes it'))).toEqual(expect.arrayContaining(wakersOf(name)));
  });

  it('says what it may touch: exactly what the wiring grants', () => {
    const { ledger, sendsTo, secrets } = functions[name];
    const granted = [...new Set(Object.values(ledger.items).flat()), ...sendsTo, ...secrets];
    expect(inBackticks(partOf('May touch')).sort()).toEqual(granted.sort());
    expect(partOf('May touch').includes('the index of due items')).toBe(ledger.due);
  });
});

/** Each arrow between two neighbours of a line, as `plan-polls ─► poll queue`. */
function arrowsOf(picture: string): string[] {
  return picture.split('\n').flatMap((line) => {
    const stops = line
      .replace(/^[\w ,]+: +/, '')
      .split(/ +─► +/)
      .map((stop) => stop.trim());
    return stops.slice(1).map((to, at) => `${stops[at]} ─► ${to}`);
  });
}

it('the picture in docs/how-it-works.md has the functions and queues as they are wired', () => {
  const [, picture = ''] = /```\n(.*?)```/s.exec(read('docs/how-it-works.md')) ?? [];
  const drawn = arrowsOf(picture).filter((arrow) => !/─► (ledger|Slack)/.test(arrow));
  const wired = [
    ...Object.values(schedules).map(({ target }) => `Scheduler ─► ${target}`),
    ...Object.entries(pipelineFunctions).flatMap(([name, { sendsTo }]) =>
      sendsTo.map((queue) => `${name} ─► ${queue} queue`),
    ),
    ...Object.entries(queues).map(([name, { consumer }]) => `${name} queue ─► ${consumer}`),
  ];

  expect(drawn.sort()).toEqual([...new Set(wired)].sort());
});
