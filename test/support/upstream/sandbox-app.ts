import { createSandboxApp } from '../../../sandbox/app.ts';
import { makeWorld, type WorldPlan } from '../../../sandbox/data/world.ts';
import { seedRows } from '../../../sandbox/rows/seed-rows.ts';

export const sandboxToken = 'secret';

/** A sandbox without a socket, which throws what its command would report. */
export function openSandboxApp(plan: WorldPlan, now: () => number) {
  const world = makeWorld(plan);
  const store = seedRows(world, now());
  const app = createSandboxApp({
    store,
    token: sandboxToken,
    now,
    report: (error) => {
      throw error;
    },
  });
  return { world, store, app };
}
