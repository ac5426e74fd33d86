import { readFileSync } from 'node:fs';
import type { AwsCalls } from './aws-calls.ts';
import type { Scene } from './scene.ts';

const linesOfEach = 15;

/** The last lines that each function logged, and the emulator's own: what a failed step doesn't say itself. */
export async function printLogs({ aws, emulator }: Scene): Promise<void> {
  try {
    for (const [group, lines] of await readLogTails(aws)) console.error(`\n${group}\n${lines.join('\n')}`);
  } catch (error) {
    console.error('the logs could not be read:', error);
  }
  console.error(
    `\nthe emulator\n${readFileSync(emulator.logFile, 'utf8').split('\n').slice(-30).join('\n')}`,
  );
}

async function readLogTails({ call }: AwsCalls): Promise<(readonly [string, string[]])[]> {
  const { logGroups } = await call<{ logGroups: { logGroupName: string }[] }>('logs', 'DescribeLogGroups');
  return Promise.all(
    logGroups.map(async ({ logGroupName }) => {
      const { events } = await call<{ events: { message: string }[] }>('logs', 'FilterLogEvents', {
        logGroupName,
      });
      return [logGroupName, events.slice(-linesOfEach).map(({ message }) => message)] as const;
    }),
  );
}
