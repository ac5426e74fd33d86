/** CPU of composing the digests of one slot, once the code is warm. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';
import { composeSlot } from '../../gallery/compose-slot.ts';
import { readSandbox, type SandboxData } from '../../gallery/read-sandbox.ts';
import { atMost, type Bench, type Figure, figure } from '../report/figure.ts';
import { measureRounds } from '../report/rounds.ts';

const now = Date.parse('2026-11-23T13:00:00Z');
const sizes = { small: 500, large: 5_000 };
const hot = { topByHotness: 2, columns: [{ name: 'Match Score', atLeast: 90 }] };
const destinations: Readonly<Record<string, DestinationSettings>> = {
  Slack: { type: 'slack', webhookUrl: { secret: 'SLACK' } },
  webhook: {
    type: 'webhook',
    url: 'https://crm.example.com/hooks',
    signingSecret: { secret: 'SIGNING' },
  },
};

export const measure: Bench['measure'] = async (startProgress, { runs, isSmall }) => {
  // Until then V8 still compiles, on threads whose CPU counts here, too.
  const warmUps = isSmall ? 0 : 8;
  const data = await readSandbox(
    { seed: 7, buyers: 1_000, bridges: 11, signals: 9_000 },
    { now, timezone: 'America/New_York', hot },
  );
  if (data.entries.length < sizes.large) throw new Error(`only ${data.entries.length} signals are listed`);
  const figures: Figure[] = [];
  for (const [name, to] of Object.entries(destinations)) {
    const rounds = await measureRounds(startProgress, `${name} digest`, { runs, warmUps }, async () => {
      const small = await cpuOf(data, sizes.small, to);
      const large = await cpuOf(data, sizes.large, to);
      return { small, growth: large / sizes.large / (small / sizes.small) };
    });
    const [of, each] = [`a ${name} digest of 500 signals`, `a ${name} digest of 5,000 signals`];
    const cpu = rounds.map(({ small }) => small);
    const growth = rounds.map((round) => round.growth);
    figures.push(
      figure(`digest/${name}/cpu`, `${of}: CPU`, 'ms', atMost(200), cpu),
      figure(`digest/${name}/growth`, `${each}: CPU per signal against that of 500`, '×', atMost(2), growth),
    );
  }
  return { figures };
};

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

setFlagsFromString('--expose-gc');
/** Otherwise the collector moves the copies that were made for a round while the round is measured. */
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/** Of entries and summaries as they come from the table: none has been rendered before. */
async function cpuOf(whole: SandboxData, signals: number, to: DestinationSettings): Promise<number> {
  const read = structuredClone({ entries: whole.entries.slice(0, signals), summaries: whole.summaries });
  const data = { ...whole, ...read };
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  const before = cpuMs();
  await composeSlot({ data, entries: data.entries, now }, to);
  return cpuMs() - before;
}
