import { keepsState, protectsState, type StackPart, stackName } from '../../shared/runtime/stage-names.ts';
import { type Place, tellPlace } from '../aws/place.ts';
import { type CdkSubject, destroyArguments } from './cdk-arguments.ts';
import type { RunCdk } from './run-cdk.ts';

export interface DestroyPorts {
  readonly runCdk: RunCdk;
  readonly isDeployed: (stack: string) => Promise<boolean>;
  readonly say: (line: string) => void;
}

const runningParts: readonly StackPart[] = ['monitoring', 'pipeline'];

/** What `destroy` is about to do, and where: shown before it asks. */
export function tellIntention(stage: string, place: Place): string {
  const where = `In ${tellPlace(place)}: this destroys`;
  if (!keepsState(stage)) {
    return `${where} all of the stage ${stage}, with its ledger: everything seen and pending. This can't be undone.`;
  }
  const how = protectsState(stage) ? 'is protected and is kept' : 'is kept';
  return `${where} the functions, queues, schedules and alarms of the stage ${stage}. Its state (${stackName(stage, 'state')}) ${how}: everything seen and pending.`;
}

/**
 * Takes a stage down: its running parts, then its state unless the stage keeps it. Returns false if there was nothing
 * to take down.
 */
export async function destroyStage(subject: CdkSubject, ports: DestroyPorts): Promise<boolean> {
  const { stage } = subject;
  const running = await findDeployed(
    runningParts.map((part) => stackName(stage, part)),
    ports,
  );
  if (running.length > 0) await ports.runCdk(destroyArguments(subject, running));
  const state = stackName(stage, 'state');
  if (!(await ports.isDeployed(state))) return running.length > 0;
  if (keepsState(stage)) {
    ports.say(`Kept: ${state}, the ledger. npm run deploy -- --stage ${stage} continues with it.`);
    return running.length > 0;
  }
  await ports.runCdk(destroyArguments(subject, [state]));
  return true;
}

async function findDeployed(stacks: readonly string[], { isDeployed }: DestroyPorts): Promise<string[]> {
  const found: string[] = [];
  for (const stack of stacks) if (await isDeployed(stack)) found.push(stack);
  return found;
}
