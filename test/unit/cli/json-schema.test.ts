import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../cli/program.ts';
import { checkJsonOutput, describedCommands } from '../../support/commands/json-output.ts';

function listCommands(command: Command, before = ''): [name: string, command: Command][] {
  return command.commands.flatMap((one) => {
    const name = `${before}${one.name()}`;
    return one.commands.length > 0 ? listCommands(one, `${name} `) : [[name, one] as [string, Command]];
  });
}

const commands = listCommands(createProgram());

describe('docs/cli.schema.json', () => {
  it('describes each command, and nothing else', () => {
    expect([...describedCommands].sort()).toEqual(commands.map(([name]) => name).sort());
  });

  it('is a JSON Schema', () => {
    const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
    formats.default(ajv);
    const file = new URL('../../../docs/cli.schema.json', import.meta.url);
    expect(() => ajv.compile(JSON.parse(readFileSync(file, 'utf8')))).not.toThrow();
  });

  it.each(commands)('%s has --json', (_, { options }) => {
    expect(options.map(({ long }) => long)).toContain('--json');
  });
});

describe('the check of each output in the tests', () => {
  const printed = { url: 'http://127.0.0.1:1', token: 't', world: 'w' };
  const check = (stdout: string) => () => checkJsonOutput(['sandbox', '--json'], { exitCode: 0, stdout });

  it('takes what the schema describes', () => {
    expect(check(JSON.stringify(printed))).not.toThrow();
  });

  it.each([
    ['a field that it does not describe', JSON.stringify({ ...printed, port: 1 })],
    ['a field that is missing', JSON.stringify({ ...printed, url: undefined })],
    ['a field of another type', JSON.stringify({ ...printed, url: 1 })],
    ['two objects', `${JSON.stringify(printed)}\n${JSON.stringify(printed)}`],
    ['a sentence beside it', `Press Ctrl-C to stop.\n${JSON.stringify(printed)}`],
  ])('refuses %s', (_, stdout) => {
    expect(check(stdout)).toThrow();
  });

  it('refuses a command without a schema', () => {
    expect(() => checkJsonOutput(['nothing', '--json'], { exitCode: 0, stdout: '{}' })).toThrow('no schema');
  });
});
