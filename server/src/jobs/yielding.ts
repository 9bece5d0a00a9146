import { setImmediate } from 'node:timers/promises'

/** Lets other events be processed before the caller continues. */
export const yieldToEvents = (): Promise<void> => setImmediate()

/** Short enough that a waiting order is not noticeably delayed. */
const turnMs = 2

/** Runs long work that yields at suitable points: after some milliseconds it lets other events be processed. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - began < turnMs) continue
    await yieldToEvents()
    began = performance.now()
  }
}

/** Maps each row, yielding in between. */
export function* eachOf<Row, Made>(rows: readonly Row[], make: (row: Row) => Made): Generator<void, Made[]> {
  const made: Made[] = []
  for (const row of rows) {
    made.push(make(row))
    yield
  }
  return made
}
