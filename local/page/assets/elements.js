/**
 * Makes an element. Children that are strings become text nodes: nothing on this page is ever parsed as
 * HTML, so a signal's name can hold what it likes.
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}

/** Sets the text only where it differs: an equal text set again would drop the reader's selection. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A link out of the page, or its bare label where the address is not http or https. */
export function outwardLink(address, label, attributes = {}) {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return el('span', attributes, label);
  return el('a', { ...attributes, href: url.href, target: '_blank', rel: 'noopener noreferrer' }, label);
}

export function reducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
