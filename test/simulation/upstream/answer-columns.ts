import { canaries } from '../world/secrets.ts';
import type { Answer } from './upstream.ts';

/** Whether a call asks for the metadata of a bridge's columns. */
export function isForColumns({ pathname }: URL): boolean {
  return pathname.endsWith('/column/metadata');
}

/** Each bridge answers in a way of its own: some fail for good, and no signal may hang on it. Without dice. */
export function answerColumns(bridgeId: string): Answer {
  const kind = Number.parseInt(bridgeId.at(-1) ?? '0', 16) % 5;
  if (kind === 0) return { status: 403, body: '{}' };
  if (kind === 1) return { status: 500, body: 'oops' };
  if (kind === 2) return { status: 200, body: '<html>' };
  const column = (name: string, baseFormat: string, over: object = {}) => ({
    ...{ columnId: `column ${name}`, bridgeId, additionalFields: [] },
    column: { name, fieldFormat: { baseFormat } },
    ...over,
  });
  const columns = [
    column('Match Score', 'number'),
    column('Due Date', 'date'),
    // The address of a webhook is a secret.
    column('Push', 'text', { webhookUrl: `https://hooks.example/${canaries[0]}` }),
  ];
  return { status: 200, body: JSON.stringify(columns) };
}
