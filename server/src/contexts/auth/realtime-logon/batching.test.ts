import { expect, test } from 'vitest'
import type { EventSource, MemberChanges } from '#realtime/events.ts'
import { createChangeBatcher } from './batching.ts'

const [anna, budi] = [1n, 2n]
const quiet = { warn: () => undefined }

/** A batcher for these connected members, with a source that records its reads. */
function stage(connected: bigint[], source: Partial<EventSource> = {}) {
  const read: [bigint, bigint[]][] = []
  const more: boolean[] = []
  const pages = {
    isConnected: (memberId: bigint) => connected.includes(memberId),
    connected: () => connected,
    publish: async (changes: readonly MemberChanges[], readChanges: EventSource['read']) => void (await readChanges(changes)),
  }
  const gathering = createChangeBatcher(
    {
      channels: {},
      batchMs: 0,
      read: async (changes) => {
        for (const { memberId, subjects, more: isMore } of changes) {
          read.push([memberId, subjects])
          more.push(isMore)
        }
        return new Map()
      },
      ...source,
    },
    pages,
    quiet,
  )
  return { read, more, gathering }
}

test('only changes of connected members are read, grouped by member', async () => {
  const { read, gathering } = stage([anna])
  for (const subject of [7n, 8n, 7n]) gathering.add({ memberId: anna, subject })
  gathering.add({ memberId: budi, subject: 9n })
  await expect.poll(() => read).toEqual([[anna, [7n, 8n]]])
})

test('the newest fifty changes of a member are read, with a flag if the member had more changes', async () => {
  const { read, more, gathering } = stage([anna, budi])
  for (let subject = 1n; subject <= 80n; subject++) gathering.add({ memberId: anna, subject })
  for (let subject = 1n; subject <= 50n; subject++) gathering.add({ memberId: budi, subject })
  await expect.poll(() => read.length).toBe(2)
  expect(read[0]?.[1]).toEqual(Array.from({ length: 50 }, (_, index) => BigInt(index + 31)))
  expect(more).toEqual([true, false])
})

test('the members affected by changes without a member are looked up once per batch, among the connected members only', async () => {
  const asked: [bigint[], bigint[]][] = []
  const { read, gathering } = stage([anna, budi], {
    batchMs: 20,
    concerned: async (subjects, connected) => {
      asked.push([subjects, connected])
      return [budi]
    },
  })
  for (const subject of [5n, 6n]) gathering.add({ subject })
  await expect.poll(() => read.map(([memberId]) => memberId)).toEqual([budi])
  expect(asked).toEqual([
    [
      [5n, 6n],
      [anna, budi],
    ],
  ])
})

test('a failed read does not prevent the changes of other members or later changes from being published', async () => {
  const published: bigint[] = []
  const { gathering } = stage([anna, budi], {
    read: async (changes) => {
      if (changes.some(({ memberId }) => memberId === anna)) throw new Error('broken')
      published.push(...changes.map(({ memberId }) => memberId))
      return new Map()
    },
  })
  gathering.add({ memberId: anna, subject: 1n })
  gathering.add({ memberId: budi, subject: 1n })
  await expect.poll(() => published).toEqual([budi])
  gathering.add({ memberId: budi, subject: 2n })
  await expect.poll(() => published).toEqual([budi, budi])
})

const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

test('changes are read again after a delay, together with later ones, if the database was unavailable', async () => {
  const began = performance.now()
  let tries = 0
  const published: [bigint[], boolean][] = []
  const { gathering } = stage([anna], {
    read: async (changes) => {
      tries += 1
      // This change is received while the read fails, so it is newer than the changes that are kept for the next read.
      if (tries === 1) gathering.add({ memberId: anna, subject: 61n })
      if (tries < 3) throw away()
      published.push(...changes.map(({ subjects, more }): [bigint[], boolean] => [subjects, more]))
      return new Map()
    },
  })
  for (let subject = 1n; subject <= 60n; subject++) gathering.add({ memberId: anna, subject })
  await expect.poll(() => published).toEqual([[Array.from({ length: 50 }, (_, index) => BigInt(index + 12)), true]])
  expect([tries, performance.now() - began > 1_500]).toEqual([3, true])
})

test('the affected members are looked up again if the database was unavailable', async () => {
  let tries = 0
  const { read, gathering } = stage([anna], {
    concerned: async (_, connected) => {
      tries += 1
      if (tries === 1) throw away()
      return connected
    },
  })
  gathering.add({ subject: 5n })
  await expect.poll(() => read).toEqual([[anna, [5n]]])
})

test('the members of one batch are read in groups of one hundred', async () => {
  const everybody = Array.from({ length: 250 }, (_, nth) => BigInt(nth + 1))
  const sizes: number[] = []
  const { gathering } = stage(everybody, {
    read: async (changes) => {
      sizes.push(changes.length)
      return new Map()
    },
  })
  for (const memberId of everybody) gathering.add({ memberId, subject: 1n })
  await expect.poll(() => sizes).toEqual([100, 100, 50])
})
