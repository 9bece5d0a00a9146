import { jabberResultsPerSecond } from '@lapak/contract/partner-api/xmpp'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import { createXmppResults } from './results.ts'

const final = (id: number, buyer: bigint, channel: number = orderChannels.json) => ({
  id: BigInt(id),
  buyer_id: buyer,
  reffclient: `R-${id}`,
  channel,
})
const many = (count: number, buyer: bigint, channel?: number) => Array.from({ length: count }, (_, id) => final(id, buyer, channel))

test('results of other channels are limited per buyer, and results of Jabber orders are always stored', async () => {
  const stored: Buffer[][] = []
  const tx = { run: async (_: unknown, values: Buffer[]) => void stored.push(values) } as unknown as Tx
  const addresses = { anyReceivesAll: (memberId: bigint) => memberId !== 3n } as Parameters<typeof createXmppResults>[0]['addresses']
  const results = createXmppResults({ addresses, served: true })
  const burst = 10 * jabberResultsPerSecond
  /** Returns the number of stored results, which it reads from the header of the encoded array. */
  const storedCount = async (purchases: ReturnType<typeof many>) => {
    stored.length = 0
    await results.store(tx, purchases)
    return stored[0]?.[2]?.readInt32BE(12) ?? 0
  }
  expect(await storedCount(many(300, 1n))).toBe(burst)
  expect(await storedCount(many(10, 1n))).toBe(0)
  expect(await storedCount([...many(10, 1n), ...many(7, 2n), ...many(5, 3n)])).toBe(7)
  expect(await storedCount(many(200, 1n, orderChannels.jabber))).toBe(200)
})
