import type { Command } from 'commander';
import { describeClicks } from '../../message/reports/describe-clicks.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { rememberedDays } from '../../shared/domain/history/history.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { formatTime, formatWhen } from '../../shared/domain/times/format-time.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { describeNotSent } from '../../view/lookup/describe-not-sent.ts';
import type { FoundSignal } from '../../view/lookup/explain-signal.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { type ChosenLedger, withLedger } from '../open/with-ledger.ts';
import { describeAttempts, formatEntry, formatName } from './history-command.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('why'))
    .description('show why a signal was sent, waits or was not sent, or why it is unknown')
    .argument('<signal...>', 'BRIDGE#ROW, the id of the row alone, or words of its name or its buyer')
    .action(why);
}

const mostListed = 20;

async function why(words: readonly string[], options: PlaceOptions): Promise<void> {
  const { explainSignal } = await import('../../view/lookup/explain-signal.ts');
  const { explainUnknown, searchSignals, parseSignalId } = await import('../../view/lookup/find-signals.ts');
  const [searched, now] = [words.join(' ').trim(), systemClock.now()];
  if (searched === '') throw new ConfigurationError(['SIGNAL: found ""; give an id, or words of a name']);
  const explain = async ({ ledger, readConfig }: ChosenLedger): Promise<void> => {
    const ports = { ledger, config: await readConfig(), now };
    const id = parseSignalId(searched);
    const found = id === null ? await searchSignals(ports, searched) : [];
    const [first, second] = found;
    const only = second ? null : (id ?? first?.signalId ?? null);
    const signal = only === null ? null : await explainSignal(ports, only);
    const unknown = second || signal ? [] : await explainUnknown(ports, searched);
    const listed = second ? found.slice(0, mostListed) : [];
    const matches = listed.map(({ signalId, firstSeenAt, hot, signal: row }) => {
      const { name = null, buyerName = null } = row ?? {};
      return { signalId, name, buyerName, firstSeenAt: isoTime(firstSeenAt), hot };
    });
    print(options, { searched, signal, matches, found: found.length, unknown }, [
      ...(second ? [`${counted(found.length, 'signal')} fit, the latest first. Give the id of one:`] : []),
      ...matches.flatMap((one) => [
        `${formatTime(one.firstSeenAt)}  ${formatName(one)}`,
        `  ${one.signalId}`,
      ]),
      ...(found.length > mostListed ? [`and ${found.length - mostListed} more: add words to find one`] : []),
      ...unknown,
      ...(signal === null ? [] : formatSignal(signal, now)),
    ]);
  };
  await withLedger(options, explain, true);
}

function formatSignal(signal: FoundSignal, now: number): string[] {
  const { signalId, buyerId, buyerName, firstSeenAt, notSent, remembered, routes } = signal;
  const facts = {
    id: signalId,
    bridge: oneLine(signal.bridgeName, longest.bridgeName),
    buyer: `${oneLine(buyerName, longest.buyerName) ?? ''} (${buyerId})`.trimStart(),
    'first seen': `${formatTime(firstSeenAt)} (${formatWhen(Date.parse(firstSeenAt), now)})`,
    hot: remembered && notSent === null ? describeHot(signal) : null,
    ...Object.fromEntries(signal.facts.map(({ column, text }) => [column, text])),
    'not sent': describeNotSent(signal),
    forgotten: remembered ? null : `all else: nothing more is kept after ${rememberedDays} days`,
  };
  return [
    oneLine(signal.name, longest.signalName) ?? 'A signal without a name',
    ...Object.entries(facts).flatMap(([name, value]) => (value ? [`  ${name.padEnd(11)} ${value}`] : [])),
    ...(routes.length === 0 ? [] : ['Routes, by the rules when it was recorded:']),
    ...routes.flatMap((route) => formatRoute(route, signalId, now)),
  ];
}

function describeHot({ hot, hotBecause, hotnessRank }: FoundSignal): string {
  const place = hot || hotnessRank === null ? [] : [`number ${hotnessRank} at its buyer by hotness`];
  const because = [...hotBecause, ...place].join('; ');
  const told = hot === null ? 'not known' : hot ? 'yes' : 'no';
  return because === '' ? told : `${told}: ${because}`;
}

function formatRoute(route: FoundSignal['routes'][number], signalId: string, now: number): string[] {
  const { routeId, takes, because, stays, digests } = route;
  const verdict =
    takes === null ? 'has it, and its verdict is not remembered' : takes ? 'takes it' : 'does not take it';
  return [
    `  ${routeId} ${[verdict, because].filter(Boolean).join(': ')}`,
    ...(stays === null ? [] : [`    ${stays.told}`]),
    ...digests.flatMap((digest) => [
      `    in ${formatEntry(digest)}`,
      ...describeAttempts(digest).map((line) => `    ${line}`),
      ...describeClicks(digest.clicks, signalId, { now, ...digest }).map((line) => `      ${line}`),
    ]),
    ...(takes && stays === null && digests.length === 0 ? ['    in no digest that is remembered'] : []),
  ];
}
