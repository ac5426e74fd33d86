import type { DigestContent, DigestSignal, DigestView } from '../../digest.ts';
import type { Line } from '../message.ts';
import { plain } from '../spans.ts';

/** Who is told of hot signals, once: in the first message, which has the hottest. */
export function mentionHot({ part, view }: DigestContent): readonly string[] {
  return part === 1 ? [...new Set(view.mention?.hot ?? [])] : [];
}

/** The owner of a signal, by the config's ids: what a row says is looked up, and never shown as a mention itself. */
export function mentionOwner({ columns }: DigestSignal, { mention }: DigestView): readonly string[] {
  const column = mention?.column;
  if (!column || !mention.people || !Object.hasOwn(columns, column)) return [];
  const owner = columns[column];
  const { people } = mention;
  return (Array.isArray(owner) ? owner : [owner]).slice(0, 5).flatMap((name) => {
    const known = typeof name === 'string' && Object.hasOwn(people, name.trim());
    return known ? (people[name.trim()] ?? []) : [];
  });
}

export function writeMentions(ids: readonly string[]): Line {
  return [...new Set(ids)].flatMap((id, index) => [
    ...(index === 0 ? [] : [plain(' ')]),
    { kind: 'mention', id } as const,
  ]);
}
