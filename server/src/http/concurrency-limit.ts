import { Refusal } from './refusal.ts'

/** Limits concurrent work, so that other work keeps its database connections. More than `waitingMax` waiting calls are refused. */
export function createShare(atOnce: number, waitingMax: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let underWay = 0

  async function turn() {
    if (underWay < atOnce) underWay += 1
    else if (waiting.length >= waitingMax) throw new Refusal('system.busy')
    // A finishing call passes its slot to this one.
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
