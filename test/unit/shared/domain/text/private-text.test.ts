import { describe, expect, it } from 'vitest';
import { hideAddresses, isPrivate } from '../../../../../shared/domain/text/private-text.ts';

describe('a telephone number of another country', () => {
  it.each([
    ...['0049 30 123456', '00 49 30 123456', '0049 (0) 30 123456', '004930123456'],
    ...['0033 1 23 45 67 89', '030/1234567', '030 123456', '(030) 123456', '(0171) 234 5678'],
    ...['0171 2345678', '020 7946 0958', '01632 960 123', '(02) 9876-5432', '01 23 45 67 89'],
    ...['01.23.45.67.89', '0800 123456', '\uff10\uff13\uff10 123456', '030 \u2013 1234567'],
  ])('is one: %s', (number) => {
    for (const text of [number, `Call ${number}.`, `Tel.: ${number} (2026)`, `Jo Doe, ${number}, room 12`])
      expect(isPrivate(text), text).toBe(true);
  });

  it.each([
    ...['RFP 2026-1234', 'RFP 05-2026-0147', '$1,250,000 to $2,500,000', '€ 1 012 345 678'],
    ...['0.75 of 1,000,000.00', '2026-11-18T08:00:00Z', '01.12.2026 08:00', '01/12/2026 - 31/12/2026'],
    ...['05/2026 - 12/2027', '01-02-2026 09-30', '0800-1700', 'Boston, MA 02139-4307'],
    ...['Fiscal year 2026-2027, room 012', 'Lot 01, 02, 03, 04, 05', '10 0 0 0 0 0 0 0 0'],
  ])('is not: %s', (text) => {
    for (const one of [text, `It says ${text} there.`]) expect(isPrivate(one), one).toBe(false);
  });

  it.each([
    ['Jo Doe 0049 30 123456', 'Jo Doe …'],
    ['Jo Doe, 030/1234567', 'Jo Doe, …'],
    ['Jo Doe, 030/1234567 (office)', 'Jo Doe, … (office)'],
    ['0049 30 123456', null],
    ['RFP 05-2026-0147: Buses', 'RFP 05-2026-0147: Buses'],
    ['RFP 045/2026: Buses', 'RFP 045/2026: Buses'],
    ['RFP 817-2026-0100, 214-555-0100: Buses @ Home', 'RFP 817-2026-0100, 214-555-0100: Buses @ Home'],
    ['RFP 001234567: Roofs', 'RFP 001234567: Roofs'],
    ['Road works (01/2026 - 12/2027)', 'Road works (01/2026 - 12/2027)'],
  ])('is hidden in a name where it can be nothing else: %s', (name, told) => {
    expect(hideAddresses(name)).toBe(told);
  });
});
