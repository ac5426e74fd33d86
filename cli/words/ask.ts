import { read } from 'read';

export interface AskOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** The input is not shown. */
  readonly silent: boolean;
}

/** Asks at a terminal for one line; null on Ctrl-C or Ctrl-D. */
export async function ask(prompt: string, { input, output, silent }: AskOptions): Promise<string | null> {
  // `read` never settles after Ctrl-D: the process would end in the middle of its work, without a message.
  const ended = Promise.withResolvers<null>();
  input.once('pause', () => setImmediate(() => ended.resolve(null)));
  const typed = read({ prompt, silent, input, output, terminal: true }).catch((error: unknown) => {
    if (error instanceof Error && error.message === 'canceled') return null;
    throw error;
  });
  return Promise.race([typed, ended.promise]);
}
