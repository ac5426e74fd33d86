const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const digestId = /^msg_[a-z2-7]+$/;
const path = /^(\.{0,2}|~)\//;

/** Names of fields and headers that hold a secret, with what a quoted name and its separator look like. */
const secretName = String.raw`[\w-]*(?:token|secret|password|passwd|passphrase|signature|api[-_]?key|sig|authorization)`;
const named = String.raw`(?<name>\b${secretName}\\?["']?\s*)`;
/** Up to the same quote again, which may be escaped as in JSON within JSON, or to the end of a text that was cut. */
const quoted = new RegExp(
  String.raw`${named}(?<sign>[:=]\s*)(?<quote>\\?["'])(?<value>(?:(?!\k<quote>)(?:\\.|[^\\]))*)(?:\k<quote>|$)`,
  'gis',
);
const withScheme =
  /\b(?<name>authorization\s*[:=]\s*)(?:(?<scheme>basic|bearer|token|apikey|negotiate)\s+(?<value>[^\s"',;]+)|(?<rest>digest|oauth|hawk|aws4-hmac-sha256)\s[^\r\n]*)/gi;
const assigned = new RegExp(String.raw`${named}=\s*[^\s&"',;]+`, 'gi');
const told = new RegExp(String.raw`${named}(?<sign>:\s*)(?<value>[^\s&"',;{}[\]\\][^\s&"',;{}[\]]*)`, 'gi');
/** `rejected`, `It`, `gone.`: what follows a colon in a sentence. A secret has a digit, or is no word. */
const word = /^(?:a|i|[a-z][a-z']{1,15}|'[a-z]{1,3})[.:!?)]*$/i;
const capitalsWithin = /^.+[A-Z]/;
/** The name of a secret, such as `BRIDGE_ACCESS_TOKEN`, is none, nor is the word for one. */
const secretsName = /^(?:NAME|[A-Z]+(?:_[A-Z\d]+)+)[.:!?)]*$/;

/**
 * A text that others wrote (an error's message, a reason) without what may be a secret in it: addresses whole,
 * since a webhook's address is one, values of `token=`, `"access_token": "…"`, `Authorization: Basic …` and their like,
 * known key prefixes, and long runs of letters and digits that are neither a UUID, a digest's id nor the plain parts
 * of a path. A plain word after a colon stays (`token: rejected`), as our own sentences are written so; but after
 * `password:` nothing does. Cut to 300 characters.
 */
export function redactText(text: string): string {
  return cut(text)
    .replace(/[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi, '[address]')
    .replace(quoted, redactQuoted)
    .replace(withScheme, redactAuthorization)
    .replace(/\b(bearer)\s+[^\s"',;]{8,}/gi, '$1 [redacted]')
    .replace(assigned, '$<name>=[redacted]')
    .replace(told, redactTold)
    .replace(/\b(whsec_|whsk_|xox[a-z]-|eyJ)[\w+/=.-]{8,}/g, '[redacted]')
    .replace(/[\w+/=~-]{20,}/g, redactRun)
    .slice(0, 300);
}

/** Of a longer text the rest would cost time, and hardly ever be in the first 300 characters of what is left. */
const mostRead = 5_000;

function cut(text: string): string {
  // Not within a run: half of a secret might not look like one.
  return text.length <= mostRead ? text : text.slice(0, mostRead).replace(/\S*$/, '');
}

type Groups = Readonly<Record<string, string | undefined>>;

function redactQuoted(found: string, ...matched: unknown[]): string {
  const { name, sign, quote, value = '' } = matched.at(-1) as Groups;
  return secretsName.test(value) ? found : `${name}${sign}${quote}[redacted]${quote}`;
}

function redactAuthorization(found: string, ...matched: unknown[]): string {
  const { name, scheme, value, rest } = matched.at(-1) as Groups;
  if (rest !== undefined) return `${name}${rest} [redacted]`;
  return isPlain(value ?? '') ? found : `${name}${scheme} [redacted]`;
}

function redactTold(found: string, ...matched: unknown[]): string {
  const { name = '', sign, value = '' } = matched.at(-1) as Groups;
  const isKept = isPlain(value) && !/pass(?:word|wd|phrase)/i.test(name);
  return isKept ? found : `${name}${sign}[redacted]`;
}

function isPlain(value: string): boolean {
  return (word.test(value) && !capitalsWithin.test(value)) || secretsName.test(value);
}

/** Of a path the parts that may be a secret: the address of a Slack webhook is one by its path. */
function redactRun(run: string): string {
  if (!path.test(run)) return mayBeSecret(run) ? '[redacted]' : run;
  return run
    .split('/')
    .map((part) => ((part.length >= 20 && mayBeSecret(part)) || isMixed(part) ? '[redacted]' : part))
    .join('/');
}

function mayBeSecret(run: string): boolean {
  if (uuid.test(run) || digestId.test(run)) return false;
  // Without a digit it is nearly always a class name such as ProvisionedThroughputExceededException.
  return /\d/.test(run) && /[a-z]/i.test(run);
}

/** Base64 has slashes of its own, so that a part of it may be short; the names of files rarely look like it. */
function isMixed(part: string): boolean {
  return part.length >= 10 && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);
}
