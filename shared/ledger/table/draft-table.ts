import { applyWrite, reasonAgainst } from './apply-write.ts';
import { type Item, type Key, type Table, type TableWrite, TransactionCancelledError } from './table.ts';
import { checkPut, checkTransaction, checkUpdate, keyOf } from './table-rules.ts';

export type ReadableTable = Pick<Table, 'get' | 'getAll' | 'query' | 'due'>;

/** Each question is asked once, and its answer stays: also while the first asker still waits for it. */
export function readOnce({ get, getAll, query, due }: ReadableTable): ReadableTable {
  const once = <Question, Answer>(ask: (question: Question) => Promise<Answer>) => {
    const answers = new Map<string, Promise<Answer>>();
    return (question: Question): Promise<Answer> => {
      const key = JSON.stringify(question);
      const answer = answers.get(key) ?? ask(question);
      answers.set(key, answer);
      return answer;
    };
  };
  return { get: once(get), getAll: once(getAll), query: once(query), due: once(due) };
}

/**
 * Writes stay in memory, and are read back from there: whatever runs on this table does what it would do, and changes
 * nothing. Its due index is the other table's, without what was written here.
 */
export function createDraftTable(base: ReadableTable): Table {
  /** Keyed by partition and sort key; undefined for a deleted item. */
  const drafts = new Map<string, Map<string, Item | undefined>>();
  const draftIn = ({ pk, sk }: Key, found: Item | undefined): Item | undefined => {
    const drafted = drafts.get(pk);
    return drafted?.has(sk) ? drafted.get(sk) : found;
  };
  const keep = ({ pk, sk }: Key, after: Item | undefined): void => {
    drafts.set(pk, (drafts.get(pk) ?? new Map()).set(sk, after));
  };
  const write = async (one: TableWrite): Promise<void> => {
    const found = await base.get(keyOf(one));
    // Nothing is awaited between this look and its change.
    keep(keyOf(one), applyWrite(one, draftIn(keyOf(one), found)));
  };

  return {
    due: base.due,
    get: async (key) => draftIn(key, await base.get(key)),
    async getAll(keys) {
      const found = await base.getAll(keys);
      return keys.map((key, at) => draftIn(key, found[at]));
    },
    async query(query) {
      const { pk, prefix = '', limit, cursor, backwards = false } = query;
      // Every table sorts by UTF-8 bytes.
      const isBehind = (sk: string, other: string): boolean =>
        (backwards ? -1 : 1) * Buffer.compare(Buffer.from(sk), Buffer.from(other)) > 0;
      const page = await base.query(query);
      const isInPage = ({ sk }: Item): boolean =>
        sk.startsWith(prefix) &&
        (cursor === undefined || isBehind(sk, cursor.sk)) &&
        (page.cursor === undefined || !isBehind(sk, page.cursor.sk));
      const drafted = drafts.get(pk) ?? new Map<string, Item | undefined>();
      const own = [...drafted.values()].filter((item) => item !== undefined).filter(isInPage);
      const items = [...page.items.filter(({ sk }) => !drafted.has(sk)), ...own];
      items.sort((a, b) => (isBehind(a.sk, b.sk) ? 1 : -1));
      const last = items.length > (limit ?? items.length) ? items[Number(limit) - 1] : undefined;
      if (last) return { items: items.slice(0, limit), cursor: { pk, sk: last.sk } };
      return { ...page, items };
    },
    async put(item, condition) {
      checkPut(item);
      await write({ kind: 'put', item, ...(condition && { condition }) });
    },
    async update(update) {
      checkUpdate(update);
      await write({ kind: 'update', ...update });
    },
    async transact(writes) {
      checkTransaction(writes);
      const found = await Promise.all(writes.map((one) => base.get(keyOf(one))));
      const before = writes.map((one, at) => draftIn(keyOf(one), found[at]));
      const after: (Item | undefined)[] = [];
      const reasons = writes.map((one, at) => reasonAgainst(() => after.push(applyWrite(one, before[at]))));
      if (reasons.some(({ code }) => code !== 'none')) throw new TransactionCancelledError(reasons);
      for (const [at, one] of writes.entries()) keep(keyOf(one), after[at]);
    },
  };
}
