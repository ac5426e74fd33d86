import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { findNeeds, readHealth } from '../../../view/health/health.ts';
import { needsOf } from '../../../view/health/route-needs.ts';
import { readRoutes } from '../../../view/health/route-status.ts';

const place = { stage: 'simulated' } as const;
const stage = {
  name: place.stage,
  doorUrl: null,
  alarmTopic: 'simulated',
  readQueueDepths: async () => ({ work: [], deadLetters: 0, missedTicks: 0 }),
};

/** The word of `signalpost status`, by the ledger alone: what needs attention, and whether that is nothing. */
export async function judgeStatus(ledger: Ledger, config: SignalpostConfig, now: number) {
  const health = await readHealth({ ledger, stage, isRunning: false }, config, now);
  const routes = await readRoutes({ ledger, stage, isRunning: false }, config.routes, now);
  const needs = [
    ...findNeeds(health, config, place),
    ...routes.flatMap((route) => needsOf(route, now, place).map(({ text }) => text)),
  ];
  return { isWell: needs.length === 0, needs };
}
