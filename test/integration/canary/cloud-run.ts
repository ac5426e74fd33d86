import { inspect } from 'node:util';
import type { Context, SQSEvent } from 'aws-lambda';
import { localSecrets } from '../../../cli/open/own-config.ts';
import { lambdaEntry } from '../../../functions/cloud/cloud-ports.ts';
import type { Observe } from '../../../functions/observations/observation.ts';
import { type FunctionName, functions, type QueueName, queues } from '../../../functions/wiring.ts';
import { openState } from '../../../machine/pipeline/open-state.ts';
import { createLocalHandlers } from '../../../machine/pipeline/pipeline.ts';
import { makeSqsEvent } from '../../../machine/queues/work-queue.ts';
import { loadConfig } from '../../../shared/config/load.ts';
import { alarmEvent } from '../../support/aws/alarm-event.ts';
import { changeLedger } from '../../support/ledger/change-ledger.ts';
import { everySecret } from './canaries.ts';

// The functions behind their Lambda entries, as Lambda would run them: what they log, count, answer with, put
// into queues and throw goes to stdout. With `broken`, the ledger throws errors that hold every secret.
const [mode = 'whole'] = process.argv.slice(2);

const state = openState('state');
const leak = (): never => {
  const cause = new Error(`the cause has ${everySecret.join(' ')}`);
  throw Object.assign(new Error(`could not do it with ${everySecret.join(', ')}`, { cause }), {
    secrets: everySecret,
  });
};
const leaks = { buyers: { read: leak }, routes: { read: leak }, due: { list: leak } };
const ledger = mode === 'whole' ? state.ledger : changeLedger(state.ledger, leaks);

const names = Object.keys(queues) as QueueName[];
const sent = Object.fromEntries(names.map((name): [string, unknown[]] => [name, []]));
const config = await loadConfig('config.json');
const print = (what: string, value: unknown): void => console.log(JSON.stringify({ what, value }));

function entryOf(name: FunctionName) {
  return lambdaEntry(name, async (log) => {
    const observe: Observe = (observation) => {
      print('observation', observation);
      log(observation);
    };
    const queue = (of: QueueName) => ({
      send: async (messages: readonly unknown[]) => {
        sent[of]?.push(...messages);
      },
    });
    const secrets = localSecrets({ config: 'config.json' });
    return createLocalHandlers({ config, secrets, observe, state: { ...state, ledger } }, queue)[name];
  });
}
const entries = new Map(Object.keys(functions).map((name) => [name, entryOf(name as FunctionName)]));

async function invoke(name: FunctionName, event: unknown): Promise<void> {
  const end = Date.now() + functions[name].timeoutSeconds * 1000;
  const context = { getRemainingTimeInMillis: () => end - Date.now() } as Context;
  try {
    print(`${name} answered`, await entries.get(name)?.(event, context));
  } catch (error) {
    // Lambda writes a thrown error whole into the log.
    print(`${name} threw`, inspect(error, { depth: null, showHidden: true }));
  }
}

const eventOf = (queue: QueueName): SQSEvent =>
  makeSqsEvent(
    (sent[queue] ?? []).splice(0).map((message, index) => {
      print(`message of ${queue}`, message);
      return { messageId: `${queue}-${index}`, body: JSON.stringify(message) };
    }),
  );

await invoke('plan-polls', { slot: '2026-11-21T08:00:00Z' });
await invoke('poll-signals', { buyerIds: config.watch.buyers, dryRun: true });
await invoke('poll-signals', eventOf('poll'));
await invoke('poll-signals', { buyerIds: config.watch.buyers });
await invoke('fetch-summaries', eventOf('summary'));
await invoke('compose-digests', { dryRun: true });
await invoke('compose-digests', { slot: '2026-11-21T08:01:00Z' });
await invoke('compose-digests', { sweep: true, compose: true, alerts: true });
await invoke('deliver-digest', eventOf('delivery'));
await invoke('deliver-digest', {});
await invoke('deliver-digest', { slot: 7, part: everySecret });
await invoke('tell-alarm', alarmEvent());
await invoke('tell-alarm', { Records: everySecret });
state.close();
