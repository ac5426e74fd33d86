import { type Sandbox, startSandbox } from '../../../sandbox/serve.ts';
import { controlSandbox } from '../../support/commands/run-bench.ts';
import { listAllSignals } from '../../support/upstream/listed-signals.ts';

/**
 * The service that the deployed functions poll: small, and quiet unless told. Summaries are ready when first asked
 * for: one that is being generated is asked for again a minute later, which would only be waited for here.
 */
export async function startUpstream(): Promise<Sandbox> {
  const sandbox = await startSandbox({
    port: 0,
    seed: 1,
    buyers: 6,
    bridges: 4,
    signals: 40,
    now: () => Date.now(),
  });
  try {
    for (const { buyerId } of sandbox.world.buyers) {
      const listed = await listAllSignals(sandbox, [buyerId]);
      // A buyer without a row has no summary to be ready.
      if (listed.length > 0) await controlSandbox(sandbox, `summaries/${buyerId}`, { state: 'ready' });
    }
    return sandbox;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/** Lets a new signal of a buyer arrive, and gives its id. */
export async function addSignal(
  sandbox: Sandbox,
  buyerId: string,
  wishes: { readonly hotness?: number; readonly bridgeId?: string } = {},
): Promise<string> {
  const { signals } = (await controlSandbox(sandbox, 'signals', { buyerId, ...wishes })) as {
    signals: { bridgeId: string; rowId: string }[];
  };
  const [signal] = signals;
  if (!signal) throw new Error('upstream made no signal');
  return `${signal.bridgeId}#${signal.rowId}`;
}
