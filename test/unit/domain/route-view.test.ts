import { describe, expect, it } from 'vitest';
import { linksOf, zoneOf } from '../../../shared/domain/routes/route-view.ts';

const cron = '0 8 ? * MON *';
const inChicago = { cron, timezone: 'America/Chicago' };
const inParis = { cron, timezone: 'Europe/Paris' };

describe('the time zone of a route', () => {
  it('is its own, else that of its digests, else that of its heartbeat, else UTC', () => {
    expect(zoneOf({ timezone: 'Asia/Tokyo', when: inChicago, heartbeat: inParis })).toBe('Asia/Tokyo');
    expect(zoneOf({ when: inChicago, heartbeat: inParis })).toBe('America/Chicago');
    expect(zoneOf({ when: 'immediately', heartbeat: inParis })).toBe('Europe/Paris');
    expect(zoneOf({ when: 'immediately' })).toBe('UTC');
  });
});

describe('the links of a route', () => {
  const ofAll = { signal: 'https://a.example/{rowId}', buyer: 'https://a.example/{buyerId}' };

  it('are its own, each else the one of all routes', () => {
    const buyer = 'https://b.example/{buyerId}';

    expect(linksOf({ links: { buyer } }, ofAll)).toEqual({ signal: ofAll.signal, buyer });
    expect(linksOf({}, ofAll)).toEqual(ofAll);
    expect(linksOf({ links: { buyer } }, undefined)).toEqual({ buyer });
    expect(linksOf({}, undefined)).toEqual({});
  });
});
