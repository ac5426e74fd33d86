import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyMs } from '../../../support/examples/example-columns.ts';
import {
  exampleBuyer,
  exampleSignal,
  exampleSummary,
  exampleView,
} from '../../../support/examples/example-digest.ts';
import { describeMessage, digestOf, messageOf } from '../read-message.ts';

const details = ['full', 'short', 'names'] as const;

describe('writeMessage', () => {
  it(
    'shows no address, telephone number or id of its columns, unless the route asks for the column',
    () => {
      const secret = fc.constantFrom(
        ...[
          'jo.doe@fwisd.example',
          '+1 817-555-0100',
          '(817) 555-0100',
          '5a1f3e6e-2f0e-4a9f-8f2d-aaaaaaaaaaaa',
        ],
      );
      const column = fc.constantFrom(
        ...[
          ...['Contact Email', 'Phone', 'Why It Matters', 'Decision Maker', 'Id', 'Value', 'Status'],
          'Match Score',
        ],
      );
      const wrapped = fc.constantFrom(
        (text: string): unknown => text,
        (text: string): unknown => [text],
        (text: string): unknown => [{ name: text, title: text, email: text, phone: text }],
        (text: string): unknown => `Write to ${text} before the bond is spent. All offers are welcome there.`,
      );
      fc.assert(
        fc.property(column, secret, wrapped, fc.boolean(), fc.boolean(), (name, text, wrap, hot, asked) => {
          const signal = exampleSignal({ hot, columns: { [name]: wrap(text) } });
          const content = digestOf([exampleBuyer({ signals: [signal] })], {
            view: exampleView({ show: asked ? [name] : [] }),
          });
          for (const detail of details) {
            const told = JSON.stringify(describeMessage(messageOf(content, detail)));
            if (!asked) expect(told).not.toContain(text);
          }
          if (asked) expect(describeMessage(messageOf(content, 'full')).join()).toContain(text);
        }),
      );
    },
    propertyMs,
  );

  it('shows none in the names of signals, buyers and sources either', () => {
    const secrets = ['jo.doe@fwisd.example', '+44 20 7946 0000', '(817) 555\u20110100'];
    for (const secret of secrets) {
      const summary = exampleSummary();
      const name = `Jo Doe <${secret}>`;
      const signals = [
        exampleSignal({ rowId: 'a', hot: true, name, bridgeName: secret }),
        exampleSignal({ rowId: 'b', name: secret, bridgeName: 'Tenders' }),
      ];
      const content = digestOf([exampleBuyer({ name, summary, summaryStatus: 'ready', signals })]);
      for (const detail of details) {
        const told = describeMessage(messageOf(content, detail)).join('\n');
        expect(told).not.toContain(secret);
        expect(told).toContain('Jo Doe <…>');
      }
      expect(describeMessage(messageOf(content, 'full')).join('\n')).toContain('Unnamed signal in Tenders');
    }
  });

  it('names whom it does not tell directly, where it is the rest of a set of owners', () => {
    const owned = ['Dev Patel', 'DEV  patel', null, 'A', 'B', 'C', 'D', null, null].map((Owner, at) =>
      exampleSignal({ rowId: `row-${at}`, columns: { Owner } }),
    );
    const view = { ...exampleView(), meanings: { owner: 'Owner' } };
    const notice = (owner: { set: string; is: null } | undefined, signals = owned) => {
      const content = digestOf([exampleBuyer({ signals })], {
        view: { ...view, route: { match: {}, owner } },
      });
      return describeMessage(messageOf(content)).filter((line) => line.startsWith('Not told'));
    };
    const rest = { set: 'sales', is: null };
    expect(notice(rest)).toEqual(['Not told directly: no owner 3 · Dev Patel 2 · A 1 · B 1 · C 1 · 1 more']);
    expect([notice(undefined), notice(rest, [])]).toEqual([[], []]);
  });

  it('tells the only signal of a digest in full, hot or not', () => {
    const signal = exampleSignal({
      name: 'RFP 479',
      columns: { 'Why It Matters': 'Staff asked for a comparison of vendors.' },
    });
    const { headline, rest, hot } = messageOf(digestOf([exampleBuyer({ signals: [signal] })]), 'full');
    expect(headline).toBe('Springfield School District: RFP 479');
    expect(hot).toEqual([]);
    expect(JSON.stringify(rest)).toContain('Staff asked for a comparison of vendors.');
  });
});
