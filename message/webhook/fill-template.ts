import { templateContext } from '../../shared/domain/digests/template-context.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { renderTemplate } from '../../shared/runtime/json-template.ts';
import type { DigestMessage } from '../lines/message.ts';
import { writeParagraphs } from '../lines/paragraphs.ts';
import { stringifyWellFormed } from './write-body.ts';

/** Google Chat takes 4,096 characters in a message, Discord as many in an embed. */
const longestText = 4_000;

/** Fills the template of the settings, if there is one, with the documented body and the words. Throws `TemplateError`. */
export function fillTemplate(
  to: DestinationSettings | undefined,
  body: string,
  tell: () => DigestMessage,
): string {
  if (to?.type !== 'webhook' || to.body === undefined) return body;
  const message = tell();
  const paragraphs = writeParagraphs(message, { text: (text) => text, mention: () => '' });
  const words = { headline: message.headline || message.text, text: cutText(paragraphs, longestText) };
  return stringifyWellFormed(renderTemplate(to.body, templateContext(JSON.parse(body), words)));
}
