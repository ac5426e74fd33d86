import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { rendererFor } from '../../../message/destinations.ts';
import { createHttpPost } from '../../../message/send/http-post.ts';
import { createSender } from '../../../message/sender.ts';
import { webhook } from '../../../message/webhook/webhook.ts';
import { installPythonPrograms } from '../../support/commands/python-programs.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { exampleBuyer, exampleDigest, exampleSignal } from '../../support/examples/example-digest.ts';
import { exampleHeartbeat } from '../../support/examples/example-heartbeat.ts';
import { findFreePort } from '../../support/loopback.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Git ignores it. Inside the project, so that the receiver finds its package. */
const directory = join(root, '.deploy-test', 'receivers');
const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let receiver: ChildProcess | null = null;
afterEach(() => receiver?.kill());

const page = readFileSync(join(root, 'docs/receiving-digests.md'), 'utf8');

/** The page's code in a language. */
function codeIn(language: 'bash' | 'ts' | 'python'): string {
  return new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, 's').exec(page)?.[1] ?? '';
}

/** The page's receiver in a language, as a reader would copy it. */
function copyReceiver(language: 'ts' | 'python'): string {
  const file = join(directory, `receiver.${language === 'ts' ? 'ts' : 'py'}`);
  writeFileSync(file, codeIn(language));
  return file;
}

/** By the page's command, which finds its package, in the version that the page names, in the project. */
async function makeTypes(): Promise<void> {
  rmSync(join(directory, 'types'), { recursive: true, force: true });
  mkdirSync(join(directory, 'schemas'), { recursive: true });
  for (const [, schema = ''] of page.matchAll(/^\|.*\(([a-z]+\.schema\.json)\) \|$/gm)) {
    copyFileSync(join(root, 'docs', schema), join(directory, 'schemas', schema));
  }
  const env = { ...process.env, npm_config_offline: 'true' };
  await runCommand('bash', ['-c', codeIn('bash')], { cwd: directory, env });
}

async function preparePrograms(): Promise<readonly (readonly [string, string, string])[]> {
  await makeTypes();
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const find = await installPythonPrograms({ directory, requirements, neededBy: 'the test of receivers' });
  return [
    ['TypeScript', process.execPath, copyReceiver('ts')],
    ['Python', find('python'), copyReceiver('python')],
  ];
}

const programs = await preparePrograms();

/** Starts a receiver, sends it messages, and gives the outcomes and what it printed. */
async function sendTo(
  [, program, file]: readonly [string, string, string],
  messages: readonly { readonly id: string; readonly body: string; readonly signedWith?: string }[],
) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let printed = '';
  receiver = spawn(program, [file], {
    env: { ...process.env, SIGNING_SECRET: key, PORT: String(port) },
  });
  receiver.stdout?.on('data', (chunk) => {
    printed += String(chunk);
  });
  await expect
    .poll(
      () =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  const outcomes: string[] = [];
  for (const { id, body, signedWith = key } of messages) {
    const sender = createSender({
      post: createHttpPost(),
      secret: async () => signedWith,
      clock: { now: Date.now, sleep: async () => {} },
      permitLocal: true,
    });
    const to = { type: 'webhook', url, signingSecret: { secret: 'KEY' } } as const;
    const { outcome, status } = await sender.send({ digestId: id, body, to });
    outcomes.push(`${outcome} ${status}`);
  }
  return { outcomes, printed: () => printed.trim().split(/\r?\n/) };
}

const { body: digest } = rendererFor('webhook').render(
  exampleDigest({
    buyers: [
      exampleBuyer({
        name: 'Fort Worth ISD',
        signals: [exampleSignal({ columns: { 'Due Date': '2026-12-01', Value: 5 } })],
      }),
    ],
  }),
);
const { body: heartbeat } = rendererFor('webhook').renderReport(exampleHeartbeat());
const sample = webhook.renderTest(
  { id: 'test_1', routeId: 'crm', at: '2026-11-24T10:00:00.000Z', sample: {} },
  { type: 'webhook', url: { secret: 'HOOK_URL' } },
);

describe.each(programs)('the receiver of the page in %s', (...program) => {
  it('takes each signed message once, and refuses one that another key has signed', async () => {
    const { outcomes, printed } = await sendTo(program, [
      { id: 'msg_a', body: digest, signedWith: `whsec_${Buffer.alloc(32, 8).toString('base64')}` },
      { id: 'msg_a', body: digest },
      { id: 'msg_a', body: digest },
      { id: 'test_1', body: sample },
      { id: 'msg_b', body: heartbeat },
    ]);

    const good = 'delivered 204';
    expect(outcomes).toEqual([expect.stringMatching(/ 401$/), good, good, good, good]);
    await expect
      .poll(printed)
      .toEqual([
        'Fort Worth ISD | Roof repair for two schools | 2026-12-01 | 5',
        JSON.parse(heartbeat).data.sentence,
      ]);
  });
});

it('the receiver in TypeScript fits the types of the bodies', async () => {
  const types = readdirSync(join(directory, 'types')).map((file) => `types/${file}`);
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
    '--types',
    'node',
  ];
  const compiler = join(root, 'node_modules/.bin/tsc');
  await runCommand(process.execPath, [compiler, ...options, 'receiver.ts', ...types], { cwd: directory });
  rmSync(join(directory, 'receiver.ts'));
});
