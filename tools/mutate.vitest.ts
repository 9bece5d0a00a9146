import { defineConfig } from 'vitest/config'

/** The tests for `npm run mutate`, without e2e tests and without console output. */
export default defineConfig({
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(',').map((path) => (path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`)),
    globalSetup: './server/test/database-server.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
