/**
 * Gathers what arrives while the last batch is being written, and writes it as one batch. One item alone goes at once;
 * nothing ever waits for a timer.
 *
 * - A poisoned item never fails its neighbours: when a batch throws, its items are run one by one.
 * - One owner cannot fill a batch while others wait: owners take turns. What one owner adds is run in its order.
 * - What `run` sets aside, because somebody else has it locked, waits apart with all later items of its owner, so that the
 *   others go on: one such owner at a time is run alone and patiently. Who waits for longer than the patience gets its result.
 * - `full` tells the caller to refuse rather than to queue without end.
 */
export interface Gatherer<Item, Result> {
  add(item: Item): Promise<Result>
  readonly full: boolean
  readonly waiting: number
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>
}

/** The answer of `run` for an item that cannot be decided now. */
export const setAside = Symbol('set aside')

interface Waiting<Item, Result> {
  item: Item
  since: number
  resolve(result: Result): void
  reject(reason: unknown): void
}

export interface GatherOptions<Item, Result> {
  /** Answers one result per item, in order. A patient run, of one owner, may wait for locks for a moment. */
  run(items: Item[], how: { patient: boolean }): Promise<(Result | typeof setAside)[]>
  ownerOf(item: Item): bigint
  batchMax: number
  queueMax: number
  /** Batches under way at once, the patient one not among them. */
  lanes?: number
  /** What those get who were set aside for so long; without it they wait for ever. */
  patience?: { ms: number; result: Result }
}

export function gather<Item, Result>(options: GatherOptions<Item, Result>): Gatherer<Item, Result> {
  const { run, ownerOf, batchMax, queueMax, lanes = 1, patience } = options
  type Queue = Waiting<Item, Result>[]
  const owners = new Map<bigint, Queue>()
  /** Owners of whom something was set aside, in the order in which they are tried. */
  const aside = new Map<bigint, Queue>()
  let waiting = 0
  let running = 0
  let patientRuns = false
  let scheduled = false
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
  function putAside(items: Queue) {
    waiting += items.length
    for (const [owner, own] of Map.groupBy(items, ({ item }) => ownerOf(item))) {
      aside.set(owner, [...own, ...(aside.get(owner) ?? []), ...(owners.get(owner) ?? [])])
      owners.delete(owner)
    }
  }

  /** Runs a batch to its end; what comes back hands out the results. */
  async function runBatch(batch: Queue, patient: boolean): Promise<() => void> {
    try {
      const results = await run(
        batch.map(({ item }) => item),
        { patient },
      )
      putAside(batch.filter((_, index) => results[index] === setAside))
      return () => {
        for (const [index, one] of batch.entries()) {
          const result = results[index]
          if (result !== setAside) one.resolve(result as Result)
        }
      }
    } catch (error) {
      if (batch.length === 1) return () => batch[0]?.reject(error)
      await runEach(batch, patient)
      return () => undefined
    }
  }

  /** One by one; behind one that is set aside its owner's others wait as well, or they would overtake it. */
  async function runEach(batch: Queue, patient: boolean) {
    const back: Queue = []
    for (const one of batch) {
      if (back.some(({ item }) => ownerOf(item) === ownerOf(one.item))) back.push(one)
      else
        try {
          const [result] = await run([one.item], { patient })
          if (result === setAside) back.push(one)
          else one.resolve(result as Result)
        } catch (error) {
          one.reject(error)
        }
    }
    putAside(back)
  }

  function start() {
    scheduled = false
    while (running < lanes && owners.size > 0) {
      running += 1
      void runBatch(take(), false).then((handOut) => {
        running -= 1
        // The next batch leaves first: what waits for these results works while the database has something to do.
        start()
        handOut()
        tellIdlers()
      })
    }
    if (aside.size > 0 && !patientRuns) void runPatiently()
  }

  /** One owner at a time, in turns. Of whom nothing had to be set aside again goes back to the others. */
  async function runPatiently() {
    patientRuns = true
    for (let [first] = aside; first !== undefined; [first] = aside) {
      const [owner, queue] = first
      const taken = queue.splice(0, batchMax)
      waiting -= taken.length
      const late = new Set(taken.filter(isLate))
      const batch = taken.filter((one) => !late.has(one))
      const handOut = batch.length === 0 ? () => undefined : await runBatch(batch, true)
      const rest = aside.get(owner) ?? []
      aside.delete(owner)
      if (rest === queue) {
        if (rest.length > 0) owners.set(owner, rest)
      } else aside.set(owner, rest)
      start()
      handOut()
      for (const one of late) one.resolve(patience?.result as Result)
    }
    patientRuns = false
    tellIdlers()
  }

  const isLate = (one: Waiting<Item, Result>) => patience !== undefined && Date.now() - one.since > patience.ms

  function tellIdlers() {
    if (running > 0 || patientRuns || waiting > 0) return
    for (const wake of idlers) wake()
    idlers = []
  }

  // Not a timer: after the requests of this turn of the event loop have been read, so that they share a batch.
  function schedule() {
    if (scheduled || running >= lanes || owners.size === 0) return
    scheduled = true
    setImmediate(start)
  }

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        const owner = ownerOf(item)
        const one = { item, since: Date.now(), resolve, reject }
        const queue = aside.get(owner) ?? owners.get(owner)
        if (queue) queue.push(one)
        else owners.set(owner, [one])
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
    idle: () => (running === 0 && !patientRuns && waiting === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  }
}
