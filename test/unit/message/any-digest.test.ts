import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../message/destinations.ts';
import { schemaFaults } from '../../support/destinations/digest-schema.ts';
import { asKept, fitsBody } from '../../support/destinations/fits-body.ts';
import { anyDigest } from '../../support/examples/arbitrary-digest.ts';
import { cardIn, findCardProblems } from './adaptive-card.ts';

const propertyMs = 120_000;
const places = ['whole', 'channel', 'thread'] as const;
/** The only ones that the config of an arbitrary digest names. */
const configIds = ['U0123', 'S0456', 'U0789'];

/** Of RFC 3986's characters alone. */
const strictAddress = /^https:\/\/[a-z\d._:[\]-]+\/(?:[\w\-.~!$&'()*+,;=:@/?#]|%[\dA-Fa-f]{2})*$/;

interface Shown {
  readonly [field: string]: unknown;
}

/** Every object of a body, however deep. */
function objectsIn(value: unknown): Shown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Shown, ...inner];
}

/** A label as it is seen: what nobody sees could part a site's name. */
const seen = (label: string): string => label.replace(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase();

/** Written without the renderers' own rule: `bank.example` in a label of a link to another host. */
function leadsAstray(label: string, url: string): boolean {
  const { hostname } = new URL(url);
  if (/[a-z]:\/\//.test(seen(label))) return true;
  const sites = seen(label).match(/[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}/g) ?? [];
  return sites.some((site) => hostname !== site && !hostname.endsWith(`.${site}`));
}

/** The block types that Slack takes from a webhook, and those that stand in them. */
const slackTypes = new Set([
  ...['header', 'divider', 'context', 'rich_text', 'plain_text'],
  ...['rich_text_section', 'rich_text_list', 'rich_text_quote'],
  ...['text', 'link', 'emoji', 'user', 'usergroup'],
]);

describe('any digest', () => {
  it(
    'is a Slack message that Slack takes, in each place and both forms, and mentions whom the config names',
    () => {
      const slack = rendererFor('slack');
      const place = fc.constantFrom(...places);
      fc.assert(
        fc.property(anyDigest({ buyers: 4, signals: 4 }), place, (content, where) => {
          const { body, plainBody } = slack.render(content, where);
          const message = JSON.parse(body) as { readonly text: string; readonly blocks: unknown };
          const objects = objectsIn(message.blocks);

          expect(fitsBody('slack', body)).toBe(true);
          expect(objects.filter(({ type }) => type !== undefined && !slackTypes.has(String(type)))).toEqual(
            [],
          );
          expect(slack.render(structuredClone(content), where)).toEqual({ body, plainBody });
          expect(message.text.length).toBeLessThanOrEqual(3_000);
          expect(message.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
          expect(message.text.trim()).not.toBe('');
          expect(body).not.toContain('mrkdwn');
          for (const { type, text, elements } of objects) {
            const told = typeof text === 'object' ? (text as Shown).text : text;
            if (told !== undefined) expect(told).toSatisfy((one: string) => one !== '' && one.isWellFormed());
            if (type === 'header') expect(String(told).length).toBeLessThanOrEqual(150);
            const parts = Array.isArray(elements) ? elements.length : null;
            if (type === 'context') expect(parts).toBeLessThanOrEqual(10);
            if (/^(rich_text|context)/.test(String(type))) expect(parts).toBeGreaterThan(0);
          }
          for (const { user_id, usergroup_id } of objects) {
            for (const id of [user_id, usergroup_id]) expect([undefined, ...configIds]).toContain(id);
          }
          for (const { type, url, text } of objects) {
            if (type !== 'link') continue;
            expect(leadsAstray(String(text), String(url))).toBe(false);
            expect(url).toMatch(strictAddress);
            expect(String(url).length).toBeLessThanOrEqual(3_000);
          }
          const plain = JSON.parse(plainBody ?? '') as { readonly text: string };
          const marks = plain.text.match(/<[^>]*>/g) ?? [];
          expect(marks.map((mark) => mark.replace(/^<(@|!subteam\^)(.*)>$/, '$2'))).toEqual(
            marks.map(() => expect.toSatisfy((id: string) => configIds.includes(id))),
          );
          expect(plain.text.length).toBeLessThanOrEqual(40_000);
        }),
        { numRuns: 25 },
      );
    },
    propertyMs,
  );

  it(
    'is a Teams card of the schema, mentions whom the config names, has no Markdown text and no macro, and its links say where they lead',
    () => {
      const teams = rendererFor('teams');
      fc.assert(
        fc.property(anyDigest({ buyers: 4, signals: 4 }), (drawn) => {
          // The others are of Slack: the config of Teams has no `mention.hot`.
          const mention = drawn.view.mention && { people: drawn.view.mention.people };
          const content = { ...drawn, view: { ...drawn.view, mention } };
          const { body } = teams.render(content);
          const objects = objectsIn(JSON.parse(body));

          expect(Buffer.byteLength(body)).toBeLessThan(20_000);
          expect(findCardProblems(cardIn(body))).toEqual([]);
          const mentioned = objects.flatMap((one) => one.mentioned ?? []);
          expect(mentioned).toEqual(mentioned.map(() => ({ id: 'U0789', name: 'Ann Lee' })));
          expect(body).not.toMatch(/\{\{(DATE|TIME)/i);
          for (const { text, selectAction } of objects) {
            const url = (selectAction as Shown | undefined)?.url;
            if (url !== undefined) expect(leadsAstray(String(text), String(url))).toBe(false);
          }
        }),
        { numRuns: 25 },
      );
    },
    propertyMs,
  );

  it(
    'of one signal is a webhook body of whole JSON within its limit, and its links are https',
    () => {
      const webhook = rendererFor('webhook');
      fc.assert(
        fc.property(anyDigest({ buyers: 1, signals: 1 }), (drawn) => {
          const content = asKept(drawn);
          const { body } = webhook.render(content);
          const links = objectsIn(JSON.parse(body)).flatMap((one) => {
            const filled = one.links as Shown | undefined;
            return filled && 'source' in filled ? Object.values(filled) : [];
          });

          expect(webhook.render(structuredClone(content))).toEqual({ body });
          expect(fitsBody('webhook', body)).toBe(true);
          expect(schemaFaults(JSON.parse(body))).toEqual([]);
          expect(body.isWellFormed()).toBe(true);
          for (const link of links) if (link !== null) expect(link).toMatch(/^https:\/\/[^\s<>"|]+$/);
        }),
        { numRuns: 25 },
      );
    },
    propertyMs,
  );
});
