import { productType } from '@lapak/contract/ordering/purchases'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOrderDraft } from './buy-order.ts'
import { findUnansweredOrder, removeSentOrder, storeSentOrder } from './buy-sent-orders.ts'

const memberId = 7n
const storageKey = `lapak.sent-orders.${memberId}`
const hour = 60 * 60_000
const kept = new Map<string, string>()

const order = () =>
  createOrderDraft({
    product: {
      productcode: 'S5',
      productname: 'Simpati 5.000',
      producttype: productType.prepaid,
      targetkind: 'mobile',
      denom: 0n,
      brandname: 'Telkomsel',
      price: 5_500n,
      sellername: 'Suplier',
    },
    target: '081234567890',
  })
const sent = (sentAt = Date.now()) => ({ ...order(), sentAt })

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('finds an identical order that was sent and has no answer, until the sent order is removed', () => {
  const first = sent(Date.now() - hour)
  storeSentOrder(memberId, first)
  expect(findUnansweredOrder(memberId, order())).toMatchObject({ reffclient: first.reffclient, sentAt: first.sentAt, unanswered: true })
  expect(findUnansweredOrder(8n, order())).toBe(null)
  removeSentOrder(memberId, first.reffclient)
  expect(findUnansweredOrder(memberId, order())).toBe(null)
})

test('finds only orders that were sent after the current order was shown for confirmation', () => {
  const mine = order()
  storeSentOrder(memberId, sent(mine.madeAt - hour))
  expect(findUnansweredOrder(memberId, mine, mine.madeAt)).toBe(null)
  const other = sent(Date.now())
  storeSentOrder(memberId, other)
  expect(findUnansweredOrder(memberId, mine, mine.madeAt)?.reffclient).toBe(other.reffclient)
})

test('drops stored orders with invalid content and keeps the valid ones', () => {
  const good = sent()
  storeSentOrder(memberId, good)
  const [entry] = JSON.parse(kept.get(storageKey) ?? '')
  const odd = [null, 'x', { ...entry, price: 'abc' }, { ...entry, price: '5500.5' }, { ...entry, counter: 0 }, { ...entry, sentAt: 'now' }]
  for (const stored of ['no json', '{}', 'null', JSON.stringify(odd)]) {
    kept.set(storageKey, stored)
    expect(findUnansweredOrder(memberId, order())).toBe(null)
  }
  kept.set(storageKey, JSON.stringify([...odd.slice(0, 3), entry, ...odd.slice(3)]))
  expect(findUnansweredOrder(memberId, order())?.reffclient).toBe(good.reffclient)
})

test('ignores stored orders that are older than a day or from the future, and removes them with the next write', () => {
  storeSentOrder(memberId, sent())
  const [entry] = JSON.parse(kept.get(storageKey) ?? '')
  const stale = [Date.now() - 25 * hour, Date.now() + hour].map((sentAt, nth) => ({ ...entry, reffclient: `WEB-${nth}`, sentAt }))
  kept.set(storageKey, JSON.stringify(stale))
  expect(findUnansweredOrder(memberId, order())).toBe(null)
  removeSentOrder(memberId, 'WEB-OTHER')
  expect(kept.get(storageKey)).toBe('[]')
})

test.each(['full', 'forbidden'])('sends an order and handles its answer while the browser storage is %s', (how) => {
  const fails = () => {
    throw new Error(how)
  }
  vi.stubGlobal('localStorage', { getItem: how === 'full' ? () => null : fails, setItem: fails })
  const mine = sent()
  storeSentOrder(memberId, mine)
  expect(findUnansweredOrder(memberId, order())).toBe(null)
  removeSentOrder(memberId, mine.reffclient)
})
