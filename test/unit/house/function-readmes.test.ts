import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FunctionName, functions, queues, schedules, topics } from '../../../functions/wiring.ts';
import { inBackticks, projectRoot, read } from './documents.ts';

const parts = ['Wakes it', 'Promises', 'May touch', 'A crash leaves', 'Invoke it'] as const;

/** Everything that the wiring lets wake it. */
function wakersOf(name: FunctionName): string[] {
  return [
    ...Object.entries(queues).flatMap(([queue, { consumer }]) => (consumer === name ? [queue] : [])),
    ...Object.entries(schedules).flatMap(([key, { target }]) => (target === name ? [key] : [])),
    ...Object.entries(topics).flatMap(([topic, { subscriber }]) => (subscriber === name ? [topic] : [])),
  ];
}

describe.each(Object.keys(functions) as FunctionName[])('the README of %s', (name) => {
  const text = read(`functions/${name}/README.md`);
  const found = [...text.matchAll(/^- \*\*(.+?):\*\* (.+)$/gm)];
  const partOf = (part: (typeof parts)[number]): string =>
    found.find(([, title]) => title === part)?.[2] ?? '';

  it('has its five parts, in order, on ten lines or so', () => {
    expect(found.map(([, title]) => title)).toEqual([...parts]);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
    expect(text).toMatch(new RegExp(`^# ${name}\n`));
  });

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
