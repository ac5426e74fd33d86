import { read } from 'read';
import { ConfigurationError } from '../../shared/domain/errors.ts';

/** Asks at the terminal for one line, on stderr; null on Ctrl-C or Ctrl-D. `silent`: what is typed is not shown. */
export async function ask(prompt: string, { silent = false } = {}): Promise<string | null> {
  const { stdin: input, stderr: output } = process;
  // `read` never settles after Ctrl-D: the process would end in the middle of its work, without a message.
  const ended = Promise.withResolvers<null>();
  input.once('pause', () => setImmediate(() => ended.resolve(null)));
  const typed = read({ prompt, silent, input, output, terminal: true }).catch((error: unknown) => {
    if (error instanceof Error && error.message === 'canceled') return null;
    throw error;
  });
  return Promise.race([typed, ended.promise]);
}

/** Throws `ConfigurationError` if nobody can be asked. `effect`: what would happen, such as `2 digests would be deleted`. */
export function checkTerminal(effect: string): void {
  if (process.stdin.isTTY) return;
  throw new ConfigurationError([`--yes is required without a terminal: ${effect}. Nothing was done`]);
}

/** Asks for the name of what is about to be deleted. Throws `ConfigurationError` for another answer. */
export async function confirmByName(name: string, effect: string): Promise<void> {
  checkTerminal(effect);
  const typed = await ask(`${effect}\nType ${name} to continue:`);
  if (typed?.trim() === name) return;
  throw new ConfigurationError([
    `found ${JSON.stringify(typed ?? '')} instead of ${JSON.stringify(name)}; nothing was done`,
  ]);
}
