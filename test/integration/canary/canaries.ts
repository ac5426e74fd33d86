/** One planted secret, and every way to write it that would give it away. */
export interface Canary {
  /** Where it is planted. */
  readonly name: string;
  readonly forms: readonly Buffer[];
}

/** As it is, as part of an address, in hex, and in both kinds of base64, wherever in a longer text it stands. */
function createCanary(name: string, secret: string | Buffer): Canary {
  const bytes = Buffer.from(secret);
  const texts = [bytes.toString('hex'), ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset))];
  if (typeof secret === 'string') texts.push(encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1));
  return { name, forms: [bytes, ...texts.map((text) => Buffer.from(text))] };
}

/** The letters that are the same whatever stands around the secret, which begins so many bytes into a group of three. */
function base64Within(bytes: Buffer, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const first = offset === 0 ? 0 : 4;
  const rest = (offset + bytes.length) % 3;
  const letters = text.replace(/=+$/, '');
  const kept = letters.slice(first, rest === 0 ? undefined : -(rest + 1));
  return [kept, kept.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The names of the canaries that are found, each with where. */
export function findCanaries(
  canaries: readonly Canary[],
  places: Readonly<Record<string, string | Uint8Array>>,
): string[] {
  return Object.entries(places).flatMap(([place, content]) => {
    const bytes = Buffer.from(content);
    return canaries.flatMap(({ name, forms }) =>
      forms.some((form) => bytes.includes(form)) ? [`${name} in ${place}`] : [],
    );
  });
}

const slackToken = 'Xq7cNrY4fPzK2mWvB9tLs8Gd';
const hookPath = 'hook-3b9f61c2d07e4a58';
const hookKey = 'k9d2f7b1c4e8a6035';
export const accessToken = 'brdg_5f0c1e7a92d84b36a1f3c0d9e8b7a654';
const hmacKey = Buffer.from('canary: 32 bytes of an hmac key!');
export const hmacSecret = `whsec_${hmacKey.toString('base64')}`;
const fileKey = Buffer.from('canary: a key that .env alone has');
export const fileSecret = `whsec_${fileKey.toString('base64')}`;

export const slackPath = `/services/T0CNRY001/B0CNRY002/${slackToken}`;
export const hookAddress = `/${hookPath}?key=${hookKey}`;

/** All that is secret in these tests. */
export const canaries: readonly Canary[] = [
  createCanary('the access token', accessToken),
  createCanary('the Slack address', slackToken),
  createCanary("the webhook address's path", hookPath),
  createCanary("the webhook address's query", hookKey),
  createCanary('the HMAC secret', hmacSecret.slice('whsec_'.length)),
  createCanary('the HMAC key', hmacKey),
  createCanary('the HMAC secret of the file', fileSecret.slice('whsec_'.length)),
  createCanary('the HMAC key of the file', fileKey),
];

/** Every secret as its holder would write it. */
export const everySecret: readonly string[] = [accessToken, slackPath, hookAddress, hmacSecret, fileSecret];
