const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const digestId = /^msg_[a-z2-7]+$/;
const path = /^(\.{0,2}|~)\//;

/**
 * A text that others wrote (an error's message, a reason) without what may be a secret in it: addresses whole,
 * since a webhook's address is one, values of `token=` and its like, known key prefixes, and long runs of
 * letters and digits that are neither a UUID, a digest's id nor the plain parts of a path. Cut to 300 characters.
 */
export function redactText(text: string): string {
  return text
    .replace(/[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi, '[address]')
    .replace(/\b(bearer)\s+[^\s"',;]{8,}/gi, '$1 [redacted]')
    .replace(
      /\b([\w-]*(?:token|secret|password|passwd|signature|api-?key|sig))=[^\s&"',;]+/gi,
      '$1=[redacted]',
    )
    .replace(/\b(whsec_|whsk_|xox[a-z]-|eyJ)[\w+/=.-]{8,}/g, '[redacted]')
    .replace(/[\w+/=~-]{20,}/g, redactRun)
    .slice(0, 300);
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
