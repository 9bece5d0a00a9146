/*
 * npm run mutate: changes the code that handles money in one place at a time and checks whether a test fails. A nightly form: hours for all of it.
 *
 *   npm run mutate                                          ledger, money, purchases and callbacks, by their tests and those of the ledger's readers
 *   npm run mutate -- server/src/ledger/money-events.ts      one file
 *   npm run mutate -- --tests server/src/ledger server/src/ledger   only by the tests of one folder, or of one file
 *   npm run mutate -- --sample 10 --seed 7                   one place of ten, drawn at random but the same for the same seed
 *
 * Stryker is installed on first use, into the folder of the other caches: 60 MB that `npm ci` need not download. Each mutant runs only the tests
 * that cover it, in two processes over one PostgreSQL. Mutants of code that runs once when a file is loaded (SQL, constant tables) are
 * excluded: each would need all tests, and most would be invalid SQL. Replacing `?.` by `.` is excluded as well: the compiler requires `?.`
 * wherever a row is read, even if the row always exists.
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
/** Few, so that the places of one sample are spread over the file. */
const linesOfPlace = 8
const money = [
  'server/src/ledger',
  'server/src/shared/money',
  'server/src/contexts/ordering/purchases',
  'server/src/contexts/partners/callbacks',
]
/** Numbers that the ledger reads for other features are tested in the features that show them. */
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
  // Stryker would rewrite its paths with an API that TypeScript 7 no longer has; none of the paths leaves the copy.
  tsconfigFile: 'none',
  vitest: { configFile: 'tools/mutate.vitest.ts' },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 60,
  // Tests wait for events, some for a minute; a mutant without the event is detected sooner.
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

/** The whole file, or one place of every `sample`: a place is some consecutive lines, because a mutant often spans several. */
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
