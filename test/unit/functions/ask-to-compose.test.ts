import { describe, expect, it } from 'vitest';
import { askToCompose } from '../../../functions/ask-to-compose.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { QueueUnavailableError } from '../../../shared/runtime/queue.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';

describe('asking for digests', () => {
  function open(routes: readonly Route[], failure?: Error) {
    const { ports, observed, queued } = openFunctions({ config: { routes } });
    const broken = { send: () => Promise.reject(failure) };
    const ask = () => askToCompose(failure ? { ...ports, queue: () => broken } : ports);
    return { ask, observed, queued };
  }

  it('sends a message to the compose queue', async () => {
    const { ask, queued } = open([immediateRoute]);
    await ask();
    expect(queued.compose).toEqual([{ immediate: true }]);
  });

  it('sends none if no route sends immediately', async () => {
    await open([morningRoute], new Error('nobody had to send')).ask();
  });

  it('tells that it failed, and fails nothing: the sweep composes', async () => {
    const { ask, observed } = open([immediateRoute], new QueueUnavailableError('gone'));
    await ask();
    expect(observed).toMatchObject([
      { kind: 'not-composed-at-once', problem: expect.stringContaining('gone') },
    ]);
  });

  it('passes on an error of the program', async () => {
    const { ask } = open([immediateRoute], new TypeError('wrong'));
    await expect(ask()).rejects.toThrow('wrong');
  });
});
