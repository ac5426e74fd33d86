import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const kinds = ['unit', 'contract', 'integration', 'simulation', 'infra', 'e2e'];
/** Of any kind: `npm run test:slow` runs them, so that `npm test` stays something to wait for. */
const slow = 'test/**/*.slow.test.ts';
const projects = [
  ...kinds.map((kind) => ({ name: kind, include: [`test/${kind}/**/*.test.ts`], exclude: [slow] })),
  { name: 'slow', include: [slow] },
];

export default defineConfig({
  test: {
    // .ci/run takes its last line from the file.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: 'coverage/test-results.json' },
    // Many tests wait for servers and child processes: three at a time keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: projects.map((project) => ({
      test: {
        ...project,
        // The stacks take the functions' bundles as they were built.
        globalSetup: ['infra', 'slow'].includes(project.name) ? ['test/support/build-bundles.ts'] : [],
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
