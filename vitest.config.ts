import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: './server/test/database-server.ts',
    reporters: [['default', { summary: false }]],
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'parts',
          include: ['{contract,server,simulators,scripts,web}/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Walks through the whole system, each with a browser and a running Lapak: one after the other.
        test: {
          name: 'whole',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // A browser on a loaded machine can miss a moment; what fails three times in a row is broken.
          retry: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
