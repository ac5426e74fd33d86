import type { Coincidence } from '../parts/coincidence.ts';
import { createDice, type Dice } from '../parts/dice.ts';
import type { Plan, Shape } from '../parts/plan.ts';
import { inOrder } from '../parts/row-plan.ts';
import { withoutQuietHours } from '../plan/plan-quiet.ts';
import { withoutTemplates } from '../plan/plan-templates.ts';
import { missNews } from './missed-news.ts';
import { overtakeFirstScan, overtakeReading } from './overtaken-reading.ts';
import { sendingAll } from './quiet-plan.ts';
import { hangDestination, leaveUnstored, stopInMidAttempt } from './slow-destinations.ts';
import { describeWhatBecame } from './what-became.ts';

type Name = Coincidence['name'];

const ofPlainWorlds = ['missed news', 'overtaken first scan'] as const;
const share = 0.04;
const shareOfReadings = 0.007;
const hangingShare = 0.01;
const stoppedShare = 0.01;
const shareOfUnstored = 0.005;
const shareOfReports = 0.02;

/** By dice of its own: the worlds without one stay as they were. */
export function drawCoincidence(seed: number, shape: Shape): Name | null {
  if (shape === 'plain' && createDice(seed, 24).chance(shareOfReadings)) return 'overtaken reading';
  if (shape === 'plain' && createDice(seed, 34).chance(hangingShare)) return 'hanging destination';
  if (shape === 'plain' && createDice(seed, 35).chance(stoppedShare)) return 'stop in mid-attempt';
  if (shape === 'plain' && createDice(seed, 36).chance(shareOfUnstored)) return 'unstored outcomes';
  if (shape === 'plain' && createDice(seed, 55).chance(shareOfReports)) return 'what became';
  const dice = diceOf(seed);
  const isMet = dice.chance(shape === 'wide' ? 0.5 : share);
  if (!isMet || shape === 'long') return null;
  return shape === 'wide' ? 'crowd' : dice.pick(ofPlainWorlds);
}

/** A random world, or one with a combination of rare events. */
export function planCoincidence(seed: number, plan: Plan): Plan {
  const name = drawCoincidence(seed, plan.shape);
  if (name === null) return plan;
  // They are timed to the minute.
  const timed = { ...withoutTemplates(withoutQuietHours(plan)), mutes: [], events: [] };
  return arrange[name](diceOf(seed + 1), timed);
}

const arrange: Readonly<Record<Name, (dice: Dice, plan: Plan) => Plan>> = {
  'missed news': missNews,
  'overtaken first scan': overtakeFirstScan,
  'overtaken reading': overtakeReading,
  'hanging destination': hangDestination,
  'stop in mid-attempt': stopInMidAttempt,
  'unstored outcomes': leaveUnstored,
  'what became': describeWhatBecame,
  crowd: gather,
};

/**
 * Everything there is comes at once, to every route. Where most of it can't be read it takes no room in a message, and
 * a digest has as many members as a transaction takes.
 */
function gather(dice: Dice, plan: Plan): Plan {
  const readable = dice.pick([0.3, 0.95]);
  const kept = plan.changes.filter(({ kind }) => kind !== 'move' && kind !== 'respell');
  const changes = kept.map((change) => {
    return change.kind === 'arrive' ? { ...change, at: Math.min(change.at, plan.start - 1) } : change;
  });
  return {
    ...plan,
    rows: plan.rows.map((row) => ({ ...row, unreadable: !dice.chance(readable) })),
    changes: inOrder(changes),
    ticks: plan.ticks.map((tick, index) => (index === 0 ? { ...tick, composes: [], sweeps: 0 } : tick)),
    configs: sendingAll(plan.configs),
    coincidence: { name: 'crowd' },
  };
}

function diceOf(seed: number): Dice {
  return createDice(seed ^ 0x10c1dece, 16);
}
