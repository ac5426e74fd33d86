import { describe, expect, it, test } from 'vitest';
import { destinationOf } from '../../../message/destinations.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import * as defineConfig from '../../../shared/config/define-config.ts';
import { destinationConfigs } from '../../../shared/config/destination-schema.ts';
import { shortId } from '../../../shared/domain/digests/digest-id.ts';
import {
  destinationKinds,
  dropsRepeats,
  isDestinationKind,
} from '../../../shared/domain/routes/destination-kinds.ts';
import { type DestinationSettings, hasTemplate } from '../../../shared/domain/routes/route.ts';
import { exampleOf } from '../../support/destinations/example-secrets.ts';
import { asKept, fitsBody } from '../../support/destinations/fits-body.ts';
import { writtenForms } from '../../support/destinations/written-forms.ts';
import { leastConfig } from '../../support/examples/example-config.ts';
import { exampleBuyer, exampleDigest, exampleSignal } from '../../support/examples/example-digest.ts';
import { exampleNotice } from '../../support/examples/example-notice.ts';

/** Every `{"secret": "NAME"}` in it. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'secret' && typeof inner === 'string' ? [inner] : secretsIn(inner),
  );
}

/** What a person or a program would find in it. */
function textIn(body: string): string {
  return JSON.stringify(JSON.parse(body));
}

const kinds = writtenForms.map((form) => [form.type, form] as const);

describe.each(kinds)('the destination %s', (type, to: DestinationSettings) => {
  const destination = destinationOf(to);
  const { render, fits } = destination;

  it('is written in a config as its example, which a helper of its name gives', () => {
    const config = { ...leastConfig(), routes: [{ id: 'all', when: 'immediately', to }], alarms: { to } };

    expect(checkConfig(config)).toMatchObject({ routes: [{ to }], alarms: { to } });
    for (const { helper } of Object.values(destinationConfigs[type].forms))
      expect(defineConfig).toHaveProperty(helper, expect.any(Function));
    expect(destination.written).toMatch(new RegExp(`^${type}\\(.*\\)$`));
  });

  it('knows every secret that its settings name, and its address among them', () => {
    const needed = destination.secretsOf(to).map(({ secret }) => secret);

    expect(needed.toSorted()).toEqual([...new Set(secretsIn(to))].toSorted());
    const address = destination.addressOf(to);
    if (typeof address === 'string') expect(new URL(address).protocol).toBe('https:');
    else expect(needed).toContain(address.secret);
  });

  it('takes an example of each secret, and tells what is wrong with another value without a part of it', () => {
    for (const { form } of destination.secretsOf(to)) {
      expect(form.findProblem(exampleOf(form), false)).toBeNull();
      const found = form.findProblem('hunter2\n', false);
      expect(found).toMatch(/; /);
      expect(found).not.toContain('hunter2');
    }
  });

  it('tells in a digest what is new, and which digest it is, in the same bytes each time', () => {
    const content = exampleDigest();
    const { body, plainBody = body } = render(content, 'whole', to);

    for (const form of [body, plainBody]) {
      expect(textIn(form)).toContain('Springfield School District');
      expect(textIn(form)).toContain('Roof repair for two schools');
      expect(textIn(form)).toContain(shortId(content.digestId));
    }
    expect(render(content, 'whole', to)).toEqual(render(content, 'whole', to));
  });

  it('fits with one signal, however large', () => {
    const long = 'x'.repeat(20_000);
    const columns = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index} ${long}`, long]));
    const large = exampleSignal({ name: long, bridgeName: long, columns });
    const one = asKept(exampleDigest({ buyers: [exampleBuyer({ name: long, signals: [large] })] }));

    expect(fits(one, 'whole', to)).toBe(true);
    expect(fitsBody(type, render(one, 'whole', to).body)).toBe(true);
  });

  it.each(['Roof repair for ', '漢', '"'])('fits as long as its real bytes do, written in %j', (text) => {
    const hot = exampleSignal({ hot: true, name: text.repeat(40), columns: {} });
    // The first message of a digest keeps room to tell its hottest signals whole.
    const crowd = (count: number) =>
      exampleDigest({ part: 2, buyers: [exampleBuyer({ signals: Array(count).fill(hot) })] });
    let [most, tooMany] = [0, 150];
    while (tooMany - most > 1) {
      const middle = Math.floor((most + tooMany) / 2);
      if (fits(crowd(middle), 'whole', to)) most = middle;
      else tooMany = middle;
    }

    expect(fitsBody(type, render(crowd(most), 'whole', to).body)).toBe(true);
    expect(fitsBody(type, render(crowd(most + 1), 'whole', to).body)).toBe(false);
  });

  it('tells of an alarm what it is, where, since when and what to do, and when it is over', () => {
    const notice = exampleNotice();

    const raised = destination.renderAlarm(notice, to);

    const { heading, stage, since, impact, figures, alarm, runbookUrl } = notice;
    for (const told of [heading, stage, since, impact, figures, alarm, String(runbookUrl)]) {
      expect(textIn(raised)).toContain(told);
    }
    expect(destination.renderAlarm({ ...notice, state: 'OK' }, to)).not.toBe(raised);
  });

  it('says in a test that it is one and of which route, and mentions nobody', () => {
    const body = destination.renderTest(
      { id: 'test_1', routeId: 'sales', at: '2026-11-21T08:00:00Z', sample: {} },
      to,
    );

    for (const told of [/\btest\b/i, 'sales', 'test_1', '2026-11-21T08:00:00Z'])
      expect(textIn(body)).toMatch(told);
    expect(body).not.toMatch(/<[!@]|<at>|digest\.created/);
    expect(fitsBody(type, body)).toBe(true);
  });

  it('hands its receiver an id to drop repeats by, or is known not to', () => {
    const message = { digestId: 'msg_1', body: '{}' };
    const secrets = new Map(destination.secretsOf(to).map(({ secret, form }) => [secret, exampleOf(form)]));

    const headers = destination.headersFor(message, to, secrets, 1_700_000_000);

    expect(headers['webhook-id'] === message.digestId && !hasTemplate(to)).toBe(dropsRepeats(to));
  });

  it.each([200, 301, 400, 404, 410, 429, 503])('tells nothing of the body of a %i to its probe', (status) => {
    const body = '<html>hunter2</html>';

    const finding = destination.probe.judge(to, { status, body, headers: {} }, (name) => `set ${name}`);

    expect(finding.found).toMatch(/\w/);
    expect(JSON.stringify(finding)).not.toContain('hunter2');
  });
});

test('a stored kind is not mistaken for a property that every object has', () => {
  expect(Object.keys(destinationKinds).every(isDestinationKind)).toBe(true);
  expect(['teletype', 'toString', ''].some(isDestinationKind)).toBe(false);
});
