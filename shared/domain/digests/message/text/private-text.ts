const email = /[^\s@<>()[\]"',;:]{1,64}@[^\s@]{1,100}\.[^\s@.]{2,}/;
/** As numbers are written in North America, with an area or without, and in other countries behind a plus. */
const phone =
  /(?<!\d)\(?\d{3}\)?[\s.\-/]?\d{3}[\s.-]?\d{4}(?!\d)|(?<![\d-])\d{3}[-.]\d{4}(?!\d)|\+\d(?:[\s().\-/]{0,2}\d){7,}/;
const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i;

/** Whether a text holds an e-mail address, a telephone number or an id: nobody gets them unasked. */
export function isPrivate(text: string): boolean {
  return email.test(text) || phone.test(text) || uuid.test(text);
}
