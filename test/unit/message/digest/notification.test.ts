import { describe, expect, it } from 'vitest';
import { describeClosingSoon } from '../../../../message/digest/closing-soon.ts';
import { exampleColumn } from '../../../support/examples/example-columns.ts';
import { exampleBuyer, exampleSignal, exampleView } from '../../../support/examples/example-digest.ts';
import { exampleRow } from '../../../support/examples/example-signals.ts';
import { digestOf, messageOf } from '../read-message.ts';

const rfp = (over = {}) => exampleSignal({ name: 'RFP 802', columns: { 'Due Date': '2026-12-18' }, ...over });
const at = (name: string, signals = [rfp()]) => exampleBuyer({ buyerId: name, name, signals });

describe('a notification', () => {
  it('begins with a hot signal and its sum, and counts the others', () => {
    const hot = rfp({ hot: true, columns: { 'Due Date': '2026-12-18', Value: 5_000 } });
    const told = 'Hot: Craneland County: RFP 802, closes Dec 18, 5K.';
    expect(messageOf(digestOf([at('Craneland County', [hot])])).text).toBe(told);
    expect(messageOf(digestOf([at('Craneland County', [hot]), at('A')])).text).toBe(
      `${told} 1 more at 1 buyer.`,
    );
  });

  it('names the buyer of the first signal', () => {
    const { text } = messageOf(digestOf([at('Craneland County'), at('Foxworth')]));
    expect(text).toBe('2 new signals at 2 buyers. First: Craneland County: RFP 802, closes Dec 18.');
  });

  it('names no buyer twice, whether the headline or the signal has it', () => {
    const hot = at('Craneland County', [rfp({ hot: true }), rfp({ hot: true, rowId: 'b' })]);
    expect(messageOf(digestOf([hot])).text).toBe('2 hot at Craneland County. First: RFP 802, closes Dec 18.');
    const again = at('Craneland County', [rfp({ hot: true, name: 'Craneland County: new budget' })]);
    expect(messageOf(digestOf([again, at('A', [rfp({ hot: true })])])).text).toBe(
      '2 hot at Craneland County and 1 more. First: new budget, closes Dec 18.',
    );
    const named = at('Foxworth', [rfp({ name: 'Foxworth: growth' })]);
    expect(messageOf(digestOf([named, at('A')])).text).toContain('First: Foxworth: growth, closes');
  });

  it('names a buyer whose letters stand in another word', () => {
    expect(messageOf(digestOf([at('Bath', [rfp({ name: 'Bathroom refit' })])])).text).toMatch(
      /^Bath: Bathroom refit/,
    );
    expect(messageOf(digestOf([at('Bath', [rfp({ name: 'RFP of Bath' })])])).text).toMatch(/^RFP of Bath,/);
  });
});

describe('what closes within a week', () => {
  const closing = (day: string, value: unknown, over = {}) =>
    exampleRow(1, { columns: { 'Due Date': day, 'Estimated Value': value }, ...over });
  const tell = (rows: Parameters<typeof describeClosingSoon>[0], view = exampleView()) =>
    describeClosingSoon(rows, view);

  it('is counted, with the last of its days and what it is worth', () => {
    const rows = [
      closing('2026-11-24', '$1,200,000'),
      closing('2026-11-27', '$3,000,000'),
      ...['2026-12-24', '2026-11-20', 'soon'].map((day) => closing(day, '$9')),
    ];
    expect(tell(rows)).toBe('2 close by Fri, Nov 27 ($4.2M)');
    expect(tell(rows.slice(1))).toBe('1 closes by Fri, Nov 27 ($3M)');
    expect(tell(rows.slice(2))).toBeNull();
    expect(tell(rows, exampleView({ meanings: { money: 'Estimated Value' } }))).toBeNull();
  });

  it('adds what rows write with a symbol to what other bridges have in its currency', () => {
    const info = exampleColumn({ name: 'Estimated Value', format: 'currencyUnit', currency: 'USD' });
    const known = closing('2026-11-27', 3_000_000, { bridgeId: 'known' });
    const view = exampleView({ columns: new Map([['known', [info]]]) });
    expect(tell([closing('2026-11-24', '$1,200,000'), known], view)).toBe('2 close by Fri, Nov 27 ($4.2M)');
  });

  it.each(['USD 3M', '$1M - $2M', 5_000_000, '€5', null])(
    'has no sum where a signal shows %j, which can’t be added to dollars',
    (value) => {
      const rows = [closing('2026-11-27', '$1,000,000'), closing('2026-11-25', value)];
      expect(tell(rows)).toBe('2 close by Fri, Nov 27');
    },
  );
});
