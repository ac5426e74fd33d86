import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRetryBudget } from '../../../shared/bridge-api/retry.ts';
import { buyerId, createFakeService, rejectionOf } from './fake-service.ts';

describe('the budget for retries', () => {
  it('allows one more for each ten calls', () => {
    const budget = createRetryBudget();
    while (budget.withdraw());
    for (let call = 0; call < 9; call += 1) budget.deposit();

    expect(budget.withdraw()).toBe(false);
    budget.deposit();
    expect(budget.withdraw()).toBe(true);
    expect(budget.withdraw()).toBe(false);
  });

  it('saves up no more than ten', () => {
    const budget = createRetryBudget();
    for (let call = 0; call < 10_000; call += 1) budget.deposit();

    const granted = Array.from({ length: 12 }, () => budget.withdraw());

    expect(granted.filter(Boolean)).toHaveLength(10);
  });

  it('never grants more than ten and a tenth of the calls, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 2_000 }), (isCall) => {
        const budget = createRetryBudget();
        let calls = 0;
        let retries = 0;
        for (const call of isCall) {
          if (call) calls += 1;
          if (call) budget.deposit();
          else if (budget.withdraw()) retries += 1;
          expect(retries).toBeLessThanOrEqual(10 + calls / 10);
        }
      }),
    );
  });

  it('is shared by all calls of a client: a service that fails throughout meets a tenth more calls, not thrice as many', async () => {
    const { api, sent } = createFakeService([{ status: 503 }]);

    for (let call = 0; call < 200; call += 1) await rejectionOf(api.getBuyerSummary(buyerId));

    expect(sent.length).toBeGreaterThan(200 + 10);
    expect(sent.length).toBeLessThanOrEqual(200 + 10 + 20);
  });

  it('is not spent by repeats of refused calls behind a gate, which slows all calls down', async () => {
    const gate = {
      admit: async () => ({ perSecond: 20, cuts: 0, isProbe: false }),
      report: async () => undefined,
    };
    const sentWith = async (options: { readonly gate?: typeof gate }) => {
      const answers = Array.from({ length: 60 }, (_, index) => ({ status: index % 2 === 0 ? 429 : 404 }));
      const { api, sent } = createFakeService(answers, options);
      for (let call = 0; call < 30; call += 1) await rejectionOf(api.getBuyerSummary(buyerId));
      return sent.length;
    };
    expect(await sentWith({ gate })).toBe(60);
    expect(await sentWith({})).toBeLessThan(60);
  });
});
