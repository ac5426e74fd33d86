import { expect, it } from 'vitest';
import { noteConfig } from '../../../../cli/open/state-config.ts';
import { ConfigurationError } from '../../../../shared/domain/errors.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';

it('a note that cannot be written names its file and what to check, as the ledger does', () => {
  const note = () => noteConfig('/no/such/state', undefined, exampleConfig);

  expect(note).toThrow(ConfigurationError);
  expect(note).toThrow(
    /^--state: \/no\/such\/state\/config\.json can't be used \(ENOENT.*check the room on its disk/,
  );
});
