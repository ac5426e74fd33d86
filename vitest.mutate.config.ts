import { defineConfig } from 'vitest/config';

/** What Stryker runs for each mutant: the unit tests, without those that check the repository itself. */
export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts'],
    exclude: ['test/unit/house/**', 'test/**/*.slow.test.ts'],
    isolate: false,
  },
});
