import { defineConfig } from 'vitest/config';

const kinds = ['unit', 'contract', 'integration', 'simulation', 'infra', 'e2e'];

export default defineConfig({
  test: {
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
