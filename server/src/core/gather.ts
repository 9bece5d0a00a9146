/**
 * Gathers what arrives while the last batch is being written, and writes it as one batch. One item alone goes at once;
 * nothing ever waits for a timer.
 *
 * - A poisoned item never fails its neighbours: when a batch throws, its items are run one by one.
 * - One owner cannot fill a batch while others wait: owners take turns.
 * - `full` tells the caller to refuse rather than to queue without end.
 */
export interface Gatherer<Item, Result> {
  add(item: Item): Promise<Result>
  readonly full: boolean
  readonly waiting: number
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>
}

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

export interface GatherOptions<Item, Result> {
  /** Answers one result per item, in order. */
  run(items: Item[]): Promise<Result[]>
  ownerOf(item: Item): bigint
  batchMax: number
  queueMax: number
  /** Batches under way at once. */
  lanes?: number
}

export function gather<Item, Result>({ run, ownerOf, batchMax, queueMax, lanes = 1 }: GatherOptions<Item, Result>): Gatherer<Item, Result> {
  const owners = new Map<bigint, Waiting<Item, Result>[]>()
  let waiting = 0
  let running = 0
  let scheduled = false
  let idlers: (() => void)[] = []

  function take(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = []
    while (batch.length < batchMax && owners.size > 0) {
      const share = Math.ceil((batchMax - batch.length) / owners.size)
      let turns = owners.size
      for (const [owner, queue] of owners) {
        batch.push(...queue.splice(0, Math.min(share, batchMax - batch.length)))
        // Who has more goes to the end of the line, so that those behind the last place of this batch come first in the next.
        owners.delete(owner)
        if (queue.length > 0) owners.set(owner, queue)
        turns -= 1
        if (turns === 0 || batch.length >= batchMax) break
      }
    }
    waiting -= batch.length
    return batch
  }

  async function runAlone(one: Waiting<Item, Result>) {
    try {
      const [result] = await run([one.item])
      one.resolve(result as Result)
    } catch (error) {
      one.reject(error)
    }
  }

  /** Runs a batch to its end; what comes back hands out the results. */
  async function runBatch(batch: Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await run(batch.map((one) => one.item))
      return () => {
        for (const [index, one] of batch.entries()) one.resolve(results[index] as Result)
      }
    } catch (error) {
      if (batch.length === 1) return () => batch[0]?.reject(error)
      for (const one of batch) await runAlone(one)
      return () => undefined
    }
  }

  function start() {
    scheduled = false
    while (running < lanes && waiting > 0) {
      running += 1
      void runBatch(take()).then((handOut) => {
        running -= 1
        // The next batch leaves first: what waits for these results works while the database has something to do.
        start()
        handOut()
        if (running === 0 && waiting === 0) {
          for (const wake of idlers) wake()
          idlers = []
        }
      })
    }
  }

  // Not a timer: after the requests of this turn of the event loop have been read, so that they share a batch.
  function schedule() {
    if (scheduled || running >= lanes || waiting === 0) return
    scheduled = true
    setImmediate(start)
  }

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        const owner = ownerOf(item)
        const queue = owners.get(owner)
        if (queue) queue.push({ item, resolve, reject })
        else owners.set(owner, [{ item, resolve, reject }])
        waiting += 1
        schedule()
      })
    },
    get full() {
      return waiting >= queueMax
    },
    get waiting() {
      return waiting
    },
    idle: () => (running === 0 && waiting === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  }
}
