import { createRequire } from 'node:module';
import type * as AdaptiveCards from 'adaptivecards';

// Its ES modules name no file extensions, which Node asks for; the bundle is what the page loads, too.
const { AdaptiveCard, SerializationContext, Versions } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.min.js',
) as typeof AdaptiveCards;

const types = new Set(['AdaptiveCard', 'Container', 'RichTextBlock', 'TextRun', 'Action.OpenUrl', 'mention']);

/** An element of another kind, such as a `TextBlock` that does more than mention; one that shows nothing; a link to no https. */
function findOddElements(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, text, url, items, inlines } = value as Readonly<Record<string, unknown>>;
  const isMention = type === 'TextBlock' && /^(<at>[\p{L} ]+<\/at> ?)+$/u.test(String(text));
  const isOdd =
    (type !== undefined && !types.has(String(type)) && !isMention) ||
    [text, items, inlines].some((shown) => shown === '' || (Array.isArray(shown) && shown.length === 0)) ||
    (url !== undefined && !String(url).startsWith('https://'));
  return [...(isOdd ? [JSON.stringify(value)] : []), ...Object.values(value).flatMap(findOddElements)];
}

/** What is wrong with a card, by the rules above and by Microsoft's own reader, which reads it as version 1.4. */
export function findCardProblems(card: unknown): string[] {
  const context = new SerializationContext(Versions.v1_4);
  new AdaptiveCard().parse(card, context);
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  return [...findOddElements(card), ...events];
}

/** The one card in the body of a message, which is in the envelope that a flow takes. */
export function cardIn(body: string): {
  readonly body: readonly unknown[];
  readonly fallbackText: string;
} {
  const { type, attachments, ...others } = JSON.parse(body);
  const [{ contentType, contentUrl, content }, ...more] = attachments;
  if (type !== 'message' || Object.keys(others).length > 0 || more.length > 0) throw new Error('no envelope');
  if (contentType !== 'application/vnd.microsoft.card.adaptive' || contentUrl !== null)
    throw new Error('no card');
  return content;
}

/** Each element as a line of text: a link as `text <address>`, a container with a bar before its lines. */
export function linesOf(elements: readonly unknown[]): string[] {
  return (elements as readonly Element[]).flatMap((element) =>
    element.items !== undefined
      ? linesOf(element.items).map((line) => `| ${line}`)
      : [
          element.text?.replace(/<at>(.+?)<\/at>/g, '@$1') ??
            element.inlines
              .map(({ text, selectAction }) => text + (selectAction ? ` <${selectAction.url}>` : ''))
              .join(''),
        ],
  );
}

interface Element {
  /** Of a container alone. */
  readonly items?: readonly unknown[];
  readonly text?: string;
  readonly inlines: readonly { readonly text: string; readonly selectAction?: { readonly url: string } }[];
}
