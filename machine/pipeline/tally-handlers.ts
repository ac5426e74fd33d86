import type { Handlers } from '../../functions/handlers.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { type TallyKeeper, tallied } from '../../shared/runtime/tally-keeper.ts';

/** The handlers, which store their counts after each invocation, as in the cloud. */
export function tallyHandlers(handlers: Handlers, keeper: TallyKeeper, ledger: Ledger): Handlers {
  const entries = Object.entries(handlers).map(([name, handle]) => [name, tallied(handle, keeper, ledger)]);
  return Object.fromEntries(entries) as Handlers;
}
