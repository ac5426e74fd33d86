import { runCommand } from '../support/commands/run-command.ts';
import type { Scene } from './scene.ts';

/** The commands in the shell blocks of one section of a Markdown text, in their order. Throws when there are none. */
export function commandsOfSection(markdown: string, heading: string): string[] {
  const [, section] = markdown.split(new RegExp(`^## ${heading}$`, 'm'));
  const [text = ''] = section?.split(/^## /m) ?? [];
  const commands = [...text.matchAll(/^ *```bash\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block
      // A command may go on in the next line.
      .replace(/ \\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  if (commands.length > 0) return commands;
  throw new Error(`there are no commands below a heading "${heading}"`);
}

/** Runs a command as a reader's shell does, with the emulator for AWS. Throws when it ends with none of `exitCodes`. */
export async function followCommand(
  { emulator, signal }: Scene,
  command: string,
  {
    cwd,
    exitCodes = [0],
    env = {},
  }: {
    readonly cwd: string;
    readonly exitCodes?: readonly number[];
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const judged = exitCodes.map((code) => `[ $code -eq ${code} ]`).join(' || ');
  await runCommand('bash', ['-c', `${command}; code=$?; ${judged}`], {
    cwd,
    // Where nobody can be asked, CI says that nobody will be.
    env: { ...emulator.environment, CI: 'true', ...env },
    signal,
  });
}
