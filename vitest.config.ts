import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { DefaultReporter, type TestCase, type TestModule, type TestModuleState } from 'vitest/node';

const kinds = ['unit', 'contract', 'integration', 'simulation', 'infra', 'e2e'];
/** Of any kind: `npm run test:slow` runs them, so that `npm test` stays something to wait for. */
const slow = 'test/**/*.slow.test.ts';
/** All of them are slow: they build, pack and install what is published. */
const packageTests = 'test/package/*.slow.test.ts';
/** Run once before the tests of the kind. The stacks take the functions' bundles as they were built. */
const setups: Readonly<Record<string, string>> = {
  infra: 'test/support/build-bundles.ts',
  slow: 'test/support/build-bundles.ts',
  package: 'test/support/pack-packages.ts',
};
const projects = [
  ...kinds.map((kind) => ({ name: kind, include: [`test/${kind}/**/*.test.ts`], exclude: [slow] })),
  { name: 'slow', include: [slow], exclude: [packageTests] },
  { name: 'package', include: [packageTests] },
];

/** A line for each failure, and a sum; on a terminal, the progress while it runs. */
class FailuresReporter extends DefaultReporter {
  protected override printTestModule(module: TestModule): void {
    if (module.state() === 'failed') super.printTestModule(module);
  }

  protected override printTestCase(state: TestModuleState, test: TestCase): void {
    if (test.result().state === 'failed') super.printTestCase(state, test);
  }
}

export default defineConfig({
  test: {
    // .ci/run takes its last line from the file.
    reporters: [new FailuresReporter(), ...(process.env.CI ? ['json'] : [])],
    outputFile: { json: 'coverage/test-results.json' },
    // Many tests wait for servers and child processes: three at a time keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: projects.map((project) => ({
      test: {
        ...project,
        globalSetup: setups[project.name] ?? [],
        // Commands and times in the output are then as for a clone in UTC, however and wherever the tests were started.
        env: { npm_package_name: 'signalpost', TZ: 'UTC' },
        // No test here mocks a module: loading the project once a worker saves a third of the time.
        isolate: false,
        testTimeout: project.name === 'unit' ? 5_000 : 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
