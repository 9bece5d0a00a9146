import { describe, expect, test } from 'vitest'
import { createBatcher, deferred } from './batcher.ts'

interface Item {
  owner: bigint
  n: number
}

/** A batcher that records its batches; the test decides when each one ends. */
function stage({ batchMax = 4, queueMax = 100, concurrency = 1, minIntervalMs = 0, poison = -1 } = {}) {
  const batches: Item[][] = []
  const ends: (() => void)[] = []
  const gatherer = createBatcher<Item, number>({
    ownerOf: (item) => item.owner,
    batchMax,
    queueMax,
    concurrency,
    minIntervalMs,
    run: async (items) => {
      batches.push(items)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (items.some((item) => item.n === poison)) throw new Error('poison')
      return items.map((item) => item.n * 10)
    },
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    gatherer,
    batches,
    add: (owner: number, n: number) => gatherer.add({ owner: BigInt(owner), n }),
    turn,
    /** Ends running batches until none is left. */
    async drain() {
      for (let idle = 0; idle < 3; idle++) {
        await turn()
        const running = ends.splice(0)
        for (const end of running) end()
        if (running.length > 0) idle = 0
      }
    },
  }
}

test('a single item runs at once, and items that arrive meanwhile run together', async () => {
  const { add, batches, turn, drain } = stage()
  const first = add(1, 1)
  await turn()
  expect(batches).toEqual([[{ owner: 1n, n: 1 }]])
  const rest = [add(1, 2), add(2, 3)]
  await drain()
  expect(batches.length).toBe(2)
  expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30])
})

test('with a minimum interval, items that arrive too early wait and run together', async () => {
  const { add, batches, turn, drain } = stage({ minIntervalMs: 200 })
  const first = add(1, 1)
  await drain()
  expect(await first).toBe(10)
  const rest = [add(1, 2)]
  await turn()
  rest.push(add(2, 3))
  await drain()
  expect(batches.length).toBe(1)
  await expect.poll(() => batches.length).toBe(2)
  await drain()
  expect(await Promise.all(rest)).toEqual([20, 30])
})

test('items of one event loop turn share a batch, up to its maximum size', async () => {
  const { add, batches, drain } = stage({ batchMax: 4 })
  const all = Array.from({ length: 9 }, (_, n) => add(n, n))
  await drain()
  expect(batches.map((batch) => batch.length)).toEqual([4, 4, 1])
  expect(await Promise.all(all)).toEqual(all.map((_, n) => n * 10))
})

describe('the turns of owners', () => {
  test('leave room for other owners when one owner has a long queue', async () => {
    const { add, batches, drain } = stage({ batchMax: 4 })
    const whale = Array.from({ length: 8 }, (_, n) => add(1, n))
    const small = [add(2, 100), add(3, 101)]
    await drain()
    await Promise.all([...whale, ...small])
    expect(batches[0]?.map((item) => item.owner)).toEqual(expect.arrayContaining([1n, 2n, 3n]))
  })

  test('do not starve any owner when there are as many long queues as places in a batch', async () => {
    const { add, batches, drain } = stage({ batchMax: 2 })
    const whales = [1, 2].flatMap((owner) => Array.from({ length: 10 }, (_, n) => add(owner, n)))
    const small = add(3, 99)
    await drain()
    await Promise.all([...whales, small])
    expect(batches.findIndex((batch) => batch.some((item) => item.owner === 3n))).toBeLessThanOrEqual(1)
  })

  test('keep the order of each owner', async () => {
    const { add, batches, drain } = stage({ batchMax: 3 })
    const all = [1, 2].flatMap((owner) => Array.from({ length: 7 }, (_, n) => add(owner, n)))
    await drain()
    await Promise.all(all)
    for (const owner of [1n, 2n])
      expect(
        batches
          .flat()
          .filter((item) => item.owner === owner)
          .map((item) => item.n),
      ).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})

test('an item that fails does not make other items of its batch fail', async () => {
  const { add, drain } = stage({ poison: 2 })
  const all = [1, 2, 3].map((n) => add(n, n))
  const ended = Promise.allSettled(all)
  await drain()
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(all[1]).rejects.toThrow('poison')
})

test('the batcher reports when it is full and when it is idle', async () => {
  const { gatherer, add, drain, turn } = stage({ queueMax: 2 })
  await gatherer.idle()
  const all = [add(1, 1), add(1, 2)]
  expect([gatherer.fullFor(1n), gatherer.fullFor(2n), gatherer.waiting]).toEqual([true, true, 2])
  let idle = false
  const becoming = gatherer.idle().then(() => {
    idle = true
  })
  await turn()
  expect([gatherer.fullFor(1n), idle]).toEqual([false, false])
  await drain()
  await becoming
  expect(await Promise.all(all)).toEqual([10, 20])
})

test('the number of concurrent batches stays within the limit', async () => {
  const { add, batches, turn, drain } = stage({ batchMax: 1, concurrency: 2 })
  const all = [1, 2, 3].map((n) => add(n, n))
  await turn()
  expect(batches.length).toBe(2)
  await drain()
  expect(await Promise.all(all)).toEqual([10, 20, 30])
})

describe('an item whose rows other transactions have locked', () => {
  const held = new Error('held')

  /** Records runs as text, with `~` before runs that skip locked rows. */
  function lockable({ maxWait }: { maxWait?: { ms: number; result: number } } = {}) {
    const locked = new Set<bigint>()
    const poisoned = new Set<number>()
    const runs: string[] = []
    const gatherer = createBatcher<Item, number>({
      ownerOf: (item) => item.owner,
      batchMax: 4,
      queueMax: 100,
      ...(maxWait && { maxWait }),
      lockedElsewhere: (error) => error === held,
      run: async (items, { skipLocked }) => {
        runs.push((skipLocked ? '~' : '') + items.map(({ n }) => n).join(' '))
        await new Promise((resolve) => setTimeout(resolve, 1))
        if (items.some(({ n }) => poisoned.has(n))) throw new Error('poison')
        if (!skipLocked && items.some(({ owner }) => locked.has(owner))) throw held
        return items.map(({ owner, n }) => (locked.has(owner) ? deferred : n * 10))
      },
    })
    return { locked, poisoned, runs, gatherer, add: (owner: number, n: number) => gatherer.add({ owner: BigInt(owner), n }) }
  }

  test('is deferred while other items continue', async () => {
    const { locked, runs, add, gatherer } = lockable()
    locked.add(1n)
    const held = [add(1, 1), add(1, 2)]
    expect(await Promise.all([add(2, 3), add(3, 4)])).toEqual([30, 40])
    const later = add(1, 5)
    expect(await add(2, 6)).toBe(60)
    expect(gatherer.waiting).toBeLessThanOrEqual(3)
    locked.clear()
    expect(await Promise.all([...held, later])).toEqual([10, 20, 50])
    await gatherer.idle()
    expect(runs.slice(0, 2), 'a batch waits first, then it passes over').toEqual(['1 2 3 4', '~1 2 3 4'])
    expect(gatherer.waiting).toBe(0)
  })

  test('keeps the order of its owner’s items, even if an item of another owner fails', async () => {
    const { locked, poisoned, add, gatherer } = lockable()
    const done: number[] = []
    const note = (result: Promise<number>) => result.then((n) => done.push(n))
    locked.add(1n)
    poisoned.add(9)
    const poison = expect(add(2, 9)).rejects.toThrow('poison')
    const all = [note(add(1, 1)), note(add(1, 2)), note(add(1, 3))]
    await poison
    all.push(note(add(1, 4)))
    await add(2, 8)
    locked.clear()
    await Promise.all(all)
    expect(done).toEqual([10, 20, 30, 40])
    await gatherer.idle()
  })

  test('is retried in turns with other locked items, and together with items that are not locked', async () => {
    const { locked, runs, add } = lockable()
    locked.add(1n).add(2n).add(3n)
    const [one, two, three] = [add(1, 1), add(2, 2), add(3, 3)]
    const alone = () => runs.filter((run) => /^\d$/.test(run))
    while (alone().length < 6) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(alone().slice(0, 6)).toEqual(['1', '2', '3', '1', '2', '3'])
    locked.delete(3n)
    expect(await three).toBe(30)
    locked.clear()
    expect(await Promise.all([one, two])).toEqual([10, 20])
  })

  test('occupies at most a tenth of the queue', async () => {
    const { locked, gatherer, add } = lockable()
    locked.add(1n)
    const all = Array.from({ length: 20 }, (_, n) => add(1, n))
    await expect.poll(() => gatherer.fullFor(1n)).toBe(true)
    expect(gatherer.fullFor(2n)).toBe(false)
    locked.clear()
    await Promise.all(all)
    expect(gatherer.fullFor(1n)).toBe(false)
  })

  test('gets the result of `maxWait` when it has waited for the maximum time', async () => {
    const { locked, add, gatherer } = lockable({ maxWait: { ms: 30, result: -1 } })
    locked.add(1n)
    expect(await Promise.all([add(1, 1), add(1, 2), add(2, 3)])).toEqual([-1, -1, 30])
    await gatherer.idle()
  })
})
