import { afterAll, describe, expect, it } from 'vitest';
import { exampleConfig } from './example-config.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

describe('the state stack', () => {
  const dev = synthesize({ stage: 'dev' });
  const staging = synthesize({ stage: 'staging' });
  const prod = synthesize({ stage: 'prod', config: { ...exampleConfig, alarms: 'none' } });
  afterAll(() => {
    dev.remove();
    staging.remove();
    prod.remove();
  });

  const onlyOne = (type: string, { state } = dev) => {
    const found = resourcesOf(state, type);
    expect(found).toHaveLength(1);
    return (found[0] as (typeof found)[number])[1];
  };

  it('keeps the table when the stack is deleted or it is replaced, in every stage but dev', () => {
    for (const [synthesized, policy] of [
      [dev, 'Delete'],
      [staging, 'Retain'],
      [prod, 'Retain'],
    ] as const) {
      const { DeletionPolicy, UpdateReplacePolicy } = onlyOne('AWS::DynamoDB::Table', synthesized);
      expect({ DeletionPolicy, UpdateReplacePolicy }).toEqual({
        DeletionPolicy: policy,
        UpdateReplacePolicy: policy,
      });
    }
  });

  it('is one table: nothing has to be emptied, or run in the account, to leave nothing behind', () => {
    expect(Object.values(dev.state.Resources).map(({ Type }) => Type)).toEqual(['AWS::DynamoDB::Table']);
  });

  it('protects the table and the stacks with state against deletion in prod only', () => {
    expect(onlyOne('AWS::DynamoDB::Table', prod).Properties.DeletionProtectionEnabled).toBe(true);
    expect(onlyOne('AWS::DynamoDB::Table', dev).Properties.DeletionProtectionEnabled).toBe(false);
    const protectedStacks = [...dev.stacks, ...staging.stacks, ...prod.stacks].filter(
      (stack) => stack.terminationProtection,
    );
    expect(protectedStacks.map((stack) => stack.name)).toEqual(['signalpost-prod-state']);
  });

  it('can restore the table in every stage but dev, whose table would leave a backup when it is deleted', () => {
    const recoveryOf = (synthesized: typeof dev) =>
      onlyOne('AWS::DynamoDB::Table', synthesized).Properties.PointInTimeRecoverySpecification;

    // Said outright: left out, it would stay on where an earlier version has turned it on.
    expect(recoveryOf(dev)).toEqual({ PointInTimeRecoveryEnabled: false });
    expect(recoveryOf(staging)).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(recoveryOf(prod)).toEqual({ PointInTimeRecoveryEnabled: true });
  });

  it('keys the table and its due index as the ledger does, and expires by expiresAt', () => {
    const { Properties } = onlyOne('AWS::DynamoDB::Table');
    expect(Properties).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      GlobalSecondaryIndexes: [
        {
          IndexName: 'due',
          KeySchema: [
            { AttributeName: 'dueShard', KeyType: 'HASH' },
            { AttributeName: 'dueAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
    expect(Properties.AttributeDefinitions).toEqual([
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
      { AttributeName: 'dueShard', AttributeType: 'S' },
      { AttributeName: 'dueAt', AttributeType: 'N' },
    ]);
  });

  it('shares its values by outputs that nothing imports, so that it can change below the functions', () => {
    expect(JSON.stringify(dev.state.Outputs)).not.toContain('Export');
    expect(JSON.stringify(dev.running)).not.toContain('Fn::ImportValue');
  });

  it('stays as it was reviewed', () => {
    expect(dev.state).toMatchSnapshot();
  });
});
