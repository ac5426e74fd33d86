import { isLoopbackHost } from '../../domain/routes/destination-url.ts';
import type { SecretForm } from '../destination.ts';

/**
 * The public cloud, then those of the US government and of China ("Power Platform URLs and IP address ranges"). Before it
 * stand the environment's id and a number: `defaultd1e2….7a.environment.api.powerplatform.com`.
 */
const hosts =
  /\.environment\.api\.(powerplatform\.com|(gov|high)\.powerplatform\.microsoft\.us|appsplatform\.us|powerplatform\.partner\.microsoftonline\.cn)$/;
/** The signature stands at the end: what a shell made of an unquoted `&` lacks it. */
const path = /\/workflows\/[^/]+\/triggers\/[^/]+\/paths\/invoke$/;
const form = 'https://….environment.api.powerplatform.com/powerautomate/…/paths/invoke?…&sig=…';
const copyAgain = `open the flow in Power Automate and copy the URL of its trigger, ${form}`;

export const flowAddress: SecretForm = {
  name: 'the URL of a Teams flow',
  example: `https://default00000000000000000000000000000.00.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/${'0'.repeat(32)}/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${'0'.repeat(43)}`,
  findProblem(value, permitLocal) {
    const url = URL.parse(value);
    if (url === null) return `it is not a valid URL; ${copyAgain}`;
    if (permitLocal && isLoopbackHost(url.hostname)) return null;
    if (url.protocol !== 'https:') return `its address is not https; ${copyAgain}`;
    const retired = findRetired(url.hostname);
    if (retired !== null) return `its address is at ${retired}; ${copyAgain}`;
    if (!hosts.test(url.hostname) || url.port !== '')
      return `its address is not at environment.api.powerplatform.com; ${copyAgain}`;
    if (!path.test(url.pathname)) return `its address is no trigger of a flow, or cut off; ${copyAgain}`;
    return url.searchParams.get('sig') ? null : `its sig is missing, perhaps cut off at an &; ${copyAgain}`;
  },
};

function findRetired(host: string): string | null {
  if (/(^|\.)logic\.azure\.(com|us|cn)$/.test(host)) {
    return 'logic.azure.com, where flows stopped at the end of November 2025';
  }
  if (/(^|\.)(webhook\.office\.com|outlook\.office(365)?\.com)$/.test(host)) {
    return 'a connector of Office 365, which Teams takes no messages from any more';
  }
  return null;
}
