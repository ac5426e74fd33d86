import { visit } from 'jsonc-parser';

export interface TextPlace {
  /** From 1, like `column`. */
  readonly line: number;
  readonly column: number;
}

/**
 * Where the first invalid token of a text begins. Throws if the text is valid JSON. V8's message gives the place only
 * sometimes, and quotes the text around it, which may be a secret.
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
  if (first === undefined) throw new Error('the text is valid JSON and has no error to locate');
  return first;
}
