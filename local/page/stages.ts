import type { PipelineFunction } from '../../functions/wiring.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { kilobytes } from './sentences.ts';
import type { Stage, StageName } from './view-model.ts';

const order: readonly StageName[] = ['plan', 'poll', 'record', 'freeze', 'deliver'];

export function idleStages(): Stage[] {
  return order.map((name) => ({ name, at: null, fact: null, trouble: false, version: 0 }));
}

export interface StageFact {
  readonly name: StageName;
  readonly fact: string;
  readonly trouble: boolean;
}

/** What an observation says about a stage of the way, in a few words; null when it says nothing new. */
export function stageFactOf(observation: Observation, buyerName: string): StageFact | null {
  switch (observation.kind) {
    case 'polls-planned':
      return fine(
        'plan',
        observation.buyers === 0 ? 'nobody is due' : `${counted(observation.buyers, 'buyer')} due`,
      );
    case 'announcement-missed':
      return trouble('plan', 'the rows are not believed for a while');
    case 'plan-failed':
      return trouble('plan', 'a bridge could not be read');
    case 'buyer-polled':
      return fine('poll', `${buyerName}: ${counted(observation.listed, 'signal')} listed`);
    case 'poll-failed':
      return trouble('poll', `${buyerName} could not be read`);
    case 'hotness-failed':
      return trouble('record', `hotness of ${buyerName} unknown`);
    case 'signal-recorded':
      return fine(
        'record',
        observation.baseline ? 'known from before' : (observation.name ?? 'one without a name'),
      );
    case 'summary-failed':
      return trouble('record', `no summary of ${buyerName}`);
    case 'digest-frozen':
      return fine(
        'freeze',
        `${observation.routeId}: ${counted(observation.signals, 'signal')}, ${kilobytes(observation.bytes)}`,
      );
    case 'heartbeat-frozen':
      return fine('freeze', `${observation.routeId}: a heartbeat`);
    case 'digest-attempted':
      return observation.outcome === 'delivered'
        ? fine('deliver', `${observation.routeId}: delivered`)
        : trouble('deliver', `${observation.routeId}: ${observation.reason}`);
    case 'route-disabled':
      return trouble('deliver', `${observation.routeId} is disabled`);
    case 'digest-held':
      return trouble('deliver', `${observation.routeId}: kept, ${observation.reason}`);
    case 'digest-rewritten':
      return trouble('deliver', `${observation.routeId}: ${observation.reason}; sent again as plain text`);
    case 'signals-set-aside':
      return fine(
        'freeze',
        `${observation.routeId}: ${counted(observation.signals, 'signal')} ${setAsideWords[observation.fate]}`,
      );
    case 'signals-damaged':
      return trouble(
        'freeze',
        `${observation.routeId}: ${counted(observation.signalIds.length, 'signal')} damaged`,
      );
    case 'message-failed':
    case 'function-failed':
      return trouble(stageOfFunction(observation.function), observation.problem);
    case 'upstream-paused':
      return trouble('poll', 'the API is not called for a while');
    case 'lane-paused':
      return trouble('record', `${observation.lane} paused`);
    case 'polls-cut-short':
      return trouble('poll', `${counted(observation.buyers, 'buyer')} not polled this time`);
    case 'polls-skipped':
      return trouble('plan', 'nobody is polled this time');
    case 'upstream-requested':
    case 'upstream-throttled':
    case 'alarm-told':
    case 'summary-fetched':
    case 'tally-lost':
    case 'pending-checked':
    case 'swept':
      return null;
  }
}

const setAsideWords = { held: 'held back', dropped: 'dropped' } as const;

const functionStages: Readonly<Record<PipelineFunction, StageName>> = {
  'plan-polls': 'plan',
  'poll-signals': 'poll',
  'fetch-summaries': 'record',
  'compose-digests': 'freeze',
  'deliver-digest': 'deliver',
};

/** Observations name their function in free text; one that the wiring does not know counts as planning. */
export function stageOfFunction(name: string): StageName {
  return Object.hasOwn(functionStages, name) ? functionStages[name as PipelineFunction] : 'plan';
}

function fine(name: StageName, fact: string): StageFact {
  return { name, fact, trouble: false };
}

function trouble(name: StageName, fact: string): StageFact {
  return { name, fact, trouble: true };
}
