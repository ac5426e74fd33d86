import { describe, expect, it } from 'vitest';
import { noDigestId } from '../../../../../shared/domain/digests/digest-id.ts';
import type { UnnamedDigest } from '../../../../../shared/ledger/digests/digest-ids.ts';
import { openLedger } from '../../../../support/ledger/open-ledger.ts';
import { seededRandom } from '../../../../support/seeded-random.ts';

const digest: UnnamedDigest = {
  routeId: 'crm',
  slot: '2026-11-21T08:00:00.000Z',
  part: 1,
  body: `{"id":"${noDigestId}"}`,
  plainBody: undefined,
  members: ['OUT#1', 'OUT#2'],
};

async function namingOf(seed: number) {
  const { ledger } = openLedger(seededRandom(seed));
  await ledger.routes.register(['crm']);
  return ledger.digests.readNaming('crm');
}

describe('the id of a digest', () => {
  it('is the same for the same digest, and as long as the one that it was rendered with', async () => {
    const [one, other] = [await namingOf(1), await namingOf(1)];
    expect(one(digest)).toBe(other({ ...digest }));
    expect(one(digest)).toMatch(/^msg_[a-z2-7]{26}$/);
    expect(one(digest)).toHaveLength(noDigestId.length);
  });

  it.each<[string, Partial<UnnamedDigest>]>([
    ['route', { routeId: 'sales' }],
    ['slot', { slot: '2026-11-21T08:00:00.001Z' }],
    ['part', { part: 2 }],
    ['members', { members: ['OUT#1'] }],
    ['body', { body: '{}' }],
    ['second form', { plainBody: '{}' }],
  ])('is another for another %s', async (_, other) => {
    const name = await namingOf(1);
    expect(name({ ...digest, ...other })).not.toBe(name(digest));
  });

  it('is another in another installation', async () => {
    const [one, other] = [await namingOf(1), await namingOf(2)];
    expect(one(digest)).not.toBe(other(digest));
  });
});
