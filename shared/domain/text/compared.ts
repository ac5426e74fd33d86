/** Names and words are compared without the blanks around them, in small letters. */
export function compared(text: string): string {
  return text.trim().toLowerCase();
}
