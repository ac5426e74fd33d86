import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';
import { alertsKey, raisedIn } from './check-alerts.ts';

/** Whether the template of this version fails for an entry of an outbox: by the last digit of its key, a row's id. */
export function isUnwritable({ plan }: World, { version }: Pick<Instance, 'version'>, entry: Item): boolean {
  const { template, configs } = plan;
  if (template === undefined || version >= configs.length - 1) return false;
  const isOwn = template.routeIds.some((id) => entry.pk === `R#${id}`);
  return isOwn && isOfTool(plan, version, entry.pk) && template.fails.includes(entry.sk.at(-1) ?? '?');
}

/** A deploy may have sent the route elsewhere. */
function isOfTool({ configs }: World['plan'], version: number, pk: string): boolean {
  const { to } = configs[version]?.routes.find(({ id }) => pk === `R#${id}`) ?? {};
  return to?.type === 'webhook' && to.body !== undefined;
}

/** I3: no digest takes what its template fails for. An item that can't be read is only counted, and no template sees it. */
export function checkWritable(world: World, digest: Item, commit: readonly TableChange[]): void {
  const { oracle, actor } = world;
  if (actor === null || actor === undefined) return;
  for (const { key, before, after } of commit) {
    if (!key.sk.startsWith('OUT#') || before === undefined || after !== undefined) continue;
    if (typeof before.text !== 'string' || !isUnwritable(world, actor, { ...before, ...key })) continue;
    oracle.violate('I3', `${digest.pk} ${digest.sk} has ${key.sk}, for which its template fails`);
  }
}

/** I10: what a tool has refused for good is not tried again by itself. */
export function checkRefusal({ oracle, actor }: World, before: Item, after: Item): void {
  if (actor?.posted?.answer?.status !== 422 || before.state !== 'SENDING' || after.state !== 'FROZEN') return;
  oracle.violate('I10', `${after.pk} ${after.sk} was refused for good, and is tried again`);
}

/** I25: at the end every template renders, and no alert says otherwise. */
export function checkTemplateAlerts({ table, oracle }: World): void {
  const isRaised = [...raisedIn(table.peek(alertsKey))].some((name) => name.startsWith('template-fails '));
  if (isRaised) oracle.violate('I25', 'at the end an alert says that a template fails');
}
