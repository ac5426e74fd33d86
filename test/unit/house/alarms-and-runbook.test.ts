import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { queues } from '../../../functions/wiring.ts';
import { listAlarms, tellingAlarms } from '../../../shared/alarms/list-alarms.ts';
import { projectRoot, read } from './documents.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const alarmsOf = (pollEvery: number) => listAlarms({ watch: { every: `${pollEvery} seconds` } }, queues);

describe('the runbook', () => {
  const text = read('docs/runbook.md');
  const [, alarms = ''] = /^## Alarms$(.*?)^## /ms.exec(text) ?? [];
  const sections = alarms.split(/^### /m).slice(1);
  const headings = sections.map((section) => section.split('\n', 1)[0] ?? '');
  const wanted = new Set([...alarmsOf(hour), ...tellingAlarms].map(({ heading }) => heading));

  test('has a heading for each alarm, and an alarm for each heading', () => {
    expect([...headings].sort()).toEqual([...wanted].sort());
  });

  test('has each heading that a message of the code names', () => {
    const files = globSync('{functions,infra,cli,machine,shared}/**/*.ts', { cwd: projectRoot });
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/docs\/runbook\.md[^"\n]* under "([^"]+)"/g)].map(([, heading]) => heading),
    );
    const all = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    expect(named.length).toBeGreaterThan(0);
    expect(all).toEqual(expect.arrayContaining(named));
  });

  test.each(sections)(
    'says what it means, how to find the cause, how to fix it and with which commands: %s',
    (section) => {
      const parts = [...section.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part);
      expect(parts).toEqual(['Description', 'Investigation', 'Resolution', 'Commands']);
      expect(section).toMatch(/```bash\n[^`]+\n```/);
    },
  );
});

describe('an alarm', () => {
  const rhythms = [minute, 5 * minute, 15 * minute, hour, 7 * hour, day];

  test.each(rhythms)('with ticks every %i s looks back no further than CloudWatch lets it', (pollEvery) => {
    for (const { id, period, periods } of alarmsOf(pollEvery)) {
      const longest = period < hour ? day : 7 * day;
      expect({ id, fits: period * periods.of <= longest && period % minute === 0 }).toEqual({
        id,
        fits: true,
      });
      expect(periods.breaching).toBeLessThanOrEqual(periods.of);
    }
  });

  test('has an id of its own', () => {
    const ids = [...alarmsOf(hour), ...tellingAlarms].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
