import type { Command } from 'commander';
import { describeClicks } from '../../message/reports/describe-clicks.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { shortId } from '../../shared/domain/digests/digest-id.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { rememberedDays } from '../../shared/domain/history/history.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { formatDue, formatTime } from '../../shared/domain/times/format-time.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { findDigest, ReportedDigest } from '../../view/lookup/find-digests.ts';
import { describeDigestState } from '../../view/words/describe-digest.ts';
import { suggest } from '../../view/words/suggest.ts';
import { addPlaceOptions, type PlaceOptions, print, wholeNumber } from '../input/options.ts';
import { readSince } from '../input/read-time.ts';
import { type ChosenLedger, checkIsKnown, withLedger } from '../open/with-ledger.ts';

interface HistoryOptions extends PlaceOptions {
  readonly route?: string;
  readonly buyer?: string;
  readonly since: string;
  readonly failed?: boolean;
  readonly limit: number;
}

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('history'))
    .description('list the latest digests; with a digest, show its body, its attempts and its signals')
    .argument('[digest]', "a digest's id, or the first 8 letters of it")
    .option('--route <route>', 'only digests of this route')
    .option('--buyer <buyer>', 'only digests with this buyer: its id, or words of its name')
    .option(
      '--since <time>',
      'a time such as 2026-11-21T08:00:00Z, a day such as yesterday, or an age such as 7d or "2 hours"',
      '7d',
    )
    .option('--failed', 'only digests of which an attempt failed, also if a later one delivered them')
    .option('--limit <number>', 'at most this many', wholeNumber(1, 10_000), 50)
    .action(history);
}

async function history(id: string | undefined, options: HistoryOptions): Promise<void> {
  const { findDigest, listDigests } = await import('../../view/lookup/find-digests.ts');
  const now = systemClock.now();
  const { route: routeId, buyer, failed, limit } = options;
  const since = readSince(options.since, now);
  const [filter] = Object.entries({ route: routeId, buyer, failed }).filter(
    ([, given]) => given !== undefined,
  );
  if (id !== undefined && filter !== undefined)
    throw new ConfigurationError([`--${filter[0]}: found beside the digest ${id}; leave one of them out`]);
  // It would be part of every name.
  if (buyer?.trim() === '')
    throw new ConfigurationError([
      `--buyer: found ${JSON.stringify(buyer)}; give a buyer's id, or words of its name`,
    ]);
  const list = async ({ ledger, readConfig }: ChosenLedger): Promise<void> => {
    const ports = { ledger, config: await readConfig(), now };
    if (routeId !== undefined) await checkIsKnown(ledger, ports.config.routes, routeId);
    const { digests, more } = await listDigests(ports, { routeId, buyer, failed }, since, limit);
    const rows = digests.map((one) => [
      formatTime(one.createdAt, one.timezone),
      one.routeId,
      formatEntry(one),
    ]);
    const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
    print(options, { since: isoTime(since), digests, more }, [
      ...rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')),
      ...(digests.length === 0 ? [`No such digest was created since ${formatTime(since)}.`] : []),
      ...(more ? [`Earlier ones are not shown: give a --limit of more than ${limit}.`] : []),
    ]);
  };
  const show = async ({ ledger, readConfig }: ChosenLedger, searched: string): Promise<void> => {
    const digest = await findDigest({ ledger, config: await readConfig(), now }, searched);
    if (digest === null)
      throw new ConfigurationError([
        `DIGEST: found ${JSON.stringify(searched)}, which is no digest of the last ${rememberedDays} days; ` +
          `to list them: ${suggest(`history --since ${rememberedDays}d`, options)}`,
      ]);
    print(options, digest, describeDigest(digest, now));
  };
  await withLedger(options, (chosen) => (id === undefined ? list(chosen) : show(chosen, id)), true);
}

type FoundDigest = NonNullable<Awaited<ReturnType<typeof findDigest>>>;

function describeDigest(found: FoundDigest, now: number): string[] {
  const { nextAttemptAt, body, message, members, ...digest } = found;
  const json = body && JSON.stringify(JSON.parse(body), null, 2).replaceAll(unseen, escaped);
  const text = message?.replaceAll(unseen, escaped);
  const next = nextAttemptAt !== null && `next attempt ${formatDue(Date.parse(nextAttemptAt), now)}`;
  return [
    `${oneLine(digest.headline, longest.headline)}`,
    `  id       ${digest.digestId}`,
    `  route    ${digest.routeId} (${digest.destinationType})`,
    `  created  ${formatTime(digest.createdAt, digest.timezone)}`,
    `  state    ${describeState(digest, next)}`,
    ...(digest.attempts.length === 0 ? [] : ['Attempts:', ...describeAttempts(digest)]),
    ...(members.length === 0 ? [] : ['Signals:']),
    ...members.flatMap((member) => [
      `  ${formatName(member)}`,
      `    ${member.signalId}`,
      ...describeClicks(digest.clicks, member.signalId, { now, ...digest }).map((line) => `    ${line}`),
    ]),
    ...(text === undefined || text === json ? [] : ['Message:', text.replace(/^/gm, '  ')]),
    ...(json ? ['Body:', json] : ['Its body is kept no more: only for 30 days after the delivery.']),
  ];
}

/** Characters that some terminals take for commands, and that JSON does not escape. */
const unseen = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** `RFP 877: School Bus Fleet Telematics – Hawwater Public Schools` */
export function formatName({ name, buyerName }: { name: string | null; buyerName: string | null }): string {
  const told = oneLine(name, longest.signalName) ?? 'a signal without a name';
  return `${told} – ${oneLine(buyerName, longest.buyerName) ?? 'a buyer without a name'}`;
}

const outcomeWords: Readonly<Record<ReportedDigest['attempts'][number]['outcome'], string>> = {
  delivered: 'delivered',
  retry: 'failed',
  gone: 'refused for good',
  dead: 'failed for good',
  held: 'not attempted',
  rewritten: 'refused in this form',
  unknown: 'may have arrived',
};

/** `  2026-11-21 08:00 UTC  failed: answered 503` */
export function describeAttempts({ attempts, timezone: zone }: ReportedDigest): string[] {
  return attempts.map((one) => `  ${formatTime(one.at, zone)}  ${outcomeWords[one.outcome]}: ${one.reason}`);
}

/** `2kq7vzxa  delivered, 14 signals, 1 attempt, 2026-11-21 08:00 UTC  "3 hot at Fort Worth ISD"` */
export function formatEntry(digest: ReportedDigest): string {
  return `${shortId(digest.digestId)}  ${describeState(digest)}  "${oneLine(digest.headline, longest.headline)}"`;
}

function describeState(digest: ReportedDigest, next: string | false = false): string {
  const { signalIds, deliveredAt } = digest;
  // A paused route makes none.
  const attempts = digest.attempts.filter(({ outcome }) => outcome !== 'held');
  const reason = deliveredAt === null ? (attempts.at(-1)?.reason ?? null) : null;
  return describeDigestState(
    { ...digest, signals: signalIds.length, attempts: attempts.length, reason },
    next,
  );
}
