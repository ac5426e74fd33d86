import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../functions/observations/observation.ts';
import { composeLogLine } from '../../../functions/runtime/logger.ts';
import { read, sectionOf, tableRows, withoutBlocks } from './documents.ts';

const queries = tableRows(withoutBlocks(sectionOf(read('docs/runbook.md'), 'Read the log'))).map(
  ([question = '', query = '']) => ({
    question,
    query: query.replaceAll('\\|', '|').replaceAll('`', ''),
  }),
);

/** Every line has these. */
const ofEachLine = new Set(['message', 'level', 'service', '@timestamp']);

function messagesIn(query: string): string[] {
  const [, one, list = ''] = /message (?:= "([^"]+)"|in \[([^\]]+)\])/.exec(query) ?? [];
  return one === undefined ? [...list.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message) : [one];
}

function fieldsIn(query: string): string[] {
  const words = query
    .replace(/"[^"]*"/g, '')
    .replace(/count\(\)|sum\((\w+)\)|ispresent\((\w+)\)/g, ' $1 $2 ')
    .match(/[@\w]+/g);
  const grammar = new Set(['filter', 'stats', 'fields', 'by', 'and', 'in']);
  return [...new Set(words)].filter((word) => !grammar.has(word) && !ofEachLine.has(word));
}

/** The fields of these names that a line with this message has, each given a value to write. */
function writtenFields(message: string, names: readonly string[]): string[] {
  const given = Object.fromEntries([...names, 'digestId', 'slot'].map((name) => [name, 'x']));
  return Object.keys(composeLogLine({ ...given, kind: message } as unknown as Observation).fields);
}

describe('the queries of the runbook', () => {
  it.each(queries)('find the lines and the fields that they name: $question', ({ query }) => {
    const messages = messagesIn(query);
    const names = fieldsIn(query);
    expect(messages.length).toBeGreaterThan(0);
    expect(names.length).toBeGreaterThan(0);
    const written = messages.flatMap((message) => writtenFields(message, names));
    expect(written).toEqual(expect.arrayContaining(names));
  });
});
