import { describe, expect, it } from 'vitest';
import {
  exampleBuyer,
  exampleSignal,
  exampleSummary,
  exampleView,
} from '../../../support/examples/example-digest.ts';
import { rowUuid } from '../../../support/examples/example-signals.ts';
import { type Detail, describeMessage, digestOf, messageOf } from '../read-message.ts';

const details = ['full', 'short', 'names'] as const;

describe('writeMessage', () => {
  it.each([
    ...['Contact Email', 'Phone', 'Why It Matters', 'Decision Maker', 'Id', 'Value', 'Status'],
    'Match Score',
  ])('shows no address, telephone number or id of the column %s, unless the route asks for it', (name) => {
    const secrets = ['jo.doe@fwisd.example', '+1 817-555-0100', '(817) 555-0100', rowUuid(7)];
    for (const text of secrets) {
      const person = { name: text, title: text, email: text, phone: text };
      const sentence = `Write to ${text} before the bond is spent. All offers are welcome there.`;
      for (const value of [text, [text], [person], sentence]) {
        const told = (hot: boolean, detail: Detail, show: readonly string[] = []) => {
          const signals = [exampleSignal({ hot, columns: { [name]: value } })];
          const content = digestOf([exampleBuyer({ signals })], { view: exampleView({ show }) });
          return describeMessage(messageOf(content, detail)).join();
        };
        for (const hot of [true, false]) {
          for (const detail of details) expect(told(hot, detail)).not.toContain(text);
          expect(told(hot, 'full', [name])).toContain(text);
        }
      }
    }
  });

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
