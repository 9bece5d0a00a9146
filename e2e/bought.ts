/* Something that was bought, for walks about what comes after. */
import { expect } from 'vitest'
import { buyer, type Lapak } from './lapak.ts'

let orders = 0

/** A success of one of the demo's buyers at the demo's first seller. */
export async function bought(lapak: Lapak, by = buyer): Promise<{ id: number; target: string }> {
  const [seller, customer] = await Promise.all(['penjual@lapak.test', by].map((email) => lapak.signIn(email)))
  orders += 1
  // The 9 keeps the ending apart from those that stand for a fault of the simulated seller, as 0001 does.
  const target = `0812${String(Date.now() % 100_000).padStart(5, '0')}9${String(orders).padStart(3, '0')}`
  const { content } = await lapak.call<{ content: { id: number; productcode: string }[] }>(
    seller as string,
    'GET',
    '/api/v1/seller/product?status=1&search=S5&size=50',
  )
  const offer = content.find(({ productcode }) => productcode === 'S5')
  const body = { productcode: 'S5', target, reffclient: `SK-${target}`, productmemberid: offer?.id }
  const { id } = await lapak.call<{ id: number }>(customer as string, 'POST', '/api/v1/transactions/buyer', body)
  const state = async () =>
    (await lapak.call<{ transactionrc: number }>(customer as string, 'GET', `/api/v1/transactions/buyer/${id}`)).transactionrc
  await expect.poll(state, { timeout: 60_000 }).toBe(1)
  return { id, target }
}
