import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openState } from '../../../machine/pipeline/open-state.ts';

describe.skipIf(process.platform === 'win32')('the state directory', () => {
  let above: string;
  beforeEach(() => {
    above = mkdtempSync(join(tmpdir(), 'signalpost-state-'));
  });
  afterEach(() => rmSync(above, { recursive: true }));

  const modeOf = (directory: string) => (statSync(directory).mode & 0o777).toString(8);

  it('is for its owner alone once a run has made it, and whatever it made on the way', () => {
    const directory = join(above, 'made', 'state');

    openState(directory).close();

    expect([modeOf(directory), modeOf(join(above, 'made'))]).toEqual(['700', '700']);
  });
});
