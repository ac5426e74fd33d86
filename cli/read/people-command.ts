import type { Command } from 'commander';
import { isBot } from '../../message/slack/bot.ts';
import { lookUpMember } from '../../message/slack/look-up.ts';
import { findTimezoneProblem } from '../../shared/config/check-times.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { listOwners, ownerDays } from '../../view/lookup/list-owners.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { openSecretPlace } from '../open/secret-place.ts';
import { withLedger } from '../open/with-ledger.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('people'))
    .description(
      `print people for the config: the owners of the last ${ownerDays} days' signals, with the ids and time zones that Slack has for their addresses`,
    )
    .action(showPeople);
}

async function showPeople(options: PlaceOptions): Promise<void> {
  const { config, owners } = await withLedger(options, async (chosen) => {
    const read = await chosen.readConfig();
    if (read.columns?.owner === undefined)
      throw new ConfigurationError(['columns.owner: is missing; write the name of the column with owners']);
    return { config: read, owners: await listOwners(chosen.ledger, read, systemClock.now()) };
  });
  const people: Record<string, object> = { ...config.people };
  const missing: { readonly name: string; readonly reason: string }[] = [];
  const ask = await openLookUp(config, options);
  for (const { key, name, address } of owners.filter(({ slack }) => slack === null)) {
    const found = await ask(address);
    if (typeof found === 'object') people[key] = found;
    else missing.push({ name, reason: `${found}; copy the member's id from the profile in Slack` });
  }
  print(options, { people, missing }, [
    'people: {',
    ...Object.entries(people).map(([name, ids]) => `  ${JSON.stringify(name)}: ${formatIds(ids)},`),
    '},',
    ...missing.map(({ name, reason }) => `// ${name}: ${reason}`),
  ]);
}

function formatIds(ids: object): string {
  const fields = Object.entries(ids).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return `{ ${fields.join(', ')} }`;
}

/** Looks an address up in Slack, by the first bot of the config: what `people` can have, or why it has to be written by hand. */
async function openLookUp({ routes, local }: SignalpostConfig, options: PlaceOptions) {
  const to = routes.map((route) => route.to).find(isBot);
  if (to === undefined) return async () => 'no route has a Slack bot that could look it up';
  const { createHttpPost } = await import('../../message/send/http-post.ts');
  const { secret: name } = to.botToken;
  const place = await openSecretPlace(options);
  const secrets = new Map([[name, (await place.read({ name, scopes: ['destinations'] })).trim()]]);
  const ports = { post: createHttpPost(), secrets, permitLocal: local, sleep: systemClock.sleep };
  return async (address: string | null) => {
    if (address === null) return 'the column has no address';
    const member = await lookUpMember(ports, to, address);
    if (member === null) return 'Slack knows nobody with that address';
    const { id: slack, timezone } = member;
    return timezone !== null && findTimezoneProblem(timezone) === null ? { slack, timezone } : { slack };
  };
}
