import { describe, expect, it } from 'vitest';
import { tellMoney } from '../../../shared/domain/facts/money.ts';
import { tellPlace } from '../../../shared/domain/facts/numbers.ts';
import { exampleColumn } from './example-columns.ts';

const inCurrency = (currency: string | null) => exampleColumn({ format: 'currencyUnit', currency });

describe('tellMoney', () => {
  it.each([
    [1_250_000, '$1.25M'],
    [668_000, '$668K'],
    [42_500, '$42.5K'],
    [850, '$850'],
    [2_070_400, '$2.07M'],
    [1_200_000_000, '$1.2B'],
    ['1,250,000', '$1.25M'],
    ['$1,250,000.00', '$1.25M'],
    ['$1M to $2M', '$1M to $2M'],
  ])('tells %j dollars as %s', (value, told) => {
    expect(tellMoney('Estimated Value', value, inCurrency('USD'))).toBe(told);
  });

  it.each([0, '0', '$0.00', '', null, 'unknown', Number.NaN, 1e300, { value: 5 }])(
    'tells nothing of %j',
    (value) => {
      expect(tellMoney('Estimated Value', value, inCurrency('USD'))).toBeNull();
    },
  );

  it('writes other currencies by their sign or code, and no sign where none is named', () => {
    expect(tellMoney('Value', 1_250_000, inCurrency('EUR'))).toBe('€1.25M');
    expect(tellMoney('Value', 1_250_000, inCurrency('CHF'))).toBe('CHF 1.25M');
    expect(tellMoney('Value', 1_250_000, inCurrency('xyz'))).toBe('XYZ 1.25M');
    expect(tellMoney('Value', 1_250_000, inCurrency(null))).toBe('1.25M');
    expect(tellMoney('Value', 1_250_000, inCurrency('dollars!'))).toBe('1.25M');
  });

  it.each([
    ['Booth Cost', '$5K booth cost'],
    ['Booth Fee', '$5K booth fee'],
    ['Annual Value', '$5K a year'],
    ['Sponsorship Price', '$5K sponsorship price'],
    ['Total Fee', '$5K total fee'],
    ['Annual Registration Cost', '$5K annual registration cost'],
    ['Unit Price', '$5K unit price'],
    ['Price per Student', '$5K price per student'],
    ['Price per Year', '$5K a year'],
    ['Funding Amount', '$5K'],
    ['Funding', '$5K funding'],
    ['Budget Amount', '$5K budget amount'],
  ])('tells a sum in %s with its word where it is not what a deal is worth', (name, told) => {
    expect(tellMoney(name, 5_000, inCurrency('USD'))).toBe(told);
  });

  it('knows money by its name where no metadata says so', () => {
    expect(tellMoney('Contract Amount', 5_000, undefined)).toBe('5K');
    expect(tellMoney('Match Value Score', 96, undefined)).toBeNull();
    expect(tellMoney('Attendees', 500, undefined)).toBeNull();
    expect(tellMoney('Value', 5_000, exampleColumn({ format: 'enumeration' }))).toBeNull();
    expect(tellMoney('Value', 5_000, exampleColumn({ format: 'currencyUnit', internal: true }))).toBeNull();
  });
});

it('tells places as people say them', () => {
  expect([1, 10, 11, 21, 22, 23, 112].map(tellPlace)).toEqual([
    '1st',
    '10th',
    '11th',
    '21st',
    '22nd',
    '23rd',
    '112th',
  ]);
});
