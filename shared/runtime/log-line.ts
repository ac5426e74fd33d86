import { type Observation, rowOf } from '../domain/observation.ts';
import type { LogLevel } from '../domain/observations/row.ts';
import { redactText } from '../domain/redact-text.ts';

type Logged = string | number | boolean | null;

export interface LogLine {
  readonly level: LogLevel;
  /** The observation's kind: one word to search by. */
  readonly message: string;
  readonly fields: Readonly<Record<string, Logged>>;
}

/** An observation as a log line. Redacts sentences again, since they may quote foreign text. */
export function composeLogLine(observation: Observation): LogLine {
  const { level, log } = rowOf(observation);
  const fields: Record<string, Logged> = {};
  const write = (name: string, value: unknown): void => {
    if (value !== undefined) fields[name] = toLogged(value);
  };
  // Links the lines of one digest, or of one tick, from its plan to its signals.
  if ('digestId' in observation) write('correlation_id', observation.digestId);
  else if ('slot' in observation) write('correlation_id', observation.slot);
  for (const field of log) write(field, observation[field]);
  return {
    level: typeof level === 'function' ? level(observation) : level,
    message: observation.kind,
    fields,
  };
}

function toLogged(value: unknown): Logged {
  // As one text: Logs Insights makes a field of each element, and has a limit on fields.
  if (Array.isArray(value)) return redactText(value.join(' '));
  if (typeof value === 'string') return redactText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
