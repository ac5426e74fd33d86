import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../cli/program.ts';
import { describedCommands } from '../../support/commands/json-output.ts';

function listCommands(command: Command, before = ''): [name: string, command: Command][] {
  return command.commands.flatMap((one) => {
    const name = `${before}${one.name()}`;
    return one.commands.length > 0 ? listCommands(one, `${name} `) : [[name, one] as [string, Command]];
  });
}

const commands = listCommands(await createProgram());

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
});
