import { setImmediate as othersTurn } from 'node:timers/promises'

/** Far below what anybody would notice of an order that waits meanwhile. */
const turnMs = 2

/** Long work, which pauses wherever it yields: others have their turn as soon as it has taken some milliseconds. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - began < turnMs) continue
    await othersTurn()
    began = performance.now()
  }
}

/** What is made of each row, as such work. */
export function* eachOf<Row, Made>(rows: readonly Row[], make: (row: Row) => Made): Generator<void, Made[]> {
  const made: Made[] = []
  for (const row of rows) {
    made.push(make(row))
    yield
  }
  return made
}
