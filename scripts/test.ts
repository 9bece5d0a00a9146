/*
 * npm test: everything that can be known about this copy. What the tests need (browser, web page), the checks, the state of
 * the specification, then all tests, whose summary comes last. Words after `--` go to vitest: npm test -- server/src/ledger
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { requireChromium } from './chromium.ts'
import { buildWeb } from './web-build.ts'
import { requireXmpp } from './xmpp.ts'

const root = join(import.meta.dirname, '..')
const failed: string[] = []

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

function run(program: string, ...args: string[]) {
  const { status, signal } = spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ended with ${signal ?? status}`)
}

if (globSync('e2e/specs/**/*.e2e.ts', { cwd: root }).length > 0) {
  await part('browser', () => {
    process.env.CHROMIUM = requireChromium()
    console.log(process.env.CHROMIUM)
  })
}
await part('XMPP server', () => console.log(requireXmpp()))
await part('web page', async () => console.log((await buildWeb()) ? 'web/dist built' : 'web/dist is up to date'))
await part('npm run check', () => run('scripts/check.ts'))
await part('npm run spec', () => run('scripts/spec.ts', '--brief'))
await part('tests', () => run('node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)))

console.log(failed.length === 0 ? '\nAll parts pass.' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
