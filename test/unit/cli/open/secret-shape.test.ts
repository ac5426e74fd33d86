import { describe, expect, it } from 'vitest';
import { accessToken, findShapeProblem, slackSecret } from '../../../../cli/open/secret-uses.ts';
import { webhookAddress } from '../../../../message/slack/incoming-webhook.ts';
import { flowAddress } from '../../../../message/teams/flow.ts';
import { receiverAddress, signingKey } from '../../../../message/webhook/webhook.ts';

const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const flowUrl =
  'https://defaultd1e2f3a4.7a.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0f1e2d3c/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=aZ09-_aZ09';
const slackAddress = 'https://hooks.slack.com/services/T0AB/B0CD/aZ09aZ09';

const forms = {
  token: accessToken,
  'slack-address': webhookAddress,
  'flow-url': flowAddress,
  'webhook-address': receiverAddress,
  'signing-key': signingKey,
  'slack-secret': slackSecret,
};
type FormName = keyof typeof forms;

const problemOf = (form: FormName, value: string, permitLocal = false) =>
  findShapeProblem({ forms: [forms[form]] }, value, permitLocal);

describe('the form of a secret', () => {
  it.each<[FormName, string]>([
    ['token', 'eyJhbGciOi.J9-_~+/='],
    ['slack-address', slackAddress],
    ['slack-address', slackAddress.replace('slack.com', 'slack-gov.com')],
    ['flow-url', flowUrl],
    ['flow-url', flowUrl.replace('powerplatform.com', 'gov.powerplatform.microsoft.us')],
    ['flow-url', flowUrl.replace('/direct/', '/direct/cu/16/')],
    ['webhook-address', 'https://hooks.example.com/signals?key=1'],
    ['signing-key', key],
    ['signing-key', `${key} ${key}`],
    ['slack-secret', '0123456789abcdef0123456789abcdef'],
    ['slack-secret', '0123456789abcdef0123456789abcdef ffffffffffffffffffffffffffffffff'],
  ])('is right for a %s', (form, value) => {
    expect(problemOf(form, value)).toBeNull();
  });

  it.each<[FormName, string, string]>([
    ['token', ' \n', 'it is empty; give a value'],
    ['token', 'token\n', 'begins or ends with white space'],
    ['token', 'Bearer abc', 'begins with the word Bearer'],
    ['token', 'to ken', 'it contains white space'],
    ['token', 'tøken', 'characters that an access token cannot have'],
    ['slack-address', 'T0AB/B0CD/aZ09', 'it is not a valid URL'],
    ['slack-address', slackAddress.replace('https', 'http'), 'its address is not https'],
    ['slack-address', 'https://slack.com/services/T0AB/B0CD/aZ09', 'not at hooks.slack.com'],
    ['slack-address', 'https://hooks.slack.com/services/T0AB/B0CD', 'cut off or has another form'],
    ['slack-address', 'https://hooks.slack.com/triggers/T0AB/1/2', 'starts a workflow'],
    ['slack-address', 'http://127.0.0.1:4000/hook', 'its address is not https'],
    ['flow-url', 'sig=aZ09-_aZ09', 'it is not a valid URL'],
    ['flow-url', flowUrl.replace('https', 'http'), 'its address is not https'],
    [
      'flow-url',
      'https://prod-11.westeurope.logic.azure.com:443/workflows/0f1e/triggers/manual/paths/invoke?sig=aZ09',
      'its address is not at environment.api.powerplatform.com; open the flow in Power Automate',
    ],
    ['flow-url', flowUrl.replace('.environment', '.evilenvironment'), 'not at'],
    ['flow-url', flowUrl.replace('.com:443', '.com.evil.example'), 'not at environment.api'],
    ['flow-url', flowUrl.replace(':443', ':8443'), 'not at environment.api.powerplatform.com'],
    ['flow-url', flowUrl.slice(0, 110), 'no trigger of a flow, or cut off'],
    ['flow-url', flowUrl.slice(0, flowUrl.indexOf('&')), 'its sig is missing, perhaps cut off at an &'],
    ['flow-url', flowUrl.replace(/sig=.*/, 'sig='), 'its sig is missing'],
    ['webhook-address', 'crm.example.com/in', 'the address in it is not a valid URL'],
    ['webhook-address', 'https://10.0.0.1/', 'a bare IP address'],
    ['signing-key', 'whsec_abc', 'is not base64'],
    ['signing-key', `whpk_${key.slice(6)}`, 'another prefix'],
    [
      'slack-secret',
      '0123456789abcdef',
      'it is not 32 digits and letters from a to f; copy the "Signing Secret"',
    ],
    ['slack-secret', `${'f'.repeat(32)} ${'f'.repeat(32)} ${'f'.repeat(32)}`, 'it is not 32 digits'],
  ])('is wrong for a %s of %j, which the sentence does not repeat', (form, value, sentence) => {
    const problem = problemOf(form, value);

    expect(problem).toContain(sentence);
    expect(problem).toContain('; ');
    if (value.trim().length > 3) expect(problem).not.toContain(value.trim());
  });

  it('permits what stands in for Slack on this machine only where local addresses are permitted', () => {
    expect(problemOf('slack-address', 'http://127.0.0.1:4000/hook', true)).toBeNull();
    expect(problemOf('slack-address', 'http://elsewhere.example/hook', true)).toContain('not https');
  });

  it('has to be right for everything that the secret is used as', () => {
    const use = { forms: [accessToken, signingKey] };

    expect(findShapeProblem(use, key, false)).toBeNull();
    expect(findShapeProblem(use, 'just-a-token', false)).toContain('another prefix');
  });
});
