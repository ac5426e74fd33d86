import { resourcesOf, type StackTemplate } from './synthesize.ts';

export interface Statement {
  readonly role: string;
  readonly actions: readonly string[];
  /** As in the template: a string, or an intrinsic function such as `{ "Fn::GetAtt": … }`. */
  readonly resources: readonly unknown[];
}

/** Every statement that allows something, with the logical id of the role it is attached to. */
export function statementsOf(template: StackTemplate): Statement[] {
  return resourcesOf(template, 'AWS::IAM::Policy').flatMap(([, { Properties }]) =>
    listOf(Properties.Roles).flatMap((role) =>
      listOf(Properties.PolicyDocument.Statement)
        .filter((statement) => statement.Effect === 'Allow')
        .map((statement) => ({
          role: role.Ref,
          actions: listOf(statement.Action),
          resources: listOf(statement.Resource),
        })),
    ),
  );
}

/** What a role may do, sorted, each action once. */
export function actionsOf(template: StackTemplate, role: string): string[] {
  const actions = statementsOf(template)
    .filter((statement) => statement.role === role)
    .flatMap((statement) => statement.actions);
  return [...new Set(actions)].sort();
}

// biome-ignore lint/suspicious/noExplicitAny: IAM writes one value or a list of them, of any shape.
function listOf(value: any): any[] {
  return Array.isArray(value) ? value : [value];
}
