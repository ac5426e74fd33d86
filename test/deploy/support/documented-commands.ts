import { runCommand } from '../../support/commands/run-command.ts';
import { commandLines, sectionOf } from '../../unit/house/documents.ts';
import { allowBatchesOfAll } from './role-grants.ts';
import type { Scene } from './scene.ts';

/** The commands in the shell blocks of one section of a Markdown text, in their order. Throws when there are none. */
export function commandsOfSection(markdown: string, heading: string): string[] {
  const commands = commandLines(sectionOf(markdown, heading));
  if (commands.length > 0) return commands;
  throw new Error(`there are no commands below a heading "${heading}"`);
}

/**
 * Runs a command as a reader's shell does, with the emulator for AWS; `secrets set` gets its value from a pipe. Throws when it
 * ends with none of `exitCodes`.
 */
export async function followCommand(
  scene: Scene,
  command: string,
  {
    cwd,
    exitCodes = [0],
    env = {},
    secrets = {},
  }: {
    readonly cwd: string;
    readonly exitCodes?: readonly number[];
    readonly env?: Readonly<Record<string, string>>;
    readonly secrets?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { emulator, signal } = scene;
  const [, secret] = /secrets set (\w+)/.exec(command) ?? [];
  const piped = secret === undefined ? command : `printf '%s' "$VALUE" | ${command}`;
  const judged = exitCodes.map((code) => `[ $code -eq ${code} ]`).join(' || ');
  await runCommand('bash', ['-c', `${piped}; code=$?; ${judged}`], {
    cwd,
    // Where nobody can be asked, CI says that nobody will be.
    env: { ...emulator.environment, CI: 'true', VALUE: secrets[secret ?? ''] ?? '', ...env },
    signal,
  });
  if (command.startsWith('npm run deploy')) await allowBatchesOfAll(scene);
}
