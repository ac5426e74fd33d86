import type { Command } from 'commander';
import * as v from 'valibot';
import { apiSchema } from '../../shared/config/api-schema.ts';
import { findTimezoneProblem } from '../../shared/config/check-times.ts';
import { destinationConfigs, type FormName, writtenForms } from '../../shared/config/destination-schema.ts';
import { fix, refuse, secretReference, uuids } from '../../shared/config/fields.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isLoopbackHost } from '../../shared/domain/routes/destination-url.ts';
import { formatList } from '../../shared/domain/text/format-list.ts';

interface Question {
  /** The flags of the option that answers it, too. */
  readonly flags: string;
  readonly text: string;
  /** The answer if none is typed, and without a terminal. */
  readonly initial?: string;
  /** The question is asked at a terminal until there is an answer. */
  readonly mustAnswer?: true;
  /** The form of a destination that needs an answer. @default all of them */
  readonly onlyFor?: FormName;
  /** The schema that the config's own check has for this field. */
  readonly schema: v.GenericSchema<string, string>;
}

/** The answers that options give; a bridge is a list. */
export type GivenAnswers = Partial<Readonly<Record<keyof Answers, string | readonly string[]>>>;

const formNames = Object.keys(writtenForms) as FormName[];

/** The questions, in the order in which they are asked. */
const questions = {
  url: {
    flags: '--url <address>',
    text: 'the address of your Bridge Data Access Service',
    schema: v.lazy((url) => apiSchema(isLocal(String(url))).entries.baseUrl),
  },
  tokenVariable: {
    flags: '--token-variable <name>',
    text: 'the name of the variable with its access token (the token itself goes into .env later)',
    initial: 'BRIDGE_ACCESS_TOKEN',
    schema: secretReference.entries.secret,
  },
  bridge: {
    flags: '--bridge <id...>',
    text: 'the bridges to watch, by id: open one in your browser, and copy its address, which has the id (several with spaces between)',
    schema: v.pipe(
      v.string(fix('write at least one')),
      v.transform(readIds),
      uuids,
      v.transform((ids) => ids.join(' ')),
    ),
  },
  signals: {
    flags: '--signals <which>',
    text: 'which signals are sent: all of the buyers in these bridges, or only these bridges (all, these)',
    initial: 'all',
    schema: kindSchema('all', 'these'),
  },
  destination: {
    flags: '--destination <type>',
    text: `where digests go: ${formatList(formNames, 'or')}`,
    schema: kindSchema(...formNames),
  },
  timezone: {
    flags: '--timezone <zone>',
    text: 'the time zone of your mornings, such as America/New_York',
    initial: machineZone(),
    schema: v.pipe(v.string(), refuse(findTimezoneProblem)),
  },
  alarms: {
    flags: '--alarms <type>',
    text: `who is told when something fails: ${formNames.join(', ')}, or none`,
    initial: 'none',
    mustAnswer: true,
    schema: kindSchema('none', ...formNames),
  },
  channel: {
    flags: '--channel <id>',
    text: "for slack-bot: the channel's id",
    onlyFor: 'slack-bot',
    // Not "owner": that needs another channel beside it.
    schema: v.unwrap(destinationConfigs.slack.schema(false).entries.otherwise),
  },
} satisfies Readonly<Record<string, Question>>;

/** `bridge`: ids with spaces between. */
export type Answers = {
  readonly [Name in keyof typeof questions]: v.InferOutput<(typeof questions)[Name]['schema']>;
};

/** A service on this machine, such as the sandbox. */
export function isLocal(url: string): boolean {
  return isLoopbackHost(URL.parse(url)?.hostname ?? '');
}

/** UTC where this machine's zone is none that a schedule can have. */
function machineZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return findTimezoneProblem(zone) === null ? zone : 'UTC';
}

function kindSchema<const Kind extends string>(...kinds: Kind[]): v.GenericSchema<string, Kind> {
  return v.picklist(kinds, fix(`write one of ${kinds.join(', ')}`));
}

export function addQuestionOptions(command: Command): Command {
  for (const { flags, text } of Object.values(questions)) command.option(flags, text);
  return command;
}

/**
 * Asks what the options leave open, if there is a terminal. `ask` resolves to null if the user stops. Throws
 * `ConfigurationError` with all problems.
 */
export async function askQuestions(
  options: GivenAnswers,
  ask: (prompt: string) => Promise<string | null>,
): Promise<Answers> {
  const answers = { channel: '' } as Record<keyof Answers, string>;
  const problems: string[] = [];
  for (const [name, question] of Object.entries(questions) as [keyof Answers, Question][]) {
    const { flags, text, schema, mustAnswer, onlyFor } = question;
    if (onlyFor && ![answers.destination, answers.alarms].includes(onlyFor)) continue;
    const given = options[name] && [options[name]].flat().join(' ');
    const isAsked = given === undefined && process.stdin.isTTY;
    const initial = isAsked && mustAnswer ? undefined : question.initial;
    for (let isAnswered = false; !isAnswered; ) {
      const typed = isAsked ? await ask(`${text}${initial ? ` [${initial}]` : ''}:`) : given;
      if (typed === null) throw new ConfigurationError(['stopped; nothing was written']);
      const { success, output, issues: [issue] = [] } = v.safeParse(schema, typed?.trim() || initial);
      if (success) answers[name] = output;
      else if (isAsked) console.error(`  ${issue?.message}`);
      else problems.push(`${flags.split(' ')[0]}: ${issue?.message}`);
      isAnswered = success || !isAsked;
    }
  }
  if (problems.length > 0) throw new ConfigurationError([...problems, 'nothing was written']);
  return answers as Answers;
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The ids in a text. In an address, that of the bridge: the text's own words otherwise, for the error about them. */
function readIds(text: string): string[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    const [, ofBridge] = new RegExp(`bridges?/(${uuid.source})`, 'i').exec(word) ?? [];
    return ofBridge ?? uuid.exec(word)?.[0] ?? word;
  });
}
