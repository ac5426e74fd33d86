import workflow from '../.github/workflows/deploy.yml' with { type: 'text' };
import cdkFile from '../cdk.json' with { type: 'json' };
import packageFile from '../package.json' with { type: 'json' };
import check from './project/check.yml' with { type: 'text' };
import readme from './project/README.md' with { type: 'text' };
import tsconfig from './project/tsconfig.json' with { type: 'json' };

export interface ProjectOptions {
  /** The text of signalpost.config.ts. */
  readonly config: string;
  /** The title of the README. */
  readonly title: string;
  /** The version or the tarball of Signalpost that the project depends on. */
  readonly signalpost: string;
  /** The packages that bring a Node, with their versions. */
  readonly node: Readonly<Record<string, string>>;
}

/** Git takes none of these: what programs make, and the secrets. */
export const ignoredPaths = ['node_modules/', 'cdk.out/', '.signalpost/', '.env'];

/** The files of a new project by their paths, in the order in which they are listed. */
export function projectFiles(options: ProjectOptions): Readonly<Record<string, string>> {
  return {
    'package.json': toJson(packageOf(options)),
    'signalpost.config.ts': options.config,
    'cdk.json': toJson({ ...cdkFile, app: cdkApp }),
    'tsconfig.json': toJson(tsconfig),
    // Its jobs after the check are the repository's own: the scripts have the same names here.
    '.github/workflows/deploy.yml': check + workflow.slice(workflow.indexOf('\n  diff:\n')),
    // No package of the project needs an install script.
    '.npmrc': 'ignore-scripts=true\n',
    '.gitignore': ignoredPaths.map((path) => `${path}\n`).join(''),
    '.env.example': envExample(options.config),
    'README.md': readmeOf(options),
  };
}

/** The names of the secrets, in the order of the config. Its first comment has an example between backticks. */
function secretsIn(config: string): string[] {
  return [...new Set([...config.matchAll(/(?<!`)\bsecret\('(\w+)'\)/g)].flatMap(([, name]) => name ?? []))];
}

/** The names that `.env` must have, without the values. */
function envExample(config: string): string {
  const lines = secretsIn(config).flatMap((name) => [
    ...(name.endsWith('SIGNING_SECRET') ? ['# echo "whsec_$(openssl rand -base64 32)" makes one.'] : []),
    `${name}=`,
  ]);
  return ['# Copy this file to .env, which git ignores, and write the values.', ...lines, ''].join('\n');
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The packages that check and deploy a project, in the versions of this repository. */
const tools = ['@types/node', 'aws-cdk', 'aws-cdk-lib', 'constructs', 'typescript'] as const;

/** The package has no name, so that the folder may have any: npm takes none with capitals, and none that a dependency has. */
function packageOf({ signalpost, node }: ProjectOptions) {
  return {
    private: true,
    type: 'module',
    scripts: {
      start: 'signalpost start',
      signalpost: 'signalpost',
      check: 'tsc && cdk synth --quiet --strict',
      deploy: 'signalpost deploy',
      diff: 'signalpost diff',
      destroy: 'signalpost destroy',
    },
    dependencies: { signalpost },
    // Not a dependency: npm could then install the project on no other platform.
    ...(Object.keys(node).length > 0 && { optionalDependencies: node }),
    devDependencies: Object.fromEntries(tools.map((name) => [name, packageFile.devDependencies[name]])),
  };
}

const cdkApp = 'node node_modules/signalpost/dist/infra/app.js';

/** The template with the secrets of the config in place of the example's. */
function readmeOf({ title, config }: ProjectOptions): string {
  const commands = secretsIn(config).map((name) => `npx signalpost secrets set ${name} --stage dev`);
  return readme
    .replace('# Signalpost', () => `# ${title}`)
    .replace(/npx signalpost secrets set .*/, () => commands.join('\n   '));
}
