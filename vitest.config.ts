import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import LongOnesFirst from './tools/testing/order.ts'

// Half of a start of a script, or of `npm start`, is reading and compiling its files.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/lapak/compiled')

/** Waiting ends with the event, so limits cost nothing and are for machines that do much else at the same time. */
const limits = (milliseconds: number) => ({
  setupFiles: ['./tools/testing/cost-of-test.ts', './tools/end-with-run.ts'],
  testTimeout: milliseconds,
  hookTimeout: milliseconds,
  expect: { poll: { timeout: 60_000 } },
})

export default defineConfig({
  test: {
    // `npm run test:nightly` runs the files that say `@module-tag nightly`, with NIGHTLY=1.
    tags: [{ name: 'nightly', description: 'has a longer form, which is run at night' }],
    reporters: [['default', { summary: false }], './tools/testing/reporter.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongOnesFirst },
    projects: [
      {
        test: {
          name: 'server',
          // Files of a worker share what they import, which took a third of the time; none of them changes a module.
          isolate: false,
          // They wait for one another's clocks a third of the time; tests in a browser keep two processors busy.
          maxWorkers: 3,
          include: ['{contract,server,simulators,tools,web}/**/*.test.{ts,tsx}'],
          // Tests make much that lives shortly: collecting it less often takes a twelfth of their processor time away.
          execArgv: ['--max-semi-space-size=64'],
          globalSetup: './server/test/database-server.ts',
          ...limits(300_000),
          sequence: { groupOrder: 0 },
        },
      },
      {
        // The page without a browser (e2e/fixtures/page.ts). Files have a running Lapak one after the other.
        test: {
          name: 'page',
          // Files of a worker share the compiled script of the page.
          isolate: false,
          // They wait for the server, and it for the page, a fifth of the time.
          maxWorkers: 3,
          // As for the server's tests: each window lives shortly.
          execArgv: ['--max-semi-space-size=64'],
          include: ['e2e/{specs,fixtures}/**/*.page.ts'],
          globalSetup: ['./e2e/fixtures/page/build.ts', './e2e/fixtures/instance-pool.ts'],
          ...limits(300_000),
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The whole system in a browser. Files have a running Lapak one after the other.
        test: {
          name: 'browser',
          // Files of a worker share their browser too.
          isolate: false,
          include: ['e2e/specs/**/*.e2e.ts'],
          exclude: ['e2e/specs/screens/*.e2e.ts'],
          globalSetup: './e2e/fixtures/instance-pool.ts',
          ...limits(300_000),
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Every screen and dialog once per width, each file in one browser and over a Lapak of its own: the only tests that look at accessibility and overflow.
        test: {
          name: 'screens',
          isolate: false,
          // They wait for the server and for the end of transitions a sixth of the time.
          maxWorkers: 3,
          include: ['e2e/specs/screens/*.e2e.ts'],
          ...limits(300_000),
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
