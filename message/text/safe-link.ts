import { asSeen } from '../../shared/domain/text/as-seen.ts';
import { longest } from '../../shared/domain/text/lengths.ts';

/** RFC 3986 takes all other characters in a path, query or fragment. */
const foreign = /[^A-Za-z\d\-._~!$&'()*+,;=:@/?#%]/g;
const loosePercent = /%(?![\dA-Fa-f]{2})/g;
/** Names in ASCII, IPv4, and IPv6 in its brackets. A browser's parser lets more through, such as quotes and braces. */
const plainHost = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/;

/** Most addresses are strict already, and need no parser: a name of letters, and a plain path. */
const plainAddress = /^https:\/\/(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}(?:\/[\w~-]+)+$/;

/**
 * Writes an address as RFC 3986 wants it; null where it can't. Browsers parse by the URL Standard, which leaves
 * brackets, bars and loose percent signs as they are: other readers end the address there, or read another one.
 */
function writeStrictAddress(address: string): string | null {
  if (plainAddress.test(address)) return address;
  const url = URL.parse(address);
  // Credentials could be the name of another site.
  if (url === null || !plainHost.test(url.hostname) || url.username !== '' || url.password !== '')
    return null;
  const encode = (part: string): string =>
    part.replace(loosePercent, '%25').replace(foreign, (character) => encodeURIComponent(character));
  const fragment = url.hash.slice(1).replaceAll('#', '%23');
  const strict = `${url.origin}${encode(url.pathname)}${encode(url.search)}${fragment && `#${encode(fragment)}`}`;
  if (strict === url.href) return strict;
  const again = URL.parse(strict);
  // The encoded address must lead to the same place.
  return again?.href === strict && again.origin === url.origin ? strict : null;
}

const secure = /^https:\/\//i;

/** Returns an https address as a message may link to it; null for any other. */
export function checkedAddress(address: string): string | null {
  const strict = secure.test(address) ? writeStrictAddress(address) : null;
  return strict === null || strict.length > longest.linkUrl ? null : strict;
}

/** Finds the https address that a cell is, or begins with: several may stand between spaces, commas or semicolons. */
export function sourceIn(cell: string): string | null {
  const text = cell.slice(0, 5_000).trimStart();
  if (!secure.test(text)) return null;
  const word = /^\S{1,4000}/.exec(text)?.[0] ?? '';
  const [first = ''] = word.split(/[,;](?=https?:\/\/)/i, 1);
  return first.length > longest.linkUrl ? null : checkedAddress(first.replace(/[,;.]+$/, ''));
}

/** A text without one of these marks can match none of the patterns below, and most texts have none. */
const addressMarks = /:\/\/|:\d\d|\[|\.[\p{L}\p{N}_-]/u;
const scheme = /[a-z][a-z\d+.-]*:\/\//i;
/**
 * Full stops, and characters that look like one ("confusables.txt" of Unicode's UTS 39, for U+002E and U+00B7) or that a
 * browser takes for one.
 */
const fullStops =
  /[\u0701\u0702\u0660\u06f0\ua4f8\ua60e\u{10a50}\u{1d16d}\u00b7\u0387\u1427\u16eb\u2022\u2027\u2219\u22c5\u30fb\uff65\u{10101}\u3002\uff0e\uff61]/gu;
/** Labels between full stops, of any script, the last one no number; IPv4; IPv6 in brackets; each with a port or without. */
const sites =
  /(?:(?:[\p{L}\p{N}_-]+\.)+[\p{L}-]{2,}|(?<![\d.])\d+(?:\.\d+){3}(?![\d.])|\[[\da-f]*:[\da-f:.]+\])(?::\d{1,5}(?!\d))?/giu;
/** One label with a port, such as `intranet:8443`. A time of day has no letter. */
const portedLabels = /[\p{N}-]*\p{L}[\p{L}\p{N}-]*:\d{2,5}(?!\d)/gu;

/**
 * Tells whether a text names an address, or a site that is not the link's: whoever reads `bank.example` must not be led
 * elsewhere. A site's own name is its host, or a domain above it: `example.com` for `www.example.com`.
 */
export function namesAnotherSite(text: string, address: string): boolean {
  // Invisible characters could split a name, and a look-alike of its full stop could hide it.
  const seen = asSeen(text).replace(fullStops, '.');
  if (!addressMarks.test(seen)) return false;
  if (scheme.test(seen)) return true;
  const found = [...(seen.match(sites) ?? []), ...(seen.match(portedLabels) ?? [])];
  const url = URL.parse(address);
  return found.some((named) => !isOwnName(named, url));
}

function isOwnName(named: string, url: URL | null): boolean {
  // Letters of other scripts can look like those of any name, even over the host that they encode to.
  if (/[^ -~]/.test(named)) return false;
  const host = URL.parse(`https://${named}`);
  if (host === null || url === null) return false;
  if (named.replace(/^\[.*\]/, '').includes(':') && host.port !== url.port) return false;
  return url.hostname === host.hostname || url.hostname.endsWith(`.${host.hostname}`);
}
