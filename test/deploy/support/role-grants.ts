import { type FunctionName, functions as wiring } from '../../../functions/wiring.ts';
import type { AwsCalls } from './aws-calls.ts';
import { functionsOf, roleOf } from './deployed-stage.ts';
import type { Scene } from './scene.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
}

interface InlinePolicy {
  readonly RoleName: string;
  readonly PolicyName: string;
  readonly PolicyDocument: { readonly Version: string; readonly Statement: readonly Statement[] };
}

/**
 * The emulator asks for `sqs:SendMessageBatch`, an action that AWS doesn't know: there `sqs:SendMessage` covers
 * batches. So each role that may send gets it too, here and not in the template.
 */
export async function allowBatchesOfAll(scene: Scene, stage = scene.stage): Promise<void> {
  const { call } = scene.aws;
  const names = Object.keys(await functionsOf(scene, stage)) as FunctionName[];
  for (const name of names.filter((one) => wiring[one].sendsTo.length > 0)) {
    for (const policy of await policiesOf(call, await roleOf(scene, stage, name))) {
      const Statement = policy.PolicyDocument.Statement.map((statement) => {
        const actions = [statement.Action].flat();
        const added = actions.includes('sqs:SendMessage') ? ['sqs:SendMessageBatch'] : [];
        return { ...statement, Action: [...new Set([...actions, ...added])] };
      });
      await put(call, { ...policy, PolicyDocument: { ...policy.PolicyDocument, Statement } });
    }
  }
}

/** Does `work` while a role may not do `action`. */
export async function withoutGrant<Result>(
  { call }: AwsCalls,
  RoleName: string,
  action: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const PolicyName = 'taken-away';
  const Statement = [{ Effect: 'Deny', Action: action, Resource: '*' }];
  await put(call, { RoleName, PolicyName, PolicyDocument: { Version: '2012-10-17', Statement } });
  try {
    return await work();
  } finally {
    await call('iam', 'DeleteRolePolicy', { RoleName, PolicyName });
  }
}

async function policiesOf(call: AwsCalls['call'], RoleName: string): Promise<InlinePolicy[]> {
  const listed = await call<{ PolicyNames: string[] }>('iam', 'ListRolePolicies', { RoleName });
  return Promise.all(
    listed.PolicyNames.map((PolicyName) =>
      call<InlinePolicy>('iam', 'GetRolePolicy', { RoleName, PolicyName }),
    ),
  );
}

async function put(call: AwsCalls['call'], policy: InlinePolicy): Promise<void> {
  const { RoleName, PolicyName, PolicyDocument } = policy;
  await call('iam', 'PutRolePolicy', {
    RoleName,
    PolicyName,
    PolicyDocument: JSON.stringify(PolicyDocument),
  });
}
