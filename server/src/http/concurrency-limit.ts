import { Refusal } from './refusal.ts'

/** Limits concurrent work, so that other work keeps its database connections. More than `waitingMax` waiting calls are refused. */
export function createConcurrencyLimit(
  maxConcurrent: number,
  waitingMax: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0

  async function acquire() {
    if (running < maxConcurrent) running += 1
    else if (waiting.length >= waitingMax) throw new Refusal('system.busy')
    // A finishing call passes its slot to this one.
    else await new Promise<void>((go) => waiting.push(go))
  }

  function release() {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (work) => {
    await acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
