import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import { slackLimits } from '../../../shared/destinations/slack/limits.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import { shortId } from '../../../shared/domain/digests/digest-id.ts';
import { schemaFaults } from '../../support/destinations/digest-schema.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
} from '../../support/examples/example-digest.ts';
import { naughty } from '../../support/examples/naughty-strings.ts';

const slack = rendererFor('slack');
const webhook = rendererFor('webhook');
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

/** The text wherever the service or a row could have put it. */
function digestOf(text: string): DigestContent {
  const section = {
    title: text,
    text,
    sources: [{ entryId: text, entryName: text, triggerId: text, triggerType: text, triggerName: text }],
  };
  const block = { intro: text, sections: [section] };
  return exampleDigest({
    buyers: [
      exampleBuyer({
        name: text,
        summaryStatus: 'ready',
        summary: exampleSummary({
          whatsRecent: block,
          theBiggerPicture: block,
          areasForDeeperDiscovery: block,
          scoreReasoning: text,
          generatedAt: text,
        }),
        signals: [
          exampleSignal({
            name: `${text} tender`,
            bridgeName: text,
            updatedAt: text,
            hot: true,
            hotnessRank: 1,
            columns: { [text]: text, Stage: text, Tags: [text, text], Owner: { [text]: text } },
          }),
        ],
      }),
    ],
  });
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsIn(inner)]);
}

/** Our own words, and what JSON text of a list consists of. */
const ownGraphemes = new Set(
  graphemes(
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \u00a0_-–:·•◦#()…🔥.,;/+\n[]{}"\\�%',
  ),
);

/** What of `texts` is no whole grapheme of the source: a piece that a cut has left behind. */
function brokenIn(texts: readonly string[], source: string): string[] {
  const known = new Set(graphemes(source.toWellFormed()));
  return texts.flatMap(graphemes).filter((one) => !known.has(one) && !ownGraphemes.has(one));
}

const readBack = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const controls = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/u;

describe.each(naughty.map(([kind, text], index) => [index, kind, text] as const))(
  'the naughty string %i (%s)',
  (_, __, text) => {
    const content = digestOf(text);

    it('stands in Slack blocks as text that is whole, within the limits, and nothing Slack acts upon', () => {
      const body = slack.render(content);
      const message = JSON.parse(body);
      const texts = stringsIn(message.blocks);

      expect(fitsBody('slack', body)).toBe(true);
      expect(JSON.stringify(message)).not.toContain('mrkdwn');
      expect(message.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      expect(message.blocks[0].text.text.length).toBeLessThanOrEqual(slackLimits.headerText);
      expect(texts.every((one) => one.isWellFormed() && one !== '')).toBe(true);
      expect(texts.filter((one) => controls.test(one))).toEqual([]);
      expect(brokenIn([readBack(message.text), ...texts], text)).toEqual([]);
    });

    it('stands in plain text escaped and whole', () => {
      const message = JSON.parse(slack.renderPlain?.(content) ?? '');

      expect(message).toMatchObject({ mrkdwn: false, unfurl_links: false });
      expect(message.text.length).toBeLessThanOrEqual(slackLimits.plainText);
      expect(message.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      expect(message.text.isWellFormed()).toBe(true);
      expect(message.text).not.toMatch(controls);
      expect(brokenIn([readBack(message.text)], text)).toEqual([]);
      expect(message.text).toContain(shortId(content.digestId));
    });

    it('stands in a webhook body that any parser takes, within 20 kB, whole where it was cut', () => {
      const body = webhook.render(content);
      const { data } = JSON.parse(body);
      const strings = stringsIn(data.buyers);

      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000);
      expect(schemaFaults(JSON.parse(body))).toEqual([]);
      expect(strings.filter((one) => !one.isWellFormed())).toEqual([]);
      expect(Buffer.from(body).toString('utf8')).toBe(body);
      expect(
        brokenIn(
          strings.filter((one) => one.endsWith('…')),
          text + JSON.stringify([text, { [text]: text }]),
        ),
      ).toEqual([]);
    });
  },
);

it('a short naughty string reaches a webhook as it was written, but for half of a pair', () => {
  const short = naughty.filter(([, text]) => text.length < 60);
  expect(short.length).toBeGreaterThan(100);
  for (const [, text] of short) {
    const { data } = JSON.parse(webhook.render(digestOf(text)));

    expect(data.buyers[0].name).toBe(text.toWellFormed());
    expect(data.buyers[0].signals[0].columns.Stage).toBe(text.toWellFormed());
  }
});

it('there are about 150 of them, each once', () => {
  expect(naughty.length).toBeGreaterThanOrEqual(150);
  expect(new Set(naughty.map(([, text]) => text)).size).toBe(naughty.length);
});
