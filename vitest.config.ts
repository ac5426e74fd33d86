import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const kinds = ['unit', 'contract', 'integration', 'simulation', 'infra', 'e2e'];

export default defineConfig({
  test: {
    // .ci/run takes its last line from the file.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: 'coverage/test-results.json' },
    // Many tests wait for servers and child processes: three at a time keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: kinds.map((kind) => ({
      test: {
        name: kind,
        include: [`test/${kind}/**/*.test.ts`],
        // No test here mocks a module: loading the project once a worker saves a third of the time.
        isolate: false,
        testTimeout: kind === 'unit' ? 5_000 : 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
