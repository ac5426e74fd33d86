import { visit } from 'jsonc-parser';

export interface TextPlace {
  /** Both counted from 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * Where a text stops being JSON: the beginning of the first token that is wrong. Throws for a text that is JSON.
 * V8's message gives the place only sometimes, and quotes the text around it, which may be a secret.
 */
export function locateJsonError(text: string): TextPlace {
  const places: TextPlace[] = [];
  visit(
    text,
    {
      onError: (_code, _offset, _length, line, character) =>
        places.push({ line: line + 1, column: character + 1 }),
    },
    { disallowComments: true },
  );
  const [first] = places;
  if (first === undefined) throw new Error('a text that is JSON has no place where it stops being JSON');
  return first;
}
