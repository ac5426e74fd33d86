import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rendererFor } from '../../shared/destinations/destinations.ts';
import { tellHeartbeat } from '../../shared/domain/digests/heartbeat.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
} from '../support/examples/example-digest.ts';
import { exampleHeartbeat } from '../support/examples/example-heartbeat.ts';
import { chromiumPath } from './chromium.ts';
import { findPoorContrast } from './contrast.ts';
import { largeDigest } from './large-digest.ts';
import { openPageBench, type PageBench } from './page-bench.ts';

const hostile = `<img src=x onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>`;
/** Texts of which Teams would make a date, or bold. */
const macros = 'Due {{DATE(2026-11-26T08:00:00Z,SHORT)}} {{{TIME(2026-11-26T08:00:00Z)}}} <b>now</b>';
// Neither has a place to break at.
const word = 'Schulverwaltungsgebäudesanierungsausschreibung'.repeat(8);
const address = `https://tenders.example/${'path/'.repeat(60)}?id=${'0123456789'.repeat(20)}`;

describe.runIf(chromiumPath !== undefined)('a digest in the browser', () => {
  let bench: PageBench;
  beforeAll(async () => {
    bench = await openPageBench();
  });
  afterAll(() => bench?.close());

  /** A digest that no other test has: its id is that of its route. */
  const digestFor = (routeId: string, over: Parameters<typeof exampleDigest>[0] = {}) =>
    exampleDigest({ ...over, routeId, digestId: `msg_${routeId}` });
  const storeSlack = (routeId: string, body: unknown) =>
    bench.store({
      digestId: `msg_${routeId}`,
      routeId,
      destinationType: 'slack',
      body: JSON.stringify(body),
    });

  it('to Slack is drawn with its hot signals, a quote, lists in lists, links and mentions', async () => {
    bench.deliver('slack', { ...largeDigest(), routeId: 'large' });

    const digest = bench.card('large to Slack');
    await digest.locator('.slack-divider').waitFor();
    expect(await digest.locator('.slack-header').textContent()).toBe(
      '2 hot signals at Springfield School District, 9 more at 4 buyers',
    );
    expect(await digest.locator('.slack-rich').first().innerText()).toBe('@U0123 @S0456');
    expect(await digest.locator('.slack-mention').count()).toBe(2);
    expect(await digest.locator('.slack-rich').nth(1).innerText()).toContain('🔥 RFP 1: Roof repair');
    expect(await digest.locator('.slack-rich b a').first().getAttribute('href')).toMatch(
      /^https:\/\/app\.example\.com\/rows\//,
    );
    expect(await digest.locator('blockquote').first().innerText()).toContain('Sources: Board meeting');
    const inner = digest.locator('ul[data-indent="1"]').first();
    const outer = digest.locator('ul[data-indent="0"]').first();
    const left = async (list: typeof inner) => (await list.locator('li').first().boundingBox())?.x ?? 0;
    expect(await left(inner)).toBeGreaterThan(await left(outer));
    expect(await digest.locator('.slack-context').innerText()).toContain('id k3xq5yj7');
    expect(bench.complaints).toEqual([]);
  });

  it('to Slack in its plain form is drawn without bold, as Slack would', async () => {
    const plain = rendererFor('slack').renderPlain?.(digestFor('*plain*')) ?? '';
    storeSlack('*plain*', JSON.parse(plain));

    const message = bench.card('*plain* to Slack').locator('.slack-rich');
    await message.waitFor();
    expect(await message.innerText()).toContain('*plain* · seen');
    expect(await message.locator('b, i, code').count()).toBe(0);
  });

  it('to Slack makes no link of an address that is not http, and names an unknown block by its type', async () => {
    const unsafe = ['javascript:globalThis.pwned=1', 'data:text/html,x', '//'];
    const elements = unsafe.map((url) => ({ type: 'link', text: `Open ${url}`, url }));
    const section = { type: 'rich_text_section', elements };
    const unknown = [{ type: 'actions', elements: [] }, { type: 'toString' }];
    storeSlack('blocks', { text: 'hi', blocks: [{ type: 'rich_text', elements: [section] }, ...unknown] });

    const digest = bench.card('blocks to Slack');
    for (const { text } of elements) await digest.getByText(text).waitFor();
    for (const { type } of unknown) await digest.getByText(`A block of the type ${type}`).waitFor();
    expect(await digest.locator('a').count()).toBe(0);
    expect(bench.complaints).toEqual([]);
  });

  it('to a webhook is shown as JSON, and so is one of a kind that the page does not know', async () => {
    bench.deliver('webhook', digestFor('json'));
    const letters = { flight: { letters: ['Roof repair'] } };
    bench.store({ routeId: 'sky', destinationType: 'pigeon', body: JSON.stringify(letters) });

    const unknown = bench.card('sky to its destination').locator('.json');
    await unknown.waitFor();
    const read = async (json: typeof unknown) => JSON.parse((await json.textContent()) ?? '');
    expect(await read(unknown)).toEqual(letters);
    expect(await read(bench.card('json to webhook').locator('.json'))).toMatchObject({
      type: 'digest.created',
      data: { digestId: 'msg_json' },
    });
    expect(bench.complaints).toEqual([]);
  });

  it("to Teams is drawn by Microsoft's renderer, others' texts as they are, and is called accepted", async () => {
    const signals = [
      exampleSignal({ name: macros, hot: true, columns: { Link: 'https://tenders.example/1' } }),
    ];
    bench.deliver('teams', digestFor('card', { buyers: [exampleBuyer({ signals })] }));

    const digest = bench.card('card to Teams');
    await digest.getByText('Accepted', { exact: true }).waitFor();
    expect(await digest.locator('.ac-adaptiveCard .ac-richTextBlock').count()).toBeGreaterThan(3);
    const card = digest.locator('.teams-card');
    expect((await card.textContent())?.replaceAll('\u200b', '')).toContain(macros);
    expect(await card.locator('b, strong').count()).toBe(0);
    expect(await card.locator('a').count()).toBe(1);
    expect(await card.locator('a').getAttribute('href')).toBe('https://tenders.example/1');
    expect(await card.locator('a').getAttribute('rel')).toBe('noopener noreferrer');
    expect(bench.complaints).toEqual([]);
  });

  it('to Teams leads nowhere by an address that is not http', async () => {
    const selectAction = { type: 'Action.OpenUrl', url: 'javascript:x()' };
    const inlines = [{ type: 'TextRun', text: 'here', selectAction }];
    const content = { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'RichTextBlock', inlines }] };
    const body = JSON.stringify({ type: 'message', attachments: [{ content }] });
    bench.store({ digestId: 'msg_script', destinationType: 'teams', body });

    const link = bench.card('msg_script').locator('.teams-card a');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBeNull();
  });

  it('that is not delivered says why', async () => {
    const dueAt = Date.parse('2099-11-20T09:30:00Z');
    const late = { deliveredAt: null, reason: 'answered 503' };
    bench.store({ ...late, digestId: 'msg_retry', state: 'FROZEN', dueAt });
    bench.store({ ...late, digestId: 'msg_dead', state: 'DEAD' });
    bench.store({ ...late, digestId: 'msg_held', state: 'HELD', reason: 'the route is disabled' });

    const told = async (id: string) =>
      (await bench.card(id).locator('.pill, .digest-foot').allTextContents()).join(' ');
    await bench.card('msg_held').waitFor();
    expect(await told('msg_retry')).toMatch(
      /^Retrying.*1 attempt.*answered 503.*next attempt (20 Nov|Nov 20)/,
    );
    expect(await told('msg_dead')).toMatch(/^Failed for good.*answered 503/);
    expect(await told('msg_held')).toMatch(/^Waiting for its route.*the route is disabled/);
  });

  it('that is a heartbeat is shown as its sentence, to Slack and to a webhook', async () => {
    const sentence = tellHeartbeat(exampleHeartbeat());
    for (const type of ['slack', 'webhook'] as const) {
      const digestId = `msg_${type.charAt(0).repeat(52)}`;
      const body = rendererFor(type).renderHeartbeat(exampleHeartbeat({ routeId: type, digestId }));
      bench.store({ digestId, routeId: type, destinationType: type, heartbeat: true, signals: 0, body });
    }

    const toSlack = bench.card('slack to Slack, heartbeat');
    const toWebhook = bench.card('webhook to webhook, heartbeat');
    await toWebhook.waitFor();
    expect(await toSlack.locator('.slack-rich').textContent()).toBe(sentence);
    expect(await toWebhook.locator('.json').textContent()).toContain(sentence);
    for (const each of [toSlack, toWebhook]) expect(await each.textContent()).not.toContain('0 signals');
  });

  it('with hostile text shows it as text, and the page asks no other host for anything', async () => {
    const { tab, page } = bench;
    const signals = [exampleSignal({ name: hostile, bridgeName: hostile, columns: { [hostile]: hostile } })];
    const buyers = [exampleBuyer({ name: hostile, signals })];

    for (const type of ['slack', 'teams', 'webhook'] as const) {
      bench.deliver(type, digestFor(`hostile-${type}`, { buyers }));
    }
    storeSlack('text', { text: hostile });
    page.observe({ kind: 'poll-failed', buyerId: hostile, problem: hostile });
    page.observe({ kind: 'route-disabled', routeId: hostile, reason: hostile });

    await bench.card('text to Slack').waitFor();
    await tab.locator('.line-text', { hasText: 'disabled' }).waitFor();
    expect(await bench.card('text to Slack').locator('.slack-rich').textContent()).toBe(hostile);
    expect(await bench.card('hostile-slack').locator('.slack-header').textContent()).toContain(
      '<img src=x onerror=',
    );
    expect(await tab.evaluate('globalThis.pwned')).toBeUndefined();
    expect(await tab.locator('main script, main img[src="x"]').count()).toBe(0);
    expect([...bench.requested]).toEqual([page.url]);
    expect(bench.complaints).toEqual([]);
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
    for (const type of ['slack', 'teams', 'webhook'] as const) {
      bench.deliver(type, digestFor(`wide-${type}`, { buyers: [unbreakable] }));
    }
    const plain = { text: `${word} ${address}`, mrkdwn: false };
    bench.store({
      ...{ digestId: `msg_${'h'.repeat(32)}`, routeId: word, state: 'HELD', reason: address },
      ...{ destinationType: 'slack', body: JSON.stringify(plain) },
    });
    bench.deliver('slack', { ...largeDigest(), digestId: 'msg_again' });
    page.observe({ kind: 'digest-held', routeId: word, digestId: 'msg_h', reason: address });
    page.observe({ kind: 'route-disabled', routeId: 'crm', reason: 'answered 410' });
    page.observe({ kind: 'summary-failed', buyerId: 'b', problem: word });
    page.describe({
      api: { baseUrl: address, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      routes: [{ routeId: word, label: 'Slack', when: 'immediately' }],
    });
    await bench.card('msg_again').waitFor();
    await tab.getByRole('button', { name: 'Show more or fewer' }).click();

    for (const width of [390, 768, 1280]) {
      await tab.setViewportSize({ width, height: 844 });
      expect(await tab.evaluate(tooWide), `at ${width} pixels`).toEqual([]);
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        expect(await findPoorContrast(tab), `${colorScheme}, at ${width} pixels`).toEqual([]);
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
    .filter((each) => getComputedStyle(each).overflowX !== 'visible' || each.closest('.step, .digest'))
    .map((each) => each.className),
]`;
