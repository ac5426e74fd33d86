import type { Notice } from '../../cli/words/what-happened/row.ts';

interface Gathered {
  /** A key keeps its first position, and the text of its last notice. */
  readonly last: Notice;
  readonly amount: number;
  readonly subjects: Set<string>;
}

/** Collects notices: one line for each key. */
export function createNotices(say: ((sentence: string) => void) | undefined) {
  const gathered = new Map<string, Gathered>();
  return {
    add(notice: Notice): void {
      const known = gathered.get(notice.key);
      const { amount, subject } = notice;
      gathered.set(notice.key, {
        last: notice,
        amount: (known?.amount ?? 0) + amount,
        subjects: (known?.subjects ?? new Set()).add(subject),
      });
      if (!known || notice.eachTime) say?.(notice.say({ amount, subjects: 1, whole: false }));
    },
    list: (): string[] =>
      [...gathered.values()].map(({ last, amount, subjects }) =>
        last.say({ amount, subjects: subjects.size, whole: true }),
      ),
  };
}
