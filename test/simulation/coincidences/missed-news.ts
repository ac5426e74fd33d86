import { lists } from '../parts/answer-rules.ts';
import { type Dice, makeId } from '../parts/dice.ts';
import { hour, minute, type Plan } from '../parts/plan.ts';
import { watching } from '../plan/change-configs.ts';
import { longBefore, quietTick, replaceRows, withoutTrouble } from './quiet-plan.ts';

/**
 * Rows name buyers once, at a tick that comes hours later and that fails from then on: at its messages, or at every
 * list. The next tick comes when no row names them any more, and nobody's turn comes for a day.
 */
export function missNews(dice: Dice, plan: Plan): Plan {
  const { start } = plan;
  const known = start + 32 * minute;
  const failsAt = known + 3 * hour;
  const more = Array.from({ length: 12 - plan.buyers.length }, () => makeId(dice));
  const buyers = [...plan.buyers, ...more];
  const slots = [start, start + 16 * minute, known, failsAt, failsAt + 100 * minute];
  const summaries = buyers.map((_, index) => plan.summaries[index] ?? 'ready');
  const wide = withoutTrouble({ ...plan, buyers, summaries, ticks: slots.map(quietTick) });
  const news = Array.from({ length: 10 }, () => known + dice.between(5, 50) * minute);
  const old = plan.bridges.map(() => longBefore(dice, plan));
  const trouble = dice.pick(['polls', 'token', 'lists'] as const);
  // A token is refused only until everybody pauses: a probe must not meet it again.
  const span = { from: failsAt - 1_000, until: failsAt + (trouble === 'token' ? 2 : 8) * minute };
  const answer = trouble === 'token' ? 401 : 503;
  const replaced = replaceRows(dice, wide, [...old, ...news]);
  // By rows that changed just now each bridge's clock is known: no later look reaches back to the news.
  const touched = plan.bridges.map((_, row) => ({ at: failsAt - 2 * minute, row, kind: 'touch' as const }));
  return {
    ...replaced,
    rows: replaced.rows.map((row, index) => (index < old.length ? { ...row, rowLagMs: 0 } : row)),
    changes: [...replaced.changes, ...touched],
    configs: watching(wide.configs, { allEvery: '1 day' }),
    answers: trouble === 'polls' ? [] : [{ ...span, operations: lists, answer }],
    sorting: 'honoured',
    indexLagMs: 0,
    quietTicks: 9,
    coincidence: { name: 'missed news', ...(trouble === 'polls' ? { polls: span } : {}) },
  };
}
