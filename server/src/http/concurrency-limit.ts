import { Refusal } from './refusal.ts'

/** Lets so much of some work be under way at once that the rest keeps its connections. Beyond `waitingMax` it is refused. */
export function createShare(atOnce: number, waitingMax: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let underWay = 0

  async function turn() {
    if (underWay < atOnce) underWay += 1
    else if (waiting.length >= waitingMax) throw new Refusal('system.busy')
    // Whoever leaves hands its place on.
    else await new Promise<void>((go) => waiting.push(go))
  }

  function leave() {
    const next = waiting.shift()
    if (next) next()
    else underWay -= 1
  }

  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
