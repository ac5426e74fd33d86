/**
 * `npm run mutate -- --mutate shared/domain/polling/window.ts` changes a file in every way that Stryker knows, one change at a time,
 * and lists the changes that no unit test notices. docs/adr/0020-the-protocol-is-tested-by-simulation.md says what is left.
 */
export default {
  mutate: [
    'shared/domain/**/*.ts',
    'shared/ledger/**/*.ts',
    'functions/*/**/*.ts',
    // Handlers and ports are wiring: other kinds of tests are about them.
    '!functions/*/handler.ts',
    '!functions/*/lambda.ts',
    '!functions/*/**/ports.ts',
  ],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutate.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  // Stryker reads a tsconfig through TypeScript's old API, which TypeScript 7 lacks. A missing file is skipped.
  tsconfigFile: 'none.json',
  concurrency: 1,
  reporters: ['clear-text', 'progress', 'json'],
  clearTextReporter: { reportTests: false, logTests: false },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  tempDirName: '.stryker-tmp',
};
