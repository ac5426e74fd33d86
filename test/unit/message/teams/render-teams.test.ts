import { describe, expect, it } from 'vitest';
import { writeEnvelope } from '../../../../message/teams/card.ts';
import { teams } from '../../../../message/teams/teams.ts';
import { withBlanks } from '../../../../message/text/keep-together.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleView,
} from '../../../support/examples/example-digest.ts';
import { cardIn, findCardProblems, linesOf } from '../adaptive-card.ts';
import { messageOf, mixedDigest } from '../read-message.ts';

const mention = { people: { 'Ann Lee': 'ann@example.com' } };
const links = { signal: 'https://app.example.com/{rowId}' };
const message = messageOf(mixedDigest({ held: 1, view: exampleView({ links, mention }) }));

describe('the card of a digest', () => {
  const card = cardIn(writeEnvelope(message));

  it('says each line of the message in its order, and above them whom it mentions', () => {
    const row = 'https://app.example.com/5a1f3e6e-2f0e-4a9f-8f2d-3f4b6a7c8d01';
    expect(linesOf(card.body).map(withBlanks)).toEqual([
      '🔥 Springfield School District: Roof repair for two schools · 4 more at 3 buyers',
      '@Ann Lee',
      'Match Score 96 · Tenders · Owner: Ann Lee',
      '| The board approved a bond for school roofs. Voters approved 40 million dollars.',
      `| Sources: Board meeting <${row}>`,
      `Open signal <${row}> · buyer score 82`,
      '4 more',
      'Keller ISD · 2',
      '•  One <https://app.example.com/One>',
      '•  Two <https://app.example.com/Two>',
      'Foxworth: Three <https://app.example.com/Three>',
      'Lindwick: Four <https://app.example.com/Four>',
      '1 signal waits: too many came at once',
      '🔥 Match Score 90 or more · sales · seen Sat 2:30 AM, New York · id k3xq5yj7',
    ]);
  });

  it('sets apart the headline, what is hot, the rest and the footer', () => {
    const { body } = card as { body: readonly { separator?: true; spacing?: string; inlines?: unknown[] }[] };

    expect(body[0]?.inlines).toEqual([
      { type: 'TextRun', text: message.headline, weight: 'Bolder', size: 'Large' },
    ]);
    expect(body.map(({ spacing }) => spacing)).toEqual([
      ...[undefined, undefined, 'Medium', 'Medium', 'Medium', 'Medium', 'Small'],
      ...['None', 'None', 'Small', 'Small', 'Medium', 'None'],
    ]);
    expect(body.map(({ separator }) => separator === true).indexOf(true)).toBe(5);
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
  it('has no date in a text for Teams to write anew, as it does with {{DATE()}} in a TextRun, too', () => {
    const name = 'Due {{DATE(2026-11-26T08:00:00Z)}} at {{{TIME(2026-11-26T08:00:00Z)}}}';
    const signals = [exampleSignal({ name })];
    const { body } = teams.render(exampleDigest({ buyers: [exampleBuyer({ signals })] }));

    expect(body).not.toContain('{{');
    expect(body.replaceAll('\u200b', '')).toContain(name);
  });

  it('has the headline for old clients, without a mark that they may read as Markdown', () => {
    const name = '[Pay here](https://evil.example) {{DATE(1)}} *now*';
    const content = exampleDigest({ buyers: [exampleBuyer({ name })] });
    const { fallbackText } = cardIn(teams.render(content).body);

    expect(fallbackText).toMatch(/^Pay here .* now: Roof repair/);
    expect(fallbackText).not.toMatch(/[[\]()*]|\{\{/);
  });
});
