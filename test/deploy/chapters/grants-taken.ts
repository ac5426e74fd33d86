import type { FunctionName } from '../../../functions/wiring.ts';
import { digestsOf, signalsOf } from '../received-digests.ts';
import { withoutGrant } from '../role-grants.ts';
import { routeId, type Scene } from '../scene.ts';
import { step } from '../story.ts';
import { addSignal } from '../upstream.ts';

interface Probe {
  /** What the function can't do its work without. */
  readonly action: string;
  readonly event: object;
}

/**
 * Takes a grant from the role of each function and shows that it fails for that, then that it works again: so a grant
 * that the template forgot would not go unnoticed here.
 */
export async function takeGrantsAway(scene: Scene): Promise<void> {
  const { aws, functions } = scene;
  const arrives = await composeWithoutDelivery(scene);
  for (const [name, { action, event }] of Object.entries(probes(scene)) as [FunctionName, Probe][]) {
    await step(`${name} fails without ${action}, and works with it`, async () => {
      await withoutGrant(aws, await functions.roleOf(name), action, async () => {
        // A secret that it read before would do for minutes.
        await functions.restart(name);
        await expectDenied(scene, name, event);
      });
      await functions.invoke(name, event);
    });
  }
  if (!arrives()) throw new Error('deliver-digest, allowed again, did not deliver the digest that waited');
  await functions.consume('deliver-digest', true);
}

/** One for each function of the wiring: `tsc` asks for that of a new one. */
function probes({ buyers }: Scene): Readonly<Record<FunctionName, Probe>> {
  return {
    'plan-polls': { action: 'sqs:SendMessage', event: {} },
    'poll-signals': { action: 'dynamodb:GetItem', event: { buyerIds: buyers.slice(0, 1) } },
    'fetch-summaries': { action: 'dynamodb:UpdateItem', event: { buyerIds: buyers.slice(0, 1) } },
    'compose-digests': { action: 'dynamodb:Query', event: { routeId } },
    'deliver-digest': { action: 'dynamodb:UpdateItem', event: { routeId } },
    'tell-alarm': { action: 'secretsmanager:GetSecretValue', event: alarmEvent },
  };
}

/** As the alarms' topic hands it over; of CloudWatch's message what a function must find in it. */
const alarmEvent = {
  Records: [
    {
      Sns: {
        MessageId: 'deploy-test',
        Message: JSON.stringify({
          AlarmName: 'a-grant-is-missing',
          AlarmDescription: 'Made up by the deploy test.',
          NewStateValue: 'ALARM',
          OldStateValue: 'OK',
          NewStateReason: 'Made up by the deploy test',
          StateChangeTime: '2026-01-01T00:00:00.000+0000',
        }),
      },
    },
  ],
};

/** Leaves a digest for `deliver-digest` to find; the answer tells whether it arrived. */
async function composeWithoutDelivery(scene: Scene): Promise<() => boolean> {
  const { buyers, destination, functions, signingSecret, upstream } = scene;
  const buyerId = buyers[0] as string;
  await functions.consume('deliver-digest', false);
  const signal = await addSignal(upstream, buyerId);
  await functions.invoke('poll-signals', { buyerIds: [buyerId] });
  // The signal may be hot: then it waits for its buyer's summary.
  await functions.invoke('fetch-summaries', { buyerIds: [buyerId] });
  await functions.invoke('compose-digests', { routeId });
  return () => signalsOf(digestsOf(destination.taken, signingSecret)).includes(signal);
}

async function expectDenied({ functions }: Scene, name: FunctionName, event: object): Promise<void> {
  const answer = await functions.invoke(name, event).then(
    (result) => `it answered ${JSON.stringify(result)}`,
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      return /denied|not authorized|may not read it/i.test(message) ? null : message;
    },
  );
  if (answer !== null) throw new Error(`${name} was not held back by the missing grant: ${answer}`);
}
