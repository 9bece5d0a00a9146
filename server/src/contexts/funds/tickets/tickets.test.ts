import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Answer, type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { lockedOut } from '../../../../test/locks.ts'
import {
  adjust,
  askCashOut,
  askTopUp,
  cashOut,
  deposit,
  endTopUp,
  payCashOut,
  processCashOut,
  rejectCashOut,
  showUnmatched,
} from '../../../../test/money.ts'
import { namesakes } from '../../../../test/namesakes.ts'
import { withinOneDay } from '../../../../test/one-day.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

await withinOneDay()

/** Decisions of administrators about tickets, and decisions that are refused. */
let app: TestApp
let [ayu, bima]: TestMember[] = []
let member: TestMember
let serial = 0
const sockets: Socket[] = []

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '6' })
  ;[ayu, bima] = await Promise.all(['Ayu', 'Bima'].map((name) => app.member({ name, roles: ['ROLE_ADMIN'] })))
})

afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app?.stop()
})

beforeEach(async () => {
  serial += 1
  await app.setting('money.secondAdminFrom', 0n)
  member = await app.member({ name: `Toko ${serial}` })
})

const nominal = () => 100_000n + BigInt(serial)

const openTopUp = (who = member): Promise<bigint> => askTopUp(app.tables, who.id, { code: serial })

/** Open in state 0, as only rows that were imported. */
async function importedTopUp(): Promise<bigint> {
  const id = await openTopUp()
  await app.tables.updateTable('top_up').set({ state: 0 }).where('id', '=', id).execute()
  return id
}

async function openCashOut(who = member, state: 0 | 1 = 0): Promise<bigint> {
  return app.db.transaction(async (tx) => {
    await deposit(tx, who.id, 200_000n)
    const id = await askCashOut(tx, who.id, 150_000n)
    if (state === 1) await processCashOut(tx, id)
    return id
  })
}

const send = (who: TestMember | undefined, method: string, path: string, body?: unknown): Promise<Answer> =>
  app.call(method, `/api/admin/v1/${path}`, { token: who?.token, body })
const approve = (who: TestMember | undefined, id: bigint, more: Json = {}) =>
  send(who, 'POST', 'payment/tiket/approve', { id: Number(id), description: 'Mutasi BCA 77', ...more })
const update = (who: TestMember | undefined, id: bigint, status: number, description?: string) =>
  send(who, 'PATCH', `payment/tiket/update/${id}/${status}`, description === undefined ? {} : { description })
const reason = 'Salah transfer'

const list = async (kind: 0 | 1, query = ''): Promise<Json[]> =>
  (await send(ayu, 'GET', `payment/histories/${kind}?size=100&${query}`)).body.data.content
const stateOf = async (table: 'top_up' | 'cash_out', id: bigint) =>
  (await app.db.read.selectFrom(table).select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const sound = async () => expect(await checkLedger(app.db)).toEqual([])

describe('a top-up', () => {
  test('is approved with a note and credited to its member [A-CI-11, A-CI-15, A-API-13, A-ROLE-04]', async () => {
    const id = await openTopUp()
    expect((await approve(ayu, id, { description: '' })).status).toBe(400)
    expect(await approve(ayu, id)).toMatchObject({
      status: 200,
      body: { msg: 'Approve Ok!', data: { status: 2, approveddescription: 'Mutasi BCA 77', credited: Number(nominal()), historytipe: 0 } },
    })
    expect(await app.balance(member)).toBe(nominal())
    expect((await emailsTo(app, member.email)).at(-1)?.subject).toMatch(/^Topup Rp .* berhasil$/)
    await sound()
  })

  test('is rejected with a reason, and nothing is booked [A-CI-12, A-API-12]', async () => {
    const id = await openTopUp()
    expect((await update(ayu, id, 3)).body).toMatchObject({
      code: 'input.invalid',
      errors: { description: 'Tulis alasannya, paling sedikit 5 huruf' },
    })
    expect((await update(ayu, id, 3, reason)).body).toMatchObject({
      msg: 'Reject Ok!',
      data: { status: 3, description: 'Topup BCA', endedreason: reason },
    })
    expect(await app.balance(member)).toBe(0n)
    await sound()
  })

  test('can be cancelled after its approval as long as the balance covers it [A-CI-13]', async () => {
    const id = await openTopUp()
    await approve(ayu, id)
    expect((await update(bima, id, 4, reason)).body).toMatchObject({ msg: 'update OK!', data: { status: 4, credited: null } })
    expect(await app.balance(member)).toBe(0n)
    const spent = await app.member()
    serial += 1
    const other = await openTopUp(spent)
    await approve(ayu, other)
    await app.db.transaction((tx) => cashOut(tx, spent.id, 60_000n))
    expect((await update(bima, other, 4, reason)).body).toMatchObject({ code: 'deposit.spent' })
    expect(await stateOf('top_up', other)).toBe(2)
    await sound()
  })

  test('is paid by its suspense money, and the money is in suspense again after the cancellation', async () => {
    const id = await openTopUp()
    await app.db.transaction((tx) => showUnmatched(tx, '01', nominal()))
    expect((await list(0, `search=${nominal()}`))[0]).toMatchObject({ id: Number(id), matched: true })
    await approve(ayu, id)
    const open = () =>
      app.db.read.selectFrom('suspense_item').select('top_up_id').where('amount', '=', nominal()).where('closed_at', 'is', null).execute()
    expect(await open()).toEqual([])
    await sound()
    await update(bima, id, 4, reason)
    expect(await open()).toHaveLength(1)
    await sound()
  })

  test('is approved in a batch if its money is in suspense, and each ticket of the batch has its own result', async () => {
    const matched = await openTopUp()
    await app.db.transaction((tx) => showUnmatched(tx, '01', nominal()))
    serial += 1
    const unmatched = await openTopUp()
    serial += 1
    const own = await openTopUp(ayu)
    await app.db.transaction((tx) => showUnmatched(tx, '01', nominal()))
    expect((await send(ayu, 'GET', 'payment/tiket/matched')).body.data.map(({ id }: Json) => id)).toEqual([Number(matched), Number(own)])
    const ids = [matched, unmatched, own].map(Number)
    const { body } = await send(ayu, 'POST', 'payment/tiket/approve/matched', { ids, description: 'Mutasi pagi' })
    expect(body.data).toMatchObject([
      { id: ids[0], done: true, msg: 'Approve Ok!' },
      { id: ids[1], done: false, msg: 'Uangnya tidak menunggu lagi' },
      { id: ids[2], done: false, code: 'decision.own_money' },
    ])
    expect(await stateOf('top_up', unmatched)).toBe(1)
    await sound()
  })

  test('of a batch whose approval fails does not hide the results of the other tickets', async () => {
    const made: bigint[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      serial += 1
      made.push(await openTopUp())
      await app.db.transaction((tx) => showUnmatched(tx, '01', nominal()))
    }
    const [first, broken, last] = made.map(Number)
    const constraint = sql.ref('top_up_broken')
    await sql`alter table top_up add constraint ${constraint} check (id <> ${sql.lit(broken)} or state <> 2) not valid`.execute(app.tables)
    const body = { ids: [first, broken, last], description: 'Mutasi pagi' }
    const answer = await send(ayu, 'POST', 'payment/tiket/approve/matched', body).finally(() =>
      sql`alter table top_up drop constraint ${constraint}`.execute(app.tables),
    )
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body.data).toMatchObject([
      { id: first, done: true },
      { id: broken, done: false, code: 'system.failed', msg: 'Terjadi kesalahan pada sistem. Muat ulang, lalu lihat tiketnya' },
      { id: last, done: true },
    ])
    expect((await send(ayu, 'POST', 'payment/tiket/approve/matched', { ...body, ids: [broken] })).body.data).toMatchObject([{ done: true }])
    await sound()
  })
})

describe('a cash-out', () => {
  test('is processed, then paid from the given bank with a note [A-CO-11, A-CO-13, A-CO-14]', async () => {
    const id = await openCashOut()
    expect((await update(ayu, id, 1)).body).toMatchObject({ msg: 'update OK!', data: { status: 1, historytipe: 1 } })
    expect((await emailsTo(app, member.email)).at(-1)?.subject).toBe('Penarikan Rp 150.000 diproses')
    // The account at the provider can be used only for payouts by the provider.
    expect(await approve(bima, id, { sumber: '06' })).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect((await approve(bima, id, { sumber: '01' })).body).toMatchObject({ msg: 'Approve Ok!', data: { status: 2, cashcode: '01' } })
    // The administrator may repeat a decision after a lost answer, but payment from another bank is another decision.
    expect((await approve(bima, id, { sumber: '01' })).status).toBe(200)
    expect((await approve(bima, id, { sumber: '05' })).body).toMatchObject({ success: false, code: 'ticket.state' })
    const letter = (await emailsTo(app, member.email)).at(-1)
    expect(letter?.subject).toBe('Penarikan Rp 150.000 dikirim')
    expect(JSON.stringify(letter)).not.toContain('1234567890')
    expect(await app.balance(member)).toBe(50_000n)
    await sound()
  })

  test.each([0, 1] as const)('is rejected in state %d and returned to the balance [A-CO-12]', async (state) => {
    const id = await openCashOut(member, state)
    expect((await update(ayu, id, 3, reason)).body).toMatchObject({ msg: 'Reject Ok!', data: { status: 3 } })
    expect(await app.balance(member)).toBe(200_000n)
    expect((await emailsTo(app, member.email)).at(-1)?.subject).toBe('Penarikan Rp 150.000 ditolak')
    await sound()
  })

  test('is returned to the balance when the bank returns the money', async () => {
    const id = await openCashOut()
    await app.db.transaction((tx) => payCashOut(tx, id))
    expect((await update(ayu, id, 4, 'Rekening tutup')).body).toMatchObject({
      data: { status: 4, description: expect.stringMatching(/^Penarikan ke BRI ••••\d{4}$/), endedreason: 'Rekening tutup' },
    })
    expect(await app.balance(member)).toBe(200_000n)
    expect((await emailsTo(app, member.email)).at(-1)?.subject).toBe('Penarikan Rp 150.000 dikembalikan bank')
    await sound()
  })
})

describe('a forbidden state change', () => {
  const topUpAt = async (state: number): Promise<bigint> => {
    if (state === 2) return app.db.transaction((tx) => deposit(tx, member.id, 100_000n))
    if (state === 0) return importedTopUp()
    const id = await openTopUp()
    if (state > 2) await endTopUp(app.tables, id, state === 3 ? 'rejected' : 'expired')
    return id
  }
  const cashOutAt = async (state: number): Promise<bigint> => {
    const id = await openCashOut(member, state === 1 ? 1 : 0)
    if (state === 2) await app.db.transaction((tx) => payCashOut(tx, id))
    if (state === 3) await update(ayu, id, 3, reason)
    if (state === 4) await app.call('DELETE', `/api/v1/seller/cashout/${id}`, { token: member.token })
    return id
  }
  const allowed = { top_up: ['1-3', '2-4'], cash_out: ['0-1', '0-3', '1-3', '2-4'] }
  const all = [0, 1, 2, 3, 4]
  const forbidden = (['top_up', 'cash_out'] as const).flatMap((table) =>
    all.flatMap((from) => all.filter((to) => !allowed[table].includes(`${from}-${to}`)).map((to) => [table, from, to] as const)),
  )

  test.each(forbidden)('is refused and changes nothing for a %s from %d to %d [A-OPEN-06]', async (table, from, to) => {
    const id = await (table === 'top_up' ? topUpAt(from) : cashOutAt(from))
    const balance = await app.balance(member)
    expect((await update(bima, id, to, reason)).body).toMatchObject({ success: false, code: 'ticket.state' })
    expect(await stateOf(table, id)).toBe(from)
    expect(await app.balance(member)).toBe(balance)
  })

  test.each([
    ['top_up', 0],
    ['top_up', 3],
    ['top_up', 4],
    ['cash_out', 0],
    ['cash_out', 3],
    ['cash_out', 4],
  ] as const)('is refused if it approves a %s in state %d', async (table, from) => {
    const id = await (table === 'top_up' ? topUpAt(from) : cashOutAt(from))
    expect((await approve(bima, id)).body).toMatchObject({ code: 'ticket.state' })
    expect(await stateOf(table, id)).toBe(from)
    await sound()
  })

  test('is refused for an unknown ticket', async () => {
    expect((await approve(ayu, 999_999n)).body).toMatchObject({ code: 'not_found.ticket' })
    expect((await update(ayu, 999_999n, 3, reason)).body).toMatchObject({ code: 'not_found.ticket' })
    expect((await send(ayu, 'GET', 'payment/tiket/999999')).body).toMatchObject({ code: 'not_found.ticket' })
  })
})

describe('concurrent decisions', () => {
  test('approve a ticket once if two administrators send fifty approvals', async () => {
    const id = await openTopUp()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => approve(nth % 2 === 0 ? ayu : bima, id, { description: `Mutasi ${nth}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.msg))).toEqual(
      new Set(['Status tiket ini: disetujui']),
    )
    expect(await app.balance(member)).toBe(nominal())
    await sound()
  })

  test('execute either the payment or the rejection of a cash-out', async () => {
    const id = await openCashOut(member, 1)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        nth % 2 === 0 ? approve(ayu, id, { description: `Nota ${nth}` }) : update(bima, id, 3, `Tolak ${nth}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await app.balance(member)).toBe((await stateOf('cash_out', id)) === 3 ? 200_000n : 50_000n)
    await sound()
  })

  test('refuse the rejection of a pending cash-out after it was processed', async () => {
    const id = await openCashOut()
    const reject = (from?: number) => send(bima, 'PATCH', `payment/tiket/update/${id}/3`, { description: reason, from })
    expect((await update(ayu, id, 1)).status).toBe(200)
    expect(await reject(0)).toMatchObject({ status: 409, body: { code: 'ticket.state', msg: 'Status tiket ini: diproses' } })
    expect(await stateOf('cash_out', id)).toBe(1)
    expect(await app.balance(member)).toBe(50_000n)
    for (const answer of [await reject(1), await reject(1)]) expect(answer).toMatchObject({ status: 200, body: { msg: 'Reject Ok!' } })
    expect(await app.balance(member)).toBe(200_000n)
    await sound()
  })

  test('execute either the processing or the withdrawal of a cash-out', async () => {
    const id = await openCashOut()
    const [withdrawn, processed] = await Promise.all([
      app.call('DELETE', `/api/v1/seller/cashout/${id}`, { token: member.token }),
      update(ayu, id, 1),
    ])
    expect([withdrawn.status, processed.status].sort()).toEqual([200, 409])
    await sound()
  })

  test('execute a repeated decision of one administrator once', async () => {
    const id = await openTopUp()
    const answers = await Promise.all([approve(ayu, id), approve(ayu, id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await app.balance(member)).toBe(nominal())
    await sound()
  })
})

test('an administrator cannot decide about his own ticket, and the attempt is audited', async () => {
  const id = await openTopUp(ayu)
  const cash = await openCashOut(ayu)
  for (const answer of [
    await approve(ayu, id),
    await update(ayu, id, 3, reason),
    await update(ayu, cash, 1),
    await update(ayu, cash, 3, reason),
  ])
    expect(answer).toMatchObject({ status: 422, body: { code: 'decision.own_money' } })
  const { body } = await send(bima, 'GET', `audit?subjectkind=deposit&subject=${id}&event=deposit.decide_refused`)
  expect(body.data.content.length).toBeGreaterThan(0)
  expect((await list(0, `search=${id}`))[0]).toMatchObject({ own: true })
  expect((await update(bima, cash, 3, reason)).status).toBe(200)
  await sound()
})

describe('the approval of a second administrator', () => {
  beforeEach(() => app.setting('money.secondAdminFrom', 100_000n))

  const decide = (who: TestMember | undefined, id: number, yes = true) =>
    send(who, 'POST', `decisions/${id}`, { yes, reason: 'Sudah saya periksa' })
  const waiting = async (kind: 0 | 1, id: bigint) => (await list(kind, `search=${id}`))[0]?.decision

  test('executes the decision of the first administrator at once', async () => {
    const id = await openTopUp()
    expect((await approve(ayu, id)).body).toMatchObject({ msg: 'Menunggu admin kedua', data: { status: 1 } })
    expect(await app.balance(member)).toBe(0n)
    const decision = await waiting(0, id)
    expect(decision).toMatchObject({ to: 2, askedby: 'Ayu', reason: 'Mutasi BCA 77', own: true })
    expect((await approve(ayu, id)).body, 'the same again').toMatchObject({ msg: 'Menunggu admin kedua' })
    expect((await approve(bima, id)).body).toMatchObject({ code: 'decision.waits' })
    expect((await decide(ayu, decision.id)).body).toMatchObject({ code: 'decision.own_request' })
    expect((await decide(bima, decision.id)).status).toBe(200)
    expect(await app.balance(member)).toBe(nominal())
    await sound()
  })

  test('cannot be given by the member who gets the money', async () => {
    const citra = await app.member({ name: `Citra ${serial}`, roles: ['ROLE_ADMIN'] })
    const id = await openTopUp(citra)
    await approve(ayu, id)
    const decision = await waiting(0, id)
    for (const yes of [true, false]) expect((await decide(citra, decision.id, yes)).body).toMatchObject({ code: 'decision.own_money' })
    expect([await app.balance(citra), await stateOf('top_up', id)]).toEqual([0n, 1])
    expect((await decide(bima, decision.id, false)).status).toBe(200)
    expect(await stateOf('top_up', id)).toBe(1)
  })

  test('is refused if the ticket has changed since the request', async () => {
    const id = await openTopUp()
    await approve(ayu, id)
    const decision = await waiting(0, id)
    expect((await update(bima, id, 3, reason)).status).toBe(200)
    expect((await decide(bima, decision.id)).body).toMatchObject({ code: 'decision.changed' })
    expect(await app.balance(member)).toBe(0n)
    await sound()
  })

  test('is needed for the payment and the return of a cash-out, but not for its processing or rejection', async () => {
    const id = await openCashOut()
    expect((await update(ayu, id, 1)).body.msg).toBe('update OK!')
    expect((await approve(ayu, id)).body.msg).toBe('Menunggu admin kedua')
    await decide(bima, (await waiting(1, id)).id)
    expect(await stateOf('cash_out', id)).toBe(2)
    expect((await update(ayu, id, 4, 'Rekening tutup')).body.msg).toBe('Menunggu admin kedua')
    await decide(bima, (await waiting(1, id)).id)
    expect(await app.balance(member)).toBe(200_000n)
    expect((await update(ayu, await openCashOut(), 3, reason)).body.msg).toBe('Reject Ok!')
    await sound()
  })

  test('keeps every other administrator from deciding about the cash-out, also alone, until the request is withdrawn or rejected', async () => {
    const id = await openCashOut(member, 1)
    expect((await approve(ayu, id, { sumber: '05' })).body.msg).toBe('Menunggu admin kedua')
    const refused = {
      status: 409,
      body: {
        code: 'cash_out.decision_waits',
        msg: expect.stringContaining('Ayu meminta supaya penarikan ini dicatat sudah dibayar dari MANDIRI'),
      },
    }
    expect(await approve(bima, id)).toMatchObject(refused)
    for (const limit of [100_000n, 0n]) {
      await app.setting('money.secondAdminFrom', limit)
      for (const who of [ayu, bima]) expect(await update(who, id, 3, reason)).toMatchObject(refused)
    }
    for (const who of [ayu, bima]) expect(await approve(who, id, { sumber: '05' }), 'alone, below the limit').toMatchObject(refused)
    expect((await send(bima, 'POST', 'payment/tiket/approve/matched', { ids: [Number(id)], description: reason })).body.data).toMatchObject(
      [{ done: false }],
    )
    expect([await stateOf('cash_out', id), await app.balance(member)]).toEqual([1, 50_000n])
    await app.setting('money.secondAdminFrom', 100_000n)
    expect((await approve(ayu, id, { sumber: '05' })).body.msg, 'the same again').toBe('Menunggu admin kedua')
    expect((await decide(ayu, (await waiting(1, id)).id, false)).body.data.outcome).toBe('withdrawn')
    expect((await approve(ayu, id)).body.msg).toBe('Menunggu admin kedua')
    expect((await decide(bima, (await waiting(1, id)).id, false)).body.data.outcome).toBe('rejected')
    expect((await update(bima, id, 3, reason)).body.msg, 'the money may have been sent').toBe('Menunggu admin kedua')
    expect((await decide(ayu, (await waiting(1, id)).id)).status).toBe(200)
    expect(await app.balance(member)).toBe(200_000n)
    await sound()
  })

  // One that lapsed: cash-outs/debts.test.ts.
  test('that was rejected leaves the cash-out to two administrators, whatever its sum', async () => {
    const id = await openCashOut(member, 1)
    expect((await approve(ayu, id, { sumber: '05' })).body.msg).toBe('Menunggu admin kedua')
    expect((await decide(bima, (await waiting(1, id)).id, false)).status).toBe(200)
    await app.setting('money.secondAdminFrom', 900_000_000n)
    expect((await approve(bima, id)).body.msg).toBe('Menunggu admin kedua')
    expect((await decide(bima, (await waiting(1, id)).id, false)).body.data.outcome).toBe('withdrawn')
    expect((await update(bima, id, 3, reason)).body.msg).toBe('Menunggu admin kedua')
    expect((await decide(bima, (await waiting(1, id)).id, false)).body.data.outcome).toBe('withdrawn')
    await app.setting('money.secondAdminFrom', 100_000n)
    expect((await approve(ayu, id)).body.msg).toBe('Menunggu admin kedua')
    expect((await decide(ayu, (await waiting(1, id)).id, false)).body.data.outcome).toBe('withdrawn')
    expect((await update(bima, id, 3, reason)).body.msg, 'whoever asked first has withdrawn').toBe('Reject Ok!')
    expect(await app.balance(member)).toBe(200_000n)
    await sound()
  })

  test('for the return of a cash-out lets nobody return it alone', async () => {
    const id = await openCashOut(member, 1)
    await app.db.transaction((tx) => payCashOut(tx, id))
    expect((await update(ayu, id, 4, 'Rekening tutup')).body.msg).toBe('Menunggu admin kedua')
    await app.setting('money.secondAdminFrom', 0n)
    expect((await update(bima, id, 4, 'Rekening tutup')).body.msg).toContain('Ayu meminta supaya penarikan ini dikembalikan ke saldo')
    expect((await decide(bima, (await waiting(1, id)).id)).status).toBe(200)
    expect(await app.balance(member)).toBe(200_000n)
    await sound()
  })

  test('is asked for, or the cash-out is rejected, if both come at the same time', async () => {
    for (let nth = 0; nth < 4; nth += 1) {
      const id = await openCashOut(await app.member({ name: `Kios ${serial} ${nth}` }), 1)
      const answers = await Promise.all([approve(ayu, id), update(bima, id, 3, reason), approve(ayu, id)])
      const isRejected = (await stateOf('cash_out', id)) === 3
      expect(answers[1]?.status).toBe(isRejected ? 200 : 409)
      expect(answers[1]?.body.code ?? 'done').toBe(isRejected ? 'done' : 'cash_out.decision_waits')
      if (isRejected) expect(await waiting(1, id)).toBeNull()
      else expect(await waiting(1, id)).toMatchObject({ askedby: 'Ayu' })
    }
    await sound()
  })

  test('is asked for under the lock of the cash-out, so that a rejection that holds the lock comes first', async () => {
    const id = await openCashOut(member, 1)
    const asking = await app.db.transaction(async (tx) => {
      await tx.selectFrom('cash_out').select('id').where('id', '=', id).forUpdate().execute()
      const asked = approve(ayu, id)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await rejectCashOut(tx, id)
      return { asked }
    })
    expect((await asking.asked).body.code).toBe('ticket.state')
    expect(await waiting(1, id)).toBeNull()
    await sound()
  })

  test('is needed for a decision with which the administrator exceeds the limit of a day', async () => {
    await app.setting('money.secondAdminFrom', 250_000n)
    const dewi = await app.member({ name: `Dewi ${serial}`, roles: ['ROLE_ADMIN'] })
    const ids: bigint[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      serial += 1
      ids.push(await openTopUp())
    }
    const answers = await Promise.all(ids.map((id) => approve(dewi, id)))
    expect(answers.map(({ body }) => body.msg).sort()).toEqual(['Approve Ok!', 'Approve Ok!', 'Menunggu admin kedua'])
    await sound()
  })

  test('depends on the decisions of the last 24 hours, counted from their execution', async () => {
    await app.setting('money.secondAdminFrom', 250_000n)
    const dewi = await app.member({ name: `Dewi ${serial}`, roles: ['ROLE_ADMIN'] })
    const grow = (hours: number) =>
      app.tables
        .updateTable('solo_approval')
        .set(({ eb }) => ({ at: eb('at', '-', sql<Date>`${hours} * interval '1 hour'`) }))
        .where('member_id', '=', dewi.id)
        .execute()
    const spent = await openTopUp()
    await approve(ayu, spent)
    await app.db.transaction((tx) => cashOut(tx, member.id, nominal() - 1n))
    const tried = () => update(dewi, spent, 4, reason)
    expect((await tried()).body).toMatchObject({ code: 'deposit.spent' })
    await grow(23)
    await app.db.transaction((tx) => adjust(tx, member.id, nominal()))
    expect((await tried()).status).toBe(200)
    await grow(2)
    for (const message of ['Approve Ok!', 'Menunggu admin kedua']) {
      serial += 1
      expect((await approve(dewi, await openTopUp())).body).toMatchObject({ msg: message })
    }
    await sound()
  })

  test('is either given or refused if an approval and a rejection come at the same time', async () => {
    const citra = await app.member({ name: `Citra ${serial}`, roles: ['ROLE_ADMIN'] })
    const id = await openTopUp()
    await approve(ayu, id)
    const { id: decision } = await waiting(0, id)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => decide(nth % 2 === 0 ? bima : citra, decision, nth % 2 === 0)))
    const done = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.outcome)
    expect(new Set(done)).toEqual(new Set([(await stateOf('top_up', id)) === 2 ? 'approved' : 'rejected']))
    expect(await app.balance(member)).toBe((await stateOf('top_up', id)) === 2 ? nominal() : 0n)
    await sound()
  })
})

describe('the view of tickets', () => {
  test('is filtered by number, sum, name, account, state and day [A-API-08, A-API-09]', async () => {
    const id = await openTopUp()
    const cash = await openCashOut()
    const found = async (kind: 0 | 1, query: string) => (await list(kind, query)).map((row) => BigInt(row.id))
    expect(await found(0, `search=${nominal()}`)).toContain(id)
    expect(await found(0, `search=${member.name}&status=1`)).toEqual([id])
    expect(await found(0, `search=${member.name}&statustrx=3`)).toEqual([])
    expect(await found(0, `search=${member.name}&status=1&method=01`)).toEqual([id])
    expect(await found(0, `search=${member.name}&status=1&methode=02`)).toEqual([])
    expect(await found(0, `search=${member.name}&akhir=2020-01-01`)).toEqual([])
    expect(await found(1, `search=${member.email}`)).toEqual([cash])
    expect(await found(1, `search=${cash}`)).toEqual([cash])
    for (const [query, ids] of [
      ['status=0', [cash]],
      ['statustrx=2', []],
      ['method=04', [cash]],
      ['methode=01', []],
      ['akhir=2020-01-01', []],
      ['awal=2020-01-01', [cash]],
    ] as const)
      expect(await found(1, `search=${cash}&${query}`), query).toEqual(ids)
    expect(await found(0, `search=${member.name}&status=1&awal=2020-01-01`)).toEqual([id])
    serial += 1
    const next = await openTopUp()
    const pageOf = async (page: number) => {
      const { body } = await send(ayu, 'GET', `payment/histories/0?search=${member.name}&status=1&size=1&page=${page}&sort=id,ASC`)
      return body.data.content.map((row: Json) => BigInt(row.id))
    }
    for (const [page, ids] of [[id], [next], []].entries()) expect(await pageOf(page), `page ${page}`).toEqual(ids)
    const newest = (await list(0, 'sort=id,DESC')).map((row) => row.id)
    expect(newest).toEqual(newest.toSorted((one, other) => other - one))
    expect((await list(0)).map((row) => row.id)).toEqual(newest)
    for (const sort of ['paymenthistorydatetime', 'nominal', 'status', 'updateat'])
      for (const kind of [0, 1] as const) expect((await send(ayu, 'GET', `payment/histories/${kind}?sort=${sort},ASC`)).status).toBe(200)
    expect((await list(1, `search=${cash}`))[0]).toMatchObject({
      status: 0,
      nominal: 150_000,
      member: { membername: member.name },
      email: member.email,
      decision: null,
      own: false,
    })
  })

  test.each(['histories/0', 'histories/1', 'sumcashin', 'sumcashout'])('reports in %s that too many members match', async (path) => {
    const asked = () => app.call('GET', `/api/admin/v1/payment/${path}?search=Kios%20Serupa`, { token: ayu?.token ?? '' })
    expect((await asked()).status).toBe(200)
    await namesakes(app, 'Kios Serupa')
    expect(await asked()).toMatchObject({
      status: 400,
      body: { success: false, code: 'input.invalid', errors: { search: 'Lebih dari 200 member cocok, ketik lebih lengkap' } },
    })
    await sql`delete from member where name like 'Kios Serupa%'`.execute(app.tables)
  })

  test('finds a ticket by its whole number in upper or lower case, and nothing by a number of another installation', async () => {
    const [topUp, cash] = [await openTopUp(), await openCashOut()]
    for (const [kind, id] of [
      [0, topUp],
      [1, cash],
    ] as const) {
      const [{ invoice }] = await list(kind, `search=${id}`)
      for (const number of [invoice, invoice.toLowerCase()])
        expect((await list(kind, `search=${number}`)).map((row) => BigInt(row.id))).toEqual([id])
      expect(await list(kind === 0 ? 1 : 0, `search=${invoice}`)).toEqual([])
      const letters = invoice.slice(0, 2)
      for (const number of [`${letters}-ZZZZZ-${id}`, `${letters}-${id}`, `${invoice}-1`, invoice.replace(/(\d+)$/, '0$1')])
        expect(await list(kind, `search=${number}`), number).toEqual([])
    }
  })

  test('is exported with the same filters [A-CI-05, A-CO-04, A-API-10, A-API-11]', async () => {
    const id = await openTopUp()
    const file = async (kind: 0 | 1, query: string) =>
      fetch(`${app.url}/api/admin/v1/payment/histories/${kind}/export?${query}`, { headers: { authorization: `Bearer ${ayu?.token}` } })
    const answer = await file(0, `search=${id}`)
    expect(answer.headers.get('content-disposition')).toContain('cashin.csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`${nominal()},0,,"Pending"`)
    const paidOut = await openCashOut()
    for (const [query, rows] of [
      [`search=${paidOut}`, 1],
      [`search=${paidOut}&statustrx=2`, 0],
    ] as const) {
      const withdrawals = await file(1, query)
      expect(withdrawals.headers.get('content-disposition')).toContain('cashout.csv')
      const [, ...found] = (await withdrawals.text()).trim().split('\r\n')
      expect(found, query).toHaveLength(rows)
      for (const line of found) expect(line).toMatch(new RegExp(`-${paidOut}"?,.*,150000,0,,"?Pending`))
    }
  })

  test('shows the sums for the given days [A-API-02, A-API-03, A-ENT-09]', async () => {
    const sums = async (name: string, query = '') => (await send(ayu, 'GET', `payment/${name}?${query}`)).body.data
    /** The sum of one state. */
    const inState = (all: Json, status: number) => all.perstatus.find((one: Json) => one.status === status) ?? { jml: 0, amount: 0 }
    const before = await sums('sumcashin')
    await approve(ayu, await openTopUp())
    const credited = Number(nominal())
    serial += 1
    await openTopUp()
    const after = await sums('sumcashin')
    expect(after).toMatchObject({
      jml: before.jml + 1,
      amount: before.amount + credited,
      pending: before.pending + 1,
      pendingamount: before.pendingamount + Number(nominal()),
    })
    const out = await sums('sumcashout')
    const id = await openCashOut()
    expect(await sums('sumcashout')).toMatchObject({
      jml: out.jml,
      amount: out.amount,
      pending: out.pending + 1,
      pendingamount: out.pendingamount + 150_000,
    })
    await app.db.transaction((tx) => payCashOut(tx, id))
    const paid = await sums('sumcashout')
    expect(paid).toMatchObject({ jml: out.jml + 1, amount: out.amount + 150_000, pending: out.pending, pendingamount: out.pendingamount })
    expect(inState(paid, 2)).toEqual({ status: 2, jml: paid.jml, amount: paid.amount })
    const none = { jml: 0, amount: 0, pending: 0, pendingamount: 0, perstatus: [] }
    expect(await sums('sumcashin', 'akhir=2020-01-01')).toEqual(none)
    // The sums use the same filters as the list.
    expect(await sums('sumcashin', 'method=05')).toEqual(none)
    expect(await sums('sumcashin', `search=${nominal()}`)).toMatchObject({
      jml: 0,
      amount: 0,
      pending: 1,
      pendingamount: Number(nominal()),
    })
    const today = await sums('sumcashin')
    await askTopUp(app.tables, member.id, { amount: 999_998n, at: new Date(Date.now() - 50 * 3_600_000) })
    expect(await sums('sumcashin')).toEqual(today)
    const jakartaDay = (hoursAgo: number) => new Date(Date.now() + (7 - hoursAgo) * 3_600_000).toISOString().slice(0, 10)
    const since = await sums('sumcashin', `awal=${jakartaDay(50)}`)
    expect(since).toMatchObject({ jml: today.jml, pending: today.pending + 1, pendingamount: today.pendingamount + 999_999 })
    expect(await sums('sumcashin', `awal=${jakartaDay(50)}&akhir=${jakartaDay(50)}`)).toMatchObject({ pending: 1, pendingamount: 999_999 })
    // The old ticket is included, because the count and the sum are of the same tickets.
    const waits = await sums('sumcashin', 'status=1')
    const { count, amount } = await app.db.read
      .selectFrom('top_up')
      .select((eb) => [eb.fn.countAll<bigint>().as('count'), eb.fn.sum<bigint>('nominal').as('amount')])
      .where('state', '=', 1)
      .executeTakeFirstOrThrow()
    const both = { jml: Number(count), amount: Number(amount) }
    expect(waits).toEqual({ ...both, pending: both.jml, pendingamount: both.amount, perstatus: [{ status: 1, ...both }] })
  })

  test('shows the steps of one ticket, each with its administrator and time', async () => {
    const steps = async (id: bigint) => (await send(ayu, 'GET', `payment/tiket/${id}`)).body.data.steps
    const at = expect.stringMatching(/^\d{4}-/)
    const topUp = await openTopUp()
    expect(await steps(topUp)).toEqual([])
    await approve(ayu, topUp)
    await update(bima, topUp, 4, reason)
    expect(await steps(topUp)).toEqual([
      { to: 2, at, by: 'Ayu' },
      { to: 4, at, by: 'Bima' },
    ])
    const paid = await openCashOut()
    await update(bima, paid, 1)
    expect(await steps(paid)).toEqual([{ to: 1, at, by: 'Bima' }])
    await approve(ayu, paid)
    await update(bima, paid, 4, 'Rekening tutup')
    expect((await steps(paid)).map(({ to, by }: Json) => [to, by])).toEqual([
      [1, 'Bima'],
      [2, 'Ayu'],
      [4, 'Bima'],
    ])
    const withdrawn = await openCashOut()
    await app.call('DELETE', `/api/v1/seller/cashout/${withdrawn}`, { token: member.token })
    expect(await steps(withdrawn)).toEqual([{ to: 4, at, by: member.name }])
    const alone = await app.db.transaction((tx) => deposit(tx, member.id, 100_000n))
    expect(await steps(alone)).toMatchObject([{ to: 2, by: null }])
  })

  test('shows one ticket with the situation of its member, and for a cash-out with the bank account', async () => {
    const id = await openCashOut()
    const { body } = await send(ayu, 'GET', `payment/tiket/${id}`)
    expect(body.data).toMatchObject({
      ticket: { id: Number(id), status: 0 },
      payto: { bankname: 'BRI', accountno: '••••7890', accountname: 'Uji' },
      proof: null,
      situation: {
        balance: 50_000,
        inflight: 150_000,
        blocked: false,
        topups: { count: 1, amount: 200_000 },
        cashouts: { count: 0, amount: 0 },
      },
    })
  })
})

test('administrators get a realtime event about every change of a ticket, and members do not', async () => {
  const heardBy = async ({ id, token }: TestMember) => {
    const socket = io(app.url, { transports: ['websocket'], forceNew: true })
    sockets.push(socket)
    const heard: unknown[] = []
    socket.on('tiketadmin', (data) => heard.push(data))
    socket.on('connect', () => socket.emit('logon', { token, userid: Number(id) }))
    await new Promise((resolve) => socket.once('logonok', resolve))
    return heard
  }
  const [admins, sellers] = [await heardBy(ayu as TestMember), await heardBy(await app.member({ roles: ['ROLE_SELLER'] }))]
  const id = await openTopUp()
  await expect.poll(() => admins.length).toBe(1)
  await approve(bima, id)
  await expect.poll(() => admins.length).toBe(2)
  expect(sellers).toEqual([])
})

describe('a stolen session of an administrator', () => {
  const audited = (event: 'cash_out.account_seen' | 'tickets.exported', by: TestMember) =>
    app.db.read.selectFrom('audit').select(['subject', 'after']).where('event', '=', event).where('actor_id', '=', by.id).execute()

  test('cannot export tickets or read whole account numbers, and allowed exports and reads are audited', async () => {
    const eko = await app.member({ roles: ['ROLE_ADMIN'] })
    const id = await openCashOut()
    const whole = () => send(eko, 'POST', `payment/tiket/${id}/account`)
    const file = (kind: 0 | 1) => send(eko, 'GET', `payment/histories/${kind}/export`)
    await steppedUpAgo(app, eko, 60)
    for (const answer of [await whole(), await file(0), await file(1)]) expect(answer.body).toMatchObject({ code: 'access.proof_needed' })
    expect(await audited('cash_out.account_seen', eko)).toEqual([])
    await steppedUpAgo(app, eko, 1)
    expect((await whole()).body.data).toEqual({ accountno: '1234567890' })
    expect(await audited('cash_out.account_seen', eko)).toEqual([{ subject: String(id), after: { end: '7890' } }])
    const answer = await fetch(`${app.url}/api/admin/v1/payment/histories/1/export?search=${id}`, {
      headers: { authorization: `Bearer ${eko.token}` },
    })
    expect((await answer.text()).trim().split('\r\n')).toHaveLength(2)
    expect(await audited('tickets.exported', eko)).toEqual([{ subject: 'cashout', after: { rows: 1 } }])
    expect((await send(eko, 'POST', `payment/tiket/${await openTopUp()}/account`)).status).toBe(404)
  })

  test("can read only the last digits of members' bank accounts", async () => {
    const values = { member_id: member.id, bank_code: '01', account_no: '8290123456', account_name: 'SARI' }
    await app.tables.insertInto('bank_account').values(values).execute()
    const { body } = await send(ayu, 'GET', `payment/tiket/${await openTopUp()}`)
    expect(body.data.situation.accounts).toMatchObject([{ accountno: '••••3456', accountname: 'SARI' }])
  })
})

test('an administrator without a recent step-up authentication cannot decide about money', async () => {
  const eko = await app.member({ roles: ['ROLE_ADMIN'] })
  await steppedUpAgo(app, eko, 60)
  const id = await openTopUp()
  expect((await approve(eko, id)).body).toMatchObject({ code: 'access.proof_needed' })
  expect((await update(eko, id, 3, reason)).body).toMatchObject({ code: 'access.proof_needed' })
})

describe('a member that leaves', () => {
  const leave = async (who: TestMember): Promise<bigint> => {
    await app.db.transaction((tx) => deposit(tx, who.id, 200_000n))
    const id = await app.db.transaction((tx) => askCashOut(tx, who.id, 200_000n, 2))
    await app.db.transaction((tx) => processCashOut(tx, id))
    return id
  }
  const audited = async (who: TestMember): Promise<string[]> =>
    (await send(ayu, 'GET', `audit?subjectkind=member&subject=${who.id}`)).body.data.content.map(({ event }: Json) => event)

  test('is signed out, and its account is closed after its cash-out is paid', async () => {
    await approve(ayu, await leave(member))
    await expect.poll(() => audited(member)).toContain('account.closed')
    expect((await app.call('GET', '/api/v1/user/balance', { token: member.token })).status).toBe(401)
    expect((await app.db.read.selectFrom('member').select('status').where('id', '=', member.id).executeTakeFirstOrThrow()).status).toBe(0)
    await sound()
  })

  test('gets the account back when the bank returns the money', async () => {
    const id = await leave(member)
    await approve(ayu, id)
    await expect.poll(() => audited(member)).toContain('account.closed')
    expect((await update(bima, id, 4, 'Rekening tutup')).status).toBe(200)
    await expect.poll(() => audited(member)).toContain('account.reopened')
    expect((await app.db.read.selectFrom('member').select('status').where('id', '=', member.id).executeTakeFirstOrThrow()).status).toBe(2)
    expect(await app.balance(member)).toBe(200_000n)
    await sound()
  })

  test('keeps the account if it requests a top-up at the same time, without a deadlock', async () => {
    await app.db.transaction(async (tx) => {
      await tx.selectFrom('member').select('id').where('id', '=', member.id).forNoKeyUpdate().executeTakeFirstOrThrow()
      await approve(ayu, await leave(member))
      await lockedOut(app, 1)
      await sql`select from wallet where member_id = ${member.id} for update nowait`.execute(tx)
      await askTopUp(tx, member.id, { code: serial })
    })
    await expect.poll(() => audited(member)).toContain('account.kept_open')
    expect(await audited(member)).not.toContain('account.closed')
    await sound()
  })

  test('keeps the account if money came in the meantime', async () => {
    const id = await leave(member)
    await app.db.transaction((tx) => adjust(tx, member.id, 1_000n))
    await approve(ayu, id)
    await expect.poll(() => audited(member)).toContain('account.kept_open')
    expect((await app.call('GET', '/api/v1/user/balance', { token: member.token })).status).toBe(200)
    await sound()
  })

  const statusOf = async (who: TestMember) =>
    (await app.db.read.selectFrom('member').select('status').where('id', '=', who.id).executeTakeFirstOrThrow()).status
  const jobsDone = () =>
    expect
      .poll(
        async () =>
          (
            await sql`select from graphile_worker.jobs where task_identifier in ('close-account', 'money-in-closed-account')`.execute(
              app.tables,
            )
          ).rows.length,
      )
      .toBe(0)

  test('keeps the account if the bank returned the money before the closing, even if the member takes it out again', async () => {
    const open = await statusOf(member)
    const id = await leave(member)
    await app.db.transaction(async (tx) => {
      await tx.selectFrom('member').select('id').where('id', '=', member.id).forNoKeyUpdate().executeTakeFirstOrThrow()
      await approve(ayu, id)
      await lockedOut(app, 1)
      expect((await update(bima, id, 4, 'Rekening tutup')).status).toBe(200)
      await app.db.transaction((other) => askCashOut(other, member.id, 200_000n))
    })
    await jobsDone()
    expect(await statusOf(member)).toBe(open)
    expect(await audited(member)).not.toContain('account.closed')
    await sound()
  })

  test('is not unblocked by returned money if the account was closed for another reason', async () => {
    const id = await leave(member)
    await app.db.transaction((tx) => adjust(tx, member.id, 1_000n))
    await approve(ayu, id)
    await expect.poll(() => audited(member)).toContain('account.kept_open')
    await shutOut(app.tables, member.id)
    expect((await update(bima, id, 4, 'Rekening tutup')).status).toBe(200)
    await jobsDone()
    expect(await statusOf(member)).toBe(0)
    expect(await audited(member)).not.toContain('account.reopened')
  })
})
