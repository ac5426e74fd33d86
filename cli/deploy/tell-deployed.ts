import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { cronTimes } from '../../shared/runtime/cron-times.ts';
import type { DeployedStage } from '../stage/find-stage.ts';

/** The functions that run now, the times of the next digests, and commands to try. `now`: milliseconds since the epoch. */
export function tellDeployed(
  stage: Pick<DeployedStage, 'name' | 'functions'>,
  config: Pick<SignalpostConfig, 'watch' | 'routes'>,
  now: number,
): string[] {
  return [
    `Stage ${stage.name} runs:`,
    ...Object.entries(stage.functions).map(([name, physical]) => `  ${name.padEnd(16)} ${physical}`),
    `  polls every ${config.watch.every}, first within that time`,
    ...config.routes.map((route) => `  route ${route.id} (${route.to.type}): ${tellTime(route.when, now)}`),
    `Try it: signalpost invoke plan-polls --stage ${stage.name}`,
    `Status: signalpost status --stage ${stage.name}`,
  ];
}

function tellTime(when: Route['when'], now: number): string {
  if (when === 'immediately') return 'immediately, within a minute';
  const next = cronTimes(when.cron, when.timezone).next(now);
  if (next === null) return `never: ${when.cron} has no time in the future`;
  return `next at ${isoTime(next).slice(0, 16).replace('T', ' ')} UTC (${when.cron}, ${when.timezone})`;
}
