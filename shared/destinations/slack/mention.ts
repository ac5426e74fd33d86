/** Whether an id is that of a member (`U…`, `W…`) or of a group (`S…`); null for what is none, which would break a message. */
export function findMention(id: string): 'user' | 'usergroup' | null {
  if (!/^[USW][A-Z0-9]{2,30}$/.test(id)) return null;
  return id.startsWith('S') ? 'usergroup' : 'user';
}
