import { describe, expect, it } from 'vitest';
import { checkVanished, tellDeployed } from '../../../cli/operate/deploy-command.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { PendingOfRoute } from '../../../shared/ledger/routes/pending.ts';
import { exampleConfig } from '../../infra/example-config.ts';

const prod = { stage: 'prod', config: 'signalpost.config.ts' };
const old: PendingOfRoute = {
  routeId: 'old',
  waiting: { signals: 3, hot: 0, oldestAt: 0, awaitingSummary: 0, awaitingUntil: null },
  signalsHeld: 2,
  digests: [],
  oldestAt: 0,
};

describe('a deploy', () => {
  it('goes on when nothing is pending for a route that has vanished', () => {
    expect(checkVanished(prod, [])).toEqual([]);
  });

  it('changes nothing while something is pending for such a route, and names the route, the counts and the command', () => {
    const deploy = () => checkVanished(prod, [old]);

    expect(deploy).toThrow(ConfigurationError);
    expect(deploy).toThrow('route old: no longer in the config');
    expect(deploy).toThrow('3 signals waiting, 2 signals held');
    expect(deploy).toThrow('npm run -s signalpost -- discard old --stage prod');
    expect(deploy).toThrow('--keep-pending');
  });

  it('goes on and says what it keeps with --keep-pending', () => {
    expect(checkVanished({ ...prod, keepPending: true }, [old])).toEqual([
      expect.stringContaining('Kept: route old: no longer in the config'),
    ]);
  });
});

it('a deploy tells when polling begins, and what shows the routes and the mail of alarms', () => {
  const alarms = { quietAfter: '2 days', email: 'ops@example.com' } as const;

  const lines = tellDeployed(prod, { ...exampleConfig, alarms }).join('\n');

  expect(lines).toContain('polls within 15 minutes');
  expect(lines).toContain('npm run -s signalpost -- status --stage prod');
  expect(lines).toContain('Alarms reach ops@example.com once');
});
