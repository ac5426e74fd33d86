import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../../cli/program.ts';
import { describedCommands } from '../../support/commands/json-output.ts';

function listCommands(command: Command, before = ''): [name: string, command: Command][] {
  return command.commands.flatMap((one) => {
    const name = `${before}${one.name()}`;
    return one.commands.length > 0 ? listCommands(one, `${name} `) : [[name, one] as [string, Command]];
  });
}

const commands = listCommands(await createProgram());

it('docs/cli.schema.json describes each command, and nothing else', () => {
  expect([...describedCommands].sort()).toEqual(commands.map(([name]) => name).sort());
});
