/*
 * npm run mutate: changes the money path one place at a time and sees whether a test notices. A nightly form: hours for all of it.
 *
 *   npm run mutate                                          ledger, money, purchases and callbacks, by the tests of these folders
 *   npm run mutate -- server/src/ledger/money-events.ts      one file
 *   npm run mutate -- --tests server/src/ledger server/src/ledger   only by the tests of one folder
 *
 * Stryker is installed when it is first needed, beside the other caches: 60 MB that `npm ci` need not fetch. Each change runs
 * only the tests that pass by it, in two processes over one PostgreSQL. Changes of what is worked out once when a file is
 * loaded (SQL, tables of constants) are left out: they would need all tests each, and most would not even be SQL any more.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from '../server/test/database-server.ts'

const version = '10.1.1'
const root = join(import.meta.dirname, '..')
const tools = join(root, 'node_modules/.cache/lapak/mutate')
const modules = join(tools, 'node_modules/@stryker-mutator')
const reports = join(root, '.cache/mutation')
const money = ['server/src/ledger', 'server/src/money', 'server/src/features/purchases', 'server/src/features/callbacks']

const { values, positionals } = parseArgs({ options: { tests: { type: 'string', multiple: true } }, allowPositionals: true })

const configuration = {
  plugins: [join(modules, 'vitest-runner/dist/src/index.js')],
  mutate: (positionals.length > 0 ? positionals : money).flatMap(sourcesIn),
  testRunner: 'vitest',
  // Its paths would be rewritten by means that TypeScript 7 no longer has; none of them leaves the copy.
  tsconfigFile: 'none',
  vitest: { configFile: 'scripts/mutate.vitest.ts' },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 60,
  // Tests wait for events, some for a minute; a change after which the event never comes is found out sooner.
  timeoutMS: 20_000,
  tempDirName: '.cache/mutants',
  ignorePatterns: ['.data*', '/bench', '/docs', '/e2e', '/web'],
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { reportTests: false, allowColor: false },
  htmlReporter: { fileName: join(reports, 'report.html') },
  thresholds: { high: 90, low: 85, break: 85 },
}

install()
const { server, stop } = await startServer()
try {
  await mkdir(reports, { recursive: true })
  const file = join(reports, 'stryker.json')
  await writeFile(file, JSON.stringify(configuration, null, 2))
  const environment = { ...process.env, TEST_DATABASE_URL: server, MUTATE_TESTS: (values.tests ?? money).join(',') }
  process.exitCode = run(process.execPath, [join(modules, 'core/bin/stryker.js'), 'run', file], environment)
} finally {
  await stop()
}

function sourcesIn(path: string): string[] {
  return path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] })
}

function install() {
  const wanted = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`)
  const installed = join(modules, 'core/package.json')
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return
  const options = ['--no-save', '--no-audit', '--no-fund', '--legacy-peer-deps']
  if (run('npm', ['install', '--prefix', tools, ...options, ...wanted], process.env) !== 0) process.exit(2)
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv): number {
  return spawnSync(program, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
}
