import type { Command } from 'commander';
import { findTimezoneProblem } from '../../shared/config/check-times.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { SlackBotDestination } from '../../shared/domain/routes/route.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { listOwners, ownerDays, type SeenOwner } from '../../view/lookup/list-owners.ts';
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

interface Found {
  readonly owner: SeenOwner;
  /** As `people` has it; a sentence where it has to be written by hand. */
  readonly entry: { readonly slack: string; readonly timezone?: string } | string;
}

async function showPeople(options: PlaceOptions): Promise<void> {
  const { config, owners } = await withLedger(options, async (chosen) => {
    const read = await chosen.readConfig();
    if (read.columns?.owner === undefined)
      throw new ConfigurationError(['columns.owner: is missing; write the name of the column with owners']);
    return { config: read, owners: await listOwners(chosen.ledger, read, systemClock.now()) };
  });
  const found: Found[] = [];
  const ask = await openLookUp(config, options);
  for (const owner of owners.filter(({ slack }) => slack === null))
    found.push({ owner, entry: await ask(owner) });
  const added = found.flatMap(({ owner, entry }) => (typeof entry === 'string' ? [] : [[owner.key, entry]]));
  const people: NonNullable<SignalpostConfig['people']> = { ...config.people, ...Object.fromEntries(added) };
  const missing = found.flatMap(({ owner, entry }) =>
    typeof entry === 'string' ? [{ name: owner.name, reason: entry }] : [],
  );
  const lines = Object.entries(people).map(([name, ids]) => `  ${JSON.stringify(name)}: ${tellIds(ids)},`);
  print(options, { people, missing }, [
    ...['people: {', ...lines, '},'],
    ...missing.map(({ name, reason }) => `// ${name}: ${reason}`),
  ]);
}

function tellIds(ids: object): string {
  const fields = Object.entries(ids).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return `{ ${fields.join(', ')} }`;
}

const byHand = "copy the member's id from the profile in Slack";

/** Asks Slack once for each address, by the first bot of the config. */
async function openLookUp({ routes, local }: SignalpostConfig, options: PlaceOptions) {
  const to = routes.map((route) => route.to).find((one): one is SlackBotDestination => 'botToken' in one);
  if (to === undefined) return async () => `no route has a Slack bot that could look it up; ${byHand}`;
  const [{ createHttpPost }, { lookUpMember }] = await Promise.all([
    import('../../message/send/http-post.ts'),
    import('../../message/slack/look-up.ts'),
  ]);
  const { secret: name } = to.botToken;
  const place = await openSecretPlace(options);
  const secrets = new Map([[name, (await place.read({ name, scopes: ['destinations'] })).trim()]]);
  const ports = { post: createHttpPost(), secrets, permitLocal: local };
  return async ({ address }: SeenOwner): Promise<Found['entry']> => {
    if (address === null) return `the column has no address; ${byHand}`;
    for (;;) {
      const member = await lookUpMember(ports, to, address);
      if (member === null) return `Slack knows nobody with that address; ${byHand}`;
      if ('id' in member) {
        const isZone = member.timezone !== null && findTimezoneProblem(member.timezone) === null;
        return { slack: member.id, ...(isZone && { timezone: String(member.timezone) }) };
      }
      if (member.retryAfterMs === null) {
        const fix = member.problem.includes('missing_scope')
          ? 'add users:read.email to the scopes of the bot at api.slack.com/apps, and reinstall the app'
          : 'check to.botToken of the route, or try again later';
        throw new ConfigurationError([`Slack ${member.problem}; ${fix}`]);
      }
      await systemClock.sleep(member.retryAfterMs);
    }
  };
}
