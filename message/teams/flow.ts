import { jsonIn } from '../../shared/domain/json-in.ts';
import { isLoopbackHost } from '../../shared/domain/routes/destination-url.ts';
import type { TeamsDestination } from '../../shared/domain/routes/route.ts';
import { decideOutcome, isHtml } from '../send/decide-outcome.ts';
import { failed, type OwnWord, ok, type Probe, type SecretForm } from '../send/destination.ts';
import type { PostAnswer } from '../send/http-post.ts';

/**
 * Hosts of the public cloud, of the US government and of China ("Power Platform URLs and IP address ranges"). The
 * environment's id and a number stand before them: `defaultd1e2….7a.environment.api.powerplatform.com`.
 */
const hosts =
  /\.environment\.api\.(powerplatform\.com|(gov|high)\.powerplatform\.microsoft\.us|appsplatform\.us|powerplatform\.partner\.microsoftonline\.cn)$/;
/** A shell cuts the address at an unquoted `&`, and the signature at its end is lost. */
const path = /\/workflows\/[^/]+\/triggers\/[^/]+\/paths\/invoke$/;
const form = 'https://….environment.api.powerplatform.com/powerautomate/…/paths/invoke?…&sig=…';
const copyAgain = `open the flow in Power Automate and copy the URL of its trigger, ${form}`;

export const flowAddress: SecretForm = {
  name: 'the URL of a Teams flow',
  findProblem(value, permitLocal) {
    const url = URL.parse(value);
    if (url === null) return `it is not a valid URL; ${copyAgain}`;
    if (permitLocal && isLoopbackHost(url.hostname)) return null;
    if (url.protocol !== 'https:') return `its address is not https; ${copyAgain}`;
    if (!hosts.test(url.hostname) || url.port !== '')
      return `its address is not at environment.api.powerplatform.com; ${copyAgain}`;
    if (!path.test(url.pathname)) return `its address is no trigger of a flow, or cut off; ${copyAgain}`;
    return url.searchParams.get('sig') ? null : `its sig is missing, perhaps cut off at an &; ${copyAgain}`;
  },
};

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

/** Reads the code in `{"error":{"code":"WorkflowNotFound","message":"…"}}`. The message is not read: it names the flow. */
export function findOwnWord({ status, body }: PostAnswer): OwnWord | null {
  const code = status < 400 ? null : readCode(body);
  if (code === null) return null;
  const meaning = goneWords.get(code);
  // A server with an error of its own (5xx) says nothing about the flow.
  if (meaning === undefined || status >= 500) return { word: code, means: null };
  return { word: `${code} (${meaning})`, means: 'gone' };
}

/** A gateway's page is not JSON and has no code. */
function readCode(body: string): string | null {
  const answer = jsonIn(body) as { error?: { code?: unknown } | null } | null | undefined;
  const code = answer?.error?.code;
  return typeof code === 'string' && /^[A-Za-z]{1,60}$/.test(code) ? code : null;
}

/**
 * The probe has no card. Microsoft's template goes through the attachments one by one, so the flow runs and posts
 * nothing; without the list the run would fail, and its owner be told.
 */
export const teamsProbe: Probe<TeamsDestination> = {
  requestFor: () => ({ method: 'POST', body: '{"type":"message","attachments":[]}' }),
  judge({ webhookUrl }, answer, fixSecret) {
    const { outcome, reason, status } = decideOutcome(findOwnWord, answer, 0);
    if (outcome === 'delivered' && isHtml(answer.body)) {
      const fix = `copy the URL of the flow's trigger, then: ${fixSecret(webhookUrl.secret)}`;
      return { state: 'warning', found: `a web page answered in place of a Teams flow (${status})`, fix };
    }
    if (outcome === 'delivered')
      return ok(`the Teams flow accepts messages (${status}; one without a card, so nothing was posted)`);
    const fix =
      outcome === 'gone'
        ? `turn the flow on in Power Automate, or make a new one, then: ${fixSecret(webhookUrl.secret)}`
        : 'run this again later; if it stays so, look at the flow in Power Automate';
    return failed(`the Teams flow ${reason}`, fix);
  },
};
