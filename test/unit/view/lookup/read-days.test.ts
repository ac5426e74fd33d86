import { expect, it } from 'vitest';
import type { SignalRecord } from '../../../../shared/domain/history/history.ts';
import { createJudge } from '../../../../view/lookup/read-days.ts';
import { buyerA, exampleRow } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { benchConfig } from '../../../support/functions/open-functions.ts';

it('judges a recorded signal anew by the name of its buyer', () => {
  const record: SignalRecord = {
    signalId: 'b#1',
    buyerId: buyerA,
    firstSeenAt: 0,
    hot: false,
    hotUnknown: false,
    hotBecause: [],
    hotnessRank: null,
    notSent: null,
    firstRun: null,
    verdicts: [],
    signal: exampleRow(1),
  };
  const routesOf = (buyer: string) => {
    const config = { ...benchConfig, routes: [{ ...immediateRoute, match: { buyers: [buyer] } }] };
    return createJudge(config, new Map())(record).routeIds;
  };
  expect(routesOf('Springfield School District')).toEqual([immediateRoute.id]);
  expect(routesOf('Shelbyville')).toEqual([]);
});
