import type { OwnWord } from '../destination.ts';
import type { PostAnswer } from '../http-post.ts';

/**
 * Codes of Power Automate for a flow that will take nothing until somebody fixes it. What each one means is ours. Microsoft
 * lists them nowhere for callers; they are what callers met (2024 to 2026):
 * - `WorkflowTriggerIsNotEnabled` (400), "… state 'Deleted'", 'Suspended' or 'Stopped': a flow that was turned off or deleted.
 * - `WorkflowNotFound` (404): "The workflow … could not be found."
 * - `DirectApiAuthorizationRequired` (401), "The request must be authenticated only by Shared Access scheme" or "The OAuth
 *   authorization scheme is required": github.com/SharePoint/sp-dev-docs/issues/9396, github.com/ericferon/glpi-webhook/issues/51.
 * - `DirectApiInvalidAuthorizationSignature` (401): the flow was saved anew with another `sig`, or the URL was copied badly.
 * - `TriggerInputSchemaMismatch` (400): somebody gave the trigger a schema that these messages do not fit.
 */
const goneWords: ReadonlyMap<string, string> = new Map([
  ['WorkflowTriggerIsNotEnabled', 'the flow is turned off, suspended or deleted'],
  ['WorkflowNotFound', 'the flow was deleted'],
  ['DirectApiAuthorizationRequired', 'the trigger asks for a login, or the URL lacks its sig'],
  ['DirectApiInvalidAuthorizationSignature', "the URL's sig is not valid any more"],
  ['TriggerInputSchemaMismatch', "the trigger's schema refuses these messages"],
]);

/** The code in `{"error":{"code":"WorkflowNotFound","message":"…"}}`. The message names the flow, and stays where it is. */
export function findOwnWord({ status, body }: PostAnswer): OwnWord | null {
  const code = status < 400 ? null : readCode(body);
  if (code === null) return null;
  const meaning = goneWords.get(code);
  // A server with an error of its own (5xx) says nothing about the flow.
  if (meaning === undefined || status >= 500) return { word: code, means: null };
  return { word: `${code} (${meaning})`, means: 'gone' };
}

function readCode(body: string): string | null {
  try {
    const code: unknown = JSON.parse(body)?.error?.code;
    return typeof code === 'string' && /^[A-Za-z]{1,60}$/.test(code) ? code : null;
  } catch {
    // Not JSON: a gateway's page, which has no code.
    return null;
  }
}
