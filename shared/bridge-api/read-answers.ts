import * as v from 'valibot';
import { ContractError } from '../domain/errors.ts';
import type { Operation } from './arguments.ts';
import { type BridgeSignal, type Envelope, envelopeSchema, signalSchema } from './schemas.ts';

/** The items of a list that could be read, and those that could not. */
export interface ReadItems<Item> {
  readonly result: readonly Item[];
  readonly unreadable: readonly UnreadableItem[];
}

/** An envelope as the client returns it. */
export interface Page<Item> extends Omit<Envelope<Item>, 'result'>, ReadItems<Item> {
  /** The service's time of the answer (the `Date` header), milliseconds since the epoch; null without the header. */
  readonly servedAt?: number | null;
  /** The length of its JSON, in UTF-16 units. */
  readonly size?: number;
  /** It stands for a page behind the counted end that failed at each attempt: unknown items may be on it. */
  readonly endFailed?: true;
}

export interface UnreadableItem {
  /** Its place in `result` as received, from 0. */
  readonly index: number;
  /** One sentence without any of the item's content. */
  readonly problem: string;
  /** The item's JSON text, without what is nested too deep. */
  readonly raw: string;
}

export interface ParsedAnswer {
  readonly operation: Operation;
  readonly body: unknown;
  readonly servedAt: number | null;
  /** The length of its text, in UTF-16 units. */
  readonly size: number;
}

/** Throws `ContractError` when the answer lacks what the contract requires. The error quotes no content. */
export function readWhole<Output>(schema: v.GenericSchema<unknown, Output>, answer: ParsedAnswer): Output {
  const read = readWith(schema, answer.body);
  if ('item' in read) return read.item;
  throw new ContractError(`${answer.operation}: in the answer, ${read.problem}`);
}

type Read<Item> = { readonly item: Item } | { readonly problem: string };

/** Writing JSON recurses, and so do many receivers' parsers: .NET's, the strictest known, accepts 64 levels. */
const mostLevels = 50;
const tooDeep = { problem: `the item is nested more than ${mostLevels} levels deep` };

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** Lists and objects deeper than `levels` become null. */
function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((inner) => cutBelow(inner, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cutBelow(inner, levels - 1)]),
  );
}

/** Known services return up to 100 items a page. An answer of 10 MB could hold 100,000. */
const mostItems = 1_000;

/** A page over its own size is taken: what it shows is listed. */
export function readPage<Item>(answer: ParsedAnswer, readItem: (item: unknown) => Read<Item>): Page<Item> {
  const { operation, servedAt, size } = answer;
  const envelope = readWhole(envelopeSchema, answer);
  const items = envelope.result.length;
  if (items > mostItems) {
    throw new ContractError(
      `${operation}: the page has ${items} items, more than the ${mostItems} that a page may have`,
    );
  }
  return { ...envelope, ...readItems(envelope.result, readItem), servedAt, size };
}

/** An item that can't be read goes to `unreadable` with its text, so that it does not cost the others. */
export function readItems<Item>(
  received: readonly unknown[],
  readItem: (item: unknown) => Read<Item>,
): ReadItems<Item> {
  const result: Item[] = [];
  const unreadable: UnreadableItem[] = [];
  for (const [index, item] of received.entries()) {
    const isTooDeep = isDeeperThan(item, mostLevels);
    const read = isTooDeep ? tooDeep : readItem(item);
    const raw = () => JSON.stringify(isTooDeep ? cutBelow(item, mostLevels) : item);
    if ('item' in read) result.push(read.item);
    else unreadable.push({ index, problem: read.problem, raw: raw() });
  }
  return { result, unreadable };
}

export function readSignal(received: unknown): Read<BridgeSignal> {
  const read = readWith(signalSchema, received);
  if ('problem' in read) return read;
  const { bridge, row } = read.item;
  const bridgeId = bridge?.bridgeId ?? row.bridgeId;
  if (bridgeId === undefined || bridgeId === null) {
    return { problem: 'bridge.bridgeId and row.bridgeId are both absent, or no ids' };
  }
  return { item: { ...read.item, bridge: { ...bridge, bridgeId }, row } };
}

export function readWith<Output>(schema: v.GenericSchema<unknown, Output>, received: unknown): Read<Output> {
  const read = v.safeParse(schema, received, { abortEarly: true });
  return read.success ? { item: read.output } : { problem: describeProblem(read.issues[0]) };
}

/** Names only the type of the value: valibot's own `received` would quote it. */
function describeProblem(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'the whole';
  const { input } = issue;
  if (input === undefined) return `${place} is absent`;
  const type = input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input;
  return `${place} must be ${issue.message}, and is of type ${type}`;
}
