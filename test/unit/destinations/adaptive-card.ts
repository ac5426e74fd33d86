import { createRequire } from 'node:module';
import type * as AdaptiveCards from 'adaptivecards';
import { Ajv } from 'ajv';

// Its ES modules name no file extensions, which Node asks for; the bundle is what the page loads, too.
const { AdaptiveCard, SerializationContext, Versions } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.min.js',
) as typeof AdaptiveCards;

const block = {
  spacing: { enum: ['Default', 'None', 'Small', 'Medium', 'Large', 'ExtraLarge', 'Padding'] },
  separator: { type: 'boolean' },
};

/**
 * What Adaptive Cards 1.4 has of `AdaptiveCard`, `Container`, `RichTextBlock`, `TextRun` and `Action.OpenUrl`, and of their
 * properties those that a card here may use. Written down from schemas/1.4.0/adaptive-card.json of github.com/microsoft/
 * AdaptiveCards, which no npm package has. It has no `msteams`: that is Teams' own ("Full-width card" in its documentation).
 * An element or a property that is not here fails, among them every `TextBlock`.
 */
const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'version', 'body'],
  properties: {
    $schema: { const: 'http://adaptivecards.io/schemas/adaptive-card.json' },
    type: { const: 'AdaptiveCard' },
    version: { const: '1.4' },
    fallbackText: { type: 'string' },
    msteams: {
      type: 'object',
      additionalProperties: false,
      properties: { width: { const: 'Full' } },
    },
    body: {
      type: 'array',
      items: { anyOf: [{ $ref: '#/definitions/RichTextBlock' }, { $ref: '#/definitions/Container' }] },
    },
  },
  definitions: {
    Container: {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'items'],
      properties: {
        type: { const: 'Container' },
        style: { enum: ['default', 'emphasis', 'good', 'attention', 'warning', 'accent'] },
        items: { type: 'array', minItems: 1, items: { $ref: '#/definitions/RichTextBlock' } },
        ...block,
      },
    },
    RichTextBlock: {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'inlines'],
      properties: {
        type: { const: 'RichTextBlock' },
        inlines: { type: 'array', minItems: 1, items: { $ref: '#/definitions/TextRun' } },
        ...block,
      },
    },
    TextRun: {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'text'],
      properties: {
        type: { const: 'TextRun' },
        text: { type: 'string', minLength: 1 },
        size: { enum: ['Default', 'Small', 'Medium', 'Large', 'ExtraLarge'] },
        weight: { enum: ['Default', 'Lighter', 'Bolder'] },
        isSubtle: { type: 'boolean' },
        selectAction: {
          type: 'object',
          additionalProperties: false,
          required: ['type', 'url'],
          properties: { type: { const: 'Action.OpenUrl' }, url: { type: 'string', pattern: '^https://' } },
        },
      },
    },
  },
};

const isCard = new Ajv({ allErrors: true }).compile(schema);

/** What is wrong with a card, by the schema above and by Microsoft's own reader, which reads it as version 1.4. */
export function findCardProblems(card: unknown): string[] {
  isCard(card);
  const broken = (isCard.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const context = new SerializationContext(Versions.v1_4);
  new AdaptiveCard().parse(card, context);
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  return [...broken, ...events];
}

/** The one card in the body of a message, which is in the envelope that a flow takes. */
export function cardIn(body: string): { readonly body: readonly unknown[] } {
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
    element.type === 'Container'
      ? linesOf(element.items).map((line) => `| ${line}`)
      : [
          element.inlines
            .map(({ text, selectAction }) => text + (selectAction ? ` <${selectAction.url}>` : ''))
            .join(''),
        ],
  );
}

type Element =
  | { readonly type: 'Container'; readonly items: readonly unknown[] }
  | {
      readonly type: 'RichTextBlock';
      readonly inlines: readonly {
        readonly text: string;
        readonly selectAction?: { readonly url: string };
      }[];
    };
