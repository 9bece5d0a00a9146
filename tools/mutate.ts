/*
 * npm run mutate: changes the code that handles money, one place at a time, and checks whether a test fails. For nights: all of the code takes hours.
 *
 *   npm run mutate                                           ledger, money, purchases and callbacks, also by tests of features that read the ledger
 *   npm run mutate -- server/src/ledger/money-events.ts      only this file
 *   npm run mutate -- --tests server/src/ledger server/src/ledger   only with the tests in the folder or file after --tests
 *   npm run mutate -- --sample 10 --seed 7                   one of ten places, chosen at random; the same seed chooses the same places
 *
 * Stryker is installed on first use, into the folder of the other caches: 60 MB that `npm ci` need not download. Each mutant runs only the tests
 * that cover it, in two processes that use the same PostgreSQL. Mutants of code that runs once when a file is loaded (SQL, constant tables) are
 * excluded: each mutant would need all tests, and most mutants would be invalid SQL. Replacing `?.` by `.` is excluded as well: the compiler requires
 * `?.` wherever a row is read, even if the row always exists.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from '../server/test/database-server.ts'
import { fetchTool } from './fetched-tool.ts'

const version = '10.1.1'
const root = join(import.meta.dirname, '..')
const tools = fetchTool('mutate', ['@stryker-mutator/core', '@stryker-mutator/vitest-runner'], version)
const modules = join(tools, 'node_modules/@stryker-mutator')
const reports = join(root, '.cache/mutation')
/** Lines per place (see `placesIn`). They are few, so that the places of a sample are spread over the file. */
const linesOfPlace = 8
const money = [
  'server/src/ledger',
  'server/src/shared/money',
  'server/src/contexts/ordering/purchases',
  'server/src/contexts/partners/callbacks',
]
/** The ledger reads some numbers for other features. The tests of these numbers are in the features that show them. */
const readers = ['funds/wallet', 'funds/treasury', 'selling/earnings', 'funds/reconciliation'].map((name) => `server/src/contexts/${name}`)

const { values, positionals } = parseArgs({
  options: { tests: { type: 'string', multiple: true }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})

const configuration = {
  plugins: [join(modules, 'vitest-runner/dist/src/index.js')],
  mutate: (positionals.length > 0 ? positionals : money).flatMap(sourcesIn).flatMap(placesIn),
  mutator: { excludedMutations: ['OptionalChaining'] },
  testRunner: 'vitest',
  // Stryker would rewrite the paths in tsconfig.json with an API that TypeScript 7 no longer has. This is not necessary, because all paths stay
  // within Stryker's copy.
  tsconfigFile: 'none',
  vitest: { configFile: 'tools/mutate.vitest.ts' },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 60,
  // Shorter than some tests wait for an event: if a mutant suppresses the event, it is detected sooner.
  timeoutMS: 20_000,
  tempDirName: '.cache/mutants',
  ignorePatterns: ['.data*', '/bench', '/docs', '/e2e', '/web'],
  reporters: ['clear-text', 'progress-append-only', 'html'],
  clearTextReporter: { reportTests: false, allowColor: false },
  htmlReporter: { fileName: join(reports, 'report.html') },
  thresholds: { high: 90, low: 85, break: 85 },
}

const { server, stop } = await startServer()
try {
  await mkdir(reports, { recursive: true })
  const file = join(reports, 'stryker.json')
  await writeFile(file, JSON.stringify(configuration, null, 2))
  const environment = { ...process.env, TEST_DATABASE_URL: server, MUTATE_TESTS: (values.tests ?? [...money, ...readers]).join(',') }
  process.exitCode = run(process.execPath, [join(modules, 'core/bin/stryker.js'), 'run', file], environment)
} finally {
  await stop()
}

function sourcesIn(path: string): string[] {
  return path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] })
}

/** The whole file, or one of every `sample` places in it. A place is some consecutive lines, because a mutant often spans several lines. */
function placesIn(path: string): string[] {
  if (values.sample === undefined) return [path]
  const lines = readFileSync(join(root, path), 'utf8').split('\n').length
  const places = Array.from({ length: Math.ceil(lines / linesOfPlace) }, (_, index) => 1 + index * linesOfPlace)
  const drawn = places.filter((first) => drawOf(`${values.seed} ${path} ${first}`) % Number(values.sample) === 0)
  return drawn.map((first) => `${path}:${first}-${Math.min(first + linesOfPlace - 1, lines)}`)
}

function drawOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv): number {
  return spawnSync(program, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1
}
