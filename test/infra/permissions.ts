import { resourcesOf, type StackTemplate } from '../support/infra/synthesize.ts';

export interface Statement {
  readonly role: string;
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  /** As in the template: a string, or an intrinsic function such as `{ "Fn::GetAtt": … }`. */
  readonly resources: readonly unknown[];
  readonly conditions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Every statement of the policies of a template, with the logical id of the role it is attached to. */
export function statementsOf(template: StackTemplate): Statement[] {
  return resourcesOf(template, 'AWS::IAM::Policy').flatMap(([, { Properties }]) =>
    listOf(Properties.Roles).flatMap((role) =>
      listOf(Properties.PolicyDocument.Statement).map((statement) => ({
        role: role.Ref,
        effect: statement.Effect,
        actions: listOf(statement.Action),
        resources: listOf(statement.Resource),
        conditions: statement.Condition ?? {},
      })),
    ),
  );
}

/** What each role of a template may do, as sentences that a reviewer reads: by the role's id without its hash. */
export function grantsOf(template: StackTemplate): Record<string, string[]> {
  const roles = resourcesOf(template, 'AWS::IAM::Role').map(([id]) => {
    const statements = statementsOf(template).filter(({ role }) => role === id);
    return [withoutHash(id), statements.flatMap(describeStatement).sort()] as const;
  });
  return Object.fromEntries(roles);
}

function describeStatement({ effect, actions, resources, conditions }: Statement): string[] {
  const service = actions[0]?.split(':')[0] ?? '';
  const verbs = actions.map((action) => action.replace(`${service}:`, '')).sort();
  const when = Object.entries(conditions).flatMap(([operator, keys]) =>
    Object.entries(keys).map(
      ([key, values]) => ` if ${key} ${operator} ${listOf(values).map(tell).join(' ')}`,
    ),
  );
  const deny = effect === 'Deny' ? 'never ' : '';
  return resources.map(
    (resource) => `${deny}${service} ${verbs.join(' ')} on ${tell(resource)}${when.join('')}`,
  );
}

/** A value of a template as one reads it: a resource by its id, a value of another stack by what it was there. */
function tell(value: unknown): string {
  if (typeof value === 'string') return value;
  const [name, argument] = Object.entries(value as Record<string, unknown>)[0] ?? [];
  if (name === 'Ref') return String(argument).startsWith('AWS::') ? `<${argument}>` : withoutHash(argument);
  if (name === 'Fn::GetAtt') return withoutHash(listOf(argument)[0]);
  if (name === 'Fn::Join') {
    const joined = listOf(listOf(argument)[1]).map(tell).join('');
    return joined.replace('arn:<AWS::Partition>:', '').replace('<AWS::Region>:<AWS::AccountId>', 'HERE');
  }
  if (name === 'Fn::GetStackOutput') {
    const { OutputName } = argument as { readonly OutputName: string };
    return (
      /FnGetAtt(\w+)[0-9A-F]{8}Arn[0-9A-F]{8}$/.exec(OutputName)?.[1]?.replace(/F[0-9A-F]{8}$/, '') ??
      OutputName
    );
  }
  return JSON.stringify(value);
}

/** CDK puts eight characters behind each id. */
export function withoutHash(id: unknown): string {
  return String(id).replace(/[0-9A-F]{8}$/, '');
}

// biome-ignore lint/suspicious/noExplicitAny: IAM writes one value or a list of them, of any shape.
export function listOf(value: any): any[] {
  return Array.isArray(value) ? value : [value];
}
