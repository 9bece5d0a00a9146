import { outsideRequests } from '#shared/request-context.ts'

/**
 * Collects the items that arrive while the last batch is being written, and writes them as one batch. A single item starts at once, unless
 * `minIntervalMs` sets a minimum time between the starts of batches.
 *
 * - An item that fails never makes other items fail: when a batch throws, its items are run one by one.
 * - One owner cannot fill a batch while other owners wait: owners take turns. The items of one owner run in order.
 * - A batch waits briefly for locks. Items whose rows stay locked are then skipped and deferred together with all later items of their owner, so that
 *   the other items continue.
 * - Deferred items are retried together; after that, a run with the items of a single owner waits for the locks of that owner. Items that wait longer
 *   than `maxWait.ms` get `maxWait.result`.
 */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>
  /** True when the caller should refuse further items of this owner. An owner with deferred items may occupy at most a tenth of the queue. */
  fullFor(owner: bigint): boolean
  readonly waiting: number
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>
}

/** Result of `run` for an item that cannot be processed now, because its rows are locked. */
export const deferred = Symbol('set aside')

interface Waiting<Item, Result> {
  item: Item
  since: number
  resolve(result: Result): void
  reject(reason: unknown): void
}

export interface BatcherOptions<Item, Result> {
  /** Returns one result per item, in order. With `skipLocked` it does not wait for rows that other transactions have locked. */
  run(items: Item[], how: { skipLocked: boolean }): Promise<(Result | typeof deferred)[]>
  ownerOf(item: Item): bigint
  batchMax: number
  queueMax: number
  /** Concurrent batches, not counting those of deferred items. */
  concurrency?: number
  /** Minimum milliseconds between the starts of two batches: fewer and larger batches cost less. Default 0. */
  minIntervalMs?: number
  /** True for the error of a run that timed out on a lock. Such a run has written nothing. */
  lockedElsewhere?(error: unknown): boolean
  /** Result for items that waited longer than `ms`; without it they wait indefinitely. */
  maxWait?: { ms: number; result: Result }
}

/**
 * `together`: a normal batch, waits for locks. `again`: a batch of deferred items, skips locked rows. `alone`: the items of a single owner, waits
 * repeatedly for their locks.
 */
type How = 'together' | 'again' | 'alone'

/** After a lock timeout, batches skip locked rows for this long. The locks are checked each time. */
const passOverMs = 1_000

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { run, ownerOf, batchMax, queueMax, concurrency = 1, minIntervalMs = 0, lockedElsewhere = () => false, maxWait } = options
  type Queue = Waiting<Item, Result>[]
  const owners = new Map<bigint, Queue>()
  /** Queues of deferred owners, in the order of their retries. */
  const deferredQueues = new Map<bigint, Queue>()
  let waiting = 0
  let running = 0
  let deferredRuns = false
  let passOverUntil = 0
  let scheduled = false
  let begunAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let idlers: (() => void)[] = []

  function take(): Queue {
    const batch: Queue = []
    while (batch.length < batchMax && owners.size > 0) {
      const share = Math.ceil((batchMax - batch.length) / owners.size)
      let turns = owners.size
      for (const [owner, queue] of owners) {
        batch.push(...queue.splice(0, Math.min(share, batchMax - batch.length)))
        // An owner with more items moves to the end, so that owners without a place in this batch come first in the next.
        owners.delete(owner)
        if (queue.length > 0) owners.set(owner, queue)
        turns -= 1
        if (turns === 0 || batch.length >= batchMax) break
      }
    }
    waiting -= batch.length
    return batch
  }

  /** Puts items back in front of all other items of their owners; these owners are deferred from now on. */
  function defer(items: Queue) {
    waiting += items.length
    for (const [owner, own] of Map.groupBy(items, ({ item }) => ownerOf(item))) {
      deferredQueues.set(owner, [...own, ...(deferredQueues.get(owner) ?? []), ...(owners.get(owner) ?? [])])
      owners.delete(owner)
    }
  }

  async function runItems(items: Item[], how: How): Promise<(Result | typeof deferred)[]> {
    const skipLocked = how === 'again' || (how === 'together' && Date.now() < passOverUntil)
    try {
      return await run(items, { skipLocked })
    } catch (error) {
      if (!lockedElsewhere(error)) throw error
      if (skipLocked || how === 'alone') return items.map(() => deferred)
      passOverUntil = Date.now() + passOverMs
      return runItems(items, 'again')
    }
  }

  /** Runs a batch. The returned function resolves the items. */
  async function runBatch(batch: Queue, how: How): Promise<() => void> {
    try {
      const results = await runItems(
        batch.map(({ item }) => item),
        how,
      )
      defer(batch.filter((_, index) => results[index] === deferred))
      return () => {
        for (const [index, one] of batch.entries()) {
          const result = results[index]
          if (result !== deferred) one.resolve(result as Result)
        }
      }
    } catch (error) {
      if (batch.length === 1) return () => batch[0]?.reject(error)
      await runEach(batch)
      return () => undefined
    }
  }

  /** Runs items one by one. After a deferred item, the later items of its owner are deferred too, to keep their order. */
  async function runEach(batch: Queue) {
    const back: Queue = []
    for (const one of batch) {
      if (back.some(({ item }) => ownerOf(item) === ownerOf(one.item))) back.push(one)
      else
        try {
          const [result] = await runItems([one.item], 'alone')
          if (result === deferred) back.push(one)
          else one.resolve(result as Result)
        } catch (error) {
          one.reject(error)
        }
    }
    defer(back)
  }

  function start() {
    scheduled = false
    clearTimeout(timer)
    timer = undefined
    while (running < concurrency && owners.size > 0) {
      const early = minIntervalMs - (performance.now() - begunAt)
      if (early > 0) {
        scheduled = true
        timer ??= setTimeout(start, early)
        break
      }
      begunAt = performance.now()
      running += 1
      void runBatch(take(), 'together').then((handOut) => {
        running -= 1
        // Start the next batch first, so that the database works while the callers process these results.
        start()
        handOut()
        wakeIdlers()
      })
    }
    if (deferredQueues.size > 0 && !deferredRuns) void runDeferred()
  }

  async function runDeferred() {
    deferredRuns = true
    while (deferredQueues.size > 0) {
      // First retries all deferred owners without waiting, so that owners whose rows are no longer locked continue at once.
      await tryAgain([...deferredQueues.keys()], 'again')
      // Then waits for the locks of one remaining owner at a time. Owners take turns, since several may have to wait long.
      const [longest] = deferredQueues.keys()
      if (longest !== undefined) await tryAgain([longest], 'alone')
    }
    deferredRuns = false
    wakeIdlers()
  }

  /** An owner without a newly deferred item returns to the normal queue. */
  async function tryAgain(who: bigint[], how: How) {
    const share = Math.max(1, Math.floor(batchMax / who.length))
    const queues = new Map(who.slice(0, batchMax).map((owner) => [owner, deferredQueues.get(owner) ?? []]))
    const taken = [...queues.values()].flatMap((queue) => queue.splice(0, share))
    waiting -= taken.length
    const late = new Set(taken.filter(isLate))
    const batch = taken.filter((one) => !late.has(one))
    const handOut = batch.length === 0 ? () => undefined : await runBatch(batch, how)
    for (const [owner, queue] of queues) {
      const now = deferredQueues.get(owner) ?? []
      deferredQueues.delete(owner)
      if (now !== queue) deferredQueues.set(owner, now)
      else if (now.length > 0) owners.set(owner, now)
    }
    start()
    handOut()
    for (const one of late) one.resolve(maxWait?.result as Result)
  }

  const isLate = (one: Waiting<Item, Result>) => maxWait !== undefined && Date.now() - one.since > maxWait.ms

  function wakeIdlers() {
    if (running > 0 || deferredRuns || waiting > 0) return
    for (const wake of idlers) wake()
    idlers = []
  }

  // setImmediate instead of a timer: the requests read in this turn of the event loop then share a batch.
  function schedule() {
    if (scheduled || running >= concurrency || owners.size === 0) return
    scheduled = true
    outsideRequests(() => setImmediate(start))
  }

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        const owner = ownerOf(item)
        const one = { item, since: Date.now(), resolve, reject }
        const queue = deferredQueues.get(owner) ?? owners.get(owner)
        if (queue) queue.push(one)
        else owners.set(owner, [one])
        waiting += 1
        schedule()
      })
    },
    fullFor: (owner) => waiting >= queueMax || (deferredQueues.get(owner)?.length ?? 0) * 10 >= queueMax,
    get waiting() {
      return waiting
    },
    idle: () => (running === 0 && !deferredRuns && waiting === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  }
}
