// Kept: making one costs a hundred times what using it does, and there are few of them.
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep(dates, JSON.stringify([locale, options]), () => new Intl.DateTimeFormat(locale, options));
}

/** `key`: the same for the same options. */
export function numberFormat(key: string, options: () => Intl.NumberFormatOptions): Intl.NumberFormat {
  return keep(numbers, key, () => new Intl.NumberFormat('en-US', options()));
}

function keep<Made>(known: Map<string, Made>, key: string, make: () => Made): Made {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}
