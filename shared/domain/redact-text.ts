const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const digestId = /^msg_[a-z2-7]+$/;
const path = /^(\.{0,2}|~)\//;

/**
 * A text that others wrote (an error's message, a reason) without what may be a secret in it: addresses whole,
 * since a webhook's address is one, values of `token=` and its like, known key prefixes, and long runs of
 * letters and digits that are neither a UUID, a digest's id nor a path. Cut to 300 characters.
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
    .replace(/[\w+/=~-]{20,}/g, (run) => (mayBeSecret(run) ? '[redacted]' : run))
    .slice(0, 300);
}

function mayBeSecret(run: string): boolean {
  if (uuid.test(run) || digestId.test(run) || path.test(run)) return false;
  // Without a digit it is nearly always a class name such as ProvisionedThroughputExceededException.
  return /\d/.test(run) && /[a-z]/i.test(run);
}
