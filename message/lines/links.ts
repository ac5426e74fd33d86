import type { DigestBuyer, DigestSignal, DigestView } from '../../shared/domain/digests/digest.ts';
import type { LinkTemplates } from '../../shared/domain/routes/route.ts';
import { checkedAddress, namesAnotherSite, sourceIn } from '../text/safe-link.ts';
import type { Line, Span } from './message.ts';
import { joinFacts, plain, strong } from './spans.ts';

type Ids = Readonly<Record<'buyerId' | 'bridgeId' | 'rowId', string | null>>;
type LinkRow = Pick<DigestSignal, 'bridgeId' | 'rowId' | 'columns'>;

export type LinkView = Pick<DigestView, 'links' | 'columns'>;

export function linksOf(signal: LinkRow, view: LinkView, buyerId: string) {
  return {
    /** The config's template makes it. */
    signal: rowLink({ ...signal, buyerId }, view.links),
    buyer: buyerLink(view.links, buyerId),
    /** The first https address in its columns: a posting, an article. */
    source: findSource(signal, view)?.url ?? null,
  };
}

export function rowLink(ids: Ids, templates: LinkTemplates): string | null {
  return fillTemplate(templates.signal, ids);
}

export function buyerLink(templates: LinkTemplates, buyerId: string): string | null {
  return fillTemplate(templates.buyer, { buyerId, bridgeId: null, rowId: null });
}

/** Returns null where an id is missing, or the address would be none that a message may show. */
function fillTemplate(template: string | undefined, ids: Ids): string | null {
  if (template === undefined) return null;
  let complete = true;
  const address = template.replace(/\{(buyerId|bridgeId|rowId)\}/g, (_, name: keyof Ids) => {
    const id = ids[name];
    if (!id || id === '.' || id === '..') complete = false;
    return id && /[^\w-]/.test(id) ? encodeURIComponent(id.toWellFormed()) : (id ?? '');
  });
  return complete ? checkedAddress(address) : null;
}

/**
 * Finds the first https address that a column is, or begins with. Anyone with the address of a webhook may call it, so
 * an internal column never becomes a link.
 */
export function findSource({ columns, bridgeId }: LinkRow, view: LinkView) {
  const infos = view.columns.get(bridgeId.toLowerCase());
  for (const [column, value] of Object.entries(columns)) {
    const url = typeof value === 'string' ? sourceIn(value) : null;
    if (url === null || infos?.find(({ name }) => name === column)?.internal) continue;
    return { column, url };
  }
  return null;
}

/** Links a text. Where the text names another site, the link has neutral words beside it. */
export function linkText(
  text: string,
  url: string | null,
  { instead, bold = false }: { readonly instead: string; readonly bold?: boolean },
): Line {
  const told = bold ? strong(text) : plain(text);
  if (url === null) return [told];
  return safeLabel(text, url, instead) === text
    ? [link(text, url, bold)]
    : joinFacts([[told], [link(instead, url)]]);
}

/** A signal's name leads to its row, or to its source without a template for signals. */
export function linkSignal(
  name: string,
  signal: LinkRow,
  { buyerId }: Pick<DigestBuyer, 'buyerId'>,
  view: LinkView,
  bold = false,
): Line {
  const url = rowLink({ ...signal, buyerId }, view.links) ?? findSource(signal, view)?.url ?? null;
  return linkText(name, url, { instead: 'Open signal', bold });
}

export function safeLabel(label: string, url: string, instead: string): string {
  return namesAnotherSite(label, url) ? instead : label;
}

export function link(text: string, url: string, bold = false): Span {
  return { kind: 'link', text, url, ...(bold ? { strong: true } : {}) };
}
