import { isUuid } from './is-uuid.ts';

const digestId = /^msg_[a-z2-7]+$/;
const path = /^(\.{0,2}|~)\//;

/** Names of fields and headers that hold a secret, also quoted. */
const secretName = String.raw`[\w-]*(?:token|secret|password|passwd|passphrase|signature|api[-_]?key|sig|authorization)`;
const named = String.raw`(?<name>\b${secretName}\\?["']?\s*)`;
/** A quoted value: up to the same quote, which may be escaped as in JSON within JSON, or to the end of a cut text. */
const quoted = new RegExp(
  String.raw`${named}(?<sign>[:=]\s*)(?<quote>\\?["'])(?<value>(?:(?!\k<quote>)(?:\\.|[^\\]))*)(?:\k<quote>|$)`,
  'gis',
);
const withScheme =
  /\b(?<name>authorization\s*[:=]\s*)(?:(?<scheme>basic|bearer|token|apikey|negotiate)\s+(?<value>[^\s"',;]+)|(?<rest>digest|oauth|hawk|aws4-hmac-sha256)\s[^\r\n]*)/gi;
const assigned = new RegExp(String.raw`${named}=\s*[^\s&"',;]+`, 'gi');
const told = new RegExp(String.raw`${named}(?<sign>:\s*)(?<value>[^\s&"',;{}[\]\\][^\s&"',;{}[\]]*)`, 'gi');
/** A plain word after a colon in a sentence: `rejected`, `It`, `gone.`. A secret has a digit or is not a word. */
const word = /^(?:a|i|[a-z][a-z']{1,15}|'[a-z]{1,3})[.:!?)]*$/i;
const capitalsWithin = /^.+[A-Z]/;
/** The name of a secret, such as `BRIDGE_ACCESS_TOKEN`: not a secret itself. */
const secretsName = /^(?:NAME|[A-Z]+(?:_[A-Z\d]+)+)[.:!?)]*$/;

/**
 * Removes possible secrets from a text of foreign origin (an error's message, a reason): whole addresses, since a
 * webhook's address is a secret; values of `token=`, `"access_token": "…"`, `Authorization: Basic …` and the like;
 * known key prefixes; and long runs of letters and digits, except UUIDs, digest ids and plain parts of a path. A plain
 * word after a colon stays (`token: rejected`), because our own sentences have that form; but nothing stays after
 * `password:`. Cuts to 300 characters.
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

/** The rest of a longer text would cost time, and is hardly ever within the first 300 characters of the result. */
const mostRead = 5_000;

function cut(text: string): string {
  // Half of a secret might not look like one, so no run of characters is cut.
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

/** The path of a Slack webhook's address is its secret: only the secret parts of a path are redacted. */
function redactRun(run: string): string {
  if (!path.test(run)) return mayBeSecret(run) ? '[redacted]' : run;
  return run
    .split('/')
    .map((part) => ((part.length >= 20 && mayBeSecret(part)) || isMixed(part) ? '[redacted]' : part))
    .join('/');
}

function mayBeSecret(run: string): boolean {
  if (isUuid(run) || digestId.test(run)) return false;
  // A run without a digit is nearly always a class name such as ProvisionedThroughputExceededException.
  return /\d/.test(run) && /[a-z]/i.test(run);
}

/** Base64 contains slashes, so a part of a secret may be short; file names rarely mix case and digits like this. */
function isMixed(part: string): boolean {
  return part.length >= 10 && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);
}
