import { expect, test } from 'vitest';
import { makeRow } from '../../../../sandbox/data/make-row.ts';
import { makeWorld } from '../../../../sandbox/data/world.ts';
import { seedRows } from '../../../../sandbox/rows/seed-rows.ts';

const plan = { seed: 1, buyers: 60, bridges: 11, signals: 800 };
const now = Date.parse('2026-11-21T12:00:00Z');
const day = 24 * 60 * 60 * 1_000;
const times = { signalDate: now - day, updatedAt: now };

test('buyers have names and ids of their own, and more buyers leave the first ones as they were', () => {
  const few = makeWorld({ ...plan, buyers: 50 }).buyers;
  const many = makeWorld({ ...plan, buyers: 2_000 }).buyers;

  expect(many.slice(0, 50)).toEqual(few);
  expect(new Set(many.map(({ name }) => name)).size).toBe(2_000);
  expect(new Set(many.map(({ buyerId }) => buyerId)).size).toBe(2_000);
});

test('the Match Score follows the hotness', () => {
  const world = makeWorld(plan);
  const [bridge] = world.bridges;
  const scoresAt = (hotness: number) =>
    Array.from({ length: 50 }, (_, ordinal) => {
      const cell = makeRow(world, ordinal, times, { bridge, hotness }).columns['Match Score'];
      return (cell as { value: number | null }).value ?? [];
    }).flat();

  expect(Math.min(...scoresAt(0.9))).toBeGreaterThan(80);
  expect(Math.max(...scoresAt(0.1))).toBeLessThan(20);
});

function seededRows() {
  const store = seedRows(makeWorld(plan), now);
  return store.world.bridges.flatMap((bridge) => store.of(bridge));
}

test('seeded signals lie in the last 120 days, most in the last 30, and many arrive weeks after their date', () => {
  const seeded = seededRows().filter(({ buyer }) => buyer !== null);
  const ages = seeded.map(({ signalDate }) => (now - signalDate) / day);
  const lags = seeded.map(({ signalDate, updatedAt }) => (updatedAt - signalDate) / day);

  expect(seeded).toHaveLength(800);
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...ages)).toBeLessThanOrEqual(120);
  expect(ages.filter((age) => age <= 30).length).toBeGreaterThan(480);
  expect(lags.filter((lag) => lag > 7).length).toBeGreaterThan(80);
  expect(Math.min(...lags)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lags)).toBeLessThanOrEqual(21);
});

test('every status occurs', () => {
  expect(new Set(seededRows().map(({ status }) => status)).size).toBe(6);
});

test('the twelfth bridge has 25 columns; many of its notices take bids after their questions were due', () => {
  const store = seedRows(makeWorld({ ...plan, bridges: 12, signals: 1_200 }), now);
  const notices = store.of(store.world.bridges[11] as (typeof store.world.bridges)[number]);
  const today = new Date(now).toISOString().slice(0, 10);
  const open = notices.filter(({ columns }) => String(columns['Bid Opening']) > today);
  const asked = open.filter(({ columns }) => String(columns['Questions Due']) < today);

  expect(Object.keys(notices[0]?.columns ?? {})).toHaveLength(25);
  expect(asked.length / notices.length).toBeGreaterThan(0.3);
  expect(notices.some(({ columns }) => String(columns['Response Deadline']).includes('/'))).toBe(true);
});
