import type { SecretForm } from '../../../message/send/destination.ts';

/** Values that open nothing, by the names of their forms. */
const examples: Readonly<Record<string, string>> = {
  'an incoming webhook of Slack':
    'https://hooks.slack.com/services/T00000000/B00000000/000000000000000000000000',
  'the token of a Slack bot': 'xoxb-000000000000-0000000000000-000000000000000000000000',
  'the URL of a Teams flow': `https://default00000000000000000000000000000.00.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/${'0'.repeat(32)}/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${'0'.repeat(43)}`,
  'the address of a webhook': 'https://crm.example.com/hooks/signalpost',
  'a signing key': `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  'the value of a header': 'example-token',
};

/** A value that the form takes. A new form needs a line here. */
export function exampleOf({ name }: SecretForm): string {
  const example = examples[name];
  if (example === undefined)
    throw new Error(`no example of ${name} in test/support/destinations/example-secrets.ts`);
  return example;
}
