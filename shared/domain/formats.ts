// Formats are kept: making one costs a hundred times what using it does, and there are few of them.
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return keep(dates, options, () => new Intl.DateTimeFormat('en-US', options));
}

export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return keep(numbers, options, () => new Intl.NumberFormat('en-US', options));
}

function keep<Made>(known: Map<string, Made>, options: object, make: () => Made): Made {
  const key = JSON.stringify(options);
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}
