import { describe, expect, it } from 'vitest';
import { deployStage } from '../../../cli/deploy/deploy-stage.ts';
import { tellDeployed } from '../../../cli/deploy/tell-deployed.ts';
import type { PendingOfRoute } from '../../../shared/ledger/routes/pending.ts';
import { exampleConfig } from '../../infra/example-config.ts';

const old: PendingOfRoute = {
  routeId: 'old',
  signalsWaiting: 10_000,
  signalsHeld: 2,
  digests: [],
  oldestAt: 0,
};

async function deploy(vanished: readonly PendingOfRoute[] | null, { keepPending = false } = {}) {
  const commands: (readonly string[])[] = [];
  const said: string[] = [];
  const problem = await deployStage(
    { stage: 'prod', config: 'c.json', place: { account: '111122223333', region: 'eu-west-1' } },
    { mayAsk: false, keepPending },
    {
      runCdk: async (args) => void commands.push(args),
      findVanished: async () => vanished,
      say: (line) => said.push(line),
    },
  ).then(
    () => null,
    (error: Error) => error.message,
  );
  return { commands: commands.map(([name]) => name), said, problem };
}

describe('a deploy', () => {
  it('goes on when nothing is pending for a route that has vanished, and before there is a ledger', async () => {
    expect(await deploy([])).toEqual({ commands: ['deploy'], said: [], problem: null });
    expect(await deploy(null)).toEqual({ commands: ['deploy'], said: [], problem: null });
  });

  it('changes nothing while something is pending for such a route, and names the route, the counts and what to do', async () => {
    const { commands, problem } = await deploy([old]);

    expect(commands).toEqual([]);
    expect(problem).toContain('route old: no longer in the config');
    expect(problem).toContain('10,000 or more signals waiting, 2 signals held back');
    expect(problem).toContain('put the route back');
    expect(problem).toContain('signalpost discard old --stage prod');
    expect(problem).toContain('--keep-pending');
  });

  it('goes on and says what it keeps with --keep-pending', async () => {
    const { commands, said, problem } = await deploy([old], { keepPending: true });

    expect({ commands, problem }).toEqual({ commands: ['deploy'], problem: null });
    expect(said).toEqual([expect.stringContaining('Kept: route old: no longer in the config')]);
  });
});

describe('what is told after a deploy', () => {
  it('are the functions, when each thing happens next, and what to try', () => {
    const functions = { 'plan-polls': 'signalpost-prod-PlanPolls-1' } as never;
    // A Saturday.
    const now = Date.parse('2026-11-21T12:00:00Z');

    const lines = tellDeployed({ name: 'prod', functions }, exampleConfig, now).join('\n');

    expect(lines).toContain('plan-polls       signalpost-prod-PlanPolls-1');
    expect(lines).toContain('polls every 15 minutes');
    expect(lines).toContain('route crm (webhook): immediately, within a minute');
    expect(lines).toContain('route sales (slack): next at 2026-11-23 13:00 UTC');
    expect(lines).toContain('signalpost invoke plan-polls --stage prod');
    expect(lines).toContain('signalpost status --stage prod');
  });
});
