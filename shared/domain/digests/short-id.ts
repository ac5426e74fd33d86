/** The first 8 characters of a digest's id after its `msg_`: what people read to one another, and find it by. */
export function shortId(digestId: string): string {
  return digestId.replace(/^msg_/, '').slice(0, 8);
}
