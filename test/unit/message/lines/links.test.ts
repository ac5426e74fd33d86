import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksOf, linkText } from '../../../../message/lines/links.ts';
import { anyCodePoint } from '../../../support/examples/any-code-point.ts';
import { exampleColumn, propertyMs } from '../../../support/examples/example-columns.ts';
import { exampleLinks, exampleSignal, exampleView } from '../../../support/examples/example-digest.ts';
import { formatLine } from '../read-message.ts';

const signal = exampleSignal({ bridgeId: 'b-1', rowId: 'r-1', columns: {} });
const view = exampleView({ links: exampleLinks });

describe('the links of a signal', () => {
  it('are the templates filled in, and the first address of its columns', () => {
    const columns = {
      Note: 'see below',
      Plain: 'http://a.example/',
      Posting: ' https://a.example/x, https://b.example',
    };
    expect(linksOf({ ...signal, columns }, view, 'buyer-1')).toEqual({
      signal: 'https://app.example.com/bridges/b-1/rows/r-1',
      buyer: 'https://app.example.com/buyers/buyer-1',
      source: 'https://a.example/x',
    });
    expect(linksOf(signal, exampleView(), 'buyer-1')).toEqual({ signal: null, buyer: null, source: null });
  });

  it(
    'take any id, and none of them changes where they lead',
    () => {
      const id = fc.oneof(
        fc.string({ unit: anyCodePoint, minLength: 1 }),
        fc.constantFrom('..', '..', '.', '?x=', '#', '//evil.example', '\ud800', '%2e%2e'),
      );
      fc.assert(
        fc.property(id, id, (bridgeId, rowId) => {
          const { signal: url } = linksOf({ ...signal, bridgeId, rowId }, view, 'b');
          if (url === null) return;
          const { origin, pathname, search, hash } = new URL(url);
          expect([origin, search, hash]).toEqual(['https://app.example.com', '', '']);
          expect(pathname).toMatch(/^\/bridges\/[^/]+\/rows\/[^/]+$/);
        }),
      );
    },
    propertyMs,
  );

  it.each([
    ...['http://a.example/', 'javascript:alert(1)', 'https://user:pw@a.example/', 'ftp://a.example'].map(
      (address) => [address, null],
    ),
    ['https://', null],
    // In the characters of RFC 3986, where a browser's are looser.
    ['https://a.example/x[1]|y?of=50%#a#b', 'https://a.example/x%5B1%5D%7Cy?of=50%25#a%23b'],
  ] as [string, string | null][])('make %s the source %s', (address, source) => {
    expect(linksOf({ ...signal, columns: { Posting: address } }, exampleView(), 'b').source).toBe(source);
  });
});

it('takes no source from an internal column, such as the address of a webhook', () => {
  const columns = { Push: 'https://hooks.example/secret', Posting: 'https://a.example/x' };
  const infos = [exampleColumn({ name: 'Push', internal: true })];
  const view = exampleView({ columns: new Map([['b-1', infos]]) });
  expect(linksOf({ ...signal, columns }, view, 'b').source).toBe('https://a.example/x');
});

describe('linkText', () => {
  const tell = (text: string, url: string) => formatLine(linkText(text, url, { instead: 'Open signal' }));

  it.each([
    // Cyrillic letters that look like those of apple.com, over the host that they encode to.
    ['аррӏе.com', 'https://xn--80ak6aa92e.com/'],
    ['Straße.example', 'https://xn--strae-oqa.example/'],
    ['142.250.74.110', 'https://a.example/'],
    ['intranet:8443', 'https://a.example/'],
    ['a.example:8443', 'https://a.example/'],
    ['[2001:db8::1]', 'https://a.example/'],
    ['bank\u0702com', 'https://a.example/'],
    ['bank·com', 'https://a.example/'],
    ['bank\ua4f8com', 'https://a.example/'],
    ['bank\u2024example', 'https://a.example/'],
    ['bank\ufe52example', 'https://a.example/'],
    ['bank\uff0eexample', 'https://a.example/'],
    ['Log in at bank.example', 'https://a.example/'],
  ])('is a text beside a link where it names another site: %s over %s', (label, url) => {
    expect(tell(label, url)).toBe(`${label} · [Open signal]`);
  });

  it.each([
    ['RFP 479', 'https://a.example/'],
    ['News of www.a.example', 'https://www.a.example/'],
    ['142.250.74.110', 'https://142.250.74.110/'],
    ['a.example:8443', 'https://a.example:8443/x'],
    ['Bids until 10:30', 'https://a.example/'],
  ])('is a link where it names its own site or none: %s over %s', (label, url) => {
    expect(tell(label, url)).toBe(`[${label}]`);
  });
});
