import { afterEach, describe, expect, it } from 'vitest';
import { rendererFor } from '../../message/destinations.ts';
import { summarizeReport } from '../../message/reports/report.ts';
import { menu, optionsOf } from '../../message/slack/blocks.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleLinks,
  exampleSignal,
  exampleSummary,
  exampleView,
} from '../support/examples/example-digest.ts';
import { exampleHeartbeat } from '../support/examples/example-heartbeat.ts';
import { exampleRecap, exampleReminder } from '../support/examples/example-report.ts';
import { openedForAll } from '../support/opened-for-all.ts';
import { chromiumPath } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { openPageBench } from './page-bench.ts';

const hostile = `<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>`;
/** Texts of which Teams would make a date, or bold. */
const macros = 'Due {{DATE(2026-11-26T08:00:00Z,SHORT)}} {{{TIME(2026-11-26T08:00:00Z)}}} <b>now</b>';
// Neither has a place to break at.
const word = 'Schulverwaltungsgebäudesanierungsausschreibung'.repeat(8);
const address = `https://tenders.example/${'path/'.repeat(60)}?id=${'0123456789'.repeat(20)}`;

describe.runIf(chromiumPath !== undefined)('a digest in the browser', () => {
  const bench = openedForAll(openPageBench);
  afterEach(() => expect(bench.complaints.splice(0)).toEqual([]));

  /** A digest that no other test has: its id is that of its route. */
  const digestFor = (routeId: string, over: Parameters<typeof exampleDigest>[0] = {}) =>
    exampleDigest({ ...over, routeId, digestId: `msg_${routeId}` });
  const openSlack = async (routeId: string, body: unknown) => {
    const digest = { routeId, destinationType: 'slack' as const, body: JSON.stringify(body) };
    return bench.open(await bench.store(`msg_${routeId}`, digest));
  };

  it('to Slack is drawn with its hot signals, a quote, lists in lists, links and mentions', async () => {
    const hotBecause = [{ rule: 'column', name: 'Match Score', value: 96, atLeast: 90 }] as const;
    const hot = ['1', '2'].map((rowId) =>
      exampleSignal({ rowId, name: `RFP ${rowId}`, hot: true, hotBecause }),
    );
    const buyers = [
      exampleBuyer({ summary: exampleSummary(), summaryStatus: 'ready', signals: hot }),
      exampleBuyer({
        buyerId: 'keller',
        name: 'Keller ISD, TX',
        signals: [exampleSignal(), exampleSignal()],
      }),
    ];
    const totals = { signals: 4, hot: 2, buyers: 2 };
    const view = exampleView({ links: exampleLinks, mention: { hot: ['U0123', 'S0456'] } });
    const digest = await bench.open(await bench.send('slack', digestFor('large', { buyers, totals, view })));

    await digest.locator('.slack-divider').waitFor();
    expect(await digest.locator('.slack-header').textContent()).toBe(
      '2 hot at Springfield School District · 2 more at 1 buyer',
    );
    expect(await digest.locator('.slack-rich').first().innerText()).toBe('@U0123 @S0456');
    expect(await digest.locator('.slack-mention').count()).toBe(2);
    expect(await digest.locator('.slack-rich').nth(1).innerText()).toContain('🔥 RFP 1');
    expect(await digest.locator('.slack-rich b a').first().getAttribute('href')).toMatch(
      /^https:\/\/app\.example\.com\/bridges\//,
    );
    expect(await digest.locator('blockquote').first().innerText()).toContain('Sources: Board meeting');
    const inner = digest.locator('ul[data-indent="1"]').first();
    const outer = digest.locator('ul[data-indent="0"]').first();
    const left = async (list: typeof inner) => (await list.locator('li').first().boundingBox())?.x ?? 0;
    expect(await left(inner)).toBeGreaterThan(await left(outer));
    expect(await digest.locator('.slack-context').innerText()).toContain('id large');
  });

  it('to Slack is drawn with its menus, which say what they offer, and what is struck through', async () => {
    const struck = [{ type: 'text', text: 'RFP 1', style: { strike: true } }];
    const digest = await openSlack('menus', {
      blocks: [
        { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: struck }] },
        menu('bridge#row', [...optionsOf.claim, ...optionsOf.more]),
      ],
    });

    expect(await digest.locator('.slack-rich s').innerText()).toBe('RFP 1');
    expect(await digest.locator('.slack-menu').innerText()).toBe('⋯');
    expect(await digest.locator('.slack-menu').getAttribute('title')).toBe('Claim, More');
  });

  it('to Slack in its plain form is drawn without bold, as Slack would', async () => {
    const plain = rendererFor('slack').render(digestFor('*plain*')).plainBody ?? '';
    const digest = await openSlack('*plain*', JSON.parse(plain));

    const message = digest.locator('.slack-rich');
    await message.waitFor();
    expect((await message.innerText()).replaceAll('\u00a0', ' ')).toContain('*plain* · seen');
    expect(await message.locator('b, i, code').count()).toBe(0);
  });

  it('to Slack makes no link of an address that is not http, and names an unknown block by its type', async () => {
    const unsafe = ['javascript:globalThis.pwned=1', 'data:text/html,x', '//'];
    const elements = unsafe.map((url) => ({ type: 'link', text: `Open ${url}`, url }));
    const section = { type: 'rich_text_section', elements };
    const unknown = [{ type: 'video' }, { type: 'toString' }];
    const blocks = [{ type: 'rich_text', elements: [section] }, ...unknown];
    const digest = await openSlack('blocks', { text: 'hi', blocks });

    for (const { text } of elements) await digest.getByText(text).waitFor();
    for (const { type } of unknown) await digest.getByText(`A block of the type ${type}`).waitFor();
    expect(await digest.locator('.slack a').count()).toBe(0);
  });

  it('to a webhook is shown as JSON, and so is one of a kind that the page does not know', async () => {
    const letters = { flight: { letters: ['Roof repair'] } };
    const other = { routeId: 'sky', destinationType: 'pigeon' as 'webhook', body: JSON.stringify(letters) };
    const read = async (link: string) => {
      const json = (await bench.open(link)).locator('.json');
      return JSON.parse((await json.textContent()) ?? '');
    };

    expect(await read(await bench.store('msg_sky', other))).toEqual(letters);
    expect(await read(await bench.send('webhook', digestFor('json')))).toMatchObject({
      type: 'digest.created',
      data: { digestId: 'msg_json' },
    });
  });

  it("to Teams is drawn by Microsoft's renderer, others' texts as they are, and is called accepted", async () => {
    const signals = [
      exampleSignal({ name: macros, hot: true, columns: { Link: 'https://tenders.example/1' } }),
    ];
    const buyers = [exampleBuyer({ signals })];
    const digest = await bench.open(await bench.send('teams', digestFor('card', { buyers })));

    await digest.getByText('Accepted', { exact: true }).waitFor();
    expect(await digest.locator('.ac-adaptiveCard .ac-richTextBlock').count()).toBeGreaterThan(3);
    const card = digest.locator('.teams-card');
    expect((await card.textContent())?.replaceAll('\u200b', '')).toContain(macros);
    expect(await card.locator('b, strong').count()).toBe(0);
    expect(await card.locator('a').count()).toBe(1);
    expect(await card.locator('a').getAttribute('href')).toBe('https://tenders.example/1');
    expect(await card.locator('a').getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('to Teams leads nowhere by an address that is not http', async () => {
    const selectAction = { type: 'Action.OpenUrl', url: 'javascript:x()' };
    const inlines = [{ type: 'TextRun', text: 'here', selectAction }];
    const content = { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'RichTextBlock', inlines }] };
    const body = JSON.stringify({ type: 'message', attachments: [{ content }] });
    const digest = await bench.open(await bench.store('msg_script', { destinationType: 'teams', body }));

    const link = digest.locator('.teams-card a');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBeNull();
  });

  it('that is not delivered says why', async () => {
    const nextAttemptAt = Date.now() + 3 * 3_600_000;
    const told = async (link: string) =>
      (await (await bench.open(link)).locator('.pill, .digest-part').allTextContents())
        .join(' ')
        .replace(/\s+/g, ' ');
    const reason = 'answered 503';

    const retried = await bench.store('msg_retry', {}, { to: 'FROZEN', nextAttemptAt, reason });
    expect(await told(retried)).toMatch(
      /^Retrying.*Attempts.*Failed answered 503 .*Next attempt in [23] hours/,
    );
    const dead = await bench.store('msg_dead', {}, { to: 'DEAD', reason });
    expect(await told(dead)).toMatch(/^Failed for good.*answered 503.*Send it again/);
    const held = { to: 'HELD', lookAgainAt: nextAttemptAt, reason: 'the route is disabled' } as const;
    expect(await told(await bench.store('msg_held', {}, held))).toMatch(
      /^Waiting for its route.*the route is disabled/,
    );
  });

  it.each([exampleHeartbeat(), exampleRecap(), exampleReminder()])(
    'that is a $kind is shown as its sentence, to Slack and to a webhook',
    async (report) => {
      const { kind } = report;
      const sentence = summarizeReport(report);
      const show = async (type: 'slack' | 'webhook') => {
        const digestId = `msg_${kind}_${type}`;
        const { body } = rendererFor(type).renderReport({ ...report, routeId: type, digestId });
        const digest = { routeId: type, destinationType: type, body };
        return bench.open(await bench.store(digestId, digest, { to: 'DELIVERED' }, kind));
      };

      const toSlack = await show('slack');
      expect(await toSlack.textContent()).toContain(sentence);
      expect(await toSlack.textContent()).toContain(`slack to Slack, ${kind}`);
      expect(await toSlack.textContent()).not.toContain('0 signals');
      expect(await (await show('webhook')).locator('.json').textContent()).toContain(sentence);
    },
  );

  it('with hostile text shows it as text, and the page asks no other host for anything', async () => {
    const { tab, page } = bench;
    const signals = [exampleSignal({ name: hostile, bridgeName: hostile, columns: { [hostile]: hostile } })];
    const buyers = [exampleBuyer({ name: hostile, signals })];

    page.observe({ kind: 'poll-failed', buyerId: hostile, problem: hostile });
    page.observe({ kind: 'route-disabled', routeId: hostile, reason: hostile });

    for (const type of ['teams', 'webhook', 'slack'] as const)
      await bench.open(await bench.send(type, digestFor(`hostile-${type}`, { buyers })));
    expect(await tab.locator('.slack-header').textContent()).toContain('<img src=x onerror=');
    expect(await (await openSlack('text', { text: hostile })).locator('.slack-rich').textContent()).toBe(
      hostile,
    );
    await bench.go('now');
    await tab.locator('.line-text', { hasText: 'disabled' }).waitFor();
    expect(await tab.evaluate('globalThis.pwned')).toBeUndefined();
    expect(await tab.locator('main script, main img[src="x"]').count()).toBe(0);
    expect([...bench.requested]).toEqual([page.url]);
  });

  it('can be read and fits, in each colour scheme and however narrow the window is', async () => {
    const { tab, page } = bench;
    const recent = { intro: word, sections: [{ title: word, text: address, sources: [] }] };
    const signal = {
      name: word,
      bridgeName: word,
      columns: { [word]: word, Link: address, Budget: 120_000 },
    };
    const unbreakable = exampleBuyer({
      name: word,
      summary: exampleSummary({ whatsRecent: recent }),
      summaryStatus: 'ready',
      signals: [exampleSignal(signal), exampleSignal({ ...signal, rowId: '2', hot: true })],
    });
    const links: string[] = [];
    for (const type of ['slack', 'teams', 'webhook'] as const)
      links.push(await bench.send(type, digestFor(`wide-${type}`, { buyers: [unbreakable] })));
    const held = { to: 'HELD', lookAgainAt: Date.now() + 60_000, reason: address } as const;
    const plain = JSON.stringify({ text: `${word} ${address}`, mrkdwn: false });
    const outline = { headline: word, hot: 0, buyers: [{ buyerId: word, name: word }] };
    const routeId = word.slice(0, 60);
    links.push(
      await bench.store(
        `msg_${'h'.repeat(32)}`,
        { routeId, destinationType: 'slack', body: plain, outline },
        held,
      ),
    );
    page.observe({ kind: 'digest-held', routeId: word, digestId: 'msg_h', reason: address });
    page.observe({ kind: 'summary-failed', buyerId: 'b', problem: word });

    const rooms = ['now', 'buyers', 'search', 'preview', 'upstream', 'settings'];
    for (const link of [...links, ...rooms]) {
      await bench.go(link);
      for (const width of [360, 390, 768, 1280]) {
        await tab.setViewportSize({ width, height: 844 });
        expect(await tab.evaluate(tooWide), `${link} at ${width} pixels`).toEqual([]);
        for (const colorScheme of ['light', 'dark'] as const) {
          await tab.emulateMedia({ colorScheme });
          const where = `${link}, ${colorScheme}, at ${width} pixels`;
          const rule = width === 390 && rooms.includes(link) ? undefined : 'color-contrast';
          expect(await findBarriers(tab, rule), where).toEqual([]);
        }
      }
    }
  });
});

/** What is wider than its place, by class, and the window where something stands out of it. */
const tooWide = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['the window'] : []),
  ...[...document.querySelectorAll('body *')]
    .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden, .skip'))
    .filter((each) => getComputedStyle(each).display !== 'inline' && each.scrollWidth > each.clientWidth)
    .filter((each) => getComputedStyle(each).overflowX !== 'visible' || each.closest('.digest, .card, .row'))
    .map((each) => each.className),
]`;
