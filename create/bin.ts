#!/usr/bin/env node
/** `npm create signalpost@latest FOLDER`: a new project around one config. Bundled into one file that runs on Node 20. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Command, CommanderError } from 'commander';
import { writeConfig } from '../cli/run/config-text.ts';
import { addQuestionOptions, askQuestions, type GivenAnswers } from '../cli/run/init-questions.ts';
import packageFile from '../package.json' with { type: 'json' };
import { ConfigurationError } from '../shared/domain/errors.ts';
import { quoted } from '../view/words/suggest.ts';
import { findNode } from './find-node.ts';
import { ignoredPaths, projectFiles } from './project-files.ts';

const program = new Command('npm create signalpost@latest')
  .usage('FOLDER [-- OPTIONS]')
  .description(
    'Creates a project that runs Signalpost here or deploys it to AWS. Asks what its config needs; without a terminal, the options answer. Files that are there are kept.',
  )
  .argument('[folder]', 'the folder of the project; asked for')
  .showHelpAfterError('(npm create signalpost@latest -- --help lists the options)')
  .exitOverride();
addQuestionOptions(program)
  .option('--signalpost <version>', 'the version or the tarball of Signalpost to use', packageFile.version)
  .version(packageFile.version, '--version', 'print the version')
  .action(create);

async function create(
  named: string | undefined,
  options: GivenAnswers & { readonly signalpost: string },
): Promise<void> {
  const folder = await findFolder(named);
  const configFile = join(folder, 'signalpost.config.ts');
  const config = existsSync(configFile)
    ? readFileSync(configFile, 'utf8')
    : writeConfig(await askQuestions(options, ask), 'signalpost');
  const { packages: node, note } = findNode(process);
  const title = basename(resolve(folder));
  const files = projectFiles({ config, title, signalpost: options.signalpost, node });
  const kept = Object.keys(files).filter((path) => existsSync(join(folder, path)));
  const written = Object.entries(files).filter(([path]) => !kept.includes(path));
  for (const [path, text] of written) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
  if (written.length === 0)
    return console.log(`${folder} has all files of a project already; nothing was changed.`);
  console.log(`Wrote into ${folder}: ${written.map(([path]) => path).join(', ')}.`);
  if (kept.length > 0) console.log(`Kept as they were: ${kept.join(', ')}.`);
  const bare = (path: string): string => path.replaceAll('/', '');
  const ignored = readFileSync(join(folder, '.gitignore'), 'utf8').split(/\s+/).map(bare);
  const seen = ignoredPaths.filter((path) => !ignored.includes(bare(path)));
  if (seen.length > 0) console.log(`Add to .gitignore, or git takes them: ${seen.join(', ')}.`);
  if (note !== null) console.log(note);
  console.log('\nNext:');
  if (resolve(folder) !== process.cwd()) console.log(`  cd ${quoted(folder)}`);
  console.log('  npm install');
  console.log('  npm start          # the pipeline at work, with sample data\n');
  console.log('README.md there says how to run it on your data and how to deploy it.');
}

/** The folder of the project as given. Throws `ConfigurationError` for a place where no project can be. */
async function findFolder(named: string | undefined): Promise<string> {
  const initial = 'my-alerts';
  const typed = named ?? (process.stdin.isTTY ? await ask(`the folder of the project [${initial}]:`) : '');
  if (typed === null) throw new ConfigurationError(['stopped; nothing was written']);
  const folder = typed.trim() || (named === undefined && process.stdin.isTTY ? initial : '');
  if (folder === '')
    throw new ConfigurationError([`folder: is missing; name it, as npm create signalpost@latest ${initial}`]);
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new ConfigurationError([`folder: ${folder} is a file; name a folder, which may be new`]);
  const packageName = join(folder, 'package.json');
  if (existsSync(packageName) && !readFileSync(packageName, 'utf8').includes('"signalpost"'))
    throw new ConfigurationError([
      `folder: ${packageName} is another project's; name a new folder, or run npm install signalpost there`,
    ]);
  return folder;
}

/** Asks for one line; null on Ctrl-C or Ctrl-D. */
function ask(prompt: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.once('close', () => resolve(null));
    lines.question(`${prompt} `, (typed) => {
      resolve(typed);
      lines.close();
    });
  });
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = 2;
  // Commander has printed its own message. Its exit code is 0 for help and version.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof ConfigurationError)
    for (const problem of error.problems) console.error(`create-signalpost: ${problem}`);
  else if (error instanceof Error && 'syscall' in error) console.error(`create-signalpost: ${error.message}`);
  else throw error;
}
