import { Stack, Validations } from 'aws-cdk-lib';
import type { Policy } from 'aws-cdk-lib/aws-iam';

/**
 * Acknowledges the one wildcard resource of a policy. The finding's id contains the resource as in the template, and a
 * reference to another stack has that form only after CDK has prepared the app. A validation runs after that and
 * before the rules.
 */
export function acknowledgeWildcard(policy: Policy, resource: string, reason: string): void {
  policy.node.addValidation({
    validate: () => {
      const finding = `AwsSolutions-IAM5[Resource::${flatten(Stack.of(policy).resolve(resource))}]`;
      Validations.of(policy).acknowledge({ id: finding, reason });
      return [];
    },
  });
}

/** The form of a resource in cdk-nag's finding ids. */
function flatten(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isJoin(value)) {
    const [delimiter, parts] = value['Fn::Join'];
    return parts.map(flatten).join(delimiter);
  }
  if (isRef(value)) return `<${value.Ref}>`;
  return JSON.stringify(value);
}

function isJoin(value: unknown): value is { 'Fn::Join': [string, unknown[]] } {
  return typeof value === 'object' && value !== null && 'Fn::Join' in value;
}

function isRef(value: unknown): value is { Ref: string } {
  return typeof value === 'object' && value !== null && 'Ref' in value;
}
