/** A small project as it may be: what the planted files import. */
export const surroundings: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    type: 'module',
    dependencies: { valibot: '1.0.0', '@aws-sdk/client-sqs': '1.0.0' },
    devDependencies: { vitest: '1.0.0', 'aws-cdk-lib': '1.0.0', '@types/aws-lambda': '1.0.0' },
  }),
  ...fakePackage('valibot'),
  ...fakePackage('@aws-sdk/client-sqs'),
  ...fakePackage('vitest'),
  ...fakePackage('aws-cdk-lib'),
  ...fakePackage('@types/aws-lambda'),
  ...fakePackage('brought-along'),
  'shared/domain/signals/signal.ts': exporting('signal'),
  'shared/ledger/ledger.ts': importing('../domain/signal.ts'),
  'shared/bridge-api/index.ts': importing('./signals.ts'),
  'shared/bridge-api/signals.ts': importing('../domain/signal.ts'),
  'shared/destinations/slack/config.ts': importing('../../domain/signal.ts'),
  'shared/runtime/environment.ts': importing('../domain/signal.ts'),
  'shared/runtime/cloud/cloud-ports.ts': importing('../environment.ts'),
  'functions/wiring.ts': importing('../shared/runtime/environment.ts'),
  'functions/poll/poll.ts': importing('../../shared/domain/signal.ts'),
  'functions/poll/row-source.ts': importing('./poll.ts'),
  'functions/poll/handler.ts': importing('./poll.ts'),
  'sandbox/serve.ts':
    "import type { found } from '../shared/bridge-api/signals.ts';\nexport type Served = found;\n",
  'machine/start.ts': importing('../sandbox/serve.ts'),
  'cli/main.ts': importing('./operate/deploy.ts'),
  'cli/operate/deploy.ts': importing('../aws/cdk.ts'),
  'cli/aws/cdk.ts': exporting('runCdk'),
  'infra/app.ts': importing('../functions/wiring.ts'),
  'test/fake.ts': importing('../machine/start.ts'),
};

export interface PlantedImport {
  readonly from: string;
  readonly to: string;
  readonly files: Readonly<Record<string, string>>;
}

/** For each rule an import that breaks it. */
export const planted: Readonly<Record<string, PlantedImport>> = {
  'domain-imports-nothing-outside-itself': plant('shared/domain/stores.ts', 'shared/ledger/ledger.ts'),
  'use-case-imports-only-domain': plant('functions/poll/reads.ts', 'shared/runtime/environment.ts'),
  'use-case-imports-only-types-of-its-ports': plant('functions/poll/stores.ts', 'shared/ledger/ledger.ts'),
  'use-case-knows-no-handler': plant('functions/poll/handles.ts', 'functions/poll/handler.ts'),
  'source-adapts-only-the-bridge-api': plant('functions/poll/own-source.ts', 'shared/ledger/ledger.ts'),
  'functions-never-import-each-other': plant('functions/send/calls.ts', 'functions/poll/poll.ts'),
  'wiring-is-plain-data': plantIn('functions/wiring.ts', 'functions/poll/handler.ts', [
    'shared/runtime/environment.ts',
  ]),
  'functions-do-not-read-the-wiring': plant('functions/send/handler.ts', 'functions/wiring.ts'),
  'functions-run-anywhere': plant('functions/show/handler.ts', 'machine/start.ts'),
  'shared-imports-nothing-above-it': plant('shared/runtime/polls.ts', 'functions/poll/handler.ts'),
  'bridge-api-ledger-destinations-import-only-domain': plant(
    'shared/destinations/asks.ts',
    'shared/bridge-api/index.ts',
  ),
  'destination-config-imports-only-what-writes-fields': plant(
    'shared/destinations/chat/config.ts',
    'shared/ledger/ledger.ts',
  ),
  'only-config-imports-destination-config': plant(
    'functions/tell/handler.ts',
    'shared/destinations/slack/config.ts',
  ),
  'config-imports-only-domain': plant('shared/config/reads.ts', 'shared/runtime/environment.ts'),
  'bridge-api-through-its-front-door': plant('shared/runtime/forces.ts', 'shared/bridge-api/signals.ts'),
  // Through another file: the handler would be loaded all the same.
  'infra-imports-no-handler': {
    ...plant('infra/loads.ts', 'functions/poll/poll.ts'),
    files: {
      'infra/loads.ts': importing('./in-between.ts'),
      'infra/in-between.ts': importing('../functions/poll/handler.ts'),
    },
  },
  'infra-imports-only-what-deploys': plant('infra/starts.ts', 'machine/start.ts'),
  'machine-imports-no-command': plant('machine/page/asks.ts', 'cli/main.ts'),
  'deploy-through-operate': plant('cli/deploys.ts', 'cli/aws/cdk.ts'),
  'cli-and-machine-import-no-cdk': plantPackage('machine/deploys.ts', 'aws-cdk-lib'),
  'sandbox-imports-no-other-part': plant('sandbox/shares.ts', 'shared/domain/signals/signal.ts'),
  'sandbox-imports-only-types-of-bridge-api': plant('sandbox/reads.ts', 'shared/bridge-api/signals.ts'),
  'only-cli-machine-and-tests-import-sandbox': plant('infra/serves.ts', 'sandbox/serve.ts'),
  'only-tests-import-tests': plant('machine/pretends.ts', 'test/fake.ts'),
  'aws-lambda-for-its-types-alone': plantPackage(
    'shared/runtime/entry.ts',
    'aws-lambda',
    '@types/aws-lambda',
  ),
  'only-cloud-adapters-load-the-sdk': plantPackage('shared/runtime/sends.ts', '@aws-sdk/client-sqs'),
  'only-lambda-and-commands-load-cloud-adapters': plant(
    'machine/stores.ts',
    'shared/runtime/cloud/cloud-ports.ts',
  ),
  'no-development-dependency-at-run-time': plantPackage('machine/tests.ts', 'vitest'),
  'every-package-is-in-package-json': plantPackage('machine/borrows.ts', 'brought-along'),
  'every-import-is-found': {
    from: 'machine/misses.ts',
    to: './nowhere.ts',
    files: { 'machine/misses.ts': importing('./nowhere.ts') },
  },
  'no-circles': {
    from: 'machine/egg.ts',
    to: 'machine/hen.ts',
    files: { 'machine/egg.ts': importing('./hen.ts'), 'machine/hen.ts': importing('./egg.ts') },
  },
  'no-orphans': {
    from: 'machine/alone.ts',
    to: 'machine/alone.ts',
    files: { 'machine/alone.ts': exporting('alone') },
  },
};

/** Nothing of it is left at run time, and a reader goes round in it all the same. */
export const circleOfTypes: PlantedImport = {
  from: 'machine/cause.ts',
  to: 'machine/effect.ts',
  files: {
    'machine/cause.ts':
      "import type { Effect } from './effect.ts';\nexport interface Cause { has: Effect[] }\n",
    'machine/effect.ts': "import type { Cause } from './cause.ts';\nexport interface Effect { of: Cause }\n",
  },
};

function plant(from: string, to: string): PlantedImport {
  return plantIn(from, to, []);
}

function plantIn(from: string, to: string, besides: readonly string[]): PlantedImport {
  const up = '../'.repeat(from.split('/').length - 1);
  const text = [to, ...besides].map((path, index) => importing(`${up}${path}`, `found${index}`)).join('');
  return { from, to, files: { [from]: text } };
}

function plantPackage(from: string, name: string, folder = name): PlantedImport {
  return { from, to: `node_modules/${folder}/index.js`, files: { [from]: importing(name) } };
}

function exporting(name: string): string {
  return `export const ${name} = '${name}';\n`;
}

function importing(path: string, name = 'found'): string {
  return `import * as ${name} from '${path}';\nexport { ${name} };\n`;
}

function fakePackage(name: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    [`node_modules/${name}/index.js`]: exporting('it'),
  };
}
