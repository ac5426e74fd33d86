import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/commands/cli.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The lines of every block of commands, comments left out. */
const lines = [...read('docs/runbook.md').matchAll(/```bash\n([^`]+)```/g)]
  .flatMap(([, block = '']) => block.split('\n'))
  .map((line) => line.replace(/(^|\s)#.*/, ''));

/** `signalpost pending ROUTE --stage STAGE` as its command and the flags that it is given. */
const calls = lines.flatMap((line) => {
  const [, words] = /(?:^|\| )signalpost (.+)/.exec(line) ?? [];
  if (words === undefined) return [];
  const command = words.startsWith('secrets ') ? words.split(' ', 2) : words.split(' ', 1);
  return [{ command, flags: [...words.matchAll(/--[a-z-]+/g)].map(([flag]) => flag) }];
});

describe('the commands of the runbook', () => {
  const commands = [...new Set(calls.map(({ command }) => command.join(' ')))];

  it.each(commands)('signalpost %s is there, with its flags', { timeout: 60_000 }, async (command) => {
    const { exitCode, stdout } = await runCli([...command.split(' '), '--help'], {
      cwd: fileURLToPath(root),
    });

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: signalpost ${command} `));
    const given = calls.filter((call) => call.command.join(' ') === command).flatMap(({ flags }) => flags);
    for (const flag of given) expect(stdout).toMatch(new RegExp(`^ +${flag}\\b`, 'm'));
  });

  it('name scripts and example events that are there', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = lines.flatMap((line) =>
      [...line.matchAll(/npm run (\w+)/g)].map(([, script]) => script ?? ''),
    );
    for (const script of named) expect(Object.keys(scripts)).toContain(script);
    const events = lines.flatMap((line) => [...line.matchAll(/events\/\S+/g)].map(([file]) => file));
    expect(events.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
    expect(events.length).toBeGreaterThan(0);
  });
});
