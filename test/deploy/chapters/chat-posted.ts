import { type Scene, slackRouteId, teamsRouteId } from '../scene.ts';
import { invokeBySignalpost } from '../signalpost.ts';
import { step, waitUntil } from '../story.ts';
import { addSignal } from '../upstream.ts';

/** New signals on their way to people: as a card in Teams, and as a message with a thread in Slack. */
export async function postToChats(scene: Scene): Promise<void> {
  const { chat, secrets } = scene;
  const [, , , fourth = ''] = scene.buyers;
  // Several at one buyer: at most one of them is the hottest, and the others belong into the thread.
  for (let count = 0; count < 3; count += 1) await addSignal(scene.upstream, fourth);
  const threads = () => chat.messages.filter(({ body }) => body.thread_ts !== undefined);
  await step('a card arrives in Teams, and a message with a thread in Slack', async () => {
    await invokeBySignalpost(scene, 'plan-polls', {});
    await waitUntil(
      async () => {
        await invokeBySignalpost(scene, 'compose-digests', { routeId: teamsRouteId });
        await invokeBySignalpost(scene, 'compose-digests', { routeId: slackRouteId });
        return chat.cards.length > 0 && threads().length > 0;
      },
      {
        seconds: 240,
        state: () =>
          `${chat.cards.length} cards, ${chat.messages.length} messages, ${threads().length} replies`,
      },
    );
  });
  for (const { ts, authorization, body } of chat.messages) {
    if (authorization !== `Bearer ${secrets.SLACK_BOT_TOKEN}`)
      throw new Error('a message came without the bot');
    if (body.channel !== 'C0DEPLOY') throw new Error(`a message went to ${body.channel}`);
    const above = chat.messages.find((message) => message.ts === body.thread_ts);
    if (body.thread_ts === undefined) continue;
    if (above === undefined || above.ts >= ts || above.body.thread_ts !== undefined) {
      throw new Error(`the reply ${ts} stands under no message that came before it`);
    }
  }
}
