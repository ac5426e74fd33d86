/** The values that a request may carry, as the contract lists them. An answer may hold others. */

export const signalSorts = ['Date', 'Hotness'] as const;

export const filterTypes = [
  'RFP',
  'Meeting',
  'Purchase',
  'Buyer',
  'Contact',
  'Signal',
  'Conference',
  'JobChange',
  'SequenceBuyer',
  'SequenceContact',
  'SequenceJobChange',
] as const;

export const rowStatuses = ['New', 'Actioned', 'Saved', 'Attending', 'Sponsoring', 'NotInterested'] as const;

export const relativeDatePeriods = [
  'LastOneDay',
  'LastSevenDays',
  'LastThirtyDays',
  'LastSixtyDays',
  'LastOneMonths',
  'LastTwoMonths',
  'LastThreeMonths',
  'LastSixMonths',
  'LastNineMonths',
  'LastYear',
  'LastTwoYears',
] as const;

/** The forms of arrays in a query string. */
export const arrayParameterForms = ['repeat', 'comma'] as const;
