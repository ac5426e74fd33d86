import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listingPeriod } from '../../../shared/domain/polling/window.ts';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it.each(['docs/configuration.md', 'docs/config.schema.json', 'signalpost.config.ts'])(
  '%s says of send-all how far back a first scan reads',
  (path) => {
    const told = read(path)
      .split('\n')
      .filter((line) => line.includes('send-all'))
      .join('\n');

    expect(listingPeriod(null, 0)).toBe('LastThreeMonths');
    expect(told).toMatch(/last three months/);
  },
);
