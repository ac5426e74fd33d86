import { describe, expect, it } from 'vitest';
import { exampleConfig } from '../support/infra/example-config.ts';
import { resourcesOf, synthesize } from '../support/infra/synthesize.ts';
import { tableShape } from '../support/ledger/dynamodb.ts';

describe('the state stack', () => {
  const dev = synthesize({ stage: 'dev' });
  const staging = synthesize({ stage: 'staging' });
  const prod = synthesize({ stage: 'prod', config: { ...exampleConfig, alarms: 'none' } });

  it('is one table, keyed as the ledger does and never renamed: a renamed one is replaced, and loses all of it', () => {
    expect(dev.state.Resources).toEqual({
      LedgerB7379752: {
        Type: 'AWS::DynamoDB::Table',
        DeletionPolicy: 'Delete',
        UpdateReplacePolicy: 'Delete',
        Properties: {
          ...tableShape,
          DeletionProtectionEnabled: false,
          // A table of dev would leave a backup when it is deleted. Said outright: left out, recovery would stay on where an
          // earlier version has turned it on.
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
          TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        },
      },
    });
  });

  it.each([
    ['staging', staging, false],
    ['prod', prod, true],
  ] as const)(
    'of %s keeps the table when it is deleted or replaced, and can restore it',
    (_, { state }, isProtected) => {
      expect(resourcesOf(state, 'AWS::DynamoDB::Table').map(([, table]) => table)).toMatchObject([
        {
          DeletionPolicy: 'Retain',
          UpdateReplacePolicy: 'Retain',
          Properties: {
            DeletionProtectionEnabled: isProtected,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          },
        },
      ]);
    },
  );

  it('is protected against deletion in prod only', () => {
    const protectedStacks = [...dev.stacks, ...staging.stacks, ...prod.stacks].filter(
      (stack) => stack.terminationProtection,
    );
    expect(protectedStacks.map((stack) => stack.name)).toEqual(['signalpost-prod-state']);
  });

  it('shares its values by outputs that nothing imports, so that it can change below the functions', () => {
    expect(dev.state.Outputs).toMatchObject({ TableName: { Value: { Ref: 'LedgerB7379752' } } });
    expect(JSON.stringify(dev.state.Outputs)).not.toContain('Export');
    expect(JSON.stringify(dev.running)).not.toContain('Fn::ImportValue');
  });
});
