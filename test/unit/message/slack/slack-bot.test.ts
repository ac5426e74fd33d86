import { describe, expect, it } from 'vitest';
import { UnusableSecretError } from '../../../../message/send/destination-errors.ts';
import { slack } from '../../../../message/slack/slack.ts';

const to = { type: 'slack', botToken: { secret: 'SLACK_BOT_TOKEN' }, channel: 'C0123ABCD' } as const;
const webhook = { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } } as const;
const body = '{"text":"\\u00e9 é","blocks":[]}';
const token = 'xoxb-1234567890-abcdefghij';
const secrets = new Map([['SLACK_BOT_TOKEN', token]]);
const answer = (said: object, headers: Record<string, string> = {}) => ({
  status: 200,
  headers,
  body: JSON.stringify(said),
});

describe('what leaves for a bot of Slack', () => {
  it('names the message that it replies to, and never shows a reply in the channel', () => {
    const wire = JSON.parse(slack.writeBody({ body, thread: 'C0123ABCD 1503435956.000247' }, to));

    expect(wire).toEqual({ ...JSON.parse(body), channel: 'C0123ABCD', thread_ts: '1503435956.000247' });
    expect(wire).not.toHaveProperty('reply_broadcast');
  });

  it('goes to a person, and replies in the direct messages that Slack named', () => {
    const member = { ...to, channel: 'U0789ABCD' };

    expect(slack.formatPlace(member)).toBe('the Slack member U0789ABCD');
    expect(slack.writeBody({ body }, member)).toBe(`{"channel":"U0789ABCD",${body.slice(1)}`);
    const reply = JSON.parse(slack.writeBody({ body, thread: 'D0456 1503435956.000247' }, member));
    expect(reply).toMatchObject({ channel: 'D0456', thread_ts: '1503435956.000247' });
  });

  it.each([
    ['another channel', to, 'C0456OTHER 1.2'],
    ['the direct messages to which the route went before', to, 'D0456 1.2'],
    ['the channel to which the route went before', { ...to, channel: 'U0789ABCD' }, 'C0123ABCD 1.2'],
  ])('is a message of its own where the message that it replies to stands in %s', (_, now, thread) => {
    expect(slack.writeBody({ body, thread }, now)).toBe(slack.writeBody({ body }, now));
  });

  it('is the frozen bytes alone where a webhook sends it in place of the bot', () => {
    expect(slack.writeBody({ body, thread: 'C0123ABCD 1503435956.000247' }, webhook)).toBe(body);
  });

  it('carries its token in a header alone', () => {
    const message = { digestId: 'msg_1', body };

    expect(slack.headersFor(message, to, secrets)).toEqual({ authorization: `Bearer ${token}` });
    expect(slack.writeBody(message, to)).not.toContain(token);
  });

  it.each(['', 'xoxb-1 2', 'xoxb-\n1'])('is not sent with a token that no header can carry (%j)', (value) => {
    const send = () =>
      slack.headersFor({ digestId: 'msg_1', body }, to, new Map([['SLACK_BOT_TOKEN', value]]));

    expect(send).toThrow(UnusableSecretError);
    expect(send).toThrow(/^secret SLACK_BOT_TOKEN is no token of a bot; copy/);
  });
});

describe('the thread of a message', () => {
  const posted = answer({ ok: true, channel: 'C0123ABCD', ts: '1503435956.000247', message: {} });

  it("is named by Slack's answer to a bot", () => {
    expect(slack.findThread(posted, to)).toBe('C0123ABCD 1503435956.000247');
    expect(slack.findThread(posted, webhook)).toBeNull();
  });

  it.each([
    answer({ ok: true, channel: 'C0123ABCD' }),
    answer({ ok: true, channel: 'C0123ABCD', ts: '1 2' }),
    answer({ ok: true, channel: 'C1","thread_ts":"', ts: '1.2' }),
    { ...posted, body: posted.body.slice(0, 60) },
    { ...posted, body: 'ok' },
  ])('is not known where the answer names none (%#)', (other) => {
    expect(slack.findThread(other, to)).toBeNull();
  });
});

describe('the token of a bot', () => {
  const [needed] = slack.secretsOf(to);

  it.each([token, 'xoxe.xoxb-1-abcdefghijklmnop'])('is taken as %s', (value) => {
    expect(needed?.form.findProblem(value, false)).toBeNull();
  });

  it.each([
    ['xoxp-1234567890-abcdefghij', 'it is no token of a bot'],
    ['xoxb-1', 'it is cut off'],
    [`${token}"`, 'it is cut off or has other characters'],
  ])('is refused as %s', (value, problem) => {
    expect(needed?.form.findProblem(value, false)).toContain(problem);
  });
});

describe('the probe of a bot', () => {
  it('asks whose token it is, and posts nothing', () => {
    expect(slack.probe.requestFor(to, secrets)).toMatchObject({
      url: 'https://slack.com/api/auth.test',
      headers: { authorization: `Bearer ${token}` },
    });
  });

  const may = { 'x-oauth-scopes': 'channels:read, chat:write' };
  it.each([
    [answer({ ok: true }), 'ok', 'the bot (nothing was posted); it must be a member of C0123ABCD'],
    [answer({ ok: true }, may), 'ok', 'Slack knows the bot'],
    [answer({ ok: true }, { 'x-oauth-scopes': 'channels:read' }), 'failed', 'lacks the scope chat:write'],
    [answer({ ok: false, error: 'invalid_auth' }), 'failed', "the bot's token (answered 200: invalid_auth)"],
    [{ status: 200, headers: {}, body: '<html>Log in</html>' }, 'failed', 'no answer of Slack'],
  ])('finds whether the bot may post (%#)', (given, state, found) => {
    const finding = slack.probe.judge(to, given, (name) => `set ${name}`);

    expect(finding).toMatchObject({ state, found: expect.stringContaining(found) });
  });
});
