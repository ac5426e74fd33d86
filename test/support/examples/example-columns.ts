import type { ColumnInfo } from '../../../shared/domain/rows/columns.ts';

/** Many runs, on a machine that may be doing other things. */
export const propertyMs = 60_000;

export function exampleColumn(over: Partial<ColumnInfo> = {}): ColumnInfo {
  return {
    name: 'Due Date',
    format: 'date',
    currency: null,
    labels: {},
    analysed: false,
    internal: false,
    ...over,
  };
}

/** From one end of the day to the other, with clock changes at 2 o'clock, at midnight, by half an hour, and none. */
export const zones = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'America/St_Johns',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;
