import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { isList, normaliseValue } from '../table/normalise-value.ts';
import type { Item, Value } from '../table/table.ts';

/** The SDK's converter also allows sets and bytes. */
export function toAttributeValue(value: Value): AttributeValue {
  return marshal(normaliseValue(value));
}

export function toAttributes(values: Readonly<Record<string, Value>>): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toAttributeValue(value)]));
}

export function fromAttributes(attributes: Readonly<Record<string, AttributeValue>>): Item {
  const item = fromMap(attributes);
  if (typeof item.pk !== 'string' || typeof item.sk !== 'string') {
    throw new TypeError('an item lacks the string keys pk and sk; check the name of the table');
  }
  return item as Item;
}

function marshal(value: Value): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (isList(value)) return { L: value.map(marshal) };
  return { M: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marshal(inner)])) };
}

function fromMap(map: Readonly<Record<string, AttributeValue>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, unmarshal(value)]));
}

function unmarshal(value: AttributeValue): Value {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  if (value.L !== undefined) return value.L.map(unmarshal);
  if (value.M !== undefined) return fromMap(value.M);
  throw new TypeError(`the ledger never writes an attribute of type ${Object.keys(value).join()}`);
}
