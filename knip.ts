import type { KnipConfig } from 'knip';

export default {
  entry: [
    'signalpost.config.ts',
    'stryker.config.mjs',
    'build/bundles.ts',
    'infra/app.ts',
    'create/bin.ts',
    // Bundled in place of a package, by its path.
    'build/environment-credentials.ts',
    'build/no-endpoint-discovery.ts',
    'build/lazy-json-e.cjs',
    'functions/*/lambda.ts',
    // The entry points of the package.
    'infra/signalpost.ts',
    'shared/bridge-api/index.ts',
    'shared/config/define-config.ts',
    'view/page/assets/*.js',
    'vitest.mutate.config.ts',
    'test/**/*.{test,bench}.ts',
    // Started by their path, as processes of their own.
    'test/bench/{run,measure-one}.ts',
    'test/bench/machine/*.{ts,mjs,cjs}',
    'test/kill/{run,fast-run}.ts',
    'test/support/foreign-app/app.ts',
    'test/integration/canary/cloud-run.ts',
    'test/simulation/{run,worker}.ts',
  ],
  project: ['**/*.{ts,mjs,js}'],
  // dependency-cruiser reads TypeScript through the first, and names it nowhere as a dependency. The tests start the
  // programs of the others; the last is in .ci/tools.
  ignoreDependencies: [
    '@swc/core',
    'signalpost-dynamodb-emulator',
    '@dynoxide/linux-x64',
    'json-schema-to-typescript',
    '@microsoft/api-extractor',
  ],
  // The parts of an exported port, and the errors that a function throws, have names for those who need them.
  ignoreExportsUsedInFile: { interface: true, type: true, class: true },
} satisfies KnipConfig;
