import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../cli/program.ts';
import { describedCommands } from '../../support/commands/json-output.ts';
import {
  commandLines,
  documents,
  inBackticks,
  projectRoot,
  read,
  sectionOf,
  tableRows,
} from './documents.ts';

/** `secrets set` and its like by their whole name. */
function listCommands(command: Command, before = ''): [name: string, command: Command][] {
  return command.commands.flatMap((one) => {
    const name = `${before}${one.name()}`;
    return one.commands.length > 0 ? listCommands(one, `${name} `) : [[name, one] as [string, Command]];
  });
}

const program = await createProgram();
const commands = new Map(listCommands(program));

function headingOf(name: string, { registeredArguments }: Command): string {
  const given = registeredArguments.map((one) => {
    const word = one.name().toUpperCase();
    return one.required ? word : `[${word}]`;
  });
  return ['`', [name, ...given].join(' '), '`'].join('');
}

interface ToldOption {
  readonly flag: string;
  readonly text: string;
  readonly default: string;
}

const toldOptions = (markdown: string): ToldOption[] =>
  tableRows(markdown)
    .filter(([flags = '']) => flags.startsWith('`--'))
    .map(([flags = '', text = '', told = '']) => ({
      flag: flags.replaceAll('`', '').split(' ')[0] ?? '',
      text,
      default: told,
    }));

/** A line of the page as the help has it: one wording for both. */
const asHelp = (text: string): string =>
  text
    .replaceAll('`', '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())
    .replace(/\.$/, '');

const markdown = read('docs/commands.md');

/** The options that a command takes beside those of its own table: of a command that it names, of its chapter, or shared. */
function otherOptions(heading: string, section: string): ToldOption[] {
  if (section.includes('`--json`')) return [];
  const [, named] = /options of \[(`\w+`)\]/.exec(section) ?? [];
  if (named !== undefined) return toldOptions(sectionOf(markdown, named));
  const chapter = markdown.split(/^## /m).find((one) => one.includes(`\n### ${heading}\n`)) ?? '';
  const ofChapter = toldOptions(chapter.split('\n### ')[0] ?? '');
  return ofChapter.length > 0 ? ofChapter : toldOptions(sectionOf(markdown, 'Shared options'));
}

it('docs/cli.schema.json describes each command, and nothing else', () => {
  expect([...describedCommands].sort()).toEqual([...commands.keys()].sort());
});

describe('docs/commands.md', () => {
  it('has a heading for each command with its arguments, and no other', () => {
    const headings = [...markdown.matchAll(/^### (`.+`)$/gm)].map(([, heading]) => heading);
    expect(headings.sort()).toEqual([...commands].map(([name, command]) => headingOf(name, command)).sort());
  });

  it.each([...commands.keys()])('%s is loaded alone, by its name', async (name) => {
    expect(listCommands(await createProgram(name.split(' ')[0])).map(([known]) => known)).toContain(name);
  });

  it.each([...commands])(
    'has each option of %s, with the line of its help and its default, and no other',
    (name, command) => {
      const heading = headingOf(name, command);
      const section = sectionOf(markdown, heading);
      const told = [...otherOptions(heading, section), ...toldOptions(section)];
      expect(told.map(({ flag }) => flag).sort()).toEqual(command.options.map(({ long }) => long).sort());
      for (const { long, mandatory, defaultValue, description } of command.options) {
        const option = told.find(({ flag }) => flag === long);
        expect(asHelp(option?.text ?? ''), long ?? '').toBe(description.replace(/ \(default: .+\)$/, ''));
        if (mandatory) expect(option?.default, long ?? '').toBe('required');
        if (defaultValue !== undefined) expect(option?.default, long ?? '').toContain(String(defaultValue));
      }
    },
  );
});

/** `npm run -s signalpost -- status --stage dev`, `signalpost status`, `npm run deploy -- --stage dev` as their words. */
function callIn(line: string): string[] {
  const [, words = ''] =
    /(?:^|\| )(?:(?:npx )?signalpost|npm run (?:-s )?signalpost --) (.+)/.exec(line) ??
    /^npm run ((?:deploy|diff|destroy|start)\b.*)/.exec(line) ??
    /^npm (start\b.*)/.exec(line) ??
    [];
  return words.split(/\s+/).filter((word) => word !== '' && word !== '--');
}

describe.each(documents)('the commands in %s', (document) => {
  const markdown = read(document);
  const lines = [...commandLines(markdown), ...inBackticks(markdown)];

  it('are there, with their flags', () => {
    for (const line of lines) {
      const [first = '', second = '', ...rest] = callIn(line);
      if (first === '' || first.startsWith('--') || first === 'COMMAND' || first === '…') continue;
      const name = commands.has(first) ? first : `${first} ${second}`;
      const flags = [second, ...rest].flatMap((word) => /^--[a-z-]+/.exec(word) ?? []);
      const known = commands.get(name)?.options.map(({ long }) => long);
      expect(known, line).toBeDefined();
      expect([...(known ?? []), '--help'], line).toEqual(expect.arrayContaining(flags));
    }
  });

  it('name scripts and example events that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = lines.flatMap((line) =>
      [...line.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, one]) => one),
    );
    expect(named.filter((one) => !(one && one in scripts))).toEqual([]);
    const events = lines.flatMap((line) =>
      [...line.matchAll(/events\/[\w.-]+\.json/g)].map(([file]) => file),
    );
    expect(events.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
  });
});
