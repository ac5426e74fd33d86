import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { installPythonPrograms } from '../../support/commands/python-programs.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { eventsKey } from '../../support/functions/signed-calls.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { openInbound } from './open-inbound.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Git ignores it. */
const directory = join(root, '.deploy-test', 'senders');
const buyerId = '12f11eea-e7ea-4362-b834-f23dcef823f7';

const inbound = openedForAll(openInbound);

it("the page's sender in Python, with the library of Standard Webhooks, is taken, and refused with another key", async () => {
  mkdirSync(directory, { recursive: true });
  const page = readFileSync(join(root, 'docs/events-in.md'), 'utf8');
  const [, code = ''] = /```python\n(.+?)```/s.exec(page) ?? [];
  writeFileSync(join(directory, 'sender.py'), code);
  const requirements = join(root, 'test/integration/webhook/requirements.txt');
  const find = await installPythonPrograms({ directory, requirements, neededBy: 'the test of senders' });
  const send = (key: string) =>
    runCommand(find('python'), ['sender.py'], {
      cwd: directory,
      env: {
        ...process.env,
        EVENTS_SIGNING_SECRET: key,
        EVENTS_URL: `${inbound.url}/events`,
        BUYER_IDS: buyerId,
      },
    });

  expect((await send(eventsKey)).trim()).toBe('202');
  await expect(send(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).rejects.toThrow(/401/);
  expect(inbound.queued.events).toEqual([{ buyerIds: [buyerId] }]);
});
