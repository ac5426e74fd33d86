import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../../message/destinations.ts';
import { type Block, slackLimits } from '../../../../message/slack/blocks.ts';
import type { DigestContent } from '../../../../shared/domain/digests/digest.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleLinks,
  exampleSignal,
  exampleView,
} from '../../../support/examples/example-digest.ts';
import { digestOf, hotSignal, mixedDigest, textIn } from '../read-message.ts';

const slack = rendererFor('slack');
const render = (content: DigestContent) => JSON.parse(slack.render(content).body) as SlackMessage;
const plainText = (content: DigestContent): string =>
  JSON.parse(slack.render(content).plainBody ?? '{}').text;

interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly Block[];
}

const lists = ({ blocks }: SlackMessage) =>
  blocks
    .flatMap((block) => (block.type === 'rich_text' ? block.elements : []))
    .filter((part) => part.type === 'rich_text_list');

/** One signal at each of so many buyers. */
function crowd(count: number, hot: boolean): DigestContent {
  const buyers = Array.from({ length: count }, (_, index) => {
    const columns = { 'Match Score': 96, 'Due date': '2026-12-01', Why: 'They need it.' };
    const name = `RFP ${index}: Student Transportation Services`;
    const signal = { rowId: `row-${index}`, name, columns };
    return exampleBuyer({
      buyerId: `buyer-${index}`,
      name: `School District ${index} of Longmont`,
      signals: [hot ? hotSignal(signal) : exampleSignal(signal)],
    });
  });
  return digestOf(buyers, { view: exampleView({ links: exampleLinks }) });
}

describe('a digest in Slack', () => {
  it('opens with the headline, names the first signal in the text, and unfolds no link', () => {
    const message = render(crowd(3, true));

    const headline = '3 hot at School District 0 of Longmont and 2 more';
    expect(message.blocks[0]).toEqual({ type: 'header', text: { type: 'plain_text', text: headline } });
    expect(message.text).toContain(`${headline}. First: RFP 0: Student Transportation Services`);
    expect(message).toMatchObject({ unfurl_links: false, unfurl_media: false });
  });

  it('gives each hot signal a block: a fire, its name in bold, linked, and its facts beneath', () => {
    const [, first, second] = render(crowd(3, true)).blocks;

    const [part] = first?.type === 'rich_text' ? first.elements : [];
    expect(part?.type).toBe('rich_text_section');
    expect(part?.elements.slice(0, 5)).toEqual([
      { type: 'emoji', name: 'fire' },
      { type: 'text', text: ' ' },
      {
        type: 'link',
        text: 'RFP 0: Student Transportation Services',
        url: expect.stringMatching(/^https:\/\/app\.example\.com\/bridges\/.+\/rows\/row-0$/),
        style: { bold: true },
      },
      { type: 'text', text: ' – School District 0 of Longmont' },
      { type: 'text', text: '\nCloses\u00a0Dec\u00a01', style: { bold: true } },
    ]);
    expect(JSON.stringify(second)).toContain('RFP 1');
  });

  it('sets the rest apart by a line, in one block: a list of buyers, and within it what each has', () => {
    const message = render(mixedDigest());

    expect(message.blocks.map(({ type }) => type)).toEqual([
      ...['header', 'rich_text', 'rich_text', 'rich_text', 'divider', 'rich_text', 'context'],
    ]);
    const shown = lists(message).map(({ indent, elements }) => [indent ?? 0, elements.map(textIn)]);
    expect(shown).toEqual([
      [0, ['Keller ISD\u00a0· 2']],
      [1, ['One', 'Two']],
      [0, ['Foxworth: Three', 'Lindwick: Four']],
    ]);
    expect(render(crowd(2, false)).blocks.map(({ type }) => type)).toEqual([
      ...['header', 'rich_text', 'context'],
    ]);
  });
});

describe('the plain form of a digest in Slack', () => {
  it('says what the blocks say, without marks: Slack is told to read none into it', () => {
    const { text, ...rest } = JSON.parse(slack.render(mixedDigest()).plainBody ?? '');

    expect(rest).toEqual({ mrkdwn: false, unfurl_links: false, unfurl_media: false });
    const bare = text.replaceAll(/ \(https:[^)]*\)/g, '');
    expect(bare.replaceAll('\u00a0', ' ').split('\n\n')).toEqual([
      '🔥 Springfield School District: Roof repair for two schools · 4 more at 3 buyers',
      'Match Score 96 · Tenders · Owner: Ann Lee',
      'The board approved a bond for school roofs. Voters approved 40 million dollars.\nSources: Board meeting',
      'Open signal · Open buyer · buyer score 82',
      '4 more\n• Keller ISD · 2\n    ◦ One\n    ◦ Two\n• Foxworth: Three\n• Lindwick: Four',
      '🔥 Match Score 90 or more · sales · seen Sat 2:30 AM, New York · id k3xq5yj7',
    ]);
    expect(text).toContain('Open buyer (https://app.example.com/buyers/');
  });

  it('is cut where escaping makes it too long', () => {
    const amps = '&'.repeat(3_000);
    const signals = Array.from({ length: 98 }, (_, rowId) =>
      hotSignal({ rowId: String(rowId), name: amps, columns: {} }),
    );
    const text = plainText(exampleDigest({ buyers: [exampleBuyer({ name: amps, signals })] }));

    expect(text.length).toBeLessThanOrEqual(slackLimits.plainText);
  });
});
