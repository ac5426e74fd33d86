import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Condition, TableUpdate, Value } from '../table/table.ts';
import { toAttributeValue } from './attribute-value.ts';

/** Every name gets a placeholder: reserved words, dots and `#` would otherwise be read as syntax. */
export class ExpressionParts {
  readonly #names = new Map<string, string>();
  readonly #values: [string, AttributeValue][] = [];

  name(name: string): string {
    const placeholder = this.#names.get(name) ?? `#n${this.#names.size}`;
    this.#names.set(name, placeholder);
    return placeholder;
  }

  value(value: Value): string {
    const placeholder = `:v${this.#values.length}`;
    this.#values.push([placeholder, toAttributeValue(value)]);
    return placeholder;
  }

  /** Every expression names something. DynamoDB rejects an empty map of values, so it is left out. */
  parameters() {
    const names = [...this.#names].map(([name, placeholder]) => [placeholder, name] as const);
    return {
      ExpressionAttributeNames: Object.fromEntries(names),
      ...(this.#values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(this.#values) }),
    };
  }
}

export function conditionExpression(condition: Condition, parts: ExpressionParts): string {
  switch (condition.kind) {
    case 'absent':
      return `attribute_not_exists(${parts.name('pk')})`;
    case 'present':
      return `attribute_exists(${parts.name('pk')})`;
    case 'missing':
      return `attribute_not_exists(${parts.name(condition.attribute)})`;
    case 'all':
      return join(condition.of, 'AND', parts);
    case 'any':
      return join(condition.of, 'OR', parts);
    case 'compare':
      return `${parts.name(condition.attribute)} ${condition.is} ${parts.value(condition.value)}`;
  }
}

/** `SET … ADD … REMOVE …`. */
export function updateExpression(update: TableUpdate, parts: ExpressionParts): string {
  const set = Object.entries(update.set ?? {}).map(
    ([name, value]) => `${parts.name(name)} = ${parts.value(value)}`,
  );
  const add = Object.entries(update.add ?? {}).map(
    ([name, amount]) => `${parts.name(name)} ${parts.value(amount)}`,
  );
  const remove = (update.remove ?? []).map((name) => parts.name(name));
  return [
    ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
    ...(add.length > 0 ? [`ADD ${add.join(', ')}`] : []),
    ...(remove.length > 0 ? [`REMOVE ${remove.join(', ')}`] : []),
  ].join(' ');
}

/** DynamoDB rejects double parentheses, so a single part gets none. */
function join(of: readonly Condition[], operator: 'AND' | 'OR', parts: ExpressionParts): string {
  const written = of.map((part) => conditionExpression(part, parts));
  return written.length === 1 ? String(written[0]) : `(${written.join(` ${operator} `)})`;
}
