/*
 * Vitest's reporter at the end of a run: how many passed, and what they cost. For `npm test`, which runs several kinds of tests one after the
 * other, it writes that to the file named in TEST_RESULTS; else it prints the dearest.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { dearest, type Results } from './results.ts'

export default class Costs implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const results = resultsOf(modules, errors.length)
    const file = process.env.TEST_RESULTS
    if (file) writeFileSync(file, JSON.stringify(results))
    else if (results.tests.length > 1) for (const line of dearest([results])) console.log(line)
  }
}

function resultsOf(modules: readonly TestModule[], errors: number): Results {
  const cases = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: string) => cases.filter((test) => test.result().state === state).length
  // A file that cannot be loaded has no test that could fail, nor has what is thrown beside the tests.
  const broken = modules.filter((module) => !module.ok() && [...module.children.allTests('failed')].length === 0).length
  return {
    passed: count('passed'),
    failed: count('failed') + broken + errors,
    skipped: count('skipped'),
    files: modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic()
      return { name: module.relativeModuleId, cpuSeconds: module.meta().cpuSeconds ?? null, seconds: (duration + collectDuration) / 1000 }
    }),
    tests: cases.map((test) => ({
      name: `${test.module.relativeModuleId} > ${test.fullName}`,
      cpuSeconds: test.meta().cpuSeconds ?? null,
      seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    })),
  }
}
