import type { Mutant } from './mutant.ts';

/** Of functions that do all of their work and fail at its end: nothing is lost, since it is tried again. */
export const failureMutants: readonly Mutant[] = [
  {
    name: 'poll-fails-at-its-end',
    killedAt: '1:0',
    file: 'functions/poll-signals/poll-signals.ts',
    from: "return { buyerId, end: 'polled', problem: shortfall, recorder };",
    to: 'throw new Error();',
  },
  {
    name: 'composing-fails-at-its-end',
    killedAt: '1:0',
    file: 'functions/compose-digests/compose-digests.ts',
    from: 'return { routeId: route.id, state: item.state, digests, delayed, setAside };',
    to: 'throw new Error();',
  },
  {
    name: 'delivering-fails-at-its-end',
    killedAt: '1:0',
    file: 'functions/deliver-digest/deliver-digest.ts',
    from: 'return result;',
    to: 'throw new Error();',
  },
  {
    name: 'batch-gives-back-what-it-handled',
    killedAt: '1:0',
    file: 'shared/runtime/invocation.ts',
    from: 'await work(JSON.parse(record.body), receives);',
    to: 'await work(JSON.parse(record.body), receives);\n      batchItemFailures.push({ itemIdentifier: record.messageId });',
  },
];
