import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../../message/destinations.ts';
import type { Block, Menu } from '../../../../message/slack/blocks.ts';
import { showClicks } from '../../../../message/slack/show-clicks.ts';
import { slack } from '../../../../message/slack/slack.ts';
import { teams } from '../../../../message/teams/teams.ts';
import type { RecordedClick } from '../../../../shared/domain/clicks/click.ts';
import type { DigestContent } from '../../../../shared/domain/digests/digest.ts';
import { type SignalAction, signalActions } from '../../../../shared/domain/routes/route.ts';
import { signalIdOf } from '../../../../shared/domain/rows/signal.ts';
import { anyCodePoint } from '../../../support/examples/any-code-point.ts';
import { anyDigest } from '../../../support/examples/arbitrary-digest.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
} from '../../../support/examples/example-digest.ts';
import { rowUuid } from '../../../support/examples/example-signals.ts';

const pointer = { routeId: 'sales', slot: '2026-11-21T08:00:00.000Z', part: 3 };
const reading = { now: Date.parse('2026-11-21T13:00:00Z'), timezone: 'America/New_York' };
const hotBecause = [{ rule: 'column', name: 'Match Score', value: 91, atLeast: 80 }] as const;

function withMenus(content: DigestContent, actions: readonly SignalAction[] = signalActions): DigestContent {
  return { ...content, pointer, view: { ...content.view, actions } };
}

function hotDigest(count: number, over: Partial<DigestContent> = {}): DigestContent {
  const signals = Array.from({ length: count }, (_, index) =>
    exampleSignal({ rowId: rowUuid(index), name: `Tender ${index}`, hot: true, hotBecause }),
  );
  const summary = exampleSummary();
  const buyers = [exampleBuyer({ signals, summary, summaryStatus: 'ready' })];
  return exampleDigest({ buyers, totals: { signals: count, hot: count, buyers: 1 }, ...over });
}

function blocksOf(body: string): readonly Block[] {
  return (JSON.parse(body) as { blocks: readonly Block[] }).blocks;
}
const menusOf = (body: string) => blocksOf(body).filter((block): block is Menu => block.type === 'actions');
const render = (content: DigestContent) => slack.render(content).body;
const idOf = (number: number) => signalIdOf({ ...exampleSignal(), rowId: rowUuid(number) });
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the menus of a digest', () => {
  it('stand below each hot signal, and are named by it; the header names the digest', () => {
    const body = render(withMenus(hotDigest(4)));
    expect(menusOf(body).map(({ block_id }) => block_id)).toEqual([0, 1, 2, 3].map(idOf));
    const [header] = blocksOf(body);
    expect(header).toMatchObject({ type: 'header', block_id: 'digest:sales:2026-11-21T08:00:00.000Z:3' });
    const told = blocksOf(body).map((block) => JSON.stringify(block));
    const menuAt = (number: number) =>
      told.findIndex((block) => block.includes(`"block_id":"${idOf(number)}"`));
    for (const number of [0, 1, 2]) expect(told[menuAt(number) - 1]).toContain(`Tender ${number}`);
    // Below the last one its buyer's summary comes first.
    const last = told.slice(menuAt(2) + 1, menuAt(3)).join();
    expect(last).toMatch(/Tender 3.*The board approved a bond.*buyer.score.82/);
  });

  it('offer what the route has, in its words', () => {
    const optionsOf = (actions: readonly SignalAction[]) =>
      menusOf(render(withMenus(hotDigest(1), actions)))[0]?.elements[0].options.map(({ text, value }) => [
        value,
        text.text,
      ]);
    expect(optionsOf(signalActions)).toEqual([
      ['claim', 'Claim'],
      ['not-for-us', 'Not for us'],
      ['mute-week', 'Mute buyer for a week'],
      ['mute-month', 'Mute buyer for a month'],
      ['more', 'More'],
    ]);
    expect(optionsOf(['more'])).toEqual([['more', 'More']]);
  });

  it('are not there without actions, and the bytes are as they were', () => {
    const content = hotDigest(6);
    expect(menusOf(render(content))).toEqual([]);
    const bare = { ...content, view: { ...content.view, actions: undefined }, pointer: undefined };
    expect(render(bare)).toBe(render(content));
  });

  it('are left out where Slack would refuse the id, and not with the signal', () => {
    const content = hotDigest(1);
    const [buyer] = content.buyers;
    const signals = [exampleSignal({ hot: true, hotBecause, rowId: 'r'.repeat(256) })];
    const body = render(withMenus({ ...content, buyers: [{ ...exampleBuyer(buyer), signals }] }));
    expect(menusOf(body)).toEqual([]);
    expect(body).toContain('Roof repair');
  });

  it('give each signal of a long hot list lines of its own, and what does not fit does not', () => {
    const many = withMenus(hotDigest(9));
    const body = render(many);
    expect(menusOf(body)).toHaveLength(9);
    expect(slack.fits(many)).toBe(true);
    expect(slack.fits(withMenus(hotDigest(12)))).toBe(false);
    expect(slack.fits(hotDigest(12))).toBe(true);
  });

  it('stand in Slack alone: the plain form, Teams and a webhook say the same without them', () => {
    const [plain, more] = [hotDigest(5), withMenus(hotDigest(5))];
    const plainOf = (content: DigestContent) => slack.render(content).plainBody;
    expect(plainOf(withMenus(hotDigest(1)))).toBe(plainOf(hotDigest(1)));
    const { render: renderBody } = rendererFor('webhook');
    expect(renderBody(more)).toEqual(renderBody(plain));
    expect(teams.render(withMenus(hotDigest(1)))).toEqual(teams.render(hotDigest(1)));
  });
});

const ann = { id: 'U0ANN', name: 'ann' };
const bob = { id: 'U0BOB', name: 'bob' };
const click = (
  kind: RecordedClick['kind'],
  number: number,
  by = ann,
  at = reading.now + 41 * 60_000,
): RecordedClick => ({ id: `${kind} ${number} ${by.id}`, kind, by, signalId: idOf(number), at });
const mute = { until: reading.now + 14 * 86_400_000, because: 'by ann in Slack' };

describe('what is shown of clicks', () => {
  const body = render(withMenus(hotDigest(2)));
  const show = (clicks: readonly RecordedClick[], muted: readonly number[] = []) =>
    showClicks(body, clicks, (id) => (muted.map(idOf).includes(id) ? mute : null), reading);
  /** The lines of a signal, which its menu may stand far below. */
  const linesOf = (shown: string, number: number) => {
    const block = blocksOf(shown).find((one) => 'block_id' in one && one.block_id === `lines:${number}`);
    expect(JSON.stringify(block)).toContain(`Tender ${number}`);
    return JSON.stringify(block);
  };

  it('names who claimed first, at his signal alone, by the clock of the route', () => {
    const shown = show([click('claim', 0), click('claim', 0, bob)]);
    const told = [
      { type: 'text', text: 'Claimed by ' },
      { type: 'user', user_id: 'U0ANN' },
      { type: 'text', text: ', 8:41 AM EST' },
    ];
    expect(linesOf(shown, 0)).toContain(JSON.stringify(told));
    expect(shown).not.toContain('U0BOB');
    expect(linesOf(shown, 1)).toBe(linesOf(body, 1));
  });

  it("names the day, too, where it is another than the digest's", () => {
    expect(show([click('claim', 0, ann, reading.now + 2 * 86_400_000)])).toContain(', Mon 8:00 AM');
    expect(show([click('claim', 0, ann, reading.now + 20 * 86_400_000)])).toContain(', Dec 11, 8:00 AM');
  });

  it('strikes a refused signal through, in one style', () => {
    const shown = show([click('not-for-us', 1, bob)]);
    const { elements } = JSON.parse(linesOf(shown, 1)) as {
      elements: { elements: Record<string, unknown>[] }[];
    };
    const [lines, note] = elements;
    for (const one of lines?.elements ?? [])
      if (one.type === 'text' || one.type === 'link') expect(one.style).toMatchObject({ strike: true });
    expect(lines?.elements.filter(({ type }) => type === 'text')).toHaveLength(1);
    expect(JSON.stringify(lines)).toContain('120K');
    expect(note?.elements).toEqual([
      { type: 'text', text: 'Not for us: ' },
      { type: 'user', user_id: 'U0BOB' },
    ]);
    expect(linesOf(shown, 0)).toBe(linesOf(body, 0));
  });

  it('says until when a buyer is muted, and offers its end, as long as the mute holds', () => {
    const shown = show([], [0]);
    expect(linesOf(shown, 0)).toContain('Buyer muted on this route until Dec 5, by ann in Slack');
    const [first, second] = menusOf(shown).map(({ elements }) =>
      elements[0].options.map(({ value }) => value),
    );
    expect(first).toEqual(['claim', 'not-for-us', 'more', 'unmute']);
    expect(second).toEqual(['claim', 'not-for-us', 'mute-week', 'mute-month', 'more']);
  });
});

const reader = fc.record({
  id: fc.stringMatching(/^[UW][A-Z0-9]{2,30}$/),
  name: fc.string({ unit: anyCodePoint, maxLength: 200 }),
});

describe('any digest with menus, whatever was clicked', () => {
  it('keeps the limits of Slack', () => {
    const drawn = fc.record({
      content: anyDigest({ buyers: 3, signals: 6 }),
      chosen: fc.array(
        fc.record({ claimed: fc.boolean(), refused: fc.boolean(), muted: fc.boolean(), by: reader }),
        {
          minLength: 40,
          maxLength: 40,
        },
      ),
      at: fc.integer({ min: 0, max: 30 * 86_400_000 }),
      actions: fc.subarray([...signalActions], { minLength: 1 }),
    });
    fc.assert(
      fc.property(drawn, ({ content, chosen, at, actions }) => {
        const given = withMenus(content, actions);
        fc.pre(slack.fits(given));
        const body = render(given);
        const menus = menusOf(body);
        const clicks = menus.flatMap(({ block_id: signalId }, index) => {
          const { claimed, refused, by } = chosen[index % chosen.length] as (typeof chosen)[number];
          const one = { by, signalId, at: reading.now + at };
          return [
            ...(claimed ? [{ ...one, id: `c${index}`, kind: 'claim' as const }] : []),
            ...(refused ? [{ ...one, id: `r${index}`, kind: 'not-for-us' as const }] : []),
          ];
        });
        const muteAt = (id: string) => {
          const index = menus.findIndex(({ block_id }) => block_id === id);
          return chosen[index % chosen.length]?.muted
            ? { ...mute, because: `by ${'一'.repeat(30)} in Slack` }
            : null;
        };
        const shown = showClicks(body, clicks, muteAt, reading);
        const blocks = blocksOf(shown);
        expect(blocks.length).toBeLessThanOrEqual(50);
        expect(bytes(blocks)).toBeLessThanOrEqual(13_000);
        expect(bytes(blocksOf(body))).toBeLessThan(12_000);
        const ids = blocks.flatMap((block) =>
          'block_id' in block && block.block_id ? [block.block_id] : [],
        );
        expect(new Set(ids).size).toBe(ids.length);
        for (const { block_id, elements } of menusOf(shown)) {
          expect(block_id.length).toBeLessThanOrEqual(255);
          expect(elements[0].options.length).toBeGreaterThan(0);
          expect(elements[0].options.length).toBeLessThanOrEqual(5);
        }
        const refused = clicks.filter(({ kind }) => kind === 'not-for-us').length;
        expect(shown.split('"Not for us: "').length - 1).toBe(refused);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
