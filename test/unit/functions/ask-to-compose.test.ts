import { describe, expect, it } from 'vitest';
import { askToCompose } from '../../../functions/ask-to-compose.ts';
import { QueueUnavailableError } from '../../../functions/runtime/queue.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';

describe('asking for digests', () => {
  function open(failure: Error, routes = [immediateRoute]) {
    const { ports, observed } = openFunctions({ config: { routes } });
    const queue = () => ({ send: () => Promise.reject(failure) });
    return { ask: () => askToCompose({ ...ports, queue }), observed };
  }

  it('tells that it failed, and fails nothing: the sweep composes', async () => {
    const { ask, observed } = open(new QueueUnavailableError('gone'));
    await ask();
    expect(observed).toMatchObject([
      { kind: 'not-composed-at-once', problem: expect.stringContaining('gone') },
    ]);
  });

  it('sends no message if no route sends immediately', async () => {
    await open(new Error('nobody had to send'), [morningRoute]).ask();
  });

  it('passes on an error of the program', async () => {
    const { ask } = open(new TypeError('wrong'));
    await expect(ask()).rejects.toThrow('wrong');
  });
});
