import { describe, expect, it } from 'vitest';
import { tableShape } from '../support/ledger/dynamodb.ts';
import { exampleConfig } from './example-config.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

describe('the state stack', () => {
  const dev = synthesize({ stage: 'dev' });
  const staging = synthesize({ stage: 'staging' });
  const prod = synthesize({ stage: 'prod', config: { ...exampleConfig, alarms: 'none' } });

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

  it('is one table, keyed as the ledger does and never renamed: a renamed one is replaced, and loses all of it', () => {
    expect(dev.state.Resources).toEqual({
      LedgerB7379752: {
        Type: 'AWS::DynamoDB::Table',
        DeletionPolicy: 'Delete',
        UpdateReplacePolicy: 'Delete',
        Properties: {
          ...tableShape,
          DeletionProtectionEnabled: false,
          // Said outright: left out, it would stay on where an earlier version has turned it on.
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
          TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        },
      },
    });
  });

  it('protects the table and the stacks with state against deletion in prod only', () => {
    expect(onlyOne('AWS::DynamoDB::Table', prod).Properties.DeletionProtectionEnabled).toBe(true);
    const protectedStacks = [...dev.stacks, ...staging.stacks, ...prod.stacks].filter(
      (stack) => stack.terminationProtection,
    );
    expect(protectedStacks.map((stack) => stack.name)).toEqual(['signalpost-prod-state']);
  });

  it('can restore the table in every stage but dev, whose table would leave a backup when it is deleted', () => {
    const recoveryOf = (synthesized: typeof dev) =>
      onlyOne('AWS::DynamoDB::Table', synthesized).Properties.PointInTimeRecoverySpecification;

    expect(recoveryOf(staging)).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(recoveryOf(prod)).toEqual({ PointInTimeRecoveryEnabled: true });
  });

  it('shares its values by outputs that nothing imports, so that it can change below the functions', () => {
    expect(dev.state.Outputs).toMatchObject({ TableName: { Value: { Ref: 'LedgerB7379752' } } });
    expect(JSON.stringify(dev.state.Outputs)).not.toContain('Export');
    expect(JSON.stringify(dev.running)).not.toContain('Fn::ImportValue');
  });
});
