import type { BridgeColumn } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { assertUpstream, HttpStatusError } from '../../shared/domain/errors.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';
import { listNames } from '../../shared/domain/routes/unseen-names.ts';
import { explainApiProblem } from '../../shared/domain/upstream/explain-api-problem.ts';
import { formatError } from '../../view/words/format-error.ts';
import type { ApiPorts } from '../open/call-api.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';

/** The names of the columns that the API told, by bridge. */
export type KnownColumns = Map<string, readonly string[]>;

function namesOf(columns: readonly BridgeColumn[]): string[] {
  return columns.flatMap(({ name }) => name ?? []);
}

/** An operator waits for the answers. */
const mostAsked = 50;
const askedAtOnce = 10;

/** An id of the config; in a `match` if it is not watched. */
type Asked = ReturnType<typeof listIds>[number];

/**
 * One cheap call with the token for each id of the config: of a bridge its columns, of a buyer its first signals. The
 * columns in the answers are put into `known`. What only a match names is no more than a warning.
 */
export async function checkApi(
  config: Pick<SignalpostConfig, 'api' | 'watch' | 'routes'>,
  known: KnownColumns,
  ports: ApiPorts,
  fixToken: string,
): Promise<CheckResult> {
  const all = listIds(config);
  const asked = all.slice(0, mostAsked);
  const ask = async (one: Asked) => {
    try {
      await readOne(one, known, ports);
      return [];
    } catch (error) {
      assertUpstream(error);
      const status = error instanceof HttpStatusError ? error.status : null;
      const finding =
        status === 401 ? failed('it rejected the token (401)', fixToken) : await judge(one, status, error);
      return [{ id: one.id, finding, isOfOne: status === 403 || status === 404 }];
    }
  };
  const judge = async ({ what, id, isWatched }: Asked, status: number | null, error: unknown) => {
    if (status === 404 && what === 'bridge' && isWatched && (await isIdOfBuyer(id, ports)))
      return failed('the id of a buyer, in watch.bridges', 'move it to watch.buyers');
    // The name of the call in front means nothing to an operator.
    const explained = explainApiProblem(formatError(error), what, config.api).replace(/^\w+: /, '');
    const [found = '', ...fix] = explained.split('; ');
    if (!isWatched) return warning(`${found} (in a match)`, 'correct the id in match');
    // Some services answer 404 for a buyer without signals.
    const state = status === 404 && what === 'buyer' ? warning : failed;
    return state(found, fix.join('; ') || 'check api.baseUrl in the config, or run this again later');
  };
  const [one, ...others] = asked;
  const first = one === undefined ? [] : await ask(one);
  if (first[0]?.isOfOne === false) return first[0].finding;
  const problems = [...first, ...(await inParallel(others, askedAtOnce, ask)).flat()];
  if (problems.length > 0) return joinFindings(problems);
  const left = all.length > asked.length ? ` of ${all.length}` : '';
  return ok(`it accepts the token and knows ${asked.length}${left} bridges and buyers of the config`);
}

/** The watched ones first. */
function listIds({ watch, routes }: Pick<SignalpostConfig, 'watch' | 'routes'>) {
  const names = listNames({ hot: { columns: [] }, routes });
  const all = (['bridge', 'buyer'] as const).flatMap((what) => {
    const watched = watch[`${what}s`];
    const named = names.filter(({ kind, name }) => kind === what && isUuid(name));
    const ids = [...watched, ...named.map(({ name }) => name)];
    return [...new Set(ids)].map((id) => ({ what, id, isWatched: watched.includes(id) }));
  });
  return all.sort((one, other) => Number(other.isWatched) - Number(one.isWatched));
}

async function readOne({ what, id }: Asked, known: KnownColumns, { api, deadline }: ApiPorts): Promise<void> {
  const call = { deadline: deadline() };
  if (what === 'bridge') {
    const { result } = await api.listColumnMetadata(id, call);
    known.set(id, namesOf(result.map(({ column }) => column)));
    return;
  }
  const { result } = await api.listBuyerSignals({ buyerId: id, pageSize: 20 }, call);
  for (const { bridge } of result) known.set(bridge.bridgeId.toLowerCase(), namesOf(bridge.columns ?? []));
}

/** `3f2a…, 0b1c…: the service answered 404`: what was found of several ids is told once. */
function joinFindings(
  problems: readonly { readonly id: string; readonly finding: CheckResult }[],
): CheckResult {
  const alike = [...Map.groupBy(problems, ({ finding }) => finding.found)];
  const found = alike.map(([what, own]) => `${own.map(({ id }) => id).join(', ')}: ${what}`).join('; ');
  const fix = [...new Set(problems.map(({ finding }) => finding.fix))].join('; ');
  const state = problems.some(({ finding }) => finding.state === 'failed') ? failed : warning;
  return state(found, fix);
}

/** Both ids look alike, and the service says only that it knows no such bridge. */
async function isIdOfBuyer(buyerId: string, { api, deadline }: ApiPorts): Promise<boolean> {
  try {
    const { result } = await api.listBuyerSignals({ buyerId, pageSize: 20 }, { deadline: deadline() });
    return result.length > 0;
  } catch (error) {
    assertUpstream(error);
    return false;
  }
}
