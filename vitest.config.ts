import { defineConfig } from 'vitest/config';

const kinds = ['unit', 'contract', 'integration', 'simulation', 'infra', 'e2e'];

export default defineConfig({
  test: {
    // .ci/run takes its last line from the file.
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: 'coverage/test-results.json' },
    projects: kinds.map((kind) => ({
      test: {
        name: kind,
        include: [`test/${kind}/**/*.test.ts`],
        testTimeout: kind === 'unit' ? 5_000 : 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
