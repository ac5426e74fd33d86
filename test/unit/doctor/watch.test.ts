import { expect, it } from 'vitest';
import { checkWatch } from '../../../cli/doctor/config/check-watch.ts';
import { exampleConfig } from '../../infra/example-config.ts';

const bridge = '00000000-0000-4000-8000-000000000001';

it('the check of watch says that its bridges are no filter of signals, unless they are', async () => {
  const watch = { ...exampleConfig.watch, bridges: [bridge] };
  const plain = await checkWatch(watch).run();
  expect(plain).toMatchObject({ state: 'ok', found: expect.stringContaining('add "only": "these bridges"') });
  expect(await checkWatch({ ...watch, only: 'these bridges' }).run()).toEqual({
    state: 'ok',
    found: 'only signals of the 1 bridge in watch.bridges are sent',
  });
});
