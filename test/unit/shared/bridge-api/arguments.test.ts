import { describe, expect, it } from 'vitest';
import { ArgumentError } from '../../../../shared/domain/errors.ts';
import { buyerId, createFakeService, pageOf, rejectionOf } from '../../../support/fake-service.ts';

describe('arguments', () => {
  it.each(['', '.', '..', '\ud800'])(
    'refuse the id %j, which is no segment of a path, before a call',
    async (id) => {
      const { api, sent, tokens } = createFakeService([{ json: [] }]);

      for (const call of [
        api.listColumnMetadata(id),
        api.listBridgeRows({ bridgeId: id }),
        api.getBuyerSummary(id),
      ]) {
        expect(await rejectionOf(call)).toBeInstanceOf(ArgumentError);
      }

      expect(sent).toEqual([]);
      expect(tokens).toEqual([]);
    },
  );

  it.each([
    ['tenders', 'tenders'],
    ['../buyer', '..%2Fbuyer'],
    ['a b?c#d%', 'a%20b%3Fc%23d%25'],
    ['größe', 'gr%C3%B6%C3%9Fe'],
    ['...', '...'],
  ])('take the path id %j, which is no UUID, as one encoded segment', async (id, segment) => {
    const { api, sent } = createFakeService([
      { json: [] },
      { json: pageOf([]) },
      { json: { buyerId: id, needsRegeneration: false } },
    ]);

    await api.listColumnMetadata(id);
    await api.listBridgeRows({ bridgeId: id });
    await api.getBuyerSummary(id);

    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
      `/api/external/bridge/${segment}/column/metadata`,
      `/api/external/bridge/${segment}/row`,
      `/api/external/buyer/${segment}/summary`,
    ]);
  });

  it.each(['', '   ', 'two words', 'line\nfeed', 'tokén'])(
    'refuse the token %j without quoting it',
    async (token) => {
      const { api, sent } = createFakeService([{ json: {} }], { token: async () => token });

      const error = await rejectionOf(api.getBuyerSummary(buyerId));

      expect(error).toMatchObject({ name: 'ArgumentError', field: 'token' });
      if (token.trim() !== '') expect(String(error)).not.toContain(token);
      expect(sent).toEqual([]);
    },
  );

  it('take a token that ends in a line feed, as files have it', async () => {
    const { api, sent } = createFakeService([{ json: pageOf([]) }], { token: async () => 'token-1\n' });

    await api.listBuyerSignals({ buyerId });

    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
  });
});
