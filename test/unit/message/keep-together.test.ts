import { describe, expect, it } from 'vitest';
import { writeMessage } from '../../../shared/domain/message/write-message.ts';
import { keepTogether, withBlanks } from '../../../shared/domain/text/keep-together.ts';
import { exampleBuyer, exampleSignal } from '../../support/examples/example-digest.ts';
import { digestOf } from './read-message.ts';

describe('a short text of ours', () => {
  it('has no blank that a line could break at, and a long one has', () => {
    expect(keepTogether('due Thu, Nov 26')).toBe('due\u00a0Thu,\u00a0Nov\u00a026');
    expect(keepTogether('a'.repeat(12) + ' '.repeat(13))).toBe('a'.repeat(12) + ' '.repeat(13));
    expect(withBlanks('due\u00a0Thu')).toBe('due Thu');
  });

  it('keeps dates and numbers in one piece, and leaves names and notifications as they are', () => {
    const columns = { 'Due Date': '2026-11-26', 'Contract Value': '$1,250,000', 'Match Score': 96 };
    const signal = exampleSignal({ name: 'Bus service', bridgeName: 'Open tenders', hot: true, columns });
    const other = exampleBuyer({ buyerId: 'b-2', name: 'Keller ISD', signals: [exampleSignal()] });
    const message = writeMessage(digestOf([exampleBuyer({ signals: [signal] }), other]), 'full');

    const told = JSON.stringify(message.hot);
    expect(told).toContain('Due\u00a0Thu,\u00a0Nov\u00a026');
    expect(told).toContain('Match Score\u00a096');
    expect(told).toContain('Open tenders');
    expect(told).toContain('buyer\u00a0score\u00a082');
    const meeting = { 'Next Meeting': '2026-11-25T22:30:00Z' };
    const longer = writeMessage(
      digestOf([exampleBuyer({ signals: [{ ...signal, columns: meeting }] })]),
      'full',
    );
    expect(JSON.stringify(longer.hot)).toContain('Next meeting Wed,\u00a0Nov\u00a025,\u00a05:30\u00a0PM');
    expect([message.text, message.headline].join()).not.toContain('\u00a0');
  });
});
