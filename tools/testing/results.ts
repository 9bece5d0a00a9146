export interface Cost {
  name: string
  /** CPU seconds of the worker and its child processes; null if they cannot be measured. */
  cpuSeconds: number | null
  seconds: number
}

export interface Results {
  passed: number
  failed: number
  skipped: number
  files: Cost[]
  tests: Cost[]
  failures: Failure[]
}

export interface Failure {
  name: string
  /** The complete message of the first error of the test. */
  message: string
}

const shownMax = 10

/** Lines with the ten slowest files and the ten slowest tests, by CPU time if it was measured, otherwise by wall-clock time. */
export function costliestLines(results: Results[]): string[] {
  const files = results.flatMap((one) => one.files)
  const tests = results.flatMap((one) => one.tests)
  return [...list('Dearest files', files), ...list('Dearest tests', tests)]
}

function list(title: string, all: Cost[]): string[] {
  const measured = all.some(({ cpuSeconds }) => cpuSeconds !== null)
  const price = ({ cpuSeconds, seconds }: Cost) => (measured ? (cpuSeconds ?? 0) : seconds)
  const lines = all
    .toSorted((one, other) => price(other) - price(one))
    .slice(0, shownMax)
    .map((one) => `${price(one).toFixed(1).padStart(7)} s  ${one.name}`)
  return ['', `${title} (${measured ? 'CPU seconds of the worker and what it started' : 'seconds by the clock'})`, ...lines]
}

const failuresShown = 15

/**
 * Lines with every failed test and the beginning and the end of its message. They are printed at the end of the run, because sometimes only the end
 * of a long log is stored.
 */
export function failureLines(results: Results[]): string[] {
  const failures = results.flatMap((one) => one.failures)
  const lines = failures.slice(0, failuresShown).flatMap(({ name, message }) => [name, `    ${shortened(message.replace(/\s+/g, ' '))}`])
  const more = failures.length - failuresShown
  return more > 0 ? [...lines, `and ${more} more`] : lines
}

/** The text of the assertion is at the end of a message, so the end is kept, too. */
const shortened = (message: string) => (message.length > 400 ? `${message.slice(0, 200)} … ${message.slice(-197)}` : message)

/** The last line of a run, for people and programs. */
export function summaryLine(results: Results[]): string {
  const sum = (of: (one: Results) => number) => results.reduce((total, one) => total + of(one), 0)
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed, ${sum(({ skipped }) => skipped)} skipped`
}
