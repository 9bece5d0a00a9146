/* Vitest's reporter at the end of a run: where the time went, and what passed only when it was tried again. */
import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node'

const shown = 10

export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], _errors: readonly unknown[], _reason: TestRunEndReason) {
    const files = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic()
      return { name: module.relativeModuleId, took: duration + collectDuration }
    })
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${module.relativeModuleId} > ${test.name}`,
        took: test.diagnostic()?.duration ?? 0,
        again: (test.diagnostic()?.retryCount ?? 0) > 0 && test.ok() && reasonsOf(test),
      })),
    )
    if (tests.length <= 1) return
    list('Slowest files', slowest(files))
    list('Slowest tests', slowest(tests))
    list(
      'Passed only when tried again',
      tests.flatMap(({ again, ...test }) => (again ? [{ ...test, details: again }] : [])),
    )
  }
}

/** What was wrong at the tries before, and in which line. */
const reasonsOf = (test: TestCase): string[] =>
  (test.result().errors ?? []).map(({ message, stacks }) => `${message.split('\n', 3).join(' ')} (line ${stacks?.[0]?.line ?? '?'})`)

const slowest = <Timed extends { took: number }>(all: Timed[]) => all.toSorted((one, other) => other.took - one.took).slice(0, shown)

function list(title: string, lines: { name: string; took: number; details?: string[] }[]) {
  if (lines.length === 0) return
  console.log(`\n${title}`)
  for (const { name, took, details = [] } of lines)
    console.log([`${(took / 1000).toFixed(1).padStart(7)} s  ${name}`, ...details].join('\n           '))
}
