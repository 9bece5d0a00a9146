import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type CallbackReceiver, startCallbackReceiver } from '@lapak/simulators/callback-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { traceIdsOf } from '#shared/tracing/tracer.ts'
import type { TestMember } from '../../test/app.ts'
import { startMarket, type TestMarket } from '../../test/market.ts'

let market: TestMarket
let buyer: TestMember
let receiver: CallbackReceiver
const secret = `whsec_${Buffer.from('twenty-four bytes and more').toString('base64')}`

beforeAll(async () => {
  market = await startMarket()
  receiver = await startCallbackReceiver({ secret })
  const { seller } = await market.addSeller()
  buyer = await market.app.member({ balance: 1_000_000n, callbackUrl: `${receiver.url}/callback`, callbackSecret: secret })
  await market.app.map(buyer, await market.app.offer({ seller, product: await market.app.product({ code: 'S10' }), price: 10_250n }))
})
afterAll(async () => {
  await market.stop()
  await receiver.close()
})

const follow = (number: string) =>
  new Promise<{ status: unknown; output: string }>((done) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: market.app.databaseUrl }
    execFile(process.execPath, [join(import.meta.dirname, 'order-follow.ts'), number], { env }, (error, stdout, stderr) =>
      done({ status: error?.code ?? 0, output: stdout + stderr }),
    )
  })

test('the way of an order is found by each number that somebody knows of it, and shows nobody’s target', async () => {
  await market.order(buyer, { productcode: 'S10', target: '081234567890', reffclient: 'INV-1' })
  const { id } = await market.app.settled(buyer, 'INV-1')
  const recorded = () => market.app.db.read.selectFrom('delivery_attempt').select('status').execute()
  await expect.poll(recorded, { interval: 20 }).toEqual([{ status: 200 }])
  const { code } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const attempt = await market.app.db.read.selectFrom('attempt').select('id').executeTakeFirstOrThrow()
  const callback = receiver.received[0]?.headers['webhook-id']
  const way = await follow(String(id))

  expect(way).toMatchObject({ status: 0, output: expect.any(String) })
  expect(way.output).toMatch(
    new RegExp(`^purchase ${id}: success, reference INV-1 of member ${buyer.id}, trace ${traceIdsOf(code, id).traceId}\n`),
  )
  for (const step of [
    'ordered by json',
    `as ${code}${attempt.id}: success`,
    `order about ${code}${attempt.id}: `,
    `callback ${callback} sent: 200`,
  ])
    expect(way.output).toContain(step)
  expect(way.output).not.toContain('81234567890')
  for (const other of ['INV-1', `${code}${attempt.id}`, String(callback)]) expect(await follow(other)).toEqual(way)
  expect(await follow('INV-9')).toMatchObject({ status: 1, output: expect.stringContaining('No order has the number INV-9') })
})
