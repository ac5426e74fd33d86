import { describe, expect, it } from 'vitest';
import { getSummary } from '../../../../functions/fetch-summaries/summary-source.ts';
import { ContractError } from '../../../../shared/domain/errors.ts';
import { exampleSummary } from '../../../support/examples/example-digest.ts';
import { buyerId, createFakeService, type FakeAnswer, rowId } from '../../../support/fake-service.ts';

const read = (answer: FakeAnswer) =>
  getSummary(createFakeService([answer]).api, buyerId, Number.POSITIVE_INFINITY);

describe('a summary as the domain knows it', () => {
  const { score, scoreReasoning, generatedAt, ...blocks } = exampleSummary();
  const answered = { buyerId, needsRegeneration: false, summary: blocks, score, scoreReasoning, generatedAt };

  it.each([false, true])(
    'is what the service generated, also when it is to be generated anew: %s',
    async (stale) => {
      expect(await read({ json: { ...answered, needsRegeneration: stale } })).toEqual({
        result: 'ready',
        summary: exampleSummary(),
      });
    },
  );

  it('has null, or nothing in a list, for what the service leaves out', async () => {
    const summary = {
      whatsRecent: {},
      theBiggerPicture: { intro: 'Intro', sections: [{}] },
      areasForDeeperDiscovery: { sections: [{ sources: [{}] }] },
    };
    const section = { title: null, text: null, sources: [] };
    const source = {
      entryId: null,
      entryName: null,
      triggerId: null,
      triggerType: null,
      triggerName: null,
    };

    expect(await read({ json: { buyerId, needsRegeneration: false, summary } })).toEqual({
      result: 'ready',
      summary: {
        whatsRecent: { intro: null, sections: [] },
        theBiggerPicture: { intro: 'Intro', sections: [section] },
        areasForDeeperDiscovery: { intro: null, sections: [{ ...section, sources: [source] }] },
        score: null,
        scoreReasoning: null,
        generatedAt: null,
      },
    });
    expect(await read({ json: { buyerId, needsRegeneration: false, summary: {} } })).toMatchObject({
      summary: { whatsRecent: null, theBiggerPicture: null, areasForDeeperDiscovery: null },
    });
  });

  it('is pending while there is none and one is being generated, and none otherwise', async () => {
    const without = (needsRegeneration: boolean) => read({ json: { buyerId, needsRegeneration } });

    expect(await without(true)).toEqual({ result: 'pending' });
    expect(await without(false)).toEqual({ result: 'none' });
    expect(await read({ json: { ...answered, summary: null } })).toEqual({ result: 'none' });
  });

  it('is not taken from the answer of another buyer, whose id is another UUID', async () => {
    for (const own of [buyerId.toUpperCase(), 'an id of another kind'])
      expect(await read({ json: { ...answered, buyerId: own } })).toMatchObject({ result: 'ready' });
    await expect(read({ json: { ...answered, buyerId: rowId } })).rejects.toThrow(ContractError);
  });

  it('is none where no bridge tracks the buyer', async () => {
    expect(await read({ status: 404 })).toEqual({ result: 'none' });
  });

  it('is refused where the token has no right to it, with what a person needs to know', async () => {
    const refused = await read({ status: 403, text: 'a body with a secret' });

    expect(refused).toEqual({
      result: 'refused',
      problem:
        "getBuyerSummary: the service answered 403: the access token does not allow this; requested again with the buyer's next hot signal",
    });
  });

  it.each([401, 500, 400])('is a failure of its call where the answer is %i', async (status) => {
    await expect(read({ status })).rejects.toMatchObject({ status });
  });
});
