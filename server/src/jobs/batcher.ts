/**
 * Gathers what arrives while the last batch is being written, and writes it as one batch. One item alone goes at once; only where
 * batches begin some milliseconds apart (`minIntervalMs`), what comes too soon after the last one waits for its companions.
 *
 * - A poisoned item never fails its neighbours: when a batch throws, its items are run one by one.
 * - One owner cannot fill a batch while others wait: owners take turns. What one owner adds is run in its order.
 * - A batch waits for locks in the order of everybody, for a moment. What stays locked is then passed over and set aside with all
 *   later items of its owner, so that the others go on.
 * - What is set aside is tried again together, and one owner after the other waits for its locks alone. Who waits for longer
 *   than the patience gets its result.
 */
export interface Batcher<Item, Result> {
  add(item: Item): Promise<Result>
  /** Tells the caller to refuse rather than to queue without end; an owner who waits apart fills no more than a tenth. */
  fullFor(owner: bigint): boolean
  readonly waiting: number
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>
}

/** The answer of `run` for an item that cannot be decided now. */
export const deferred = Symbol('set aside')

interface Waiting<Item, Result> {
  item: Item
  since: number
  resolve(result: Result): void
  reject(reason: unknown): void
}

export interface BatcherOptions<Item, Result> {
  /** Answers one result per item, in order. When it is to pass over, what somebody else has locked is not waited for. */
  run(items: Item[], how: { skipLocked: boolean }): Promise<(Result | typeof deferred)[]>
  ownerOf(item: Item): bigint
  batchMax: number
  queueMax: number
  /** Batches under way at once, those of what is aside not among them. */
  concurrency?: number
  /** Milliseconds from the start of one batch to that of the next: fewer and larger batches cost less. 0 without it. */
  minIntervalMs?: number
  /** True for the error of a run that waited for a lock in vain; it has written nothing. */
  lockedElsewhere?(error: unknown): boolean
  /** What those get who were set aside for so long; without it they wait for ever. */
  maxWait?: { ms: number; result: Result }
}

/** A batch of everybody waits for locks, one of those who are aside passes over, and what is alone waits again and again. */
type How = 'together' | 'again' | 'alone'

/** After a lock stayed, batches pass over for so long at once; whatever they remember, they look at the locks. */
const passOverMs = 1_000

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { run, ownerOf, batchMax, queueMax, concurrency = 1, minIntervalMs = 0, lockedElsewhere = () => false, maxWait } = options
  type Queue = Waiting<Item, Result>[]
  const owners = new Map<bigint, Queue>()
  /** Owners of whom something was set aside, in the order in which they are tried. */
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

  /** Puts items back before everything else of their owners, who wait apart from now on. */
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

  /** Runs a batch to its end; what comes back hands out the results. */
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

  /** One by one; behind one that is set aside its owner's others wait as well, or they would overtake it. */
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
        // The next batch leaves first: what waits for these results works while the database has something to do.
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
      // Who was held for a moment only goes on at once,
      await tryAgain([...deferredQueues.keys()], 'again')
      // and of those who are left, one waits in the queue of its lock: in turns, since there may be others who hold for long.
      const [longest] = deferredQueues.keys()
      if (longest !== undefined) await tryAgain([longest], 'alone')
    }
    deferredRuns = false
    wakeIdlers()
  }

  /** Of whom nothing has to be set aside again goes back to the others. */
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

  // Not a timer: after the requests of this turn of the event loop have been read, so that they share a batch.
  function schedule() {
    if (scheduled || running >= concurrency || owners.size === 0) return
    scheduled = true
    setImmediate(start)
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
