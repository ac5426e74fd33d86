import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deployArguments, destroyArguments, diffArguments } from '../../../cli/aws/cdk.ts';

const place = { account: '111122223333', region: 'eu-west-1' };
const subject = { stage: 'dev', config: 'own.config.ts', place };
const context = [
  ...['-c', 'stage=dev', '-c', `config=${resolve('own.config.ts')}`],
  ...['-c', 'account=111122223333', '-c', 'region=eu-west-1'],
];

describe('what CDK is told', () => {
  it('deploys every stack, strictly, and asks before rights are broadened only when it may ask', () => {
    const common = ['deploy', '--all', '--strict', '--require-approval'];

    expect(deployArguments(subject, { mayAsk: true })).toEqual([...common, 'broadening', ...context]);
    expect(deployArguments(subject, { mayAsk: false })).toEqual([...common, 'never', ...context]);
  });

  it('compares every stack, without a change set where only looking is permitted', () => {
    // Without --all, which CDK's diff has not: it would warn of it; naming no stack compares all.
    expect(diffArguments(subject)).toEqual(['diff', '--strict', ...context]);
    expect(diffArguments(subject, { readOnly: true })).toEqual(
      expect.arrayContaining(['--method', 'template']),
    );
  });

  it('destroys the named stacks and no others, without asking again', () => {
    expect(destroyArguments(subject, ['a', 'b'])).toEqual([
      'destroy',
      'a',
      'b',
      '--exclusively',
      '--force',
      ...context,
    ]);
  });
});
