import { describe, expect, it } from 'vitest';
import type { DigestMessage, Line } from '../../../../message/lines/message.ts';
import { writeEnvelope } from '../../../../message/teams/card.ts';
import { teams } from '../../../../message/teams/teams.ts';
import { exampleBuyer, exampleDigest, exampleSignal } from '../../../support/examples/example-digest.ts';
import { cardIn, findCardProblems, linesOf } from '../adaptive-card.ts';

const text = (said: string): Line[number] => ({ kind: 'text', text: said });

const message: DigestMessage = {
  headline: '2 hot at Keller ISD · 2 more at 2 buyers',
  text: '2 hot at Keller ISD · 2 more at 2 buyers. First: RFP 479',
  hot: [
    {
      kind: 'lines',
      lines: [
        [
          { kind: 'fire' },
          text(' '),
          { kind: 'link', text: 'RFP 479', url: 'https://app.example.com/rows/1', strong: true },
        ],
        [{ kind: 'text', text: 'Closes Thu, Nov 26', strong: true }, text(' · Tenders')],
        [text('Owner: '), { kind: 'mention', id: 'ann@example.com', name: 'Ann Lee' }],
      ],
    },
    { kind: 'quote', lines: [[text('The board passed a bond.')], [text('Ask next: when?')]] },
  ],
  rest: [
    { kind: 'lines', lines: [[{ kind: 'text', text: '2 more', strong: true }]] },
    {
      kind: 'list',
      items: [
        { line: [text('City of Marhaven')], items: [[text('Levy passed')]] },
        { line: [text('Town of Foxworth')], items: [] },
      ],
    },
  ],
  restCounts: null,
  footer: [[text('sales · id 6xsatpzr')], [text('1 buyer is muted until Dec 1')]],
};

describe('the card of a digest', () => {
  const card = cardIn(writeEnvelope(message));

  it('says each line of the message in its order, and above them whom it mentions', () => {
    expect(linesOf(card.body)).toEqual([
      '2 hot at Keller ISD · 2 more at 2 buyers',
      '@Ann Lee',
      '🔥 RFP 479 <https://app.example.com/rows/1>',
      'Closes Thu, Nov 26 · Tenders',
      'Owner: Ann Lee',
      '| The board passed a bond.',
      '| Ask next: when?',
      '2 more',
      'City of Marhaven',
      '•  Levy passed',
      'Town of Foxworth',
      'sales · id 6xsatpzr',
      '1 buyer is muted until Dec 1',
    ]);
  });

  it('sets apart the headline, what is hot, the rest and the footer', () => {
    const { body } = card as { body: readonly { separator?: true; spacing?: string; inlines?: unknown[] }[] };

    expect(body[0]?.inlines).toEqual([
      { type: 'TextRun', text: message.headline, weight: 'Bolder', size: 'Large' },
    ]);
    expect(body.map(({ spacing }) => spacing)).toEqual([
      ...[undefined, undefined, 'Medium', 'None', 'None', 'Medium'],
      ...['Medium', 'Small', 'None', 'Small'],
      ...['Medium', 'None'],
    ]);
    expect(body.map(({ separator }) => separator === true).indexOf(true)).toBe(6);
    expect(body.filter(({ separator }) => separator)).toHaveLength(1);
    expect(body.at(-1)?.inlines).toMatchObject([{ size: 'Small', isSubtle: true }]);
  });

  it('has no rule under the headline where nothing is hot, and no place for what is empty', () => {
    const bare = cardIn(writeEnvelope({ ...message, hot: [{ kind: 'quote', lines: [] }], footer: [[]] }));

    expect(writeEnvelope({ ...message, hot: [] })).not.toContain('separator');
    expect(linesOf(bare.body)).not.toContain('');
    expect(findCardProblems(bare)).toEqual([]);
  });
});

describe('what is sent to Teams', () => {
  const { renderer } = teams;

  it('has no date in a text for Teams to write anew, as it does with {{DATE()}} in a TextRun, too', () => {
    const name = 'Due {{DATE(2026-11-26T08:00:00Z)}} at {{{TIME(2026-11-26T08:00:00Z)}}}';
    const signals = [exampleSignal({ name })];
    const { body } = renderer.render(exampleDigest({ buyers: [exampleBuyer({ signals })] }));

    expect(body).not.toContain('{{');
    expect(body.replaceAll('\u200b', '')).toContain(name);
  });

  it('has the headline for old clients, without a mark that they may read as Markdown', () => {
    const name = '[Pay here](https://evil.example) {{DATE(1)}} *now*';
    const content = exampleDigest({ buyers: [exampleBuyer({ name })] });
    const { fallbackText } = cardIn(renderer.render(content).body);

    expect(fallbackText).toMatch(/^Pay here .* now: Roof repair/);
    expect(fallbackText).not.toMatch(/[[\]()*]|\{\{/);
  });
});
