import { type Command, InvalidArgumentError, Option } from 'commander';
import { stageNamePattern, stageNameRule } from '../../shared/runtime/stage-names.ts';
import { defaultConfig, defaultState } from '../../view/words/suggest.ts';

export function addStateOption(command: Command): Command {
  const description = 'the directory that keeps the state on this machine';
  return command.option('--state <dir>', description, readDirectory, defaultState);
}

function readDirectory(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty; name a directory, or leave it out.');
  return text;
}

/** The options of a command that works on this machine's state or on a deployed stage's. */
export interface PlaceOptions {
  readonly config: string;
  readonly state: string;
  readonly stage?: string;
  readonly json?: boolean;
  readonly allowLocalDestinations?: boolean;
}

export function addJsonOption(command: Command): Command {
  return command.option('--json', 'print one JSON object on stdout');
}

/** Prints the lines or, with `--json`, one object in place of them. */
export function print({ json }: Pick<PlaceOptions, 'json'>, report: object, lines: readonly string[]): void {
  for (const line of json ? [JSON.stringify(report)] : lines) console.log(line);
}

/** The options of commands on a ledger, here or in the cloud. `--state` together with `--stage` is an error. */
export function addPlaceOptions(command: Command): Command {
  return addJsonOption(addStateOption(addConfigOption(command)))
    .addOption(stageOption().conflicts('state'))
    .option('--allow-local-destinations', 'permit plain http and loopback addresses in the config');
}

/** The options of a command on a deployed stage that needs its config. */
export interface StageOptions extends Pick<PlaceOptions, 'config' | 'json'> {
  readonly stage: string;
}

export function addStageOptions(command: Command): Command {
  const stage = stageOption('the stage, such as dev or prod').makeOptionMandatory();
  return addJsonOption(addConfigOption(command.addOption(stage)));
}

export function addConfigOption(command: Command): Command {
  return command.option('--config <file>', 'the config: .ts, .mjs or .json', readConfigName, defaultConfig);
}

/** A config that is named is taken, also by the name of the default: without `--config`, that of the state is. */
function readConfigName(file: string): string {
  return file === defaultConfig ? `./${file}` : file;
}

function stageOption(
  description = 'work on this deployed stage with your AWS credentials, not on --state',
): Option {
  return new Option('--stage <name>', description).argParser(readStageName);
}

function readStageName(text: string): string {
  if (stageNamePattern.test(text)) return text;
  throw new InvalidArgumentError(`Found ${JSON.stringify(text)}; give ${stageNameRule}.`);
}

/** A parser for commander. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      `Found ${JSON.stringify(text)}; give a whole number from ${least} to ${most}.`,
    );
  };
}
