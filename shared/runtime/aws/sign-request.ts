import { createHmac, hash } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

export interface UnsignedRequest {
  readonly url: URL;
  /** By lower-case name; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly service: string;
  readonly region: string;
  readonly credentials: Credentials;
  /** Milliseconds since the epoch, by AWS's clock. */
  readonly now: number;
}

/**
 * The headers of a POST to the root of a service, with AWS's signature, version 4. Every call of a JSON service is such
 * a POST, so there is no path or query to put into canonical form. Source: "Create a signed AWS API request" in the
 * IAM user guide.
 */
export function signRequest(request: UnsignedRequest): Record<string, string> {
  const { credentials, service, region } = request;
  const time = new Date(request.now).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-date': time,
    ...(credentials.sessionToken && { 'x-amz-security-token': credentials.sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = ['POST', '/', '', lines, signed, hash('sha256', request.body)].join('\n');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash('sha256', canonical)].join('\n');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope.join('/')}, ` +
    `SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`;
  return { ...headers, authorization };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
