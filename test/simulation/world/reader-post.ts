import { DeliveryTransportError } from '../../../message/send/destination-errors.ts';
import type { HttpPost, PostAnswer } from '../../../message/send/http-post.ts';
import { checkReaderPost } from '../oracle/check-clicks.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';
import { callPort } from './call-port.ts';

/** Slack's methods that change a message or tell one reader something: as fickle as the one that posts. */
export function createReaderPost(world: World, instance: Instance): HttpPost {
  return async ({ url, body }) => {
    instance.readerPostFailed = true;
    const answer = await callPort(world, instance, {
      port: 'post',
      label: `POST ${url.pathname} for a reader`,
      failure: null,
      latencyMs: world.clickDice.between(50, world.clickDice.chance(0.1) && !world.recovering ? 15_000 : 800),
      effect: async () => take(world, instance, url.pathname, body),
    });
    instance.readerPostFailed = !answer.body.includes('"ok":true');
    return answer;
  };
}

function take(world: World, instance: Instance, path: string, body: string): PostAnswer {
  const message = checkReaderPost(world, instance, path, body);
  const { clickDice: dice, recovering, plan } = world;
  const said = (status: number, object: object, headers = {}): PostAnswer => ({
    status,
    body: JSON.stringify(object),
    headers,
  });
  if (message?.isGone) return said(200, { ok: false, error: 'message_not_found' });
  const { weather } = plan;
  if (!recovering) {
    if (dice.chance(weather.throttled))
      return said(429, { ok: false, error: 'ratelimited' }, { 'retry-after': dice.pick(['3', '30']) });
    if (message && dice.chance(weather.gone)) {
      message.isGone = true;
      return said(200, {
        ok: false,
        error: dice.pick(['message_not_found', 'cant_update_message', 'edit_window_closed']),
      });
    }
    if (dice.chance(weather.failing)) {
      if (message && dice.chance(0.5)) message.shown = body;
      return said(500, { ok: false, error: 'internal_error' });
    }
    if (dice.chance(weather.cut)) {
      if (message && dice.chance(0.5)) message.shown = body;
      throw new DeliveryTransportError('CONNECTION_FAILED', 'the connection was cut', { bytesLeft: true });
    }
  }
  if (message) message.shown = body;
  return said(200, { ok: true });
}
