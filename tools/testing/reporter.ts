/*
 * Vitest's reporter for the end of a run: how many tests passed, and their cost. `npm test` runs several kinds of tests one after the other, so for
 * it the reporter writes these results to the file in the environment variable TEST_RESULTS. Without this variable it prints the slowest tests.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { costliestLines, type Failure, type Results } from './results.ts'

export default class Costs implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const results = resultsOf(modules, errors)
    const file = process.env.TEST_RESULTS
    if (file) writeFileSync(file, JSON.stringify(results))
    else if (results.tests.length > 1) for (const line of costliestLines([results])) console.log(line)
  }
}

function resultsOf(modules: readonly TestModule[], errors: readonly SerializedError[]): Results {
  const cases = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: string) => cases.filter((test) => test.result().state === state).length
  // Failed modules without a failed test: those that cannot be loaded, and those with an error outside of the tests.
  const broken = modules.filter((module) => !module.ok() && [...module.children.allTests('failed')].length === 0)
  const nameOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`
  return {
    passed: count('passed'),
    failed: count('failed') + broken.length + errors.length,
    skipped: count('skipped'),
    files: modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic()
      return { name: module.relativeModuleId, cpuSeconds: module.meta().cpuSeconds ?? null, seconds: (duration + collectDuration) / 1000 }
    }),
    tests: cases.map((test) => ({
      name: nameOf(test),
      cpuSeconds: test.meta().cpuSeconds ?? null,
      seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    })),
    failures: [
      ...cases.filter((test) => test.result().state === 'failed').map((test) => failure(nameOf(test), test.result().errors)),
      ...broken.map((module) => failure(module.relativeModuleId, module.errors())),
      ...errors.map((error) => failure('beside the tests', [error])),
    ],
  }
}

const failure = (name: string, errors: readonly { message: string }[] = []): Failure => ({ name, message: errors[0]?.message ?? '' })
