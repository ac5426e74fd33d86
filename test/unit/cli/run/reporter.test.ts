import { describe, expect, it } from 'vitest';
import { createReporter } from '../../../../cli/run/reporter.ts';

function open(options: {
  readonly terminal?: boolean;
  readonly lasting?: boolean;
  readonly columns?: number;
}) {
  const written: string[] = [];
  let at = 0;
  let done = 0;
  const stream = {
    isTTY: options.terminal ?? false,
    columns: options.columns ?? 120,
    write: (text: string) => Boolean(written.push(text)),
  } as unknown as NodeJS.WriteStream;
  const reporter = createReporter({
    lasting: options.lasting ?? false,
    progress: () => `polled ${done} of 12 buyers`,
    stream,
    now: () => at,
  });
  const poll = () => {
    done += 1;
    reporter.progress();
  };
  return { reporter, written, poll, wait: (ms: number) => (at += ms) };
}

describe('progress in a pipe', () => {
  it('is a plain line every five seconds at most, and a last one', () => {
    const { reporter, written, poll, wait } = open({});
    wait(4_999);
    poll();
    expect(written).toEqual([]);
    wait(1);
    poll();
    poll();
    reporter.end();
    expect(written).toEqual(['polled 2 of 12 buyers\n', 'polled 3 of 12 buyers\n']);
  });
});

describe('a lasting run', () => {
  it('gives each sentence a line with its time in a pipe, and no progress', () => {
    const { reporter, written, poll, wait } = open({ lasting: true });
    reporter.tell('12 polls planned', 'progress');
    wait(6_500);
    poll();
    reporter.tell('route crm: answered 503', 'failure');
    reporter.end();
    expect(written).toEqual([
      '1970-01-01T00:00:00.000Z 12 polls planned\n',
      '1970-01-01T00:00:06.500Z route crm: answered 503\n',
    ]);
  });

  it('gives only notices and failures a line on a terminal', () => {
    const { reporter, written } = open({ lasting: true, terminal: true });
    reporter.tell('12 polls planned', 'progress');
    reporter.tell('route crm: 4 signals held', 'notice');
    reporter.tell('route crm: answered 503', 'failure');
    expect(written).toEqual(['route crm: 4 signals held\n', 'route crm: answered 503\n']);
  });
});

describe('progress on a terminal', () => {
  it('is one line that changes, no longer than the terminal is wide', () => {
    const { written, poll, wait } = open({ terminal: true, columns: 22 });
    wait(100);
    poll();
    wait(100);
    poll();
    expect(written).toEqual(['polled 1 of 12 buyers', '\r\u001b[2K', 'polled 2 of 12 buyers']);
  });

  it('is erased for a line of its own, and ends with a line break', () => {
    const { reporter, written, poll, wait } = open({ terminal: true });
    wait(100);
    poll();
    reporter.say('a note');
    reporter.end();
    expect(written.slice(1)).toEqual(['\r\u001b[2K', 'a note\n', 'polled 1 of 12 buyers', '\n']);
  });
});
