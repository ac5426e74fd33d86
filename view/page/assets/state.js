/**
 * @import { Changes, FeedLine, PageInfo } from '../contract.ts'
 * @import { Question } from './ask.js'
 *
 * @typedef {{ page: string, path: string[], query: URLSearchParams }} Place What the address names.
 * @typedef {Record<string, any>} Data Answers of the server, by name; each page knows their types.
 * @typedef {(place: Place, get: (url: string) => Promise<any>) => Promise<Data>} Load
 */

const given = new URLSearchParams(location.search).get('token');
if (given !== null) {
  // A tab keeps it, and its address does not: a copied link or a screenshot gives it to nobody.
  sessionStorage.setItem('token', given);
  history.replaceState(null, '', `/${location.hash}`);
}
const token = sessionStorage.getItem('token') ?? '';
/** What a request sends. */
export const withToken = { 'x-signalpost-token': token };

/** Everything that the page shows. It changes here only, and each change draws the page again. */
export const state = {
  /** @type {PageInfo} */
  info: { place: '', acts: false, live: false, routes: [] },
  place: readPlace(),
  /** @type {Data} */
  data: {},
  /** @type {string | null} Why the page could not be read. */
  problem: null,
  loading: true,
  /** The address of what is shown, while another may be read. */
  shown: '',
  /** @type {'connecting' | 'live' | 'lost' | 'refused' | 'paused'} */
  connection: 'connecting',
  /** @type {Map<string, FeedLine>} By their last change, the latest last. */
  lines: new Map(),
  /** @type {{ text: string, isBad: boolean } | null} */
  notice: null,
  /** @type {(Question & { answer: (given: Record<string, string> | null) => void }) | null} */
  question: null,
};

/** @type {() => void} */
let draw = () => {};
/** @type {(place: Place) => Load} */
let loaderOf = () => async () => ({});

/** @param {Partial<typeof state>} changes */
export function set(changes) {
  Object.assign(state, changes);
  draw();
}

/**
 * Draws the page, and again at each change.
 *
 * @param {{ draw: () => void, loaderOf: (place: Place) => Load }} page
 */
export async function begin(page) {
  draw = page.draw;
  loaderOf = page.loaderOf;
  addEventListener('hashchange', () => {
    set({ place: readPlace(), notice: null });
    void load(true);
  });
  follow();
  await load(true);
  // What only time changes, and what another process did to the ledger, whose reads may cost something.
  const everyMs = state.info.live ? 15_000 : 60_000;
  setInterval(() => document.hidden || state.connection === 'paused' || load(false), everyMs);
}

/** @returns {Place} */
function readPlace() {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = 'now', ...rest] = path.split('/').filter(Boolean).map(decode);
  return { page, path: rest, query: new URLSearchParams(query) };
}

/** The decoded part, or the part itself if it is not well encoded: the server then says what it should be. @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The address of a page, of something in it, and of what is searched for there.
 *
 * @param {string} page
 * @param {string} [path] Its parts are separated by `/`.
 * @param {Record<string, string | null | undefined>} [query]
 */
export function linkTo(page, path = '', query = {}) {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const search = new URLSearchParams(given).toString();
  const parts = [page, ...path.split('/').filter(Boolean)].map(encodeURIComponent);
  return `#/${parts.join('/')}${search ? `?${search}` : ''}`;
}

/** @param {string} link */
export function replacePlace(link) {
  history.replaceState(null, '', link);
  set({ place: readPlace() });
  void load(true);
}

/** Whether what is shown is of this address: then it is only read again, and what a reader looks at stays. */
export const isShown = () => state.shown !== '' && state.shown === currentLink();

const currentLink = () => location.hash.replace(/^#\/?/, '');

let asked = 0;

/** @param {boolean} isNew The place is another, so nothing of the last one may stay. */
export async function load(isNew) {
  const ask = ++asked;
  const { page } = state.place;
  const link = currentLink();
  if (isNew) set({ loading: true, problem: null });
  try {
    if (state.info.place === '') set({ info: await getJson('/api/page') });
    const data = await loaderOf(state.place)(state.place, getJson);
    if (ask === asked) set({ data: { ...data, page }, shown: link, loading: false, problem: null });
  } catch (error) {
    if (ask === asked)
      set({ loading: false, problem: error instanceof Error ? error.message : String(error) });
  }
}

/** @param {string} url */
async function getJson(url) {
  const answer = await fetch(url, { headers: withToken });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.problem ?? `answered ${answer.status}`);
  return json;
}

const mostLines = 200;
/** Something happens all the time during a first reading. */
const reloadMs = 1_000;
/** @type {EventSource | null} */
let source = null;
let isLoadPlanned = false;

/** Follows `/events`. The browser connects again by itself; each stream begins with everything. */
function follow() {
  source = new EventSource(`/events?token=${token}`);
  source.onopen = () => set({ connection: 'live' });
  source.onerror = () => {
    // It does not ask again after an answer without events.
    const isRefused = source?.readyState === EventSource.CLOSED;
    set({ connection: isRefused ? 'refused' : 'lost' });
    if (isRefused) void load(false);
  };
  source.onmessage = (event) => {
    /** @type {Changes} */
    const { fresh, lines, isChanged } = JSON.parse(event.data);
    if (fresh) state.lines.clear();
    for (const line of lines) {
      state.lines.delete(line.key);
      state.lines.set(line.key, line);
      const [oldest] = state.lines.keys();
      if (state.lines.size > mostLines && oldest !== undefined) state.lines.delete(oldest);
    }
    if (!isChanged) return;
    draw();
    if (isLoadPlanned) return;
    isLoadPlanned = true;
    setTimeout(() => {
      isLoadPlanned = false;
      void load(false);
    }, reloadMs);
  };
}

export function togglePause() {
  if (source === null) {
    follow();
    void load(false);
    return set({ connection: 'connecting' });
  }
  source.close();
  source = null;
  set({ connection: 'paused' });
}
