import { type DeclaredColumns, namesIn } from '../../shared/domain/cells/meanings.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError, SecretUnavailableError } from '../../shared/domain/errors.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { proposeColumns } from '../../view/columns/propose-columns.ts';
import { type ProposedHot, proposeHot } from '../../view/columns/propose-hot.ts';
import { writeColumns } from '../../view/words/columns-text.ts';
import type { ask as askAtTerminal } from '../input/ask.ts';
import { openApi } from '../open/call-api.ts';
import { findExampleAddress, localSecrets } from '../open/own-config.ts';
import { type ReadBridge, readBridges } from '../open/read-bridges.ts';
import { accessToken } from '../open/secret-uses.ts';
import type { Answers } from './init-questions.ts';

type Ask = typeof askAtTerminal;

const rowsShown = 3;
const longestExample = 100;

/**
 * What the columns of the bridges mean, proposed by their names and formats, and the deadline as the user answers; and a
 * rule of `hot` by their rows. Nothing here stops `init`: sentences say what was read, `found`, and what was not, `notes`.
 */
export async function chooseColumns(
  { url, tokenVariable, bridge }: Pick<Answers, 'url' | 'tokenVariable' | 'bridge'>,
  file: string,
  ask: Ask,
) {
  const without = (why: string, hot: ProposedHot | null = null, found: readonly string[] = []) => ({
    columns: [],
    hot,
    found,
    notes: [`The config declares no columns: ${why}.`],
  });
  if (findExampleAddress({ api: { baseUrl: url } }) !== null) return without("the address is the example's");
  const { token, why } = await findToken(tokenVariable, file, ask);
  if (token === '') return without(why);
  const problem = accessToken.findProblem(token, false);
  if (problem !== null) return without(`${tokenVariable}: ${problem}`);
  const ports = openApi({ baseUrl: url }, async () => token);
  const { bridges, problems: all } = await readBridges(bridge.split(' '), ports);
  const problems = all.map(({ told }) => told);
  const found = bridges.map(describeBridge);
  for (const sentence of found) console.error(sentence);
  const hot = proposeHot(bridges);
  const proposed = proposeColumns(bridges);
  if (Object.keys(proposed).length === 0)
    return without(problems.join('; ') || 'no name of a column says what it means', hot, found);
  const { confirmed, unanswered } = await confirmDeadline(proposed, bridges, ask);
  const notes = problems.map((one) => `Not all could be read: ${one}.`);
  if (unanswered.length > 0)
    notes.push(`Nothing closes until you confirm the deadline in the config: ${unanswered.join(' or ')}.`);
  return { columns: writeColumns(confirmed, bridges, unanswered), hot, found, notes };
}

function describeBridge({ bridgeId, bridgeName, columns, rows }: ReadBridge): string {
  const named = oneLine(bridgeName ?? '', longestExample) ?? bridgeId;
  return `Found ${named}: ${counted(columns.length, 'column')}; read ${counted(rows.length, 'row')}.`;
}

/** The token of the environment or the `.env` beside the config, else as it is typed, unseen; empty without one, and `why`. */
async function findToken(name: string, config: string, ask: Ask) {
  let why = '';
  try {
    return { token: await localSecrets({ config }).get(name), why };
  } catch (error) {
    if (!(error instanceof SecretUnavailableError)) throw error;
    [why = ''] = error.message.replace('the secret ', '').split('; ');
  }
  if (!process.stdin.isTTY) return { token: '', why };
  const prompt = 'the access token, to read your columns (not shown, not kept; empty: later):';
  return { token: stopped(await ask(prompt, { silent: true })).trim(), why };
}

async function confirmDeadline(proposed: DeclaredColumns, bridges: readonly ReadBridge[], ask: Ask) {
  const { deadline, ...others } = proposed;
  const names = namesIn(deadline) ?? [];
  const answers = new Map<string, string>();
  for (const name of process.stdin.isTTY ? names : []) {
    console.error(`"${name}" may be a deadline, after which a signal is closed:`);
    for (const line of examplesOf(name, bridges)) console.error(`  ${line}`);
    answers.set(name, stopped(await ask('is it the last day for an answer? (yes, no; empty: later)')));
  }
  const answered = (letter: string) =>
    names.filter((name) => answers.get(name)?.trim().toLowerCase().startsWith(letter));
  const unanswered = names.filter((name) => ![...answered('y'), ...answered('n')].includes(name));
  const isNone = names.length > 0 && answered('n').length === names.length;
  const own = isNone ? { deadline: false as const } : answered('y').length > 0 && { deadline: answered('y') };
  return { confirmed: { ...own, ...others }, unanswered };
}

function examplesOf(name: string, bridges: readonly ReadBridge[]): string[] {
  const rows = bridges.flatMap((bridge) => bridge.rows);
  const held = rows.filter(({ columns }) => columns[name] !== undefined && columns[name] !== null);
  return held
    .slice(0, rowsShown)
    .flatMap((row) => oneLine(`${row.columns[name]}  ${row.name ?? ''}`, longestExample) ?? []);
}

function stopped(typed: string | null): string {
  if (typed === null) throw new ConfigurationError(['stopped; nothing was written']);
  return typed;
}
