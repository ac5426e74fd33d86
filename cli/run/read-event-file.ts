import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseJson } from '../../shared/config/load.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isRecord } from '../../shared/domain/is-record.ts';

export type FunctionEvent = Readonly<Record<string, unknown>>;

/** The event of `--event FILE`, `-` for stdin; `{}` without it. Throws `ConfigurationError` if it is not an event. */
export async function readEventFile(file: string | undefined, dryRun: boolean): Promise<FunctionEvent> {
  const event = file === undefined ? {} : parseEvent(await readText(file), file);
  if (!dryRun) return event;
  if (isOfQueue(event)) {
    throw new ConfigurationError([
      `--dry-run: ${nameOf(file)} holds messages of a queue, which a function always processes; ` +
        'leave out --dry-run, or give an event without Records',
    ]);
  }
  return { ...event, dryRun: true };
}

/** Messages of a topic allow a dry run: `tell-alarm` shows what it would send. */
function isOfQueue({ Records: records }: FunctionEvent): boolean {
  return Array.isArray(records) && !records.every((record) => 'Sns' in Object(record));
}

/** The package brings the examples along, so that they are found from every folder. */
const own = new URL('../../', import.meta.url);

async function readText(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(/^events\//.test(file) && !existsSync(file) ? new URL(file, own) : file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    throw new ConfigurationError([
      `--event: ${file} can't be read (${code}); name a JSON file, or - for stdin`,
    ]);
  }
}

function parseEvent(json: string, file: string): FunctionEvent {
  const event = parseJson(`--event: ${nameOf(file)}`, json);
  if (isRecord(event)) return event;
  const found = Array.isArray(event) ? 'an array' : JSON.stringify(event);
  throw new ConfigurationError([
    `--event: found ${found} in ${nameOf(file)}; an event is an object, such as {}`,
  ]);
}

function nameOf(file: string | undefined): string {
  return file === '-' ? 'stdin' : String(file);
}
