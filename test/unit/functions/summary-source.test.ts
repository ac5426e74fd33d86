import { describe, expect, it } from 'vitest';
import { getSummary } from '../../../functions/fetch-summaries/summary-source.ts';
import { buyerId, createFakeService, type FakeAnswer } from '../bridge-api/fake-service.ts';

const read = (answer: FakeAnswer) =>
  getSummary(createFakeService([answer]).api, buyerId, Number.POSITIVE_INFINITY);

describe('a summary as the domain knows it', () => {
  it('is none where no bridge tracks the buyer', async () => {
    expect(await read({ status: 404 })).toEqual({ result: 'none' });
  });

  it('is refused where the token has no right to it, with what a person needs to know', async () => {
    const refused = await read({ status: 403, text: 'a body with a secret' });

    expect(refused).toEqual({
      result: 'refused',
      problem:
        "getBuyerSummary: the service answered 403: the access token does not allow this; asked for again with the buyer's next hot signal",
    });
  });

  it.each([401, 500, 400])('is a failure of its call where the answer is %i', async (status) => {
    await expect(read({ status })).rejects.toMatchObject({ status });
  });
});
