import { describe, expect, it } from 'vitest';
import { slack } from '../../../../message/slack/slack.ts';
import { teams } from '../../../../message/teams/teams.ts';
import type { DigestView } from '../../../../shared/domain/digests/digest.ts';
import { exampleBuyer, exampleSignal, exampleView } from '../../../support/examples/example-digest.ts';
import { describeMessage, digestOf, messageOf } from '../read-message.ts';

const meanings = {
  person: { name: 'Decision Maker', email: 'DM Email', phone: 'DM Phone' },
  post: 'DM Title',
};
const columns = {
  'Decision Maker': 'Naveen Rosales',
  'DM Title': 'Director',
  'DM Email': 'naveen@fwisd.example',
  'DM Phone': '(817) 555-0100',
};
const view = { ...exampleView(), meanings };

const contentOf = (cells: object, over: Partial<DigestView> = { contacts: true }, hot = true, count = 1) => {
  const signals = Array.from({ length: count }, (_, at) =>
    exampleSignal({ hot, rowId: `row-${at}`, name: `Tender ${at}`, columns: { ...columns, ...cells } }),
  );
  return digestOf([exampleBuyer({ signals })], { view: { ...view, ...over } });
};
const contactsIn = (lines: readonly string[]) =>
  lines.filter((line) => /Naveen|fwisd|555|Contact/.test(line));
const told = (...of: Parameters<typeof contentOf>) =>
  contactsIn(describeMessage(messageOf(contentOf(...of))));

describe('the contact of a hot signal', () => {
  it('has the name, the title, the address and the number, once', () => {
    expect(told({})).toEqual([
      'Decision Maker: Naveen Rosales, Director · naveen@fwisd.example · (817) 555-0100',
    ]);
  });

  it('is hidden in a channel and at what is not hot', () => {
    expect(told({}, {})).toEqual(['Decision Maker: Naveen Rosales, Director']);
    expect(told({}, { contacts: true }, false).join()).not.toMatch(/fwisd|555/);
  });

  it.each([
    [{ 'DM Phone': '' }, ['Decision Maker: Naveen Rosales, Director · naveen@fwisd.example']],
    [{ 'Decision Maker': '' }, ['Contact · naveen@fwisd.example · (817) 555-0100']],
    [{ 'DM Email': 'ask Jo', 'DM Phone': 'n/a' }, ['Decision Maker: Naveen Rosales, Director']],
    [
      { 'DM Email': '["a@b.example","c@d.example"]', 'DM Phone': 8175550100 },
      ['Decision Maker: Naveen Rosales, Director · a@b.example · 8175550100'],
    ],
  ])('has what can be read as an address or a number: %j', (cells, lines) => {
    expect(told(cells)).toEqual(lines);
  });

  it('is that of the bridge where the config says otherwise for it', () => {
    const [one] = contentOf({}).buyers[0]?.signals ?? [];
    const other = { ...meanings, in: { [one?.bridgeId ?? '']: { person: 'Decision Maker' } } };
    expect(told({}, { contacts: true, meanings: other })).toEqual([
      'Decision Maker: Naveen Rosales, Director',
    ]);
  });

  it('stands at each of many hot signals, in a block of its own, and in no second form or notification', () => {
    const { body, plainBody = '' } = slack.render(contentOf({}, { contacts: true }, true, 9));
    const { text, blocks } = JSON.parse(body) as { text: string; blocks: { block_id?: string }[] };
    const cards = blocks.filter((block) => block.block_id?.startsWith('contact:'));
    expect(new Set(cards.map((block) => block.block_id)).size).toBe(9);
    const others = blocks.filter((block) => !cards.includes(block));
    expect(JSON.stringify([text, others, plainBody])).not.toMatch(/fwisd|555-0100/);
    const bot = { type: 'slack', botToken: { secret: 'BOT' }, channel: 'U0ANN' } as const;
    expect(slack.writeBody({ body, showsContacts: true }, bot)).toContain('fwisd');
    const elsewhere = slack.writeBody({ body }, { ...bot, channel: 'C0REST' });
    expect(JSON.parse(elsewhere)).toEqual({ ...JSON.parse(body), channel: 'C0REST', blocks: others });
    expect(teams.render(contentOf({})).body).toContain('naveen@fwisd.example');
  });
});
