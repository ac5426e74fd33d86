import { describe, expect, it } from 'vitest';
import { checkMail } from '../../../cli/doctor/check-account.ts';
import { fakeAccount } from './fake-account.ts';

const topic = 'arn:aws:sns:eu-west-1:111122223333:signalpost-dev-LastResort';
const manifest = { mailTopic: topic };
const check = (options: Parameters<typeof fakeAccount>[0]) =>
  checkMail({ stage: 'dev', config: 'signalpost.config.ts' }, 'ops@example.com', fakeAccount(options)).run();

describe("the check of the alarms' mail", () => {
  it('is well once the address has confirmed, and before the first deploy', async () => {
    expect(await check({ manifest })).toMatchObject({ state: 'ok' });
    expect(await check({})).toMatchObject({ state: 'ok' });
  });

  it('fails until then, and says how to get a new mail', async () => {
    expect(await check({ manifest, isMailConfirmed: false })).toEqual({
      state: 'failed',
      found: expect.stringContaining('ops@example.com has not confirmed and gets no alarm'),
      fix: expect.stringContaining(
        `aws sns subscribe --topic-arn ${topic} --protocol email --notification-endpoint ops@example.com`,
      ),
    });
  });

  it('warns where the alarms were deployed without the address', async () => {
    expect(await check({ manifest: {} })).toMatchObject({
      state: 'warning',
      fix: 'npm run -s signalpost -- deploy --stage dev',
    });
  });
});
