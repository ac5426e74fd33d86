import { readFileSync } from 'node:fs';
/**
 * `npm run test:deploy`: a newcomer follows docs/deploying.md with an AWS emulator on this machine that checks every call
 * against its caller's policies, and signals of the sandbox arrive, signed, at a receiver. Each chapter stands on the one
 * before.
 */
import { describeAlarms } from './chapters/alarm-told.ts';
import { followCreatedProject } from './chapters/created-project.ts';
import { takeEvents } from './chapters/events-arrive.ts';
import { deployForeignApp } from './chapters/foreign-app.ts';
import { missGrants } from './chapters/grant-missing.ts';
import { walkNewcomersPath } from './chapters/newcomer.ts';
import { letSignalsArrive } from './chapters/signals-arrive.ts';
import { takeDown } from './chapters/taken-down.ts';
import { upgrade } from './chapters/upgraded.ts';
import type { AwsCalls } from './support/aws-calls.ts';
import { type Scene, setScene } from './support/scene.ts';

const ending = new AbortController();
/** Ends what was started, last first. */
const cleanUps: (() => Promise<void> | void)[] = [];

async function main(): Promise<void> {
  const scene = await setScene(ending.signal, (end) => cleanUps.push(end));
  try {
    await walkNewcomersPath(scene);
    await letSignalsArrive(scene);
    await upgrade(scene);
    await takeEvents(scene);
    await missGrants(scene);
    await describeAlarms(scene);
    await takeDown(scene);
    await deployForeignApp(scene);
    await followCreatedProject(scene);
  } catch (error) {
    if (!ending.signal.aborted) await printLogs(scene);
    throw error;
  }
}

let cleaned: Promise<void> | undefined;
/** Once, one after the other: the emulator writes into the workspace until it has ended. */
function cleanUp(): Promise<void> {
  cleaned ??= (async () => {
    for (const end of cleanUps.reverse()) await end();
  })();
  return cleaned;
}

/**
 * Ctrl-C, and a step that would go on for ever, end what was started too. Once: npm hands a signal on that the terminal
 * has sent already, and the second must not end this process before the rest has ended.
 */
function endEarly(why: string): void {
  if (ending.signal.aborted) return;
  console.error(why);
  ending.abort();
  void cleanUp().finally(() => process.exit(1));
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endEarly(`ended by ${signal}`));
const minutes = 40;
setTimeout(() => endEarly(`not done within ${minutes} minutes`), minutes * 60_000).unref();

function formatError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return error.cause === undefined
    ? error.message
    : `${error.message}\ncaused by ${String(formatError(error.cause))}`;
}

main()
  .catch((error: unknown) => {
    if (!ending.signal.aborted) console.error(formatError(error));
    process.exitCode = 1;
  })
  .finally(cleanUp);

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
