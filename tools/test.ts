/*
 * npm test: everything that must pass before a change is merged. It prepares what the tests need (browser, web app), runs the checks and the
 * report on the specification, then each kind of tests; at the end it prints the cost and the number of passed tests.
 *
 *   npm test -- server/src/ledger        runs only these tests; arguments after `--` are passed to Vitest
 *   npm test -- --record                 also writes the cost to tools/test-costs.json, to be committed
 *   npm run test:quick [-- --since v1]   runs only the tests near the changes since main (or v1), for about three minutes
 *   npm run test:nightly                 runs everything, then the long forms of the tests with the tag `nightly`; fails over a budget, too
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requireChromium } from './chromium.ts'
import { installNginx } from './nginx.ts'
import { budgetLines, checksAndBuild, isOverBudget, type KindCost, type Recorded, recordCosts } from './testing/budgets.ts'
import { canMeasure, runMeasured } from './testing/measured.ts'
import { planQuick } from './testing/quick.ts'
import { costliestLines, failureLines, type Results, summaryLine } from './testing/results.ts'
import { measurePart, yardstickOf } from './testing/yardstick.ts'
import { requireXmpp } from './xmpp.ts'

const root = join(import.meta.dirname, '..')
const vitest = 'node_modules/vitest/vitest.mjs'
const costsFile = join(root, 'tools/test-costs.json')
const recorded: Recorded | null = existsSync(costsFile) ? JSON.parse(readFileSync(costsFile, 'utf8')) : null

const failed: string[] = []
const results: Results[] = []
const costs = new Map<string, number>()
const yardstickParts: number[] = []

const tiers = { quick: { type: 'boolean' }, nightly: { type: 'boolean' }, record: { type: 'boolean' }, since: { type: 'string' } } as const
const own = process.argv.slice(2).filter((word, at, all) => /^--(?:quick|nightly|record|since)\b/.test(word) || all[at - 1] === '--since')
const { values } = parseArgs({ args: own, options: tiers })
const words = process.argv.slice(2).filter((word) => !own.includes(word))

if (values.quick) await quick()
else if (words.length > 0) await everythingBut(() => tests('chosen', words))
else await everything()

for (const line of costliestLines(results)) console.log(line)
if (costs.size > 0) await closeAccount()
for (const line of failureLines(results)) console.log(line)
console.log(failed.length === 0 ? '\nAll parts pass.' : `\nFailed: ${failed.join(', ')}`)
console.log(summaryLine(results))
process.exitCode = failed.length === 0 ? 0 : 1

async function everything() {
  await measureSpeed()
  await everythingBut(async () => {
    for (const kind of kindsOfTests()) {
      await measureSpeed()
      await tests(kind, ['--project', kind])
    }
  })
  await measureSpeed()
  if (!values.nightly) return
  await tests('long forms', ['--tags-filter', 'nightly', ...taggedNightly()], { NIGHTLY: '1' })
  await part('what an order costs', () => run('long forms', 'bench/bench.ts', ['--guard']))
}

async function everythingBut(runTests: () => Promise<void>) {
  await tools()
  await part('build', () => run(checksAndBuild, 'tools/build.ts'))
  await part('npm run check', () => run(checksAndBuild, 'tools/check.ts'))
  await part('npm run spec', () => run(checksAndBuild, 'tools/spec.ts', ['--brief']))
  await runTests()
}

async function quick() {
  const plan = await planQuick({ since: values.since, files: recorded?.files ?? {} })
  for (const line of plan.lines) console.log(line)
  if (plan.inBrowser) await tools()
  if (plan.onPage) await part('build', () => run(checksAndBuild, 'tools/build.ts'))
  for (const [kind, files] of plan.kinds) await tests(kind, ['--project', kind, ...files])
}

async function tools() {
  await part('browser', () => {
    process.env.CHROMIUM = requireChromium()
    console.log(process.env.CHROMIUM)
  })
  await part('XMPP server', () => console.log(requireXmpp()))
  await part('nginx', () => console.log(installNginx()))
}

async function part(name: string, work: () => void | Promise<void>) {
  const begun = performance.now()
  console.log(`\n— ${name}`)
  try {
    await work()
  } catch (error) {
    failed.push(name)
    console.error(error instanceof Error ? error.message : error)
  }
  console.log(`  ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** Runs a program and adds its cost to the cost of its kind, even if it fails. */
async function run(kind: string, program: string, args: string[] = [], env?: Record<string, string>) {
  const { cpuSeconds, leftRunning, failure } = await runMeasured(program, args, env)
  if (cpuSeconds !== null) costs.set(kind, (costs.get(kind) ?? 0) + cpuSeconds)
  if (leftRunning.length > 0) console.log(`Still running after the end, and ended now: ${leftRunning.join(', ')}`)
  if (failure !== null) throw new Error(failure)
}

async function tests(kind: string, args: string[], env: Record<string, string> = {}) {
  const file = join(tmpdir(), `lapak-tests-${process.pid}.json`)
  await part(`tests: ${kind}`, async () => {
    try {
      await run(kind, vitest, ['run', ...args], { ...env, TEST_RESULTS: file })
    } catch (error) {
      if (!existsSync(file)) results.push({ passed: 0, failed: 1, skipped: 0, files: [], tests: [], failures: [] })
      throw error
    } finally {
      if (existsSync(file)) results.push(JSON.parse(readFileSync(file, 'utf8')) as Results)
      rmSync(file, { force: true })
    }
  })
}

/** Files with the tag `nightly`. They are passed to Vitest by name, because Vitest would load every file to read its tags. */
function taggedNightly(): string[] {
  return globSync('{contract,server,web,simulators,tools,e2e}/**/*.{test,page,e2e}.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }).filter((file) => /^(?:\/\/| \*) @module-tag nightly$/m.test(readFileSync(join(root, file), 'utf8')))
}

/** Reads the configuration in another process, because its file sets environment variables that only tests should have. */
function kindsOfTests(): string[] {
  const script = `const { default: { test } } = await import('./vitest.config.ts'); console.log(JSON.stringify(test.projects.map((one) => one.test.name)))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' }))
}

async function measureSpeed() {
  if (canMeasure()) yardstickParts.push(await measurePart())
}

async function closeAccount() {
  if (yardstickParts.length === 0) return
  const yardstick = yardstickOf(yardstickParts)
  const kinds: KindCost[] = [...costs].map(([kind, cpuSeconds]) => ({ kind, cpuSeconds }))
  for (const line of budgetLines(kinds, yardstick, recorded)) console.log(line)
  if (values.nightly) for (const cost of kinds) if (isOverBudget(cost, yardstick)) failed.push(`budget of ${cost.kind}`)
  if (!values.record || values.nightly) return
  if (failed.length > 0) return console.log('\nNothing is recorded of a run that fails.')
  const files = results.flatMap((one) => one.files)
  writeFileSync(costsFile, `${JSON.stringify(recordCosts(new Date().toISOString().slice(0, 10), yardstick, kinds, files), null, 2)}\n`)
}
