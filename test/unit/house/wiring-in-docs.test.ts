import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type FunctionName,
  functions,
  pipelineFunctions,
  queues,
  schedules,
} from '../../../functions/wiring.ts';
import { inBackticks, projectRoot, read } from './documents.ts';

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

  it('says how to invoke it, by a command and an example event', () => {
    expect(partOf('Invoke it')).toContain(`\`signalpost invoke ${name} `);
    const events = [...partOf('Invoke it').matchAll(/events\/[\w.-]+\.json/g)].map(([file]) => file);
    expect(events.filter((file) => !file.startsWith(`events/${name}.`))).toEqual([]);
    expect(events.every((file) => existsSync(join(projectRoot, file)))).toBe(true);
    expect(events.length).toBeGreaterThan(0);
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

describe('the docs', () => {
  it('draw the functions and queues as they are wired', () => {
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

  it('count the functions and queues of a stage', () => {
    const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    const lambdas = `${words[Object.keys(functions).length]} Lambda functions`;

    expect(read('docs/deploying.md')).toContain(`${lambdas}, ${words[Object.keys(queues).length]} queues`);
    expect(read('README.md')).toContain(lambdas);
  });

  it('name the dead letters', () => {
    const [section] = (read('docs/runbook.md').split('### Dead letters\n')[1] ?? '').split('\n### ');
    for (const name of ['deadLetters.work', 'deadLetters.ticks']) expect(section).toContain(name);
  });
});
