import { expect, test } from 'vitest'
import type { EventSource } from '#core/events.ts'
import { gatherFor } from './gathering.ts'

const [anna, budi] = [1n, 2n]
const quiet = { warn: () => undefined }

/** A source whose readings are noted, and pages of these members. */
function stage(connected: bigint[], source: Partial<EventSource> = {}) {
  const read: [bigint, bigint[]][] = []
  const pages = {
    isConnected: (memberId: bigint) => connected.includes(memberId),
    connected: () => connected,
    tell: async (_: bigint, readNews: () => Promise<unknown>) => void (await readNews()),
  }
  const gathering = gatherFor(
    {
      channels: {},
      gatherMs: 0,
      read: async (memberId, subjects) => {
        read.push([memberId, subjects])
        return []
      },
      ...source,
    },
    pages,
    quiet,
  )
  return { read, gathering }
}

test('only changes of connected members are read, those of one member together', async () => {
  const { read, gathering } = stage([anna])
  for (const subject of [7n, 8n, 7n]) gathering.hear({ memberId: anna, subject })
  gathering.hear({ memberId: budi, subject: 9n })
  await expect.poll(() => read).toEqual([[anna, [7n, 8n]]])
})

test('of very many changes the newest fifty are read', async () => {
  const { read, gathering } = stage([anna])
  for (let subject = 1n; subject <= 80n; subject++) gathering.hear({ memberId: anna, subject })
  await expect.poll(() => read.length).toBe(1)
  expect(read[0]?.[1]).toEqual(Array.from({ length: 50 }, (_, index) => BigInt(index + 31)))
})

test('whom a change concerns that names nobody is asked once per round, among the connected', async () => {
  const asked: [bigint[], bigint[]][] = []
  const { read, gathering } = stage([anna, budi], {
    gatherMs: 20,
    concerned: async (subjects, connected) => {
      asked.push([subjects, connected])
      return [budi]
    },
  })
  for (const subject of [5n, 6n]) gathering.hear({ subject })
  await expect.poll(() => read.map(([memberId]) => memberId)).toEqual([budi])
  expect(asked).toEqual([
    [
      [5n, 6n],
      [anna, budi],
    ],
  ])
})

test('a reading that fails keeps no other member from its news, nor later ones', async () => {
  const told: bigint[] = []
  const { gathering } = stage([anna, budi], {
    read: async (memberId) => {
      if (memberId === anna) throw new Error('broken')
      told.push(memberId)
      return []
    },
  })
  gathering.hear({ memberId: anna, subject: 1n })
  gathering.hear({ memberId: budi, subject: 1n })
  await expect.poll(() => told).toEqual([budi])
  gathering.hear({ memberId: budi, subject: 2n })
  await expect.poll(() => told).toEqual([budi, budi])
})
