import { text } from 'node:stream/consumers';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { ask } from '../words/ask.ts';

/**
 * The value of a secret: typed without echo at a terminal, else all that the pipe holds, without the one line end
 * that `echo` and files add. It is never an argument, since a shell's history keeps those.
 */
export async function readSecretValue(
  name: string,
  streams: { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream },
): Promise<string> {
  if (!streams.input.isTTY) return (await text(streams.input)).replace(/\r?\n$/, '');
  const value = await ask(`Value of ${name} (not shown):`, { ...streams, silent: true });
  // The line end that was typed isn't echoed either.
  streams.output.write('\n');
  if (value === null)
    throw new ConfigurationError([`the value of ${name}: none was given; nothing was stored`]);
  return value;
}
