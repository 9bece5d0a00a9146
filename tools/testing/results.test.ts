import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failureLines, type Results } from './results.ts'

const root = join(import.meta.dirname, '../..')

/** Runs Vitest on these files and returns the report. */
function reportOf(files: Record<string, string>): Results {
  // Below the project, so that `vitest` can be resolved.
  const folder = mkdtempSync(join(root, 'node_modules/.cache/results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const report = join(folder, 'report.json')
  // By default Vitest excludes files below `node_modules`.
  const options = { include: ['*.test.ts'], exclude: [], reporters: [join(root, 'tools/testing/reporter.ts')] }
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: ${JSON.stringify(options)} }`)
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run']
  try {
    execFileSync(process.execPath, args, { cwd: folder, env: { ...process.env, TEST_RESULTS: report }, stdio: 'ignore' })
  } catch {
    // Vitest exits with an error if a test fails, which is expected here.
  }
  return JSON.parse(readFileSync(report, 'utf8')) as Results
}

test('a run reports failed tests, files that cannot be loaded and errors outside of tests with their messages', () => {
  const found = reportOf({
    'one.test.ts': `import { expect, test } from 'vitest'
      test('adds', () => expect(1 + 1).toBe(3))
      test('passes', () => {})`,
    'two.test.ts': `throw new Error('no such Lapak')`,
    'three.test.ts': `import { test } from 'vitest'
      test('leaves something', async () => { Promise.reject(new Error('left behind')); await new Promise((done) => setTimeout(done, 50)) })`,
  })
  expect(found).toMatchObject({ passed: 2, failed: 3 })
  expect(found.failures).toHaveLength(3)
  expect(failureLines([found]).join('\n')).toMatch(/one\.test\.ts > adds\n {4}expected 2 to be 3/)
  expect(failureLines([found]).join('\n')).toMatch(/two\.test\.ts\n {4}no such Lapak/)
  expect(failureLines([found]).join('\n')).toMatch(/beside the tests\n {4}left behind/)
})

test('a run with many failures shows fifteen of them and the number of further failures', () => {
  const failures = Array.from({ length: 17 }, (_, at) => ({ name: `test ${at}`, message: `${'x'.repeat(1000)} expected 2 to be 3` }))
  const lines = failureLines([{ passed: 0, failed: 17, skipped: 0, files: [], tests: [], failures }])
  expect(lines).toHaveLength(31)
  expect(lines.at(-1)).toBe('and 2 more')
  expect(lines[1]).toHaveLength(404)
  expect(lines[1]).toMatch(/^ {4}x+ … x+ expected 2 to be 3$/)
})
