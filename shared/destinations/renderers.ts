import type { DestinationSettings } from '../domain/routes/route.ts';
import type { Renderer } from './destination.ts';
import { slackRenderer } from './slack/render-slack.ts';
import { webhookRenderer } from './webhook/render-webhook.ts';

const renderers: Readonly<Record<DestinationSettings['type'], Renderer>> = {
  slack: slackRenderer,
  webhook: webhookRenderer,
};

/** How digests for this kind of destination are written. */
export function rendererFor(type: DestinationSettings['type']): Renderer {
  return renderers[type];
}
