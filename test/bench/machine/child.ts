import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program of this folder in a process of its own, with its plan; resolves with the first that it tells. */
export async function startChild<First, Answer>(program: string, plan: object) {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [JSON.stringify(plan)]);
  const hear = async () => (await once(child, 'message'))[0];
  return {
    first: (await hear()) as First,
    async ask(): Promise<Answer> {
      const answer = hear();
      child.send('tell');
      return (await answer) as Answer;
    },
    async close(): Promise<void> {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
