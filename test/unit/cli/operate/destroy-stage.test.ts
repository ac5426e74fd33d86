import { describe, expect, it } from 'vitest';
import { describeIntention, destroyStage } from '../../../../cli/operate/destroy-command.ts';
import { type StackPart, type StageManifest, stackName } from '../../../../shared/runtime/stage-names.ts';
import { fakeAccount } from '../fake-account.ts';

const place = { account: '111122223333', region: 'eu-west-1' };

async function destroy(stage: string, deployed: readonly StackPart[], manifest?: Partial<StageManifest>) {
  const steps: string[] = [];
  const there = new Set(deployed.map((part) => stackName(stage, part)));
  const result = await destroyStage(
    { stage, config: 'c.json' },
    place,
    async (args) => {
      const stacks = args.filter((arg) => arg.startsWith('signalpost-'));
      for (const stack of stacks) there.delete(stack);
      steps.push(`cdk ${args.join(' ')}`);
      return null;
    },
    {
      ...fakeAccount(manifest && { manifest }),
      describeStack: async (_, part) =>
        there.has(stackName(stage, part)) ? { status: 'CREATE_COMPLETE', table: undefined } : null,
    },
  );
  return { result, steps, left: [...there] };
}

const everything = ['state', 'running'] as const;

describe('destroying a stage', () => {
  it.each(['dev', 'dev-rita'])('leaves nothing of %s: the functions go before the ledger', async (stage) => {
    const { result, steps, left } = await destroy(stage, everything);

    expect(left).toEqual([]);
    expect(result).toBe(`Destroyed: the stage ${stage} in account 111122223333, region eu-west-1.`);
    expect(steps).toEqual(
      [`signalpost-${stage}`, `signalpost-${stage}-state`].map(
        (stack) => `cdk destroy ${stack} --exclusively --force`,
      ),
    );
  });

  it.each(['prod', 'staging', 'device'])(
    'keeps the state of %s, and says how to go on with it',
    async (stage) => {
      const { result, left } = await destroy(stage, everything);

      expect(left).toEqual([`signalpost-${stage}-state`]);
      expect(result).toBe(
        `Kept: signalpost-${stage}-state, the ledger. npm run -s signalpost -- deploy --config c.json --stage ${stage} continues with it.`,
      );
    },
  );

  it('takes up where it was cut short', async () => {
    expect((await destroy('dev', ['state'])).left).toEqual([]);
  });

  it('knows when there is nothing to destroy', async () => {
    expect(await destroy('dev', [])).toMatchObject({
      result: expect.stringContaining('nothing was destroyed'),
      steps: [],
    });
    expect(await destroy('prod', ['state'])).toMatchObject({ steps: [] });
  });

  it('refuses a stage of another CDK app, of which it would leave everything', async () => {
    await expect(destroy('dev', [], { table: 'theirs' })).rejects.toThrow(
      'dev was deployed here by another CDK app; nothing was destroyed; destroy it with that app',
    );
  });

  it('says beforehand where it acts, and what happens to the state', () => {
    expect(describeIntention('dev', place)).toMatch(
      /^In account 111122223333, region eu-west-1: this destroys all .* can't be undone/,
    );
    expect(describeIntention('staging', place)).toContain('is kept');
    expect(describeIntention('prod', place)).toContain('is protected and is kept');
  });
});
