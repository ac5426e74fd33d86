import { describe, expect, it } from 'vitest';
import type { StackDescription } from '../../../cli/aws/describe-stack.ts';
import { restoreStage } from '../../../cli/operate/restore-command.ts';

const subject = { stage: 'prod', config: 'c.json', place: { account: '111122223333', region: 'eu-west-1' } };
const complete = (outputs: Record<string, string> = {}) => ({ status: 'CREATE_COMPLETE', outputs });
const state = complete({ TableName: 'ledger' });

async function restore(
  stacks: Record<string, StackDescription>,
  over: Record<string, StackDescription> = {},
) {
  const commands: string[] = [];
  const copies: string[] = [];
  const said: string[] = [];
  const problem = await restoreStage(subject, 'restored', {
    runCdk: async (args) => {
      commands.push(args.slice(0, 3).join(' '));
      Object.assign(stacks, over);
    },
    describeStack: async (name) => stacks[name] ?? null,
    copy: async (from, to) => {
      copies.push(`${from} to ${to}`);
      return { copied: 1_200, had: 1, expired: 2 };
    },
    readPending: async () => [
      { routeId: 'crm', signalsWaiting: 2, signalsHeld: 0, digests: [], oldestAt: null },
    ],
    say: (line) => said.push(line),
  }).then(
    () => null,
    (error: Error) => error.message,
  );
  return { commands, copies, said: said.join('\n'), problem };
}

describe('the restore of a stage', () => {
  it('fills the table of the state stack, tells what will be sent, and how to go on', async () => {
    const { commands, copies, said, problem } = await restore({ 'signalpost-prod-state': state });

    expect({ commands, copies, problem }).toEqual({
      commands: [],
      copies: ['restored to ledger'],
      problem: null,
    });
    expect(said).toContain(
      '1,200 items copied from restored to ledger, 1 item had been copied before, 2 items had expired',
    );
    expect(said).toContain('route crm: 0 digests, 2 signals waiting, 0 signals held back');
    expect(said).toContain('npm run deploy -- --stage prod');
  });

  it('deploys the state stack alone where there is none', async () => {
    const { commands, copies } = await restore({}, { 'signalpost-prod-state': state });

    expect(commands).toEqual(['deploy signalpost-prod-state --exclusively']);
    expect(copies).toEqual(['restored to ledger']);
  });

  it('does nothing while functions are deployed', async () => {
    const stacks = { 'signalpost-prod-state': state, 'signalpost-prod-pipeline': complete() };

    const { copies, problem } = await restore(stacks);

    expect(copies).toEqual([]);
    expect(problem).toContain('npm run destroy -- --stage prod');
  });

  it('treats a pipeline stack without resources as absent', async () => {
    const shell = { status: 'REVIEW_IN_PROGRESS', outputs: {} };
    const { copies } = await restore({ 'signalpost-prod-state': state, 'signalpost-prod-pipeline': shell });
    expect(copies).toEqual(['restored to ledger']);
  });

  it('says so where the state stack is of a version that does not tell its table', async () => {
    const { copies, problem } = await restore({ 'signalpost-prod-state': complete() });
    expect({ copies, problem }).toEqual({
      copies: [],
      problem: expect.stringContaining('has no output with its table'),
    });
  });
});
