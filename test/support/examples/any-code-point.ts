import fc from 'fast-check';

/** Any code point, half of a pair too. fast-check's own unit `binary` takes half a second to list them all. */
export const anyCodePoint = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code));
