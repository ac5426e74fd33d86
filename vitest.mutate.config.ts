import { defineConfig } from 'vitest/config';

/**
 * What Stryker runs for each mutant: the unit tests, without those of the repository itself and those that take seconds and
 * say nothing more about the mutated files.
 */
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    exclude: ['test/unit/house/**', 'test/**/*.slow.test.ts'],
    isolate: false,
  },
});
