import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { runJob } from '../../../../test/run-job.ts'

/** Conflicts between approvals by hand, reports of the provider, and received money. */
const keys = { secretKey: 'xnd_test_2', callbackToken: 'token-of-callbacks' }

let provider: GatewaySimulator
let app: TestApp
let admin: TestMember
let other: TestMember
let member: TestMember

beforeAll(async () => {
  provider = await startGateway(keys)
  app = await startTestApp({
    DATABASE_POOL: '8',
    GATEWAY: 'xendit',
    XENDIT_SECRET_KEY: keys.secretKey,
    XENDIT_CALLBACK_TOKEN: keys.callbackToken,
    XENDIT_URL: provider.url,
  })
  provider.shop = app.url
  ;[admin, other] = await Promise.all([app.member({ roles: ['ROLE_ADMIN'] }), app.member({ roles: ['ROLE_ADMIN'] })])
})

afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

beforeEach(async () => {
  provider.mood = 'answers'
  member = await app.member({ complete: true })
})

const [va, qris] = [7, 8]

const ticket = async (methode: number, jumlah = 100_000, reffclient?: string): Promise<string> =>
  (await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah, methode, reffclient } })).body.data.invoice
const read = async (number: string) => (await app.call('GET', `/api/v1/payment/tiket/${number}`, { token: member.token })).body.data
const accounts = async () => (await app.call('GET', '/api/v1/payment/va', { token: member.token })).body.data
const accountOf = async (): Promise<string> => {
  await expect.poll(async () => (await accounts())[0]?.nova).toMatch(/^26215/)
  const { reference } = await ask('va')
  return reference
}
const ask = (kind: string) =>
  app.db.read
    .selectFrom('payment_request')
    .selectAll()
    .where('member_id', '=', member.id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
const approve = async (number: string, seen?: string): Promise<{ status: number; body: Json }> =>
  app.call('POST', '/api/admin/v1/payment/tiket/approve', {
    token: admin.token,
    body: { id: Number(number.split('-').at(-1)), description: 'Bukti dari penyedia', beside: seen },
  })
const payments = () =>
  app.db.read
    .selectFrom('gateway_payment')
    .selectAll()
    .where('reference', 'in', (read) => read.selectFrom('payment_request').select('reference').where('member_id', '=', member.id))
    .orderBy('id')
    .execute()
const settled = (count: number) => expect.poll(async () => (await payments()).filter(({ state }) => state !== 'new').length).toBe(count)
/** The id of the suspense money of the member's only payment. */
async function suspenseOfPayment(): Promise<bigint> {
  const [payment] = await payments()
  const item = app.db.read
    .selectFrom('suspense_item')
    .select('id')
    .where('gateway_payment_id', '=', payment?.id ?? 0n)
  return (await item.executeTakeFirstOrThrow()).id
}
const booksHold = async () => expect(await checkLedger(app.db)).toEqual([])

/** Makes all payment requests due and runs the periodic job. */
async function watch() {
  await app.tables
    .updateTable('payment_request')
    .set({ due_at: new Date(0), updated_at: new Date(0) })
    .where('due_at', 'is not', null)
    .execute()
  await runJob(app, 'check-payment-provider')
}

async function watchEvenIfNotDue() {
  await app.tables
    .updateTable('payment_request')
    .set({ due_at: new Date(0) })
    .where('member_id', '=', member.id)
    .execute()
  await watch()
}

describe('suspense money at the provider', () => {
  test('cannot be released or reopened by the administrator whose payment it is, and the attempts are audited', async () => {
    member = await app.member({ complete: true, roles: ['ROLE_ADMIN'] })
    const number = await ticket(qris, 70_000)
    await expect.poll(async () => (await read(number)).qr).not.toBe(null)
    await provider.pay(number, { amount: 69_998 })
    await settled(1)
    const id = await suspenseOfPayment()
    const decide = (step: 'explain' | 'reopen', { token }: TestMember) =>
      app.call('POST', `/api/admin/v1/bank/unmatched/${id}/${step}`, { token, body: { reason: 'Dikembalikan penyedia' } })
    expect((await decide('explain', member)).body.code).toBe('decision.own_money')
    expect((await decide('explain', admin)).status).toBe(200)
    expect((await decide('reopen', member)).body.code).toBe('decision.own_money')
    expect((await decide('reopen', admin)).status).toBe(200)
    const { body } = await app.call('GET', `/api/admin/v1/audit?event=unmatched.explain_refused`, { token: admin.token })
    expect(body.data.content).toMatchObject([
      { actorid: Number(member.id), subject: String(id) },
      { actorid: Number(member.id), subject: String(id) },
    ])
    await booksHold()
  })
})

describe('a ticket approved by an administrator before its payment is reported', () => {
  test('shows administrators a payment for it with a different sum', async () => {
    const number = await ticket(qris, 70_000)
    await expect.poll(async () => (await read(number)).qr).not.toBe(null)
    const detail = async () =>
      (await app.call('GET', `/api/admin/v1/payment/tiket/${number.split('-').at(-1)}`, { token: admin.token })).body.data
    expect(await detail()).toMatchObject({ waiting: null, ticket: { matched: false } })
    await provider.pay(number, { amount: 69_999 })
    await settled(1)
    expect(await detail()).toMatchObject({ waiting: 69_999, ticket: { matched: false } })
  })

  test('is credited once for any payment method, and the payment that is reported later is recorded as its evidence', async () => {
    const account = await accountOf()
    const byAccount = await ticket(va, 60_000)
    const byCode = await ticket(qris, 70_000)
    await expect.poll(async () => (await read(byCode)).qr).not.toBe(null)
    await provider.pay(account, { amount: 60_000, callbacks: 0 })
    await provider.pay(byCode, { callbacks: 0 })
    for (const number of [byAccount, byCode]) expect((await approve(number)).body).toMatchObject({ success: true })
    expect(await Promise.all([provider.sendCallback(account), provider.sendCallback(byCode), provider.sendCallback(account)])).toEqual([
      200, 200, 200,
    ])
    await settled(2)
    expect(await app.balance(member)).toBe(130_000n)
    expect((await payments()).map(({ state, top_up_id }) => [state, Number(top_up_id)]).toSorted()).toEqual(
      [byAccount, byCode].map((number) => ['credited', Number(number.split('-').at(-1))]).toSorted(),
    )
    await booksHold()
  })

  test('is matched with its payment although its member has another open ticket of the same sum', async () => {
    const account = await accountOf()
    const number = await ticket(va, 60_000)
    await provider.pay(account, { amount: 60_000, callbacks: 0 })
    expect((await approve(number)).body).toMatchObject({ success: true })
    const another = await ticket(va, 60_000)
    await provider.sendCallback(account)
    await settled(1)
    expect(await payments()).toMatchObject([{ state: 'credited', top_up_id: BigInt(number.split('-').at(-1) ?? '') }])
    expect(await read(another)).toMatchObject({ status: 1 })
    expect(await app.balance(member)).toBe(60_000n)
    await booksHold()
  })

  test('is credited once if approval and report happen at the same time', async () => {
    const account = await accountOf()
    for (let turn = 0; turn < 5; turn += 1) {
      const amount = 50_000 + turn
      const number = await ticket(va, amount)
      await provider.pay(account, { amount, callbacks: 0 })
      await Promise.all(Array.from({ length: 10 }, (_, copy) => (copy % 2 === turn % 2 ? provider.sendCallback(account) : approve(number))))
      await settled(turn + 1)
      expect(await read(number)).toMatchObject({ status: 2, credited: amount })
    }
    expect(await app.balance(member)).toBe(250_010n)
    await booksHold()
  })

  test.each([
    ['a QRIS code', qris],
    ['an own account', va],
  ] as const)('leaves the payment by %s in suspense if it is taken back while the payment is being reported', async (_way, methode) => {
    const account = await accountOf()
    const number = await ticket(methode, 70_000)
    if (methode === qris) await expect.poll(async () => (await read(number)).qr).not.toBe(null)
    expect((await approve(number)).body).toMatchObject({ success: true })
    const id = BigInt(number.split('-').at(-1) ?? '')
    const letGo = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const heldTransaction = app.tables.transaction().execute(async (tx) => {
      await tx.selectFrom('top_up').select('id').where('id', '=', id).forUpdate().execute()
      held.resolve()
      await letGo.promise
    })
    await held.promise
    await provider.pay(methode === qris ? number : account, { amount: 70_000 })
    await lockedOut(app, 1)
    const body = { description: 'Keliru' }
    const taking = app.call('PATCH', `/api/admin/v1/payment/tiket/update/${id}/4`, { token: admin.token, body })
    await lockedOut(app, 2).finally(() => letGo.resolve())
    await heldTransaction
    expect((await taking).body).toMatchObject({ success: true })
    await settled(1)
    expect(await payments()).toMatchObject([{ state: 'unmatched', top_up_id: null, amount: 70_000n }])
    expect(await app.balance(member)).toBe(0n)
    await booksHold()
  })

  test('is not matched with a payment to the virtual account that its member makes after the approval', async () => {
    const account = await accountOf()
    const number = await ticket(va, 60_000)
    await provider.pay(account, { amount: 60_000, callbacks: 0 })
    expect((await approve(number)).status).toBe(200)
    await provider.sendCallback(account)
    await provider.pay(account, { amount: 60_000 })
    await settled(2)
    expect(await app.balance(member)).toBe(120_000n)
    await app.tables
      .updateTable('top_up')
      .set({ approved_at: sql<Date>`approved_at - interval '30 minutes'` })
      .where('member_id', '=', member.id)
      .execute()
    const another = await ticket(va, 61_000)
    const { body } = await approve(another)
    expect(body.code).toBe('ticket.payment_beside')
    expect((await approve(another, body.tiket)).status).toBe(200)
    await app.tables
      .updateTable('top_up')
      .set({ approved_at: sql<Date>`approved_at - interval '30 minutes'` })
      .where('nominal', '=', 61_000n)
      .execute()
    await provider.pay(account, { amount: 61_000 })
    await settled(3)
    expect(await app.balance(member)).toBe(242_000n)
    await booksHold()
  })
})

describe('a payment for a ticket with another sum', () => {
  const idOf = (number: string) => Number(number.split('-').at(-1))
  const withCode = async (): Promise<string> => {
    const number = await ticket(qris, 70_000)
    await expect.poll(async () => (await read(number)).qr).not.toBe(null)
    return number
  }
  const paidShort = async (number: string) => {
    await provider.pay(number, { amount: 69_999 })
    await settled(1)
  }
  const moneyWaiting = async (): Promise<number> => {
    const [payment] = await payments()
    const { id } = await app.db.read
      .selectFrom('suspense_item')
      .select('id')
      .where('gateway_payment_id', '=', payment?.id ?? null)
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(id)
  }
  const assign = (id: number, owner: object): Promise<{ status: number; body: Json }> =>
    app.call('POST', `/api/admin/v1/bank/unmatched/${id}/assign`, { token: other.token, body: { owner, description: 'Bukti di penyedia' } })
  const takeBack = (number: string) =>
    app.call('PATCH', `/api/admin/v1/payment/tiket/update/${idOf(number)}/4`, { token: admin.token, body: { description: 'Keliru' } })

  test('can be allocated to that ticket, and the ticket cannot be approved by hand while the payment is in suspense', async () => {
    const number = await withCode()
    await paidShort(number)
    const refused = await approve(number)
    expect(refused).toMatchObject({ status: 409, body: { code: 'ticket.payment_waits' } })
    expect(refused.body.msg).toContain('Rp 69.999')
    expect((await assign(await moneyWaiting(), { ticketid: idOf(number) })).status).toBe(200)
    expect(await read(number)).toMatchObject({ status: 2, credited: 69_999 })
    expect(await app.balance(member)).toBe(69_999n)
    await booksHold()
    expect((await takeBack(number)).status).toBe(200)
    expect(
      await app.db.read
        .selectFrom('suspense_item')
        .select('amount')
        .where('id', '=', BigInt(await moneyWaiting()))
        .execute(),
    ).toEqual([{ amount: 69_999n }])
    expect(await app.balance(member)).toBe(0n)
    await booksHold()
  })

  test('prevents an approval of the ticket by hand after the payment was allocated to a member', async () => {
    const number = await withCode()
    await paidShort(number)
    expect((await assign(await moneyWaiting(), { memberid: Number(member.id) })).status).toBe(200)
    expect(await approve(number)).toMatchObject({ status: 409, body: { code: 'ticket.payment_given' } })
    expect(await app.balance(member)).toBe(69_999n)
    await booksHold()
  })

  test('cannot be allocated as long as its ticket is approved by hand', async () => {
    const number = await withCode()
    expect((await approve(number)).status).toBe(200)
    await paidShort(number)
    expect((await approve(number)).status, 'the same word said again').toBe(200)
    const owner = { memberid: Number(member.id) }
    const refused = await assign(await moneyWaiting(), owner)
    expect(refused).toMatchObject({ status: 409, body: { code: 'statement.by_hand' } })
    expect(refused.body.msg).toContain(number)
    expect((await takeBack(number)).status).toBe(200)
    expect((await assign(await moneyWaiting(), owner)).status).toBe(200)
    expect(await app.balance(member)).toBe(69_999n)
    await booksHold()
  })

  test('is counted once if its ticket is approved and it is allocated at the same time', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      member = await app.member({ complete: true })
      const number = await withCode()
      await paidShort(number)
      const money = await moneyWaiting()
      const both = [() => approve(number), () => assign(money, { memberid: Number(member.id) })]
      const answers = await Promise.all((turn % 2 === 0 ? both : both.toReversed()).map((word) => word()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await app.balance(member)).toBe(69_999n)
    }
    await booksHold()
  })

  test('is not allocated during an approval of its ticket by hand', async () => {
    const number = await withCode()
    await paidShort(number)
    const [money, heir] = [await moneyWaiting(), await app.member({ complete: true })]
    // Hides the suspense money, so that the approval does not find it at first.
    const hidden = { closed_at: new Date(), closed_how: 'explained' }
    await app.tables.updateTable('suspense_item').set(hidden).where('id', '=', BigInt(money)).execute()
    const { words } = await app.tables.transaction().execute(async (tx) => {
      await tx.selectFrom('member').select('id').where('id', '=', member.id).forUpdate().execute()
      const approving = approve(number)
      await lockedOut(app, 1)
      const shown = { closed_at: null, closed_how: null }
      await app.tables.updateTable('suspense_item').set(shown).where('id', '=', BigInt(money)).execute()
      const giving = assign(money, { memberid: Number(heir.id) })
      await Promise.race([lockedOut(app, 2), giving])
      return { words: [approving, giving] }
    })
    expect((await Promise.all(words)).map(({ body }) => body.code)).toEqual([undefined, 'statement.by_hand'])
    expect([await app.balance(member), await app.balance(heir)]).toEqual([70_000n, 0n])
    await booksHold()
  })

  test('is counted once if it is reported during an approval of its ticket by hand', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      member = await app.member({ complete: true })
      const number = await withCode()
      await Promise.all([approve(number), provider.pay(number, { amount: 69_999 })])
      await settled(1)
      await assign(await moneyWaiting(), { memberid: Number(member.id) })
      expect([69_999n, 70_000n]).toContain(await app.balance(member))
    }
    await booksHold()
  })

  test('to a virtual account prevents an approval by hand of a ticket with its sum while it is in suspense, and can be allocated', async () => {
    const account = await accountOf()
    const first = await ticket(va, 60_000)
    await provider.pay(account, { amount: 60_000 })
    await settled(1)
    expect((await takeBack(first)).status).toBe(200)
    const [second, other] = [await ticket(va, 60_000), await ticket(va, 61_000)]
    expect(await approve(second)).toMatchObject({ status: 409, body: { code: 'ticket.payment_waits' } })
    expect((await read(second)).waiting).toBe(60_000)
    expect((await approve(other)).status, 'whose sum is another').toBe(200)
    expect((await assign(await moneyWaiting(), { ticketid: idOf(second) })).status).toBe(200)
    expect(await app.balance(member)).toBe(121_000n)
    expect((await read(await ticket(va, 62_000))).waiting, 'nothing waits any more').toBe(null)
    await booksHold()
  })
})

describe('a payment to a virtual account that differs from the open ticket', () => {
  const detail = async (number: string) =>
    (await app.call('GET', `/api/admin/v1/payment/tiket/${number.split('-').at(-1)}`, { token: admin.token })).body.data
  const creditedBy = async (nth: number): Promise<string> => {
    const payment = (await payments())[nth]
    const [, installation] = (await ask('va')).reference.split('-')
    return `TP-${installation}-${payment?.top_up_id}`
  }

  test('is credited, and the ticket can be approved only by an administrator who confirms that its money is a different payment', async () => {
    const account = await accountOf()
    const number = await ticket(va, 60_000)
    expect((await detail(number)).beside).toBe(null)
    await provider.pay(account, { amount: 59_000 })
    await settled(1)
    expect(await app.balance(member)).toBe(59_000n)
    const first = await creditedBy(0)
    expect((await detail(number)).beside).toEqual({ invoice: first, amount: 59_000 })
    const refused = {
      status: 409,
      body: {
        code: 'ticket.payment_beside',
        msg: `Rp 59.000 dari member ini sudah masuk saldo lewat ${first}. Bila uang tiket ini uang itu juga, tolak tiket ini; bila bukan, setujui dengan konfirmasi bahwa ini uang lain`,
      },
    }
    expect(await approve(number)).toMatchObject(refused)
    expect(await approve(number, number)).toMatchObject(refused)
    await provider.pay(account, { amount: 58_000 })
    await settled(2)
    // The sums of both payments are added, so that a small payment does not hide the earlier one.
    const both = `${await creditedBy(1)}, ${first}`
    expect((await detail(number)).beside).toEqual({ invoice: both, amount: 117_000 })
    // With a confirmation of one payment only, the approval is still refused.
    for (const one of [first, await creditedBy(1)]) expect((await approve(number, one)).body.code).toBe('ticket.payment_beside')
    expect((await approve(number, both)).status).toBe(200)
    expect(await app.balance(member)).toBe(177_000n)
    await booksHold()
  })

  test('does not affect the approval after the credit was taken back', async () => {
    const account = await accountOf()
    const number = await ticket(va, 60_000)
    await provider.pay(account, { amount: 59_000 })
    await settled(1)
    const id = (await creditedBy(0)).split('-').at(-1)
    const taken = await app.call('PATCH', `/api/admin/v1/payment/tiket/update/${id}/4`, {
      token: admin.token,
      body: { description: 'Keliru' },
    })
    expect(taken.status).toBe(200)
    expect((await detail(number)).beside).toBe(null)
    expect((await approve(number)).status).toBe(200)
    expect(await app.balance(member)).toBe(60_000n)
    await booksHold()
  })

  test('is asked about although it is older than the ticket, unless it came a month before', async () => {
    const account = await accountOf()
    await provider.pay(account, { amount: 60_000 })
    await settled(1)
    const first = await creditedBy(0)
    const [number, other] = [await ticket(va, 60_000), await ticket(va, 61_000)]
    expect(await detail(number)).toHaveProperty('beside', { invoice: first, amount: 60_000 })
    expect((await approve(number)).body.code).toBe('ticket.payment_beside')
    expect((await approve(number, first)).status).toBe(200)
    const setBack = (days: number) =>
      app.tables
        .updateTable('top_up')
        .set((row) => ({ approved_at: sql<Date>`${row.ref('approved_at')} - ${days} * interval '1 day'` }))
        .where('id', '=', BigInt(first.split('-').at(-1) ?? ''))
        .execute()
    await setBack(31)
    expect((await approve(other)).status).toBe(200)
    await setBack(-31)
    // As if the other one had been seen, since the books are checked without the days between.
    const [seen, late] = [first, other].map((invoice) => BigInt(invoice.split('-').at(-1) ?? ''))
    await sql`update top_up set beside = ${seen} where id = ${late}`.execute(app.tables)
    await booksHold()
  })

  test('does not affect the approval if it is exactly the sum of a different ticket', async () => {
    const account = await accountOf()
    const [number, other] = [await ticket(va, 60_000), await ticket(va, 70_000)]
    await provider.pay(account, { amount: 70_000 })
    await settled(1)
    expect(await read(other)).toMatchObject({ status: 2 })
    expect((await approve(number)).status).toBe(200)
    await booksHold()
  })

  test('becomes suspense money if it is reported after the approval', async () => {
    const account = await accountOf()
    const number = await ticket(va, 60_000)
    await provider.pay(account, { amount: 59_000, callbacks: 0 })
    expect((await approve(number)).status).toBe(200)
    await provider.sendCallback(account)
    await settled(1)
    expect(await payments()).toMatchObject([{ state: 'unmatched', amount: 59_000n }])
    expect(await app.balance(member)).toBe(60_000n)
    const id = await suspenseOfPayment()
    const assign = (notticket?: string) =>
      app.call('POST', `/api/admin/v1/bank/unmatched/${id}/assign`, {
        token: admin.token,
        body: { owner: { memberid: Number(member.id) }, description: 'Dibayar ke nomor VA', notticket },
      })
    expect((await assign()).body).toMatchObject({ code: 'ticket.perhaps_counted', tiket: number })
    expect((await assign('TP-LAIN-1')).body.code).toBe('ticket.perhaps_counted')
    expect(await app.balance(member)).toBe(60_000n)
    expect((await assign(number)).status).toBe(200)
    expect(await app.balance(member)).toBe(119_000n)
    await booksHold()
  })

  test('is not given to another open ticket beside an approval by hand without a question, and is asked about afterwards', async () => {
    const account = await accountOf()
    const [counted, other, third] = [await ticket(va, 60_000), await ticket(va, 61_000), await ticket(va, 62_000)]
    await provider.pay(account, { amount: 59_000, callbacks: 0 })
    expect((await approve(counted)).status).toBe(200)
    await provider.sendCallback(account)
    await settled(1)
    const id = await suspenseOfPayment()
    const assign = (notticket?: string) =>
      app.call('POST', `/api/admin/v1/bank/unmatched/${id}/assign`, {
        token: admin.token,
        body: { owner: { ticketid: Number(other.split('-').at(-1)) }, description: 'Dibayar ke nomor VA', notticket },
      })
    expect((await assign()).body).toMatchObject({ code: 'ticket.perhaps_counted', tiket: counted })
    expect(await app.balance(member)).toBe(60_000n)
    expect((await assign(counted)).status).toBe(200)
    expect((await approve(third)).body.code).toBe('ticket.payment_beside')
    expect((await approve(third, other)).status).toBe(200)
    await booksHold()
  })

  test('is counted once if the ticket is approved at the same time', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      member = await app.member({ complete: true })
      const account = await accountOf()
      const number = await ticket(va, 60_000)
      const both = [() => approve(number), () => provider.pay(account, { amount: 59_000 })]
      await Promise.all((turn % 2 === 0 ? both : both.toReversed()).map((word) => word()))
      await settled(1)
      expect([59_000n, 60_000n]).toContain(await app.balance(member))
    }
    await booksHold()
  })

  test('prevents the approval by a second administrator if it came after the approval was requested', async () => {
    await app.setting('money.secondAdminFrom', 50_000n)
    try {
      const account = await accountOf()
      const number = await ticket(va, 60_000)
      expect((await approve(number)).body.msg).toBe('Menunggu admin kedua')
      await provider.pay(account, { amount: 59_000 })
      await settled(1)
      const { id } = await app.db.read
        .selectFrom('approval_request')
        .select('id')
        .where('subject', '=', String(number.split('-').at(-1)))
        .executeTakeFirstOrThrow()
      const yes = { yes: true, reason: 'Sudah saya periksa' }
      const { body } = await app.call('POST', `/api/admin/v1/decisions/${id}`, { token: other.token, body: yes })
      expect(body).toMatchObject({ code: 'decision.changed', msg: expect.stringContaining('Rp 59.000') })
      expect((await approve(number, await creditedBy(0))).body.msg).toBe('Menunggu admin kedua')
      const again = await app.db.read
        .selectFrom('approval_request')
        .select('id')
        .where('subject', '=', String(number.split('-').at(-1)))
        .where('outcome', 'is', null)
        .executeTakeFirstOrThrow()
      expect((await app.call('POST', `/api/admin/v1/decisions/${again.id}`, { token: other.token, body: yes })).status).toBe(200)
      expect(await app.balance(member)).toBe(119_000n)
      await booksHold()
    } finally {
      await app.setting('money.secondAdminFrom', 0n)
    }
  })
})

describe('a virtual account of a member', () => {
  test('is requested until the API key is allowed to open it', async () => {
    provider.mood = 'forbids'
    expect(await accounts()).toMatchObject([{ bank: 'BRI', nova: null }])
    await expect.poll(async () => (await ask('va')).error).toContain('403')
    provider.mood = 'answers'
    await watch()
    await expect.poll(async () => (await accounts())[0].nova).toMatch(/^26215/)
  })

  test('is requested again when the member reads its accounts some time after a refusal, and its open tickets end at the refusal', async () => {
    const byCode = await ticket(qris)
    await expect.poll(async () => (await read(byCode)).qr).not.toBe(null)
    provider.mood = 'refuses'
    const number = await ticket(va)
    await expect.poll(async () => (await ask('va')).state).toBe('refused')
    expect(await read(number)).toMatchObject({ status: 4, endedreason: 'Ditolak penyedia pembayaran' })
    expect((await read(byCode)).status, 'what is paid otherwise stays').toBe(1)
    provider.mood = 'answers'
    await accounts()
    expect((await ask('va')).state, 'not at once').toBe('refused')
    await app.tables
      .updateTable('payment_request')
      .set({ updated_at: new Date(0) })
      .where('member_id', '=', member.id)
      .execute()
    await expect.poll(async () => (await accounts())[0].nova).toMatch(/^26215/)
  })

  test('does not get tickets after a refusal until it is requested again', async () => {
    provider.mood = 'refuses'
    await ticket(va)
    await expect.poll(async () => (await ask('va')).state).toBe('refused')
    const body = { jumlah: 61_000, methode: va }
    const again = () => app.call('POST', '/api/v1/payment/tiket', { token: member.token, body })
    expect(await again()).toMatchObject({ status: 422, body: { code: 'gateway.refused' } })
    const open = await app.db.read.selectFrom('top_up').select('id').where('member_id', '=', member.id).where('state', '<', 2).execute()
    expect(open).toEqual([])
    provider.mood = 'answers'
    await app.tables
      .updateTable('payment_request')
      .set({ updated_at: new Date(0) })
      .where('member_id', '=', member.id)
      .execute()
    const { invoice: number } = (await again()).body.data
    await expect.poll(async () => (await read(number)).vano).toMatch(/^26215/)
  })

  describe('before it is open', () => {
    beforeEach(async () => {
      await app.setting('topup.openMax', 100)
      await app.setting('topup.ticketsPerHour', 1000)
      provider.mood = 'forbids'
    })

    const waits = () => expect.poll(async () => (await ask('va')).error).toContain('403')
    const asks = (jumlah: number) => app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah, methode: va } })

    test('does not leave an open ticket if it is refused during the creation of the ticket', async () => {
      await accounts()
      await waits()
      const blocker = await app.tables.startTransaction().execute()
      // The audit row is the last row that is written for a new ticket.
      await sql`lock table audit in share row exclusive mode`.execute(blocker)
      const made = asks(60_000)
      await lockedOut(app, 1)
      provider.mood = 'refuses'
      const refused = runJob(app, 'send-payment-request', { id: String((await ask('va')).id) })
      try {
        await lockedOut(app, 2)
      } finally {
        await blocker.rollback().execute()
      }
      const { invoice } = (await made).body.data
      await refused
      expect(await read(invoice)).toMatchObject({ status: 4, endedreason: 'Ditolak penyedia pembayaran' })
    })

    test('is locked before its member when tickets are created or approved', async () => {
      const first = await ticket(va, 60_000)
      await waits()
      const blocker = await app.tables.startTransaction().execute()
      // By now the creation has locked the member. The approval may have locked the payment request and then waits for the member.
      await sql`lock table top_up in share row exclusive mode`.execute(blocker)
      const made = asks(61_000)
      await lockedOut(app, 1)
      const approved = approve(first)
      try {
        await lockedOut(app, 2)
      } finally {
        await blocker.rollback().execute()
      }
      expect([(await made).status, (await approved).status]).toEqual([200, 200])
      expect(await app.balance(member)).toBe(60_000n)
      await booksHold()
    })

    test('does not cause a deadlock if fifty of its tickets are approved and created concurrently', async () => {
      const open = await Promise.all(Array.from({ length: 25 }, (_, nth) => ticket(va, 60_000 + nth)))
      await waits()
      const answers = await Promise.all(open.flatMap((number, nth) => [approve(number), asks(70_000 + nth)]))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(await app.balance(member)).toBe(25n * 60_000n + 300n)
      await booksHold()
    })
  })

  test('is not queried any more once it is open', async () => {
    await accountOf()
    await runJob(app, 'send-payment-request', { id: String((await ask('va')).id) })
    expect(await ask('va')).toMatchObject({ state: 'open', due_at: null })
    // An earlier version may have stored a due time for an open account.
    await watchEvenIfNotDue()
    await expect.poll(async () => (await ask('va')).due_at).toBe(null)
    expect((await ask('va')).state).toBe('open')
  })

  test('is still requested after a week without an answer', async () => {
    await provider.goDown()
    await accounts()
    await expect.poll(async () => (await ask('va')).error).not.toBe(null)
    await app.tables
      .updateTable('payment_request')
      .set({ created_at: new Date(Date.now() - 7 * 86_400_000) })
      .where('member_id', '=', member.id)
      .execute()
    await watch()
    await expect.poll(async () => (await ask('va')).due_at?.getTime() ?? 0).toBeGreaterThan(Date.now() + 600_000)
    await provider.comeUp()
    await watch()
    await expect.poll(async () => (await accounts())[0].nova).toMatch(/^26215/)
  })
})

describe('a ticket that an administrator ended', () => {
  const end = async (number: string, state: 3 | 4) => {
    const path = `/api/admin/v1/payment/tiket/update/${Number(number.split('-').at(-1))}/${state}`
    expect((await app.call('PATCH', path, { token: admin.token, body: { description: 'Keliru' } })).status).toBe(200)
  }
  const withCode = async (): Promise<string> => {
    const number = await ticket(qris, 70_000)
    await expect.poll(async () => (await read(number)).qr).not.toBe(null)
    return number
  }

  test('is not requested from the provider later if the provider was unreachable until the end', async () => {
    await provider.goDown()
    const number = await ticket(qris, 70_000)
    await expect.poll(async () => (await ask('qris')).error).not.toBe(null)
    await end(number, 3)
    await provider.comeUp()
    await watch()
    await expect.poll(async () => (await ask('qris')).state).toBe('expired')
    expect(provider.opened(number)).toEqual([])
  })

  test('by rejection is not paid by a later payment, and the payment becomes suspense money', async () => {
    const number = await withCode()
    await end(number, 3)
    await provider.pay(number)
    await settled(1)
    expect(await payments()).toMatchObject([{ state: 'unmatched', top_up_id: null }])
    expect(await read(number)).toMatchObject({ status: 3 })
    expect(await app.balance(member)).toBe(0n)
    await booksHold()
  })

  test.each(['0000-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '+275760-09-13T00:00:00.000Z'])(
    'does not prevent its later payment from being shown in the suspense list, without the invalid date: %s',
    async (created) => {
      const number = await withCode()
      await end(number, 3)
      await provider.pay(number, { callbacks: 0 })
      expect(await provider.sendCallback(number, { created })).toBe(200)
      await settled(1)
      const { status, body } = await app.call('GET', '/api/admin/v1/bank/unmatched/list?size=1', { token: admin.token })
      expect(status).toBe(200)
      expect(body.data.content[0].payment).toMatchObject({ kind: 'qris', paidat: null })
    },
  )

  test('by reversal is not paid again by a second payment, and the payment becomes suspense money', async () => {
    const number = await withCode()
    await provider.pay(number)
    await settled(1)
    await end(number, 4)
    await provider.pay(number)
    await settled(2)
    expect((await payments()).map(({ state }) => state)).toEqual(['unmatched', 'unmatched'])
    expect(await read(number)).toMatchObject({ status: 4 })
    expect(await app.balance(member)).toBe(0n)
    await booksHold()
  })
})

test('a ticket is not ended if the provider has its QRIS code but does not list it yet', async () => {
  provider.mood = 'loses'
  const number = await ticket(qris)
  await expect.poll(async () => (await ask('qris')).state).toBe('unknown')
  provider.mood = 'lags'
  await watch()
  await expect.poll(async () => (await ask('qris')).error).toContain('DUPLICATE')
  expect((await read(number)).status).toBe(1)
  provider.mood = 'answers'
  await watch()
  await expect.poll(async () => (await read(number)).qr?.text).toMatch(/^000201/)
})

test('a payment request that is paid during a query is not queried again', async () => {
  const number = await ticket(qris)
  await expect.poll(async () => (await read(number)).qr).not.toBe(null)
  provider.mood = 'fails'
  const answer = provider.holdRequest('GET')
  const looking = runJob(app, 'send-payment-request', { id: String((await ask('qris')).id) })
  await answer.asked
  provider.mood = 'answers'
  await provider.pay(number)
  await settled(1)
  answer.release()
  await looking
  expect(await ask('qris')).toMatchObject({ state: 'paid', due_at: null })
})

test('a payment request is not queried while it is being sent', async () => {
  const asking = provider.holdRequest('POST')
  const number = await ticket(qris)
  await asking.asked
  const looked = provider.holdRequest('GET')
  let asked = false
  void looked.asked.then(() => {
    asked = true
  })
  await runJob(app, 'send-payment-request', { id: String((await ask('qris')).id) })
  expect(asked).toBe(false)
  asking.release()
  looked.release()
  await expect.poll(async () => (await read(number)).qr?.text).toMatch(/^000201/)
  expect(provider.opened(number)).toHaveLength(1)
})

test('a payment request whose sending process died is sent again once, even if two jobs find it', async () => {
  provider.mood = 'fails'
  const number = await ticket(qris)
  await expect.poll(async () => (await ask('qris')).state).toBe('unknown')
  provider.mood = 'answers'
  const stale = { state: 'asking', due_at: null, updated_at: new Date(0) }
  await app.tables.updateTable('payment_request').set(stale).where('member_id', '=', member.id).execute()
  const goOn = async () => runJob(app, 'send-payment-request', { id: String((await ask('qris')).id) })
  const late = provider.holdRequest('GET')
  const second = goOn()
  await late.asked
  const anew = provider.holdRequest('POST')
  const first = goOn()
  await anew.asked
  late.release()
  await second
  anew.release()
  await first
  expect(provider.opened(number)).toHaveLength(1)
  expect((await read(number)).qr?.text).toMatch(/^000201/)
})

describe('a payment report', () => {
  test.each([{ amount: 'enam puluh ribu' }, { amount: 60_000.5 }, { amount: 1_000_000_000_001 }, { payment_id: 7 }, { currency: 'PHP' }])(
    'is refused if it is not understood (%o), so that the provider repeats it',
    async (fields) => {
      const account = await accountOf()
      await provider.pay(account, { amount: 60_000, callbacks: 0 })
      expect(await provider.sendCallback(account, fields)).toBe(503)
      expect(await payments()).toEqual([])
      const noted = await app.db.read.selectFrom('audit').select('subject').where('event', '=', 'gateway.callback_unread').execute()
      expect(noted.map(({ subject }) => subject)).toContain(account)
      expect(await provider.sendCallback(account)).toBe(200)
      await expect.poll(() => app.balance(member)).toBe(60_000n)
    },
  )

  test('is also accepted if its sum is a text', async () => {
    const account = await accountOf()
    await provider.pay(account, { amount: 60_000, callbacks: 0 })
    expect(await provider.sendCallback(account, { amount: '60000.00' })).toBe(200)
    await expect.poll(() => app.balance(member)).toBe(60_000n)
  })
})

test('a payment that is reported again with a different sum keeps its first sum', async () => {
  const account = await accountOf()
  await provider.pay(account, { amount: 60_000 })
  await settled(1)
  expect(await provider.sendCallback(account, { amount: 75_000 })).toBe(200)
  expect(await payments()).toMatchObject([{ amount: 60_000n, state: 'credited' }])
  expect(await app.balance(member)).toBe(60_000n)
  await booksHold()
})

test("a report about a new virtual account is answered, although it is no payment and has this installation's reference", async () => {
  const account = await accountOf()
  const body = { id: 'va-1', external_id: account, account_number: '26215', bank_code: 'BRI', is_closed: false, status: 'ACTIVE' }
  const answer = await fetch(`${app.url}/public/gateway/xendit`, {
    method: 'POST',
    headers: { 'x-callback-token': keys.callbackToken, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
})

test.each([
  { event: 'payout.failed', data: { reference_id: 'CO-\u0000-1', status: 'FAILED' } },
  { external_id: 'TP-\u0000-1', status: 'EXPIRED' },
  { event: 'payout.failed', data: { reference_id: '\ud800', status: 'FAILED' } },
])('a report whose reference cannot be stored is answered, so that it is not repeated forever: %j', async (payload) => {
  const { status } = await fetch(`${app.url}/public/gateway/xendit`, {
    method: 'POST',
    headers: { 'x-callback-token': keys.callbackToken, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  expect(status).toBe(200)
})

test('a payment whose job was lost is credited later, and ledger:check reports it as unsettled until then', async () => {
  const account = await accountOf()
  await app.tables
    .insertInto('gateway_payment')
    .values({
      kind: 'va',
      provider_payment_id: 'lost-job',
      reference: account,
      amount: 45_000n,
      facts: '{}',
      created_at: new Date(Date.now() - 2 * 86_400_000),
    })
    .execute()
  expect((await checkLedger(app.db)).map(({ rule }) => rule)).toEqual(['what was paid at the provider is settled within a day'])
  await runJob(app, 'check-payment-provider')
  expect(await app.balance(member)).toBe(45_000n)
  await booksHold()
})

test('payments that cannot be settled do not block a newer payment whose job was lost', async () => {
  const account = await accountOf()
  const lost = (provider_payment_id: string, amount: bigint) => ({
    kind: 'va',
    provider_payment_id,
    reference: account,
    amount,
    facts: '{}',
    created_at: new Date(Date.now() - 3_600_000),
  })
  const [stuck, young] = [46_001n, 46_002n]
  await sql`alter table top_up add constraint top_up_stuck check (nominal <> 46001) not valid`.execute(app.tables)
  try {
    await app.tables
      .insertInto('gateway_payment')
      .values([...Array.from({ length: 200 }, (_, nth) => lost(`stuck-${nth}`, stuck)), lost('young', young)])
      .execute()
    await runJob(app, 'check-payment-provider')
    expect(await app.balance(member)).toBe(young)
  } finally {
    await app.tables.deleteFrom('gateway_payment').where('amount', '=', stuck).execute()
    await sql`alter table top_up drop constraint top_up_stuck`.execute(app.tables)
  }
  await booksHold()
})

test('the image of a QRIS code is drawn only once', async () => {
  const number = await ticket(qris)
  await expect.poll(async () => (await read(number)).qr?.picture).toMatch(/^data:image\/png;base64,/)
  const drawn = 'data:image/png;base64,AAAA'
  await app.tables.updateTable('payment_request').set({ qr_drawn: drawn }).where('member_id', '=', member.id).execute()
  expect((await read(number)).qr.picture).toBe(drawn)
  await runJob(app, 'send-payment-request', { id: String((await ask('qris')).id) })
  expect((await read(number)).qr.picture, 'asked about in between').toBe(drawn)
})
