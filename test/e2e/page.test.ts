import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleDigest } from '../support/examples/example-digest.ts';
import { chromiumPath } from './chromium.ts';
import { openPageBench, type PageBench } from './page-bench.ts';

it.runIf(process.env.CI === 'true')('has a Chromium to look at the page with', () => {
  expect(chromiumPath).toBeDefined();
});

describe.runIf(chromiumPath !== undefined)('the page in a browser', () => {
  let bench: PageBench;
  beforeAll(async () => {
    bench = await openPageBench();
  });
  afterAll(() => bench?.close());

  it('shows a digest as it arrives', async () => {
    const { tab } = bench;
    await tab.getByText('No digest yet.').waitFor();

    bench.deliver('slack', exampleDigest());

    const digest = bench.card('sales to Slack');
    await digest.getByText('Delivered', { exact: true }).waitFor();
    expect(await tab.locator('[data-count=digestsFrozen]').textContent()).toBe('1');
    expect(await digest.locator('.digest-foot code').textContent()).toBe(exampleDigest().digestId);
    expect(await tab.getByRole('article').count()).toBe(1);
    expect(await tab.getByText('No digest yet.').isVisible()).toBe(false);
    expect(bench.complaints).toEqual([]);
  });

  it('shows each digest once after a pause, and those that came meanwhile', async () => {
    const { tab } = bench;
    bench.store({ digestId: 'msg_before' });
    await bench.card('msg_before').waitFor();
    await tab.getByRole('button', { name: 'Pause view' }).click();

    bench.store({ digestId: 'msg_meanwhile' });
    await tab.getByRole('button', { name: 'Resume view' }).click();

    await bench.card('msg_meanwhile').waitFor();
    expect(await bench.card('msg_before').count()).toBe(1);
  });

  it('can be found around in: landmarks, one main heading, named controls, a skip link', async () => {
    const { tab } = bench;
    await tab.reload();
    await tab.getByRole('heading', { level: 1, name: 'Watching 60 buyers on 8 bridges' }).waitFor();

    await tab.keyboard.press('Tab');

    expect(await tab.evaluate('document.activeElement.textContent')).toBe('Skip to the digests');
    for (const role of ['banner', 'main'] as const) expect(await tab.getByRole(role).count()).toBe(1);
    expect(await tab.getByRole('heading', { level: 1 }).count()).toBe(1);
    for (const name of ['Digests as sent', 'Activity', 'Pipeline']) {
      expect(await tab.getByRole('region', { name, exact: true }).count()).toBe(1);
    }
    const unnamed = await tab
      .locator('button, a, input, summary')
      .evaluateAll(
        (all) => all.filter((each) => !(each.textContent || each.closest('label')?.textContent)).length,
      );
    expect(unnamed).toBe(0);
    expect(await tab.locator('img:not([alt])').count()).toBe(0);
  });
});
