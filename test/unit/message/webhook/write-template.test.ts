import { describe, expect, it } from 'vitest';
import { destinations, rendererFor } from '../../../../message/destinations.ts';
import { prepareRequest } from '../../../../message/prepare-request.ts';
import { createSender } from '../../../../message/sender.ts';
import { secret, webhook as webhookOf } from '../../../../shared/config/define-config.ts';
import type { DigestContent } from '../../../../shared/domain/digests/digest.ts';
import type { BodyTemplate, WebhookDestination } from '../../../../shared/domain/routes/route.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleView,
} from '../../../support/examples/example-digest.ts';
import { exampleHeartbeat } from '../../../support/examples/example-heartbeat.ts';
import { exampleNotice } from '../../../support/examples/example-notice.ts';

const { webhook } = destinations;
const renderer = rendererFor('webhook');
const url = 'https://tool.example.com/';
const toolOf = (body: BodyTemplate, over: Partial<WebhookDestination> = {}): WebhookDestination => ({
  ...webhookOf({ url, headers: { Authorization: secret('TOKEN', { prefix: 'Bearer ' }) }, body }),
  ...over,
});
const bodyOf = (body: BodyTemplate, content: DigestContent = exampleDigest()) =>
  JSON.parse(renderer.render(content, 'whole', toolOf(body)).body);

const hot = (name: string) => exampleSignal({ name, hot: true });
const mixed = exampleDigest({
  totals: { signals: 3, hot: 2, buyers: 2 },
  buyers: [
    exampleBuyer({ buyerId: 'b1', name: 'One', signals: [hot('a'), exampleSignal({ name: 'b' })] }),
    exampleBuyer({ buyerId: 'b2', name: 'Two', signals: [hot('c')] }),
  ],
});

describe('what a template is given', () => {
  it('is the documented body, and its signals as a list with the hot ones first, each with its buyer', () => {
    const named = (list: string) => ({
      $map: { $eval: list },
      'each(s)': '${s.name} ${s.buyer.name} ${s.buyer.score}',
    });

    expect(
      bodyOf({ all: named('signals'), hot: named('hotSignals'), data: { $eval: 'data' } }, mixed),
    ).toEqual({
      all: ['a One 82', 'c Two 82', 'b One 82'],
      hot: ['a One 82', 'c Two 82'],
      data: JSON.parse(renderer.render(mixed).body).data,
    });
  });

  it('is its headline and its plain text, without a mention, and the time of the digest', () => {
    const view = exampleView({ mention: { hot: ['U0123'], people: {} } });
    const {
      headline,
      text,
      at,
      in: later,
    } = bodyOf(
      { headline: '${headline}', text: '${text}', at: '${now}', in: { $fromNow: '1 day' } },
      { ...mixed, view },
    );

    expect(headline).toMatch(/^2 hot at One and 1 more/);
    expect(text.startsWith(`${headline}\n\n`)).toBe(true);
    for (const told of ['a', 'c', 'b']) expect(text).toMatch(new RegExp(`\\b${told}\\b`));
    expect(text).not.toContain('U0123');
    expect([at, later]).toEqual(['2026-11-21T08:00:00.000Z', '2026-11-22T08:00:00.000Z']);
  });

  it('is no signal for a heartbeat, an alarm and a test, but a sample of one', () => {
    const body = {
      type: '${type}',
      told: '${headline}',
      of: { $map: { $eval: 'signals' }, 'each(s)': '${s.name}' },
    };
    const to = toolOf(body);
    const sample = { buyers: [{ name: 'One', signals: [{ name: 'Sample', hot: true }] }] };
    const at = '2026-11-21T08:00:00.000Z';

    expect(JSON.parse(renderer.renderReport(exampleHeartbeat(), to).body)).toEqual({
      type: 'heartbeat.created',
      of: [],
      told: expect.stringMatching(/^Nothing new since/),
    });
    expect(JSON.parse(webhook.renderAlarm(exampleNotice(), to))).toEqual({
      type: 'alarm.raised',
      told: '🚨 Alarm: Dead letters in prod',
      of: [],
    });
    expect(JSON.parse(webhook.renderTest({ id: 'test_1', routeId: 'crm', at, sample }, to))).toEqual({
      type: 'test',
      told: '🧪 Test of route crm by Signalpost',
      of: ['Sample'],
    });
  });
});

describe('a body of a template', () => {
  it('fits by the bytes that came out, and by its number of signals', () => {
    const signals = Array.from({ length: 90 }, () => hot('x'.repeat(500)));
    const many = exampleDigest({ buyers: [exampleBuyer({ signals })] });
    const short = { count: { $eval: 'len(signals)' } };
    const fits = (to: WebhookDestination) => renderer.fits(many, 'whole', to);

    expect(renderer.fits(many)).toBe(false);
    expect(fits(toolOf(short))).toBe(true);
    expect(fits(toolOf(short, { maxSignals: 89 }))).toBe(false);
    expect(fits(toolOf(short, { maxSignals: 90 }))).toBe(true);
    expect(fits(toolOf({ data: { $eval: 'data' } }))).toBe(false);
    expect(fits(toolOf({ data: { $eval: 'data' } }, { maxBytes: 200_000 }))).toBe(true);
    expect(fits(toolOf({ none: '${signals[90].name}' }))).toBe(false);
  });

  it('is the documented one for an alarm that the template fails for, so that somebody is told', () => {
    const to = toolOf({ text: { $eval: "data.routeId + ': ' + headline" } });
    const render = (routeId: string | null) =>
      JSON.parse(webhook.renderAlarm(exampleNotice({ routeId }), to));

    expect(render('crm')).toEqual({ text: 'crm: 🚨 Alarm: Dead letters in prod' });
    expect(render(null)).toMatchObject({ type: 'alarm.raised', data: { heading: 'Dead letters' } });
  });

  it('is refused where one signal gives more than a documented body may have', () => {
    const copies = (count: number) => Array.from({ length: count }, () => ({ $eval: 'signals' }));
    const one = exampleDigest({ buyers: [exampleBuyer({ signals: [hot('x'.repeat(5_000))] })] });
    const render = (count: number, over = {}) => renderer.render(one, 'whole', toolOf(copies(count), over));

    expect(() => render(4)).not.toThrow();
    expect(() => render(6)).toThrow(/^to\.body: gives \d{5} bytes for one signal; shorten it to 30000$/);
    expect(() => render(6, { maxBytes: 200_000 })).not.toThrow();
  });
});

describe('a request of a tool', () => {
  const secrets = new Map([['TOKEN', 'hunter2']]);
  const message = { digestId: 'msg_1', body: '{}' };

  it('may have another type of JSON, and never takes a secret that breaks a header', () => {
    const to = toolOf(
      {},
      { headers: { 'Content-Type': 'application/vnd.api+json', 'X-A': secret('TOKEN') } },
    );

    expect(prepareRequest({ ...message, to }, secrets, 7).headers['content-type']).toBe(
      'application/vnd.api+json',
    );
    for (const value of ['', 'hunter2\nX-Evil: 1', 'hünter2'])
      expect(() => prepareRequest({ ...message, to }, new Map([['TOKEN', value]]), 7)).toThrow(
        /^secret TOKEN can't be a header: it has characters that no header can have; copy it again, on one line$/,
      );
  });

  it('is not made where the template gives null: nothing is asked, and it counts as delivered', async () => {
    const to = toolOf({ $if: 'hotSignals', then: { text: '${text}' } });
    const { body } = renderer.render(exampleDigest(), 'whole', to);
    const never = () => Promise.reject(new Error('called'));
    const clock = { now: () => 0, sleep: async () => {} };
    const sender = createSender({ post: never, secret: never, clock, permitLocal: false });

    expect(await sender.send({ digestId: 'msg_1', body, to })).toMatchObject({
      outcome: 'delivered',
      status: null,
      ambiguous: false,
      reason: 'not sent: the template gives null for it',
    });
    expect(renderer.formatBody(body, undefined)).toBe('Nothing: the template gives null');
  });
});
