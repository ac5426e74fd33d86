import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alerts } from '../../../functions/alerts/judge-alerts.ts';
import { stageAlarms } from '../../../functions/stage-alarms.ts';
import { projectRoot, read } from './documents.ts';

describe('the runbook', () => {
  const text = read('docs/runbook.md');
  const [, alarms = ''] = /^## Alarms$(.*?)^## /ms.exec(text) ?? [];
  const sections = alarms.split(/^### /m).slice(1);
  const headings = sections.map((section) => section.split('\n', 1)[0] ?? '');
  const wanted = new Set([...alerts, ...Object.values(stageAlarms)].map(({ heading }) => heading));

  test('has a heading for each alarm, and an alarm for each heading', () => {
    expect([...headings].sort()).toEqual([...wanted].sort());
  });

  test('has each heading that a message of the code names', () => {
    const files = globSync('{functions,infra,cli,machine,shared}/**/*.ts', { cwd: projectRoot });
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/docs\/runbook\.md[^"\n]* under "([^"$]+)"/g)].map(([, heading]) => heading),
    );
    const all = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    expect(named.length).toBeGreaterThan(0);
    expect(all).toEqual(expect.arrayContaining(named));
  });
});
