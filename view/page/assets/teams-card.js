/**
 * Microsoft's own renderer, which index.html loads. It draws each element by itself; Teams adds its fonts and colours.
 *
 * @type {typeof import('adaptivecards')}
 */
const { AdaptiveCard, HostConfig } = Reflect.get(globalThis, 'AdaptiveCards');

// The renderer would look for a Markdown parser, and warn that there is none. Markdown is left as text.
AdaptiveCard.onProcessMarkdown = (_text, result) => {
  result.didProcess = false;
};

const look = createLook();

/** @param {unknown} body */
export function isTeamsMessage(body) {
  return cardOf(body) !== null;
}

/** What was drawn last: drawing an unchanged card again would lose the reader's selection. */
let last = { body: '', drawn: /** @type {Node | string} */ ('') };

/** A card in Teams' light colours. @param {unknown} message */
export function drawTeamsCard(message) {
  const body = JSON.stringify(message);
  if (body === last.body) return last.drawn;
  const card = new AdaptiveCard();
  card.hostConfig = look;
  card.parse(withMentions(cardOf(message)));
  const drawn = card.render();
  for (const link of drawn?.querySelectorAll('a') ?? []) leadOut(link);
  last = { body, drawn: drawn ?? 'A card that cannot be drawn' };
  return last.drawn;
}

/** The card with its mentions as Teams draws them. @param {any} card */
function withMentions(card) {
  const draw = (/** @type {any} */ one) =>
    one.type === 'TextBlock' ? { ...one, text: one.text.replace(/<at>(.*?)<\/at>/g, '@$1') } : one;
  return { ...card, body: card.body.map(draw) };
}

/**
 * The renderer would ask its host to open what was clicked; a link does that by itself.
 *
 * @param {HTMLAnchorElement} link
 */
function leadOut(link) {
  link.onclick = null;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  if (link.protocol !== 'https:' && link.protocol !== 'http:') link.removeAttribute('href');
}

/**
 * The first card in the envelope that a flow takes; null for any other body.
 *
 * @param {any} body
 */
function cardOf(body) {
  const card = body?.type === 'message' ? body.attachments?.[0]?.content : null;
  return card?.type === 'AdaptiveCard' ? card : null;
}

/** The sizes and distances of Teams, in pixels. */
function createLook() {
  const ink = { default: '#242424', subtle: '#616161' };
  const fonts = {
    fontSizes: { small: 12, default: 14, medium: 14, large: 18, extraLarge: 24 },
    fontWeights: { lighter: 200, default: 400, bolder: 600 },
  };
  const colours = { default: ink, accent: { default: '#4f52b2', subtle: '#4f52b2' } };
  return new HostConfig({
    spacing: { small: 8, default: 12, medium: 16, large: 20, extraLarge: 24, padding: 16 },
    separator: { lineThickness: 1, lineColor: '#e0e0e0' },
    fontTypes: {
      default: { ...fonts, fontFamily: '"Segoe UI", system-ui, "Helvetica Neue", Arial, sans-serif' },
      monospace: { ...fonts, fontFamily: 'Consolas, monospace' },
    },
    lineHeights: { small: 16, default: 20, medium: 20, large: 24, extraLarge: 32 },
    containerStyles: {
      default: { backgroundColor: '#ffffff', foregroundColors: colours },
      emphasis: { backgroundColor: '#f5f5f5', foregroundColors: colours },
    },
  });
}
