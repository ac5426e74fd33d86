import { type FunctionName, functions as wiring } from '../../../functions/wiring.ts';
import type { AwsCalls } from './aws-calls.ts';
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
export async function allowBatchesOfAll({ aws, functions }: Scene): Promise<void> {
  for (const name of Object.keys(await functions.names()) as FunctionName[]) {
    if (wiring[name].sendsTo.length > 0) await allowBatches(aws, await functions.roleOf(name));
  }
}

async function allowBatches({ call }: AwsCalls, roleName: string): Promise<void> {
  for (const policy of await policiesOf(call, roleName)) {
    await put(call, policy, (actions) =>
      actions.includes('sqs:SendMessage') ? [...new Set([...actions, 'sqs:SendMessageBatch'])] : actions,
    );
  }
}

/** Does `work` while a role may not do `action`, and puts the grant back. Throws when there is no such grant. */
export async function withoutGrant<Result>(
  { call }: AwsCalls,
  roleName: string,
  action: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const policies = await policiesOf(call, roleName);
  const granting = policies.filter(({ PolicyDocument }) =>
    PolicyDocument.Statement.some((statement) => actionsOf(statement).includes(action)),
  );
  if (granting.length === 0)
    throw new Error(`the role has no grant of ${action}: nothing could be taken away`);
  try {
    for (const policy of granting) {
      // With `sqs:SendMessage` goes what only stands in for it.
      await put(call, policy, (actions) =>
        actions.filter((one) => one !== action && one !== `${action}Batch`),
      );
    }
    return await work();
  } finally {
    for (const policy of granting) await call('iam', 'PutRolePolicy', written(policy));
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

async function put(
  call: AwsCalls['call'],
  policy: InlinePolicy,
  change: (actions: readonly string[]) => readonly string[],
): Promise<void> {
  const statements = policy.PolicyDocument.Statement.map((statement) => ({
    ...statement,
    Action: change(actionsOf(statement)),
  })).filter(({ Action }) => Action.length > 0);
  // A policy must have a statement; this one allows nothing that is asked for.
  const nothing = { Effect: 'Allow', Action: 'none:None', Resource: '*' };
  const Statement = statements.length > 0 ? statements : [nothing];
  const changed = { ...policy, PolicyDocument: { ...policy.PolicyDocument, Statement } };
  await call('iam', 'PutRolePolicy', written(changed));
}

function written({ RoleName, PolicyName, PolicyDocument }: InlinePolicy) {
  return { RoleName, PolicyName, PolicyDocument: JSON.stringify(PolicyDocument) };
}

function actionsOf({ Action }: Statement): readonly string[] {
  return typeof Action === 'string' ? [Action] : Action;
}
