import type {
  DigestBuyer,
  DigestSignal,
  DigestView,
  LinkTemplates,
  SummarySource,
} from '../digests/digest.ts';
import { checkedAddress, namesAnotherSite, sourceIn } from '../text/safe-link.ts';
import type { Line, Span } from './message.ts';
import { joinFacts, plain, strong } from './spans.ts';

type Ids = Readonly<Record<'buyerId' | 'bridgeId' | 'rowId', string | null>>;

/** Of a view: where names lead, and what is known of the columns. */
export type LinkView = Pick<DigestView, 'links' | 'columns'>;

/** Where a signal can be looked at; null where nothing says where. */
export function linksOf(signal: DigestSignal, view: LinkView, buyerId: string) {
  return {
    /** By the template of the config. */
    signal: signalLink(signal, view.links, buyerId),
    buyer: buyerLink(view.links, buyerId),
    /** The first https address in its columns: a posting, an article. */
    source: findSource(signal, view)?.url ?? null,
  };
}

export function signalLink(
  { bridgeId, rowId }: DigestSignal,
  templates: LinkTemplates,
  buyerId: string,
): string | null {
  return fillTemplate(templates.signal, { buyerId, bridgeId, rowId });
}

/** Where a signal's name leads: to its row, or to its source without a template for signals. */
function leadOf(signal: DigestSignal, view: LinkView, buyerId: string): string | null {
  return signalLink(signal, view.links, buyerId) ?? findSource(signal, view)?.url ?? null;
}

export function buyerLink(templates: LinkTemplates, buyerId: string): string | null {
  return fillTemplate(templates.buyer, { buyerId, bridgeId: null, rowId: null });
}

/** A source of a summary is a row of a bridge, as a signal is. */
export function sourceLink(
  { triggerId, entryId }: SummarySource,
  buyerId: string,
  templates: LinkTemplates,
): string | null {
  return fillTemplate(templates.signal, { buyerId, bridgeId: triggerId, rowId: entryId });
}

/** Null where an id is missing, or the address would be none that a message may show. */
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
 * The first https address that a column is, or begins with, and the column's name. Anyone with the address of a webhook may
 * call it, so an internal column never becomes a link.
 */
export function findSource({ columns, bridgeId }: DigestSignal, view: LinkView) {
  const infos = view.columns.get(bridgeId.toLowerCase());
  for (const [column, value] of Object.entries(columns)) {
    const url = typeof value === 'string' ? sourceIn(value) : null;
    if (url === null || infos?.find(({ name }) => name === column)?.internal) continue;
    return { column, url };
  }
  return null;
}

/** A text that leads somewhere; beside a link of neutral words where the text names another site. */
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

export function linkSignal(
  name: string,
  signal: DigestSignal,
  { buyerId }: Pick<DigestBuyer, 'buyerId'>,
  view: LinkView,
  bold = false,
): Line {
  return linkText(name, leadOf(signal, view, buyerId), { instead: 'Open signal', bold });
}

/** The label, or other words where it names a site that the link does not lead to. */
export function safeLabel(label: string, url: string, instead: string): string {
  return namesAnotherSite(label, url) ? instead : label;
}

export function link(text: string, url: string, bold = false): Span {
  return { kind: 'link', text, url, ...(bold ? { strong: true } : {}) };
}
