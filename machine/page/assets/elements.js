/**
 * @typedef {Node | string | null | undefined} Child
 * @typedef {Record<string, string | number | boolean | null | undefined>} Attributes
 */

/**
 * Makes an element. Children that are strings become text nodes: nothing on this page is ever parsed as
 * HTML, so a signal's name may contain anything.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element with the id ${id}`);
  return element;
}

/**
 * Sets the text only where it differs: an equal text set again would drop the reader's selection.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A link out of the page, or its bare label where the address is not http or https.
 *
 * @param {string} address
 * @param {Child | Child[]} label
 * @param {Attributes} [attributes]
 */
export function outwardLink(address, label, attributes = {}) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return el('span', attributes, label);
  return el('a', { ...attributes, href: url.href, target: '_blank', rel: 'noopener noreferrer' }, label);
}

export function reducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
