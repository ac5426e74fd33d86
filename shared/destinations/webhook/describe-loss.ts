/** What a cut signal or summary says of itself. */
export interface Loss {
  readonly truncated?: true;
  /** What was cut, in a sentence. */
  readonly truncation?: string;
}

/** `Column values cut to 100 characters; 2 of 5 columns left out. The digest had 26392 bytes.` Nothing where nothing was lost. */
export function describeLoss(lost: readonly (string | false)[], wholeBytes: number): Loss {
  const said = lost.filter((one) => one !== false);
  if (said.length === 0) return {};
  const sentence = said.join('; ');
  const capital = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  return { truncated: true, truncation: `${capital}. The digest had ${wholeBytes} bytes.` };
}
