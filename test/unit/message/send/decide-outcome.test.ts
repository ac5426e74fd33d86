import { describe, expect, it } from 'vitest';
import { destinationOf } from '../../../../message/destinations.ts';
import { type AttemptResult, decideOutcome } from '../../../../message/send/decide-outcome.ts';
import {
  DeliveryTransportError,
  DestinationRefusedError,
} from '../../../../message/send/destination-errors.ts';
import type { PostAnswer } from '../../../../message/send/http-post.ts';
import type { DestinationSettings } from '../../../../shared/domain/routes/route.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const answer = (status: number, body = '', headers: Record<string, string> = {}): AttemptResult => ({
  status,
  body,
  headers,
});
const after = (time: string) => ({ 'retry-after': time });
const settings = {
  slack: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
  bot: { type: 'slack', botToken: { secret: 'SLACK_BOT_TOKEN' }, channel: 'C0123ABCD' },
  teams: { type: 'teams', webhookUrl: { secret: 'TEAMS_WEBHOOK_URL' } },
  webhook: { type: 'webhook', url: { secret: 'HOOK_URL' }, signingSecret: { secret: 'SIGNING_SECRET' } },
} as const satisfies Record<string, DestinationSettings>;
const outcomeOf = (to: keyof typeof settings, result: AttemptResult, at: number) => {
  const judge = (given: PostAnswer) => destinationOf(settings[to]).judgeAnswer?.(given, settings[to]) ?? null;
  return decideOutcome(judge, result, at);
};
/** As Power Automate answers: the message names the flow, and says what its owner calls it. */
const flowRefusal = (status: number, code: string) =>
  answer(status, JSON.stringify({ error: { code, message: `Workflow 'hunter2' with '${code}'.` } }));
const refusal = (error: string) => answer(200, JSON.stringify({ ok: false, error }));
const cut = (bytesLeft: boolean) => new DeliveryTransportError('TIMEOUT', 'timed out', { bytesLeft });

type Row = [
  to: keyof typeof settings,
  result: AttemptResult,
  outcome: string,
  ambiguous: boolean,
  retryAfterMs: number | null,
  /** For a 429 alone, when it says until when. */
  throttled?: boolean,
];

const table: Row[] = [
  ['bot', answer(200, '{"ok":true,"channel":"C0123ABCD"}'), 'delivered', false, null],
  ['bot', answer(200, '{"ok": true, "channel": "C0123ABCD", "ts": "150343'), 'delivered', false, null],
  ['bot', answer(200, '{"ok":"yes"}'), 'retry', true, null],
  ['bot', answer(200, '<!DOCTYPE html><title>Log in</title>'), 'retry', false, null],
  ['bot', answer(403, '{"ok":false,"error":"token_revoked"}'), 'gone', false, null],
  ['bot', answer(200, '{"ok":false}'), 'retry', false, null],
  ['bot', refusal('internal_error'), 'retry', true, null],
  ['bot', answer(429, '{"ok":false,"error":"ratelimited"}', after('30')), 'retry', false, 30_000, true],
  ['bot', answer(503, '{"ok":false,"error":"service_unavailable"}'), 'retry', true, null],
  ['teams', answer(202), 'delivered', false, null],
  ['teams', flowRefusal(400, 'WorkflowTriggerIsNotEnabled'), 'gone', false, null],
  ['teams', flowRefusal(400, 'TriggerInputSchemaMismatch'), 'gone', false, null],
  ['teams', flowRefusal(400, 'SomethingNew'), 'retry', false, null],
  ['teams', flowRefusal(502, 'WorkflowNotFound'), 'retry', true, 60_000],
  ['webhook', answer(200), 'delivered', false, null],
  ['webhook', answer(410), 'gone', false, null],
  ['webhook', answer(301), 'retry', false, null],
  ['webhook', answer(500), 'retry', true, null],
  ['webhook', answer(503, '', after('7')), 'retry', true, 7_000],
  ['webhook', answer(429), 'retry', false, 60_000],
  ['webhook', answer(429, '', after('5')), 'retry', false, 5_000, true],
  ['webhook', answer(429, '', after('Sat, 21 Nov 2026 08:02:00 GMT')), 'retry', false, 120_000, true],
  ['webhook', answer(429, '', after('soon')), 'retry', false, 60_000],
  ['webhook', cut(true), 'retry', true, null],
  ['webhook', cut(false), 'retry', false, null],
  ['slack', answer(200, 'invalid_payload'), 'delivered', false, null],
  ['slack', answer(200, '<!DOCTYPE html><title>Log in</title>'), 'retry', false, null],
  ['slack', answer(403, 'action_prohibited'), 'gone', false, null],
  ['slack', answer(404, 'channel_not_found\n'), 'gone', false, null],
  ['slack', answer(410, 'whatever else'), 'gone', false, null],
  ['slack', answer(400, 'invalid_payload'), 'dead', false, null],
  ['slack', answer(400, 'a_word_not_known'), 'retry', false, null],
  ['slack', answer(500, 'no_service'), 'retry', true, null],
  ['slack', new DestinationRefusedError('the destination is refused'), 'retry', false, null],
];

const describeResult = (result: AttemptResult) =>
  result instanceof Error
    ? `${result.name}${'bytesLeft' in result ? `, bytes left: ${result.bytesLeft}` : ''}`
    : `${result.status} ${result.body.trim()} ${result.headers['retry-after'] ?? ''}`.trim();

describe('the outcome of an attempt', () => {
  it.each(
    table.map(([to, result, ...expected]) => [to, describeResult(result), result, ...expected] as const),
  )('%s: %s', (to, _, result, outcome, ambiguous, retryAfterMs, throttled) => {
    const { throttled: isThrottled = false, ...decided } = outcomeOf(to, result, now);
    expect(decided).toMatchObject({ outcome, ambiguous, retryAfterMs });
    expect(isThrottled).toBe(throttled ?? false);
  });

  it.each([
    ['slack', answer(404, 'no_service'), 'answered 404: no_service'],
    ['slack', answer(404, 'Invalid token xoxb-123 in no_service'), 'answered 404'],
    ['slack', answer(404, 'x'.repeat(41)), 'answered 404'],
    ['webhook', answer(404, 'no_service'), 'answered 404'],
    ['webhook', cut(true), 'timed out'],
    ['webhook', answer(308), 'answered 308: a redirect, which is not followed; configure the final address'],
    ['teams', answer(200, '<!doctype html><title>Sign in</title>'), 'answered 200 with an HTML page'],
    ['teams', flowRefusal(404, 'WorkflowNotFound'), 'answered 404: WorkflowNotFound (the flow was deleted)'],
    ['teams', flowRefusal(400, 'SomethingNew'), 'answered 400: SomethingNew'],
    ['teams', flowRefusal(400, 'x'.repeat(61)), 'answered 400'],
    ['teams', answer(404, 'null'), 'answered 404'],
    ['teams', answer(404, '<html>hunter2</html>'), 'answered 404'],
  ] as const)(
    'gives the code word of a destination, and nothing else of a body (%#)',
    (to, result, reason) => {
      expect(outcomeOf(to, result, now).reason).toBe(reason);
    },
  );

  it.each([
    ['is_archived', { outcome: 'gone' }],
    ['invalid_blocks', { outcome: 'dead', formRefused: true }],
    ['cannot_reply_to_message', { outcome: 'retry', threadRefused: true }],
    ['a_word_that_nobody_knows', { outcome: 'retry' }],
  ])('says what a refusal is about: %s', (word, told) => {
    const rest = { ambiguous: false, status: 200, reason: `answered 200: ${word}`, retryAfterMs: null };
    expect(outcomeOf('bot', refusal(word), now)).toEqual({ ...rest, ...told });
  });
});
