import { describe, expect, it } from 'vitest';
import { tellDueSoon } from '../../../shared/domain/facts/due-soon.ts';
import type { Signal } from '../../../shared/domain/signals/signal.ts';
import { exampleBuyer, exampleSignal, exampleView } from '../../support/examples/example-digest.ts';
import { exampleRow } from '../../support/examples/example-signals.ts';
import { exampleColumn } from './example-columns.ts';
import { digestOf, messageOf } from './read-message.ts';

const rfp = (over = {}) => exampleSignal({ name: 'RFP 802', columns: { 'Due Date': '2026-12-18' }, ...over });
const at = (name: string, signals = [rfp()]) => exampleBuyer({ buyerId: name, name, signals });

describe('a notification', () => {
  it('begins with a hot signal and its sum, and counts the others', () => {
    const hot = rfp({ hot: true, columns: { 'Due Date': '2026-12-18', Value: 5_000 } });
    const told = 'Hot: Craneland County: RFP 802, due Dec 18, 5K.';
    expect(messageOf(digestOf([at('Craneland County', [hot])])).text).toBe(told);
    expect(messageOf(digestOf([at('Craneland County', [hot]), at('A')])).text).toBe(
      `${told} 1 more at 1 buyer.`,
    );
  });

  it('names the buyer of the first signal', () => {
    const { text } = messageOf(digestOf([at('Craneland County'), at('Foxworth')]));
    expect(text).toBe('2 new signals at 2 buyers. First: Craneland County: RFP 802, due Dec 18.');
  });

  it('names no buyer twice, whether the headline or the signal has it', () => {
    const hot = at('Craneland County', [rfp({ hot: true }), rfp({ hot: true, rowId: 'b' })]);
    expect(messageOf(digestOf([hot])).text).toBe(
      '2 hot signals at Craneland County. First: RFP 802, due Dec 18.',
    );
    const again = at('Craneland County', [rfp({ hot: true, name: 'Craneland County: new budget' })]);
    expect(messageOf(digestOf([again, at('A', [rfp({ hot: true })])])).text).toBe(
      '2 hot signals at Craneland County and 1 more buyer. First: new budget, due Dec 18.',
    );
    const named = at('Foxworth', [rfp({ name: 'Foxworth: growth' })]);
    expect(messageOf(digestOf([named, at('A')])).text).toContain('First: Foxworth: growth, due');
  });

  it('names a buyer whose letters stand in another word', () => {
    expect(messageOf(digestOf([at('Bath', [rfp({ name: 'Bathroom refit' })])])).text).toMatch(
      /^Bath: Bathroom refit/,
    );
    expect(messageOf(digestOf([at('Bath', [rfp({ name: 'RFP of Bath' })])])).text).toMatch(/^RFP of Bath,/);
  });

  it('says “First” of the only one that a flood shows, and not beside what could not be read', () => {
    const flood = { newSignals: 12, shown: 1 } as const;
    expect(messageOf(digestOf([at('Foxworth')], { flood })).text).toContain('First: Foxworth: RFP 802');
    const unread = { unreadable: 1, totals: { signals: 2, hot: 0, buyers: 1 } };
    expect(messageOf(digestOf([at('Foxworth')], unread)).text).not.toContain('First');
  });

  it('says no “First” of one, however long its name is, nor in a later message', () => {
    const long = 'Student Transportation Services '.repeat(6).trim();
    const { text } = messageOf(digestOf([at('Craneland County', [rfp({ name: long.slice(0, 150) })])]));
    expect(text).toMatch(/^Craneland County: Student .*, due Dec 18\.$/);
    expect(text).not.toContain('First');
    expect(messageOf(digestOf([at('A'), at('B')], { part: 2 })).text).toContain('. Next: A: RFP 802');
  });
});

describe('what is due within a week', () => {
  const view = exampleView();
  const row = (columns: object) => exampleRow(1, { columns: { ...columns } });
  const due = (day: string, value: unknown) => row({ 'Due Date': day, 'Estimated Value': value });

  it('is the sum of what hot signals are worth, with the last of their deadlines', () => {
    const rows = [due('2026-11-24', '$1,200,000'), due('2026-11-27', '$3,000,000'), due('2026-12-24', '$9')];
    expect(tellDueSoon(rows, view)).toBe('$4.2M due by Fri, Nov 27');
  });

  it('adds what rows write with a symbol to what other bridges have in its currency', () => {
    const info = exampleColumn({ name: 'Estimated Value', format: 'currencyUnit', currency: 'USD' });
    const known = { ...due('2026-11-27', 3_000_000), bridgeId: 'known' };
    expect(
      tellDueSoon(
        [due('2026-11-24', '$1,200,000'), known],
        exampleView({ columns: new Map([['known', [info]]]) }),
      ),
    ).toBe('$4.2M due by Fri, Nov 27');
  });

  it('counts what two bridges show of one thing once', () => {
    const [one, other] = ['bridge-1', 'bridge-2'].map((bridgeId) => {
      return { ...due('2026-11-25', '$1,000,000'), bridgeId, entityId: 'RFP-1' };
    }) as [Signal, Signal];
    const next = { ...one, rowId: 'of the same bridge' };
    expect(tellDueSoon([one, { ...other, entityId: 'rfp-1' }], view)).toBe('$1M due by Wed, Nov 25');
    expect(tellDueSoon([one, next, other, { ...other, rowId: 'too' }], view)).toBe('$2M due by Wed, Nov 25');
    const ofBuyers = { ...other, buyerId: 'another buyer' };
    expect(tellDueSoon([one, ofBuyers], view)).toBe('$2M due by Wed, Nov 25');
    // Two rows of one bridge are two things, and two bridges that disagree can't be added.
    expect(tellDueSoon([one, next, other], view)).toBeNull();
    const cents = ['$0.10', '$0.20', '$0.30'].map((value) => ({
      ...due('2026-11-25', value),
      entityId: 'rfp',
    }));
    const [ten, twenty, thirty] = cents as [Signal, Signal, Signal];
    const apart = [ten, { ...twenty, bridgeId: ten.bridgeId.toUpperCase() }, { ...thirty, bridgeId: 'c' }];
    expect(tellDueSoon(apart, view)).toBe('$0.3 due by Wed, Nov 25');
    const about = [one, other].map((row) => ({ ...row, entityId: row.buyerId.toUpperCase() }));
    expect(tellDueSoon(about, view)).toBe('$2M due by Wed, Nov 25');
  });

  it('is not said of several currencies, of none, of budgets and fees, and of what is closed', () => {
    expect(tellDueSoon([due('2026-11-24', '$5'), due('2026-11-24', '€5')], view)).toBeNull();
    expect(tellDueSoon([due('2026-11-24', 5_000), due('2026-11-20', '$5')], view)).toBeNull();
    expect(
      tellDueSoon([row({ 'Due Date': '2026-11-24', 'Booth Fee': '$5', Budget: '$7' })], view),
    ).toBeNull();
  });

  it.each(['USD 3M', '$1M - $2M', 5_000_000, '-$500', '€5'])(
    'is not said where a signal shows %j, which can’t be added to dollars',
    (value) => {
      expect(tellDueSoon([due('2026-11-27', '$1,000,000'), due('2026-11-25', value)], view)).toBeNull();
    },
  );

  it('is the sum of what the signals show, without our costs and budgets', () => {
    const by = (columns: object) => row({ 'Due Date': '2026-11-27', ...columns });
    const rows = [
      by({ 'Unit Price': '$50', 'Contract Value': '$1,000,000' }),
      by({ 'Total Fee': '$20,000', Value: '$2,000,000' }),
      ...[by({ 'Sponsorship Price': '$7,500' }), by({ Budget: '$7,000,000' }), by({})],
    ];
    expect(tellDueSoon(rows, view)).toBe('$3M due by Fri, Nov 27');
    expect(tellDueSoon([...rows, by({ Funding: '$5' })], view)).toBe('$3M due by Fri, Nov 27');
    for (const shown of [{ 'Unit Price': '$50' }, { 'Annual Value': '$1,000,000' }]) {
      expect(tellDueSoon([...rows, by(shown)], view)).toBeNull();
    }
    expect(tellDueSoon([...rows, by({ 'Funding Amount': '$5,000,000' })], view)).toBe(
      '$8M due by Fri, Nov 27',
    );
  });
});
