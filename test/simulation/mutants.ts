import { alertMutants } from './mutants/alert-mutants.ts';
import { bridgeMutants } from './mutants/bridge-mutants.ts';
import { clickMutants } from './mutants/click-mutants.ts';
import { composeMutants } from './mutants/compose-mutants.ts';
import { deliverMutants } from './mutants/deliver-mutants.ts';
import { eventMutants } from './mutants/event-mutants.ts';
import { planMutants } from './mutants/plan-mutants.ts';
import { portMutants } from './mutants/port-mutants.ts';
import { readMutants } from './mutants/read-mutants.ts';
import { refusalMutants } from './mutants/refusal-mutants.ts';
import { reportMutants } from './mutants/report-mutants.ts';
import { routeMutants } from './mutants/route-mutants.ts';
import { valueMutants } from './mutants/value-mutants.ts';
import type { Mutant } from './parts/mutant.ts';

const byFile: readonly (readonly Mutant[])[] = [
  portMutants,
  readMutants,
  planMutants,
  bridgeMutants,
  composeMutants,
  deliverMutants,
  refusalMutants,
  routeMutants,
  valueMutants,
  alertMutants,
  reportMutants,
  eventMutants,
  clickMutants,
];

/**
 * No unit or contract test finds these, which are about crashes between two writes, processes side by side and clocks that
 * differ: `newcomer-noted-after-it-is-known`, `newcomer-by-an-old-reading`, `newcomer-by-an-old-roster`,
 * `first-scan-does-not-look-again`, `summary-is-asked-for-after-the-signals`, `seen-is-cached-before-its-commit`,
 * `scheduled-without-being-due`, `a-freeze-does-not-ask-for-the-route`, `lease-ends-by-one-clock`,
 * `an-id-counted-in-the-ledger` and `complete-up-to-the-end-of-the-scan`. Found out by changing the source as the mutant
 * does, and running `npx vitest related FILE --project unit --project contract`.
 */
export const mutants = byFile.flat();

/** One of each file, for `npm test`; `npm run test:slow` runs all of them. */
export const firstMutants = byFile.flatMap((file) => file.slice(0, 1));

export function findMutant(name: string): Mutant {
  const found = mutants.find((mutant) => mutant.name === name);
  if (found) return found;
  const names = mutants.map((mutant) => mutant.name).join(', ');
  throw new RangeError(`no mutant is called ${name}; there are: ${names}`);
}
