import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { canMeasure } from './measured.ts'

const folder = mkdtempSync(join(tmpdir(), 'lapak-measured-'))
afterAll(() => rmSync(folder, { recursive: true }))

const reaper = join(import.meta.dirname, 'reaper.pl')

/** Runs a shell command in the way `npm test` runs a kind of tests. */
function measure(line: string, maxWaitSeconds = 60): { status: number | null; cpuSeconds: number; leftRunning: string[] } {
  const report = join(folder, 'report.json')
  const { status, stderr } = spawnSync('perl', [reaper, report, String(maxWaitSeconds), 'sh', '-c', line], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return { status, ...JSON.parse(readFileSync(report, 'utf8')) }
}

/** A process that uses a third of a second of CPU time. */
const busy = `'${process.execPath}' -e 'while (process.cpuUsage().user < 3e5) for (let i = 0; i < 1e6; i += 1);'`

describe.runIf(canMeasure())('the measurement of a program', () => {
  test('includes the CPU time of child processes, even if the program did not wait for them', () => {
    const waitedFor = measure(busy)
    const orphaned = measure(`(${busy} &); exit 3`)
    expect(waitedFor).toMatchObject({ status: 0, leftRunning: [] })
    expect(orphaned).toMatchObject({ status: 3, leftRunning: [] })
    expect(waitedFor.cpuSeconds).toBeGreaterThan(0.25)
    expect(orphaned.cpuSeconds).toBeGreaterThan(0.25)
  })

  test('kills and lists the processes that the program left running', () => {
    const begun = Date.now()
    expect(measure('(sleep 300 &); exit 0', 1)).toMatchObject({ status: 0, leftRunning: ['sleep'] })
    expect(Date.now() - begun).toBeLessThan(120_000)
  })
})
