export interface TextPlace {
  /** Both counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** Where a text stops being JSON. The text must not be JSON. */
export function locateJsonError(text: string): TextPlace {
  const message = parseMessage(text);
  const told = /\(line (\d+) column (\d+)\)$/.exec(message);
  if (told) return { line: Number(told[1]), column: Number(told[2]) };
  return placeOf(text, isUnexpectedToken(message) ? findToken(text) : text.length);
}

/**
 * V8 quotes an unexpected token instead of giving its position, so look for the longest beginning that does not
 * have it yet.
 */
function findToken(text: string): number {
  let without = 0;
  let within = text.length;
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2);
    if (isUnexpectedToken(parseMessage(text.slice(0, middle)))) within = middle;
    else without = middle;
  }
  return without;
}

function isUnexpectedToken(message: string): boolean {
  return message.startsWith('Unexpected token');
}

function parseMessage(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof SyntaxError ? error.message : '';
  }
}

function placeOf(text: string, position: number): TextPlace {
  const before = text.slice(0, position);
  return { line: before.split('\n').length, column: position - before.lastIndexOf('\n') };
}
