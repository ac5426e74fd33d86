import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { eventCall } from '../../support/functions/signed-calls.ts';
import { followCommand } from '../support/documented-commands.ts';
import { allowBatchesOfAll } from '../support/role-grants.ts';
import type { Scene } from '../support/scene.ts';
import { signalpost } from '../support/signalpost.ts';
import { step, waitUntil } from '../support/story.ts';
import { addSignal } from '../support/upstream.ts';
import { missing } from './signals-arrive.ts';

/** Opens the stage's address for events, and sends some: a tick an hour comes too rarely to bring their signals. */
export async function takeEvents(scene: Scene): Promise<void> {
  const { signingSecret: secret, stage, clone } = scene;
  const config = readFileSync(scene.config, 'utf8');
  const inbound = "inbound: { events: { signingSecret: secret('EVENTS_SIGNING_SECRET') } },";
  const changed = config
    .replace("every: '1 minute'", "every: '1 hour'")
    .replace('  local: true,', `  ${inbound}\n  local: true,`);
  if (!changed.includes(inbound) || !changed.includes('1 hour'))
    throw new Error('the config of the newcomer is not as this chapter expects it');
  writeFileSync(scene.config, changed);
  await step('secrets set EVENTS_SIGNING_SECRET', () =>
    followCommand(scene, `npm run -s signalpost -- secrets set EVENTS_SIGNING_SECRET --stage ${stage}`, {
      cwd: clone,
      secrets: { EVENTS_SIGNING_SECRET: secret },
    }),
  );
  const address = await step('a deploy with inbound says where to send events', () => deploy(scene));
  const send = (hint: object, signedBy = secret) => {
    const { headers, body } = eventCall(`msg_${randomUUID()}`, Date.now(), hint, signedBy);
    const json = { 'content-type': 'application/json', ...headers };
    return fetch(address, { method: 'POST', headers: json, body: String(body) });
  };
  const hintAt = (buyerId = '') => ({ type: 'signals.changed', data: { buyerIds: [buyerId] } });
  const hint = hintAt(scene.buyers[3]);
  await step('an event that nobody signed is refused', async () => {
    const other = `whsec_${Buffer.from('somebody else, who does not know it').toString('base64')}`;
    await expectStatus(401, await send(hint, other));
    await expectStatus(401, await fetch(address, { method: 'POST', body: JSON.stringify(hint) }));
  });
  // The first event starts the functions: the next one meets them warm. The lists of both buyers are long enough for the
  // first place in them to make a signal hot. In a bridge of tenders, its deadline might have passed.
  const bridgeId = scene.upstream.world.bridges.find(({ filterType }) => filterType !== 'RFP')?.bridgeId;
  for (const [how, at] of Object.entries({ cold: 3, warm: 5 })) {
    const buyerId = String(scene.buyers[at]);
    const added = await addSignal(scene.upstream, buyerId, { hotness: 1, ...(bridgeId && { bridgeId }) });
    await step(`from a signed event to its hot signal's digest, with the functions ${how}`, async () => {
      await expectStatus(202, await send(hintAt(buyerId)));
      await waitUntil(() => missing(scene, [added]).length === 0, {
        seconds: 60,
        state: () => `the signal ${added} has not arrived`,
      });
    });
  }
}

/** Returns the address that it says, as the emulator serves it: it has no names of hosts. */
async function deploy(scene: Scene): Promise<string> {
  const args = ['deploy', '--stage', scene.stage, '--config', scene.config, '--yes', '--json'];
  const { stdout } = await signalpost(scene, args);
  await allowBatchesOfAll(scene);
  const { next } = JSON.parse(stdout) as { next: readonly string[] };
  const [, id, path] = /https:\/\/(\w+)\.lambda-url\.[^/]+\/(events)\b/.exec(next.join('\n')) ?? [];
  if (id === undefined) throw new Error(`no address for events: ${next.join('\n')}`);
  return `${scene.emulator.endpoint}/_aws/lambda-url/${id}/${path}`;
}

async function expectStatus(status: number, answer: Response): Promise<void> {
  if (answer.status !== status)
    throw new Error(`the address answered ${answer.status}, not ${status}: ${await answer.text()}`);
}
