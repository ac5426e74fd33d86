const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept: making one costs a hundred times what using it does, and a config has a handful of time zones. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}
