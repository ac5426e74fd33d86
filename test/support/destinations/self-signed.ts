import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/**
 * A certificate for host names and IPv4 addresses, valid for a day, its own authority, and right to the letter of
 * RFC 5280, which Python checks from 3.13 on. Made here because Node makes none, and a bare machine may have no
 * openssl. Key and certificate are PEM, as `node:https` takes them.
 */
export function makeSelfSigned(hosts: readonly string[]) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const keyId = createHash('sha1').update(spki).digest();
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('Signalpost test')))));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time(-86_400_000), time(86_400_000)),
    name,
    spki,
    der(
      0xa3,
      sequence(
        extension('551d11', sequence(...hosts.map(alternativeName))),
        criticalExtension('551d13', sequence(yes)),
        // It signs what is sent, and itself.
        criticalExtension('551d0f', der(0x03, Buffer.from([2, 0b1000_0100]))),
        extension('551d0e', der(0x04, keyId)),
      ),
    ),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, signature)).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

// X.509 (RFC 5280) in DER: a tag, a length, the content.
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

const sequence = (...content: readonly Buffer[]) => der(0x30, ...content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
/** Of one byte, below 128: more would be a sign. */
const integer = (value: number) => der(0x02, Buffer.from([value]));
const yes = der(0x01, Buffer.from([0xff]));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
const criticalExtension = (id: string, value: Buffer) => sequence(oid(id), yes, der(0x04, value));

function alternativeName(host: string): Buffer {
  return isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
}

/** UTCTime, so many milliseconds from now. */
function time(fromNow: number): Buffer {
  const digits = new Date(Date.now() + fromNow).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
