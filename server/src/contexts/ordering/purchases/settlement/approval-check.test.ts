import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../../test/app.ts'
import { patiently } from '../../../../../test/client.ts'
import { lockedOut } from '../../../../../test/locks.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { steppedUpAgo } from '../../../../../test/step-up.ts'

/** Who may decide about purchases, who must approve decisions, and how they are audited. */
let market: TestMarket
let seller: Awaited<ReturnType<TestMarket['addSeller']>>
let buyer: TestMember
let code: string
let [ayu, bima, citra]: TestMember[] = []
let serial = 0

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000', DATABASE_POOL: '4' })
  ;[ayu, bima, citra] = await Promise.all(['Ayu', 'Bima', 'Citra'].map((name) => market.app.member({ name, roles: ['ROLE_ADMIN'] })))
})
afterAll(() => market?.stop())

beforeEach(async () => {
  serial += 1
  await market.app.setting('purchases.secondAdminFrom', 0n)
  seller = await market.addSeller({ timeoutMs: 20_000 })
  const product = await market.app.product({ code: `PM${serial}` })
  code = product.code
  buyer = await market.app.member({ balance: 100_000n })
  await market.app.map(buyer, await market.app.offer({ seller: seller.seller, product, price: 10_000n }))
})

const reason = 'Bukti transfer dari suplier'
const makeAdmin = ({ id }: TestMember) => market.app.tables.insertInto('member_role').values({ member_id: id, role_id: 1n }).execute()

async function ordered(ending: '0013' | '7777', state: number, reffclient = 'W'): Promise<number> {
  const { data } = await market.order(buyer, { productcode: code, target: `84${serial}${reffclient.length}${ending}`, reffclient })
  const attempt = () =>
    market.app.db.read.selectFrom('attempt').select('state').where('purchase_id', '=', BigInt(data.id)).executeTakeFirst()
  await expect.poll(async () => (await attempt())?.state).toBe(state)
  return data.id
}
const pending = () => ordered('0013', 2)
const sold = () => ordered('7777', 4)

const send = (who: TestMember | undefined, method: string, path: string, body?: unknown) =>
  market.app.call(method, `/api/admin/v1/${path}`, { token: who?.token, body })
const byBody = async (who: TestMember | undefined, id: number, status: 1 | 2) =>
  send(who, 'PATCH', 'transaction', { id, status, transactionrc: await stateOf(id), description: reason })
const byPath = (who: TestMember | undefined, id: number, status: 1 | 2) =>
  send(who, 'PATCH', `transaction/${id}/${status}`, { description: reason })

const stateOf = async (id: number) =>
  (await market.app.db.read.selectFrom('purchase').select('transactionrc').where('id', '=', BigInt(id)).executeTakeFirstOrThrow())
    .transactionrc
const forcesOf = (id: number) =>
  market.app.db.read
    .selectFrom('purchase_force')
    .select(['member_id', 'from_state', 'to_state'])
    .where('purchase_id', '=', BigInt(id))
    .execute()
const auditOf = async (subjectkind: string, subject: number, event: string): Promise<Json[]> =>
  (await send(ayu, 'GET', `audit?subjectkind=${subjectkind}&subject=${subject}&event=${event}`)).body.data.content

describe.each([
  ['by the body', byBody],
  ['by the path', byPath],
] as const)('a forced decision %s', (_, force) => {
  test.each([
    ['who bought', () => buyer, pending, 1],
    ['who bought', () => buyer, pending, 2],
    ['who bought', () => buyer, sold, 2],
    ['who sold', () => seller.seller, pending, 1],
    ['who sold', () => seller.seller, pending, 2],
    ['who sold', () => seller.seller, sold, 2],
  ] as const)('is refused to an administrator %s, even with fifty concurrent calls, and audited', async (_who, party, begin, status) => {
    const id = await begin()
    await makeAdmin(party())
    const before = await stateOf(id)
    const balances = async () => [await market.app.balance(buyer), await market.app.balance(seller.seller)]
    const had = await balances()
    const answers = await Promise.all(Array.from({ length: 50 }, () => patiently(() => force(party(), id, status))))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['decision.own_money']))
    expect([await stateOf(id), await forcesOf(id), await balances()]).toEqual([before, [], had])
    expect((await auditOf('purchase', id, 'purchase.force_refused'))[0]).toMatchObject({ actorid: Number(party().id) })
    expect(await auditOf('purchase', id, 'purchase.forced')).toEqual([])
    await market.booksHold()
  })

  test('is executed once for fifty concurrent calls of other administrators, and audited with person, states and reason', async () => {
    const id = await pending()
    const answers = await Promise.all(Array.from({ length: 50 }, (_one, nth) => patiently(() => force(nth % 2 === 0 ? ayu : bima, id, 1))))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await forcesOf(id)).toHaveLength(1)
    const [kept, ...more] = await auditOf('purchase', id, 'purchase.forced')
    const [{ member_id } = { member_id: 0n }] = await forcesOf(id)
    // The administrator whose calls came too late gets the refusal for a changed state.
    const late = answers.filter((_one, nth) => (nth % 2 === 0 ? ayu : bima)?.id !== member_id)
    expect(new Set(late.map(({ body }) => body.code))).toEqual(new Set(['purchase.state']))
    expect([kept, more]).toMatchObject([{ actorid: Number(member_id), before: { status: 0 }, after: { status: 1 }, reason }, []])
    expect(kept.sessionid).not.toBeNull()
    await market.booksHold()
  })
})

test.each([
  ['transaction', (id: number) => ({ id, status: 2 })],
  ['transaction', (id: number) => ({ id, status: 2, description: '  x ' })],
  ['transaction/ID/2', () => undefined],
  ['transaction/ID/2', () => ({ description: 'oke' })],
])('a decision without a sufficient reason is refused: %s', async (path, body) => {
  const id = await sold()
  const answer = await send(ayu, 'PATCH', path.replace('ID', `${id}`), body(id))
  expect(answer).toMatchObject({ status: 400, body: { errors: { description: expect.any(String) } } })
  expect(await stateOf(id)).toBe(1)
})

test('an alert can be resolved only with a reason, which is audited with the administrator', async () => {
  const id = await pending()
  const alert = await market.app.tables
    .insertInto('purchase_alert')
    .values({ purchase_id: BigInt(id), attempt_id: BigInt(-id), kind: 'contradiction', message: '-' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const close = (body?: unknown) => send(ayu, 'PATCH', `transactions/alerts/${alert.id}`, body)
  expect((await close()).status).toBe(400)
  expect((await close({ reason: 'Suplier sudah ditelepon' })).status).toBe(200)
  expect(await auditOf('alert', Number(alert.id), 'alert.resolved')).toMatchObject([
    { actorname: 'Ayu', reason: 'Suplier sudah ditelepon' },
  ])
})

test('a seller can settle its own pending sale manually, which is audited as well', async () => {
  const id = await pending()
  const body = { status: 1, serialnumber: 'SN-1' }
  expect((await market.app.call('PATCH', `/api/v1/seller/trx/${id}`, { token: seller.seller.token, body })).status).toBe(200)
  expect(await auditOf('purchase', id, 'purchase.forced')).toMatchObject([{ actorid: Number(seller.seller.id), after: { status: 1 } }])
})

test('a seller needs step-up authentication to declare a pending sale failed, but not to declare it successful', async () => {
  const [lost, won] = [await pending(), await ordered('0013', 2, 'WW')]
  await steppedUpAgo(market.app, seller.seller, 11)
  const settle = (id: number, status: 1 | 2) =>
    market.app.call('PATCH', `/api/v1/seller/trx/${id}`, { token: seller.seller.token, body: { status } })
  expect((await settle(lost, 2)).body.code).toBe('access.proof_needed')
  expect(await stateOf(lost)).toBe(0)
  expect((await settle(won, 1)).status).toBe(200)
  await steppedUpAgo(market.app, seller.seller, 9)
  expect((await settle(lost, 2)).status).toBe(200)
  expect(await stateOf(lost)).toBe(2)
})

test.each(['update purchase_force set to_state = 1', 'delete from purchase_force', 'truncate purchase_force'])(
  'a stored decision cannot be changed: %s',
  async (statement) => {
    await byPath(ayu, await sold(), 2)
    await expect(sql.raw(statement).execute(market.app.tables)).rejects.toMatchObject({ constraint: 'append_only' })
  },
)

describe('the second administrator', () => {
  beforeEach(() => market.app.setting('purchases.secondAdminFrom', 10_000n))

  const open = async (id: number): Promise<Json[]> =>
    (await send(ayu, 'GET', 'decisions?open=1&size=10000')).body.data.content.filter(({ subject }: Json) => subject === `${id}`)
  const decide = (who: TestMember | undefined, decision: Json, yes = true) =>
    send(who, 'POST', `decisions/${decision.id}`, { yes, reason: 'Sudah saya periksa' })

  async function asked(begin: () => Promise<number>, status: 1 | 2) {
    const id = await begin()
    expect(await byBody(ayu, id, status)).toMatchObject({ status: 200, body: { msg: 'Menunggu admin kedua' } })
    const [decision, ...more] = await open(id)
    expect([decision, more]).toMatchObject([{ kind: 'purchase.force', amount: 10_000, askedby: 'Ayu', reason, outcome: null }, []])
    return { id, decision }
  }

  test.each([
    ['a pending purchase is a success', pending, 1, 0],
    ['a pending purchase is a failure', pending, 2, 0],
    ['a success is refunded', sold, 2, 1],
  ] as const)('must approve before the decision is executed; approval and decision are audited: %s', async (_, begin, status, from) => {
    const { id, decision } = await asked(begin, status)
    expect([await stateOf(id), await forcesOf(id)]).toEqual([from, []])
    expect(await decide(bima, decision)).toMatchObject({ status: 200, body: { data: { outcome: 'approved', decidedby: 'Bima' } } })
    expect([await stateOf(id), await forcesOf(id)]).toEqual([status, [{ member_id: ayu?.id, from_state: from, to_state: status }]])
    expect(await auditOf('purchase', id, 'purchase.forced')).toMatchObject([
      { actorname: 'Bima', reason, after: { status, askedby: Number(ayu?.id) } },
    ])
    expect(await auditOf('decision', decision.id, 'decision.asked')).toMatchObject([
      { actorname: 'Ayu', reason, after: { subject: `${id}`, amount: 10_000 } },
    ])
    expect(await auditOf('decision', decision.id, 'decision.approved')).toMatchObject([{ actorname: 'Bima', reason: 'Sudah saya periksa' }])
    await market.booksHold()
  })

  test('is not needed for a price below the limit', async () => {
    await market.app.setting('purchases.secondAdminFrom', 10_001n)
    const id = await sold()
    expect((await byPath(ayu, id, 2)).body.msg).toBe('Update Trx Ok!')
    expect(await stateOf(id)).toBe(2)
  })

  test('is needed once the decisions of a day together exceed the limit, also with concurrent decisions, and each purchase counts once', async () => {
    await market.app.setting('purchases.secondAdminFrom', 25_000n)
    const dewi = await market.app.member({ name: 'Dewi', roles: ['ROLE_ADMIN'] })
    const soldTo = async (nth: number) => {
      const { data } = await market.order(buyer, { productcode: code, target: `85${serial}${nth}7777`, reffclient: `S${nth}` })
      expect(await market.app.settled(buyer, `S${nth}`)).toMatchObject({ transactionrc: 1 })
      return data.id as number
    }
    const ids = [await soldTo(1), await soldTo(2), await soldTo(3), await soldTo(4)]
    const answers = await Promise.all(ids.slice(0, 3).map((id) => byPath(dewi, id, 2)))
    expect(answers.map(({ body }) => body.msg).sort()).toEqual(['Menunggu admin kedua', 'Update Trx Ok!', 'Update Trx Ok!'])
    // A repeated decision about one of these purchases does not count towards the limit again.
    await byPath(dewi, ids[0] ?? 0, 2)
    expect((await byPath(dewi, ids[3] ?? 0, 2)).body.msg).toBe('Menunggu admin kedua')
    const { id } = (await open(ids[3] ?? 0))[0]
    await decide(bima, { id }, false)
    await market.app.tables
      .updateTable('solo_approval')
      .set({ at: new Date(Date.now() - 25 * 3_600_000) })
      .where('member_id', '=', dewi.id)
      .execute()
    expect((await byPath(dewi, ids[3] ?? 0, 2)).body.msg).toBe('Update Trx Ok!')
    await market.booksHold()
  })

  test('cannot approve a request of an administrator who has lost the role since', async () => {
    const eko = await market.app.member({ name: 'Eko', roles: ['ROLE_ADMIN'] })
    const id = await sold()
    await byPath(eko, id, 2)
    const [decision] = await open(id)
    await market.app.tables.deleteFrom('member_role').where('member_id', '=', eko.id).execute()
    expect((await decide(bima, decision)).body.code).toBe('decision.changed')
    expect([await stateOf(id), await forcesOf(id), await open(id)]).toEqual([1, [], []])
    expect(await auditOf('decision', decision.id, 'decision.lapsed')).toMatchObject([{ actorname: 'Bima' }])
  })

  test.each([
    ['a yes', true],
    ['a no', false],
  ])('is refused with %s if the role was removed while the call waited for a lock', async (_, yes) => {
    const { app } = market
    const eko = await app.member({ name: 'Eko', roles: ['ROLE_ADMIN'] })
    const { id, decision } = await asked(sold, 2)
    let answer: ReturnType<typeof decide> | undefined
    await app.tables.transaction().execute(async (tx) => {
      // Locks a row as a concurrent settlement or decision does, so that the call waits.
      if (yes) await tx.selectFrom('purchase').select('id').where('id', '=', BigInt(id)).forUpdate().execute()
      else await tx.selectFrom('approval_request').select('id').where('id', '=', BigInt(decision.id)).forUpdate().execute()
      answer = decide(eko, decision, yes)
      await lockedOut(app, 1)
      await app.tables.deleteFrom('member_role').where('member_id', '=', eko.id).execute()
    })
    expect((await answer)?.body.code).toBe('access.denied')
    expect([await open(id), await stateOf(id), await forcesOf(id)]).toEqual([[decision], 1, []])
    expect((await decide(bima, decision)).status).toBe(200)
    expect(await stateOf(id)).toBe(2)
  })

  test('cannot be the administrator who made the request, and a repeated request is refused while the first waits', async () => {
    const { id, decision } = await asked(sold, 2)
    expect((await decide(ayu, decision)).body.code).toBe('decision.own_request')
    expect((await byPath(bima, id, 2)).body.code).toBe('decision.waits')
    expect([await open(id), await stateOf(id)]).toEqual([[decision], 1])
    const insert = sql`update approval_request set outcome = 'approved', decided_by = asked_by, decided_at = now(), decided_reason = 'x' where id = ${decision.id}`
    await expect(insert.execute(market.app.tables)).rejects.toThrow(/check constraint/)
  })

  test.each([
    ['approves', true, 'purchase', 'purchase.force_refused'],
    ['rejects', false, 'decision', 'decision.reject_refused'],
  ] as const)('can be neither the buyer nor the seller: refused and audited if one of them %s', async (_, yes, kind, event) => {
    const { id, decision } = await asked(sold, 2)
    for (const party of [buyer, seller.seller]) {
      await makeAdmin(party)
      expect((await send(party, 'GET', `decisions/${decision.id}`)).body.data.own).toBe('money')
      expect((await decide(party, decision, yes)).body.code).toBe('decision.own_money')
    }
    expect([await open(id), await stateOf(id)]).toEqual([[decision], 1])
    const actors = (await auditOf(kind, kind === 'purchase' ? id : decision.id, event)).map(({ actorid }) => actorid)
    expect(actors.sort()).toEqual([Number(buyer.id), Number(seller.seller.id)].sort())
  })

  test('is no longer needed after the requester withdrew the request, which changes nothing', async () => {
    const { id, decision } = await asked(sold, 2)
    expect((await decide(ayu, decision, false)).body.data).toMatchObject({ outcome: 'withdrawn', decidedby: 'Ayu' })
    expect((await decide(bima, decision)).body.code).toBe('decision.changed')
    expect([await open(id), await stateOf(id), await forcesOf(id)]).toEqual([[], 1, []])
    expect(await auditOf('decision', decision.id, 'decision.withdrawn')).toMatchObject([{ actorname: 'Ayu', reason: 'Sudah saya periksa' }])
    expect((await byPath(bima, id, 2)).body.msg).toBe('Menunggu admin kedua')
    await market.booksHold()
  })

  test('approves while the requester withdraws: exactly one of the two takes effect, and the money moves accordingly', async () => {
    const { id, decision } = await asked(sold, 2)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => patiently(() => decide(nth % 2 ? bima : ayu, decision, nth % 2 === 1))),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { outcome } = (await send(ayu, 'GET', `decisions/${decision.id}`)).body.data
    expect([outcome, await stateOf(id), (await forcesOf(id)).length]).toEqual(
      outcome === 'approved' ? ['approved', 2, 1] : ['withdrawn', 1, 0],
    )
    await market.booksHold()
  })

  test('changes nothing by rejecting a request, and the request can be made again', async () => {
    const { id, decision } = await asked(sold, 2)
    expect((await decide(bima, decision, false)).body.data).toMatchObject({ outcome: 'rejected' })
    expect((await decide(citra, decision)).body.code).toBe('decision.changed')
    expect(await stateOf(id)).toBe(1)
    expect((await byPath(bima, id, 2)).body.msg).toBe('Menunggu admin kedua')
  })

  test('decides once, even with fifty concurrent approvals and rejections, and the money moves according to the outcome', async () => {
    const { id, decision } = await asked(sold, 2)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => patiently(() => decide(nth % 2 ? bima : citra, decision, nth % 3 !== 0))),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { outcome } = await market.app.db.read
      .selectFrom('approval_request')
      .select('outcome')
      .where('id', '=', BigInt(decision.id))
      .executeTakeFirstOrThrow()
    expect([outcome, await stateOf(id), (await forcesOf(id)).length]).toEqual(
      outcome === 'approved' ? ['approved', 2, 1] : ['rejected', 1, 0],
    )
    await market.booksHold()
  })

  test('cannot approve a request after the state of the purchase changed', async () => {
    // The request was to fail a pending purchase. After the success it would be a refund.
    const { id, decision } = await asked(pending, 2)
    const { id: attempt } = await market.app.db.read
      .selectFrom('attempt')
      .select('id')
      .where('purchase_id', '=', BigInt(id))
      .executeTakeFirstOrThrow()
    const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
    await seller.supplier.report(`${installation}${attempt}`, 'success')
    await expect.poll(() => stateOf(id)).toBe(1)
    expect((await decide(bima, decision)).body.code).toBe('decision.changed')
    expect([await stateOf(id), await forcesOf(id), await open(id)]).toEqual([1, [], []])
    expect(await auditOf('decision', decision.id, 'decision.lapsed')).toMatchObject([{ actorname: 'Bima' }])
    await market.booksHold()
  })
})
