import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../../functions/tell-alarm/handler.ts';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
import type { AttemptOutcome } from '../../../../shared/domain/digests/attempt.ts';
import { alarmEvent } from '../../../support/aws/alarm-event.ts';
import { openFunctions } from '../../../support/functions/open-functions.ts';

const to = { type: 'slack', webhookUrl: { secret: 'OPS_SLACK_WEBHOOK_URL' } } as const;
const url = 'https://ops.example.com/';
const webhook = { type: 'webhook', url, signingSecret: { secret: 'OPS_KEY' } } as const;
const runbookUrl = 'https://git.example.com/runbook.md';
function open(alarms: SignalpostConfig['alarms'], outcome: Partial<AttemptOutcome> = {}) {
  const bench = openFunctions({ config: alarms ? { alarms } : {}, answer: () => outcome });
  return { ...bench, handle: createHandler({ ...bench.ports, stage: 'prod' }) };
}

const alarms = { to, quietAfter: '3 days', runbookUrl };

describe('tell-alarm', () => {
  it('tells an alarm with its impact, the heading to read and since when', async () => {
    const { handle, sent, observed } = open(alarms);

    const answer = await handle(alarmEvent());

    const alarm = 'signalpost-prod-monitoring-PollingFails0A1B2C3D';
    expect(answer).toEqual({ alarms: [{ alarm, state: 'ALARM', result: 'sent' }] });
    expect(sent.map(({ digestId }) => digestId)).toEqual(['alarm_a1b2-c3']);
    const { text } = JSON.parse(sent[0]?.body ?? '');
    expect(text.split('\n')).toEqual([
      '🚨 Alarm: Polling fails in prod',
      '',
      'Buyers are not read.',
      `Since 2026-11-21T08:31:12.345Z. What to do: Polling fails (${runbookUrl}#polling-fails)`,
      '',
      `Threshold Crossed: 2 datapoints were greater than or equal to the threshold (1.0). (${alarm})`,
    ]);
    expect(observed).toEqual([
      { kind: 'alarm-changed', alarm: 'Polling fails', state: 'ALARM', status: 204 },
    ]);
  });

  it('tells what the sweep raised: which route and digest it is about, under the id of the change', async () => {
    const { handle, sent } = open({ to: webhook, quietAfter: '3 days' });

    const raised = { NoticeId: 'alarm_digest-failed_crm_1', RouteId: 'crm', DigestId: 'msg_a', Count: 2 };
    await handle(alarmEvent(raised));

    expect(sent.map(({ digestId }) => digestId)).toEqual(['alarm_digest-failed_crm_1']);
    const { data } = JSON.parse(sent[0]?.body ?? '');
    expect(data).toMatchObject({ routeId: 'crm', digestId: 'msg_a', count: 2 });
  });

  it.each([
    ['OK', 'INSUFFICIENT_DATA'],
    ['INSUFFICIENT_DATA', 'ALARM'],
    ['INSUFFICIENT_DATA', 'OK'],
  ])('leaves out %s after %s, which nobody could act on', async (NewStateValue, OldStateValue) => {
    const { handle, sent } = open(alarms);

    const answer = await handle(alarmEvent({ NewStateValue, OldStateValue }));

    expect(answer.alarms).toMatchObject([{ result: 'skipped' }]);
    expect(sent).toEqual([]);
  });

  it('sends nothing in a dry run, and shows what it would send', async () => {
    const { handle, sent } = open(alarms);

    const answer = await handle({ ...alarmEvent(), dryRun: true });

    expect(answer.alarms).toMatchObject([
      { result: 'would-send', body: expect.stringContaining('Polling fails') },
    ]);
    expect(sent).toEqual([]);
  });

  it('fails when the destination does not take it, so that it is tried again', async () => {
    const refused = { outcome: 'retry', status: 503, reason: 'answered 503' } as const;
    const { handle, observed } = open(alarms, refused);

    await expect(handle(alarmEvent())).rejects.toThrow(
      /^"Polling fails" is ALARM, but its message could not be delivered: answered 503$/,
    );
    expect(observed).toEqual([]);
  });

  it('refuses what is no alarm, and says what it found', async () => {
    const { handle } = open(alarms);
    const event = { Records: [{ Sns: { MessageId: '1', Message: 'hello' } }] };

    await expect(handle(event)).rejects.toThrow(/not JSON; only alarms may publish/);
  });
});
