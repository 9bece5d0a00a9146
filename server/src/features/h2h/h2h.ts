import type { H2hOrder } from '@lapak/contract/h2h'
import { orderReference } from '@lapak/contract/purchases'
import type { FastifyRequest } from 'fastify'
import type { Database } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Keys } from '../api-keys/api-keys.ts'
import type { Purchases } from '../purchases/purchases.ts'
import { type Channel, channels, type Order, type Ordered } from '../purchases/types.ts'
import type { Sandbox } from './sandbox.ts'

/** How far the clock of a buyer's software may be off. */
const clockMaxSeconds = 300

/** The guard of calls with a key: `X-Api-Key`, `X-Timestamp`, `X-Signature`. */
export function keyGuard(keys: Keys): (request: FastifyRequest) => Caller {
  return (request) => {
    const key = headerOf(request, 'x-api-key')
    const timestamp = headerOf(request, 'x-timestamp')
    const signed = request.method === 'GET' || request.rawBody === '' ? request.url : request.rawBody
    // A body of a type that is not kept word for word (a form) would be taken without a signature over it.
    if (request.body !== undefined && request.body !== null && request.rawBody === '')
      throw new Refusal('input.invalid', {}, { errors: { body: 'Bukan JSON' } })
    const caller = keys.verify(key, request.ip, { signature: headerOf(request, 'x-signature'), text: `${timestamp}.${signed}` })
    // After the signature, so that a stranger learns nothing from it.
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > clockMaxSeconds)
      throw new Refusal('key.bad_timestamp')
    return caller
  }
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** One door for orders of buyers' software: a test key's orders go to the sandbox. */
export interface Intake {
  order(caller: Caller, order: Order): Promise<Ordered>
  /** Refused when this reference was never taken, or could not be one. */
  find(caller: Caller, reffclient: string): Promise<Ordered>
  bill(caller: Caller, ask: Parameters<Purchases['bill']>[0]): ReturnType<Purchases['bill']>
  balance(caller: Caller): Promise<bigint>
}

export function createIntake(db: Database, purchases: Purchases, sandbox: Sandbox): Intake {
  return {
    order: (caller, order) => (caller.test ? sandbox.order(order) : purchases.order(order)),
    async find(caller, reffclient) {
      if (!orderReference.safeParse(reffclient).success) throw new Refusal('not_found.purchase')
      const found = await (caller.test ? sandbox : purchases).find(caller.memberId, reffclient)
      if (found === null) throw new Refusal('not_found.purchase')
      return { view: found.view, balance: found.balance, known: true }
    },
    bill: (caller, ask) => (caller.test ? sandbox.bill(ask) : purchases.bill(ask)),
    async balance(caller) {
      if (caller.test) return sandbox.balance
      const { balance } = await db.read
        .selectFrom('wallet')
        .select('balance')
        .where('member_id', '=', caller.memberId)
        .executeTakeFirstOrThrow()
      return balance
    },
  }
}

export const toOrder = (caller: Caller, body: H2hOrder, channel: Channel = channels.json): Order => ({
  buyerId: caller.memberId,
  reffclient: body.reffclient,
  productcode: body.productcode,
  target: body.target,
  counter: body.counter,
  amount: body.amount ?? null,
  maxprice: body.maxprice ?? null,
  token: body.token ?? null,
  offerId: null,
  channel,
  callbackUrl: body.callback ?? null,
})
