import { describe, expect, it } from 'vitest';
import type { Click, ClickKind } from '../../../../../shared/domain/clicks/click.ts';
import {
  addClick,
  type DigestClicks,
  isDrawnByOther,
} from '../../../../../shared/domain/clicks/record-click.ts';

const now = Date.parse('2026-11-24T13:41:00Z');
const none: DigestClicks = { clicks: [], drawing: '' };

function click(id: string, kind: ClickKind = 'claim', signalId = 'bridge#row'): Click {
  const pointer = { routeId: 'sales', slot: '2026-11-24T13:00:00.000Z', part: 1 };
  return {
    id,
    kind,
    by: { id: `U${id}`, name: id },
    clickedAt: now - 1_000,
    signalId,
    pointer,
    place: 'C1 1.2',
  };
}

describe('recording a click', () => {
  it('adds it behind the others, for whoever adds it to draw', () => {
    const first = addClick(none, click('a'), now);
    expect(first).toEqual({
      clicks: [{ id: 'a', kind: 'claim', by: { id: 'Ua', name: 'a' }, signalId: 'bridge#row', at: now }],
      drawing: `${now + 90_000} a`,
    });
    const second = addClick(first, click('b', 'not-for-us'), now + 1);
    expect(second.clicks.map(({ id }) => id)).toEqual(['a', 'b']);
    // The first is still drawing, and draws this one, too.
    expect(second.drawing).toBe(first.drawing);
    expect(addClick(first, click('b', 'not-for-us'), now + 90_000).drawing).toBe(`${now + 180_000} b`);
  });

  it('takes one claim and one refusal of a signal, and any number of mutes', () => {
    const first = addClick(addClick(none, click('a'), now), click('b', 'not-for-us'), now);
    expect(addClick(first, click('c'), now)).toBe(first);
    expect(addClick(first, click('c', 'not-for-us'), now)).toBe(first);
    expect(addClick(first, click('c', 'claim', 'bridge#other'), now).clicks).toHaveLength(3);
    const muted = addClick(addClick(first, click('c', 'mute-week'), now), click('d', 'mute-week'), now);
    expect(muted.clicks.slice(2)).toMatchObject([
      { id: 'c', until: now - 1_000 + 7 * 86_400_000 },
      { id: 'd', until: now - 1_000 + 7 * 86_400_000 },
    ]);
    expect(addClick(muted, click('e', 'unmute'), now).clicks.at(-1)).not.toHaveProperty('until');
  });

  it('takes a click that comes again for what it is: it draws, and records nothing', () => {
    const first = addClick(none, click('a'), now);
    const shown = { ...first, drawing: '' };
    expect(addClick(shown, click('a'), now + 5)).toEqual({ ...first, drawing: `${now + 90_005} a` });
  });

  it('ends at 400: what goes on and on is a machine', () => {
    let known = none;
    for (let number = 0; number < 450; number += 1)
      known = addClick(known, click(`m${number}`, 'mute-week'), now);
    expect(known.clicks).toHaveLength(400);
  });
});

it('is drawn by another as long as his time lasts, and by nobody else', () => {
  const known = { ...none, drawing: `${now + 1} a` };
  expect(isDrawnByOther(known, 'b', now)).toBe(true);
  expect(isDrawnByOther(known, 'a', now)).toBe(false);
  expect(isDrawnByOther(known, 'b', now + 1)).toBe(false);
  expect(isDrawnByOther(none, 'b', now)).toBe(false);
});
