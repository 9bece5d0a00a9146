import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockMoney } from '#contexts/funds/suspense/suspense.ts'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { createOutbox } from '#contexts/system/outbox/outbox.ts'
import type { Tx } from '#db/db.ts'
import { asLocked } from '#db/locked.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { createCipher } from '#shared/secrets.ts'
import { type Json, startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { signIn } from '../../../../test/client.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { cashOut, endTopUp, receiveUnmatched } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { creditTopUp, type EndDeps, type Evidence, endTicket, lockCredits, reverseTopUp } from './top-ups.ts'

let app: TestApp
let admin: TestMember
let member: TestMember
/** Calls of administrators and providers are tested elsewhere; this file calls their functions directly. */
let deps: EndDeps

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  const { code: installation } = await app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const outbox = createOutbox({ cipher: createCipher(readConfig({ NODE_ENV: 'test' }).secretKey), sendsWhatsappTexts: true })
  deps = { db: app.db, audit: createAudit({ db: app.db, log: createLog('fatal') }), outbox, installation }
  await app.tables
    .updateTable('payment_method')
    .set({ account_no: '8810012345', account_name: 'PT LAPAK' })
    .where('channel', '=', 'transfer')
    .execute()
})

afterAll(() => app?.stop())

beforeEach(async () => {
  member = await complete()
})

const complete = (): Promise<TestMember> => app.member({ complete: true })

const ask = (who: TestMember, body: Json) => app.call('POST', '/api/v1/payment/tiket', { token: who.token, body })
const read = async (who: TestMember, invoice: string) =>
  (await app.call('GET', `/api/v1/payment/tiket/${invoice}`, { token: who.token })).body
const cancel = (who: TestMember, invoice: string) => app.call('DELETE', `/api/v1/payment/tiket/${invoice}`, { token: who.token })

const topUpRequest = { jumlah: 100_000, methode: 1, methodetext: 'BCA' }

async function ticketOf(who: TestMember, body: Json = topUpRequest): Promise<{ id: bigint; invoice: string; nominal: bigint }> {
  const { invoice, nominal } = (await ask(who, body)).body.data
  return { id: BigInt(invoice.split('-').at(-1)), invoice, nominal: BigInt(nominal) }
}

const expired = (id: bigint) =>
  app.tables
    .updateTable('top_up')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()

const by = () => ({ memberId: admin.id, sessionId: null, ipAddress: '127.0.0.1' })
type How = Evidence['how']
const reason = 'Mutasi 123'

/** Creates evidence with the locks that a real caller holds. Suspense money is booked with a row of the ticket's bank. */
async function evidenceOf(tx: Tx, id: bigint, received: bigint, how: How): Promise<Evidence> {
  if (how === 'statement') return { how, row: asLocked({ id: 123n }), amount: received }
  if (how === 'gateway') return { how, payment: asLocked({ provider_payment_id: '123', amount: received }) }
  const { member_id: memberId } = await tx.selectFrom('top_up').select('member_id').where('id', '=', id).executeTakeFirstOrThrow()
  const checked = { credits: await lockCredits(tx, memberId), overlappingTicket: null }
  if (how === 'admin') return { how, received, reason, checked }
  return { how, money: await lockMoney(tx, await receiveUnmatched(tx, '01', received)), reason, checked }
}

const approve = (id: bigint, received: bigint, how: How = 'admin') =>
  app.db.transaction(async (tx) => creditTopUp(deps, tx, { id, by: by(), evidence: await evidenceOf(tx, id, received, how) }))
const takeBack = (id: bigint) => app.db.transaction((tx) => reverseTopUp(deps, tx, { id, by: by(), reason: 'Salah catat' }))

describe('the list of payment methods', () => {
  test('contains fees and only the methods that can be used [B-API-36, B-ENT-17]', async () => {
    const { body } = await app.call('GET', '/api/v1/payment/method', { token: member.token })
    expect(body.data.map(({ id, name }: Json) => [id, name])).toEqual([
      [1, 'BCA'],
      [5, 'MANDIRI'],
      [4, 'BRI'],
      [2, 'BNI'],
      [7, 'VA-BRI'],
      [6, 'KARTU'],
      [8, 'QRIS'],
    ])
    expect(body.data[0]).toMatchObject({
      description: 'Transfer ke rekening BCA',
      logo: '/methods/bca.svg',
      tipe: 0,
      channel: 'transfer',
      min: 50_000,
    })
  })
})

describe('a ticket', () => {
  test('shows the sum and the account to pay to, and is found by its number [B-API-37, B-ENT-18, B-ENT-19, B-OPEN-28, B-OPEN-31]', async () => {
    const answer = await ask(member, topUpRequest)
    expect(answer).toMatchObject({ status: 200, body: { success: true, msg: 'Tiket deposit dibuat' } })
    const { invoice, nominal } = answer.body.data
    expect(nominal).toBeGreaterThan(100_000)
    expect(nominal).toBeLessThan(101_000)
    expect((await read(member, invoice)).data).toMatchObject({
      invoice,
      status: 1,
      methodname: 'BCA',
      channel: 'transfer',
      jumlah: 100_000,
      fee: 0,
      code: nominal - 100_000,
      nominal,
      bank: { bankname: 'BCA', accountno: '8810012345', accountname: 'PT LAPAK' },
      credited: null,
    })
  })

  test('has the fee of its method, rounded up to whole rupiah', async () => {
    const body = {
      feeflat: 1_000,
      feebasispoints: 70,
      accountno: '8810012345',
      accountname: 'PT LAPAK',
      enabled: true,
      reason: 'Biaya bank',
    }
    const change = async (reason: string, more: Json = {}) => {
      const { body: methods } = await app.call('GET', '/api/admin/v1/payment/methods', { token: admin.token })
      const { updateat } = methods.data.find(({ id }: Json) => id === 2)
      return app.call('PATCH', '/api/admin/v1/payment/method/2', { token: admin.token, body: { ...body, updateat, ...more, reason } })
    }
    expect((await change('Biaya bank')).status).toBe(200)
    const { invoice, nominal } = await ticketOf(member, { ...topUpRequest, jumlah: 100_001, methode: 2 })
    expect((await read(member, invoice)).data).toMatchObject({ jumlah: 100_001, fee: 1_701 })
    expect(nominal).toBeGreaterThan(101_702n)
    const email = (await emailsTo(app, admin.email)).at(-1)
    expect(email).toMatchObject({ subject: 'Metode pembayaran BNI diubah' })
    expect(JSON.stringify(email)).not.toContain('8810012345')
    expect((await change('Terlambat', { updateat: '2026-01-01T00:00:00Z' })).body).toMatchObject({ code: 'payment_method.changed' })
    const unknown = { token: admin.token, body: { ...body, updateat: '2026-01-01T00:00:00Z' } }
    expect((await app.call('PATCH', '/api/admin/v1/payment/method/99', unknown)).body).toMatchObject({ code: 'not_found.payment_method' })
    for (const updateat of ['0001-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', 'kemarin'])
      expect(await change('Terlambat', { updateat }), updateat).toMatchObject({
        status: 400,
        body: { errors: { updateat: 'Tanggal tidak valid' } },
      })
    expect((await change('Selesai', { enabled: false, feeflat: 0, feebasispoints: 0 })).status).toBe(200)
    expect((await ask(member, { ...topUpRequest, methode: 2 })).body).toMatchObject({ code: 'deposit.method_off' })
    expect((await read(member, invoice)).data.bank).toBe(null)
    expect((await change('Selesai', { feeflat: 0, feebasispoints: 0 })).status).toBe(200)
  })

  test('keeps its account when two administrators change the account of the method', async () => {
    const second = await app.member({ roles: ['ROLE_ADMIN'] })
    const methodOf = async () =>
      (await app.call('GET', '/api/admin/v1/payment/methods', { token: admin.token })).body.data.find(({ id }: Json) => id === 2)
    const change = async (more: Json) => {
      const { feeflat, feebasispoints, accountno, accountname, enabled, updateat } = await methodOf()
      const body = { feeflat, feebasispoints, accountno, accountname, enabled, updateat, reason: 'Rekening baru', ...more }
      return app.call('PATCH', '/api/admin/v1/payment/method/2', { token: admin.token, body })
    }
    const decide = async (who: TestMember, yes: boolean) => {
      const { body } = await app.call('GET', '/api/admin/v1/decisions?open=1', { token: who.token })
      const { id, asked } = body.data.content.find(({ kind }: Json) => kind === 'payment_method.change')
      expect(asked).toMatchObject({ method: 'BNI', accountno: expect.any(String), accountname: expect.any(String) })
      return app.call('POST', `/api/admin/v1/decisions/${id}`, { token: who.token, body: { yes, reason: 'Sudah dicek' } })
    }
    const { invoice } = await ticketOf(member, { ...topUpRequest, methode: 2 })
    for (const more of [{ accountno: '9990009999' }, { accountno: '' }, { accountname: 'ORANG LAIN' }]) {
      const { body: asked } = await change(more)
      expect(asked).toMatchObject({ msg: 'Menunggu admin kedua', data: { accountno: '8810012345', accountname: 'PT LAPAK' } })
      expect((await change(more)).body).toEqual(asked)
      expect((await change({ ...more, reason: 'Alasan lain' })).body).toMatchObject({ code: 'decision.waits' })
      expect((await decide(admin, true)).body).toMatchObject({ code: 'decision.own_request' })
      expect((await decide(second, false)).status).toBe(200)
    }
    expect(await methodOf()).toMatchObject({ accountno: '8810012345', accountname: 'PT LAPAK' })
    expect((await change({ accountno: '9990009999' })).body).toMatchObject({ msg: 'Menunggu admin kedua' })
    expect((await change({ feeflat: 500 })).body).toMatchObject({ msg: 'Metode pembayaran disimpan' })
    expect((await decide(second, true)).body, 'the method is another one now').toMatchObject({ code: 'decision.changed' })
    expect((await change({ feeflat: 0, accountno: '9990009999' })).body).toMatchObject({ msg: 'Menunggu admin kedua' })
    expect((await decide(second, true)).body).toMatchObject({ msg: 'Keputusan dicatat' })
    expect(await methodOf()).toMatchObject({ accountno: '9990009999', feeflat: 0 })
    expect((await emailsTo(app, second.email)).at(-1)).toMatchObject({ subject: 'Metode pembayaran BNI diubah' })
    expect((await read(member, invoice)).data.bank).toMatchObject({ accountno: '8810012345' })
    const other = await ticketOf(member, { ...topUpRequest, methode: 2, jumlah: 70_000 })
    expect((await read(member, other.invoice)).data.bank).toMatchObject({ accountno: '9990009999' })
    await shutOut(app.tables, second.id)
    expect((await change({ accountno: '8810012345' })).body, 'who is alone changes it alone').toMatchObject({
      msg: 'Metode pembayaran disimpan',
    })
  })

  test.each([
    ['too little', { jumlah: 49_999 }, 422, 'deposit.too_small', 'Minimal topup Rp 50.000'],
    ['too much', { jumlah: 1_000_000_001 }, 422, 'deposit.too_large', 'Paling banyak Rp 1.000.000.000 sekali topup'],
    ['by card', { methode: 6 }, 422, 'deposit.use_invoice', 'Pembayaran kartu memakai invoice'],
    ['by a method that nobody could have', { methode: 2_147_483_624 }, 422, 'deposit.method_off', 'Metode ini sedang tidak tersedia'],
    ['by a method that nobody has', { methode: 99 }, 422, 'deposit.method_off', 'Metode ini sedang tidak tersedia'],
    ['of no amount', { jumlah: 'banyak' }, 400, 'input.invalid', 'Data tidak valid'],
    ['with parts of a rupiah', { jumlah: 100_000.5 }, 400, 'input.invalid', 'Data tidak valid'],
  ])('is refused, and nothing is stored: %s [B-CONST-05]', async (_, more, status, code, msg) => {
    expect(await ask(member, { ...topUpRequest, ...more })).toMatchObject({ status, body: { success: false, code, msg } })
    expect(await app.db.read.selectFrom('top_up').select('id').where('member_id', '=', member.id).execute()).toEqual([])
  })

  test('is accepted with exactly the minimum and the maximum [B-CONST-05]', async () => {
    for (const jumlah of [50_000, 1_000_000_000])
      expect(await ask(member, { ...topUpRequest, jumlah }), String(jumlah)).toMatchObject({ status: 200 })
  })

  test('is refused for QRIS if its sum with the fee exceeds the maximum of one payment', async () => {
    const fee = (fee_flat: bigint) => app.tables.updateTable('payment_method').set({ fee_flat }).where('channel', '=', 'qris').execute()
    await fee(1_000n)
    const asked = (jumlah: number) => ask(member, { jumlah, methode: 8 })
    expect((await asked(9_999_001)).body).toMatchObject({ code: 'deposit.too_large', msg: 'Paling banyak Rp 9.999.000 sekali topup' })
    expect((await asked(9_999_000)).status).toBe(200)
    await fee(0n)
  })

  test('creates a payment request if it is paid by card or QRIS, but not if it is paid by transfer or to a virtual account', async () => {
    const asks = async () =>
      app.db.read
        .selectFrom('payment_request')
        .select(['kind', 'top_up_id', 'amount'])
        .where('member_id', '=', member.id)
        .orderBy('id')
        .execute()
    await ticketOf(member)
    expect(await asks()).toEqual([])
    const byCode = await ticketOf(member, { ...topUpRequest, methode: 8 })
    const card = await app.call('POST', '/api/v1/payment/invoice', { token: member.token, body: { amount: 100_000 } })
    const id = BigInt(card.body.data.invoice.split('-').at(-1))
    const both = [
      { kind: 'qris', top_up_id: byCode.id, amount: byCode.nominal },
      { kind: 'invoice', top_up_id: id, amount: 100_000n },
    ]
    expect(await asks()).toEqual(both)
    const byAccount = (reffclient: string) => ask(member, { ...topUpRequest, methode: 7, reffclient })
    expect((await byAccount('A')).status).toBe(200)
    expect((await byAccount('B')).body, 'two of one sum could not be told apart').toMatchObject({ code: 'deposit.va_open' })
    expect(await asks()).toEqual([...both, { kind: 'va', top_up_id: null, amount: null }])
  })

  test('is refused for a transfer while no account is configured, and the method is not offered', async () => {
    const account = (account_no: string) => app.tables.updateTable('payment_method').set({ account_no }).where('id', '=', 4).execute()
    await account('')
    expect((await ask(member, { ...topUpRequest, methode: 4 })).body).toMatchObject({ code: 'deposit.method_off' })
    const { body } = await app.call('GET', '/api/v1/payment/method', { token: member.token })
    expect(body.data.map(({ id }: Json) => id)).not.toContain(4)
    await account('8810012345')
  })

  test('is available to members with a complete account only', async () => {
    expect((await ask(await app.member(), topUpRequest)).body).toMatchObject({
      code: 'account.incomplete',
      msg: 'Lengkapi akun Anda dahulu',
    })
  })

  test('is returned again for a repeated request while it is open; after that, the request creates a new ticket', async () => {
    const first = await ticketOf(member)
    const again = await ask(member, topUpRequest)
    expect(again.body).toMatchObject({
      msg: 'Tiket yang sama masih terbuka',
      data: { invoice: first.invoice, nominal: Number(first.nominal) },
    })
    await approve(first.id, first.nominal)
    expect((await ticketOf(member)).id).not.toBe(first.id)
  })

  test('no longer counts as open after its expiry, and the same request creates a new ticket', async () => {
    await app.setting('topup.openMax', 1)
    const first = await ticketOf(member)
    await expired(first.id)
    expect((await ticketOf(member)).id).not.toBe(first.id)
    expect((await ask(member, { ...topUpRequest, jumlah: 90_000 })).body).toMatchObject({ code: 'deposit.too_many_open' })
    await app.setting('topup.openMax', 5)
  })

  test('is always found by its reference, and its reference is refused for a different request', async () => {
    const first = await ticketOf(member, { ...topUpRequest, reffclient: 'A-1' })
    await approve(first.id, first.nominal)
    expect((await ticketOf(member, { ...topUpRequest, reffclient: 'A-1' })).id).toBe(first.id)
    const [b, c] = [
      await ticketOf(member, { ...topUpRequest, reffclient: 'B-1' }),
      await ticketOf(member, { ...topUpRequest, reffclient: 'C-1' }),
    ]
    expect(b.id).not.toBe(c.id)
    expect((await ask(member, { ...topUpRequest, jumlah: 60_000, reffclient: 'A-1' })).body).toMatchObject({
      code: 'ticket.reference_used',
    })
  })

  test('is created once for fifty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(member, topUpRequest)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ body }) => body.data.invoice)).size).toBe(1)
  })

  test('counts against the hourly limit of its session only when it is created, and a refusal contains the waiting time', async () => {
    await app.setting('topup.ticketsPerHour', 2)
    try {
      const wishes = (nth: number) => ({ ...topUpRequest, reffclient: `wish-${nth}` })
      for (let nth = 0; nth < 3; nth += 1)
        expect((await ask(member, { ...topUpRequest, jumlah: 1_000 })).body.code).toBe('deposit.too_small')
      const { id } = await ticketOf(member, wishes(0))
      for (let nth = 0; nth < 3; nth += 1) expect((await ticketOf(member, wishes(0))).id).toBe(id)
      const answers = await Promise.all(Array.from({ length: 50 }, (_, nth) => ask(member, wishes(nth + 1))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { body, headers } of answers.filter(({ status }) => status !== 200)) {
        expect(body.code).toBe('rate.too_many')
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600)
      }
      // The limit is per session, so that a stolen session does not use up the limit of the owner's other sessions.
      const { access_token: token } = (await signIn(app, member.email, testPassword)).body
      expect((await ask({ ...member, token }, wishes(60))).status).toBe(200)
    } finally {
      await app.setting('topup.ticketsPerHour', 20)
    }
  })

  test('is refused if the member already has five open tickets', async () => {
    for (let more = 0; more < 5; more += 1) await ticketOf(member, { ...topUpRequest, jumlah: 60_000 + more })
    expect((await ask(member, { ...topUpRequest, jumlah: 90_000 })).body).toMatchObject({
      code: 'deposit.too_many_open',
      msg: 'Paling banyak 5 tiket terbuka',
    })
  })

  test('has a unique sum among the open tickets of its bank, even with concurrent requests', async () => {
    await app.setting('topup.openMax', 100)
    const members = await Promise.all(Array.from({ length: 8 }, complete))
    const sums = await Promise.all(
      members.flatMap((who) => [0, 1, 2, 3, 4].map((more) => ticketOf(who, { ...topUpRequest, jumlah: 200_000 + more, methode: 4 }))),
    )
    await app.setting('topup.openMax', 5)
    expect(new Set(sums.map(({ nominal }) => nominal)).size).toBe(40)
  })

  test('is refused while all sums for its amount are taken, and is created once a sum is free', async () => {
    await app.tables
      .insertInto('top_up')
      .values(
        Array.from({ length: 999 }, (_, index) => ({
          member_id: admin.id,
          method_id: 5,
          channel: 'transfer',
          cash_code: '05',
          amount: 300_000n,
          fee: 0n,
          code: index + 1,
          nominal: 300_001n + BigInt(index),
        })),
      )
      .execute()
    const asked = { ...topUpRequest, jumlah: 300_000, methode: 5 }
    expect((await ask(member, asked)).body).toMatchObject({ code: 'deposit.codes_taken' })
    // A code that was used this week is chosen if no other code is free.
    const freed = app.tables.selectFrom('top_up').select('id').where('cash_code', '=', '05').where('code', '=', 77)
    await endTopUp(app.tables, (await freed.executeTakeFirstOrThrow()).id, 'expired')
    expect((await ticketOf(member, asked)).nominal).toBe(300_077n)
  })

  test('gets a sum whose last ticket ended a week ago if all other sums were used recently', async () => {
    const base = 500_000n
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [made, restedDays] = [daysAgo(40), 7]
    /** Code 77 has not been used for a week. The tickets of all other codes ended or were paid within the last week. */
    const endOf = (code: number) => {
      const expiry = { state: 4, ended_reason: 'Kedaluwarsa' }
      if (code === 77) return { ...expiry, ended_at: daysAgo(restedDays + 1) }
      if (code < 300) return { state: 3, ended_at: daysAgo(restedDays - 1), ended_by: admin.id, ended_reason: reason }
      const received = base + BigInt(code)
      const paid = { state: 2, approved_by: admin.id, approved_description: reason, received, credited: received, how: 'admin' }
      if (code < 600) return { ...paid, approved_at: daysAgo(restedDays - 1) }
      return { ...expiry, ended_at: daysAgo(1) }
    }
    const rows = Array.from({ length: 999 }, (_, index) => index + 1).map((code) => ({
      ...{ member_id: admin.id, method_id: 5, channel: 'transfer', cash_code: '05', amount: base, fee: 0n, code },
      ...{ nominal: base + BigInt(code), created_at: made, ...endOf(code) },
    }))
    const own = app.tables.insertInto('top_up').values(rows).returning('id')
    const ids = (await own.execute()).map(({ id }) => id)
    expect((await ticketOf(member, { ...topUpRequest, jumlah: Number(base), methode: 5 })).nominal).toBe(base + 77n)
    // These rows have no entries in the books.
    await app.tables.deleteFrom('top_up').where('id', 'in', ids).execute()
  })

  test('does not get a sum that equals suspense money at the bank', async () => {
    const base = 400_000n
    const waits = Array.from({ length: 999 }, (_, index) => base + BigInt(index + 1)).filter((amount) => amount !== 400_500n)
    const found = await app.tables
      .insertInto('suspense_item')
      .values(waits.map((amount) => ({ cash_code: '02', amount })))
      .returning('id')
      .execute()
    const asked = { ...topUpRequest, jumlah: Number(base), methode: 2 }
    expect((await ticketOf(member, asked)).nominal).toBe(400_500n)
    expect((await ask(await complete(), asked)).body).toMatchObject({ code: 'deposit.codes_taken' })
    await app.tables
      .deleteFrom('suspense_item')
      .where(
        'id',
        'in',
        found.map(({ id }) => id),
      )
      .execute()
  })

  test('cannot be found by another member', async () => {
    const { invoice } = await ticketOf(await complete())
    for (const one of [invoice, 'TP-XX-1', 'TP', '1'])
      expect(await read(member, one), one).toMatchObject({ success: false, code: 'not_found.ticket', msg: 'Tiket tidak ditemukan' })
    await app.setting('topup.cancelAfterHours', 0)
    expect((await cancel(member, invoice)).body).toMatchObject({ code: 'not_found.ticket' })
    await app.setting('topup.cancelAfterHours', 48)
    const image = await privatePicture(member)
    const sent = await app.call('POST', `/api/v1/payment/tiket/${invoice}/proof`, { token: member.token, body: { image } })
    expect(sent.body).toMatchObject({ code: 'not_found.ticket' })
  })
})

describe('a paid ticket', () => {
  test('credits the received sum without its fee and notifies its owner, and the books are correct', async () => {
    const { id, nominal, invoice } = await ticketOf(member)
    await approve(id, nominal)
    expect(await app.balance(member)).toBe(nominal)
    expect((await read(member, invoice)).data).toMatchObject({ status: 2, credited: Number(nominal), approveddescription: 'Mutasi 123' })
    expect((await emailsTo(app, member.email)).at(-1)?.subject).toMatch(/^Topup Rp 100\.\d{3} berhasil$/)
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('is paid once for fifty concurrent approvals', async () => {
    const { id, nominal } = await ticketOf(member)
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => approve(id, nominal)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'ticket.state', message: expect.any(String) })
    expect(await app.balance(member)).toBe(nominal)
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('is either paid or cancelled if both are requested at the same time, and the books are correct', async () => {
    await app.setting('topup.cancelAfterHours', 0)
    const tickets = await Promise.all(
      Array.from({ length: 10 }, complete).map(async (who) => ({ who: await who, ...(await ticketOf(await who)) })),
    )
    await Promise.all(
      tickets.flatMap(({ who, id, invoice, nominal }) => [cancel(who, invoice), approve(id, nominal).catch(() => undefined)]),
    )
    await app.setting('topup.cancelAfterHours', 48)
    for (const { who, invoice, nominal } of tickets) {
      const { status } = (await read(who, invoice)).data
      expect([2, 4]).toContain(status)
      expect(await app.balance(who)).toBe(status === 2 ? nominal : 0n)
    }
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('credits the received sum and shows it if it differs from the requested sum', async () => {
    const [more, less] = [await ticketOf(member), await ticketOf(member, { ...topUpRequest, jumlah: 60_000 })]
    await approve(more.id, more.nominal + 500n)
    await approve(less.id, less.nominal - 500n)
    expect(await app.balance(member)).toBe(more.nominal + less.nominal)
    expect((await read(member, more.invoice)).data.credited).toBe(Number(more.nominal + 500n))
    expect((await read(member, less.invoice)).data.credited).toBe(Number(less.nominal - 500n))
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('can be ended only by a reversal', async () => {
    const { id, nominal } = await ticketOf(member)
    await approve(id, nominal)
    for (const to of [3, 4] as const)
      await expect(app.db.transaction((tx) => endTicket(deps, tx, { id, to, by: by(), reason: 'Salah catat' }))).rejects.toMatchObject({
        code: 'ticket.state',
      })
    expect(await app.balance(member)).toBe(nominal)
  })

  test('is not credited to a member that has left', async () => {
    const { id, nominal } = await ticketOf(member)
    await shutOut(app.tables, member.id)
    for (const how of ['admin', 'statement', 'gateway', 'assigned'] as const)
      await expect(approve(id, nominal, how), how).rejects.toMatchObject({ code: 'account.closed' })
    expect(await app.balance(member)).toBe(0n)
  })

  test('can be taken back once, as long as the balance covers it', async () => {
    const { id, nominal } = await ticketOf(member)
    await approve(id, nominal)
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => takeBack(id)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await app.balance(member)).toBe(0n)
    const second = await ticketOf(member)
    await approve(second.id, second.nominal)
    await app.db.transaction((tx) => cashOut(tx, member.id, 1n))
    await expect(takeBack(second.id)).rejects.toMatchObject({ code: 'deposit.spent' })
    expect(await app.balance(member)).toBe(second.nominal - 1n)
    expect(await checkLedger(app.db)).toEqual([])
  })
})

test('a ticket is not paid by a sum that does not exceed its fee', async () => {
  const cost = (fee_flat: bigint) => app.tables.updateTable('payment_method').set({ fee_flat }).where('id', '=', 1).execute()
  await cost(1_000n)
  const { id } = await ticketOf(member)
  await cost(0n)
  await expect(approve(id, 1_000n)).rejects.toMatchObject({ code: 'deposit.below_fee' })
  expect(await app.balance(member)).toBe(0n)
})

describe('an unpaid ticket', () => {
  test('can be cancelled by its owner after two days, but not before [B-OPEN-32]', async () => {
    const { id, invoice } = await ticketOf(member)
    expect((await cancel(member, invoice)).body).toMatchObject({
      code: 'deposit.not_yet',
      msg: 'Tiket baru bisa dibatalkan setelah 48 jam',
    })
    await app.tables
      .updateTable('top_up')
      .set({ created_at: new Date(Date.now() - 48 * 3_600_000 - 1000) })
      .where('id', '=', id)
      .execute()
    expect((await cancel(member, invoice)).body).toMatchObject({ msg: 'Tiket dibatalkan', data: { status: 4 } })
    expect((await cancel(member, invoice)).body).toMatchObject({ code: 'ticket.state', msg: 'Status tiket ini: dibatalkan' })
  })

  test('expires after three days', async () => {
    const { id, invoice, nominal } = await ticketOf(member)
    const { createat, expiresat } = (await read(member, invoice)).data
    const hours = (Date.parse(expiresat) - Date.parse(createat)) / 3_600_000
    // One of the two times is from the clock of the database, the other from the clock of this process.
    expect(Math.abs(hours - 72)).toBeLessThan(0.1)
    await app.tables
      .updateTable('top_up')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    await runJob(app, 'expire-top-ups')
    expect((await read(member, invoice)).data).toMatchObject({ status: 4, endedreason: 'Kedaluwarsa' })
    await expect(approve(id, nominal)).rejects.toMatchObject({ code: 'ticket.state' })
    expect(await app.balance(member)).toBe(0n)
  })

  test('cannot be paid by an administrator after its expiry, except by an allocation of exactly its sum', async () => {
    const { id, nominal } = await ticketOf(member)
    await expired(id)
    await runJob(app, 'expire-top-ups')
    for (const [received, how] of [
      [nominal - 1n, 'assigned'],
      [nominal + 1n, 'assigned'],
      [nominal, 'admin'],
      [nominal, 'statement'],
    ] as const)
      await expect(approve(id, received, how), `${how} ${received - nominal}`).rejects.toMatchObject({ code: 'ticket.state' })
    expect(await app.balance(member)).toBe(0n)
  })

  test('cannot be paid after its payment was taken back', async () => {
    const { id, nominal } = await ticketOf(member)
    await approve(id, nominal)
    await takeBack(id)
    for (const how of ['gateway', 'assigned', 'admin', 'statement'] as const)
      await expect(approve(id, nominal, how), how).rejects.toMatchObject({ code: 'ticket.state' })
    expect(await app.balance(member)).toBe(0n)
    expect(await checkLedger(app.db)).toEqual([])
  })

  test('cannot be paid by an administrator after its owner cancelled it', async () => {
    const { id, invoice, nominal } = await ticketOf(member)
    await app.setting('topup.cancelAfterHours', 0)
    expect((await cancel(member, invoice)).status).toBe(200)
    await app.setting('topup.cancelAfterHours', 48)
    await expect(approve(id, nominal, 'assigned')).rejects.toMatchObject({ code: 'ticket.state' })
  })

  test('does not prevent the expiry of other tickets while it is locked for its payment', async () => {
    const [locked, other] = [await ticketOf(member), await ticketOf(await complete())]
    for (const { id } of [locked, other]) await expired(id)
    const stateOf = async ({ id }: { id: bigint }) =>
      (await app.db.read.selectFrom('top_up').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
    await app.tables.transaction().execute(async (tx) => {
      await tx.selectFrom('top_up').select('id').where('id', '=', locked.id).forUpdate().execute()
      await runJob(app, 'expire-top-ups')
      expect([await stateOf(locked), await stateOf(other)]).toEqual([1, 4])
    })
    await runJob(app, 'expire-top-ups')
    expect(await stateOf(locked)).toBe(4)
  })

  test('accepts a proof of payment from its owner only, and not after its end [B-OPEN-67]', async () => {
    const { id, invoice } = await ticketOf(member)
    const proofOf = (image: string) => app.call('POST', `/api/v1/payment/tiket/${invoice}/proof`, { token: member.token, body: { image } })
    const image = await privatePicture(member)
    const shown = (await proofOf(image)).body
    expect(shown).toMatchObject({ msg: 'Bukti transfer terkirim', data: { proof: expect.stringContaining('?') } })
    expect((await proofOf(await privatePicture(admin))).body).toMatchObject({ code: 'upload.unknown' })
    await endTopUp(app.tables, id, 'rejected')
    expect((await proofOf(image)).body).toMatchObject({ code: 'ticket.state' })
  })
})

async function privatePicture(owner: TestMember): Promise<string> {
  const name = `${'abcdefghijklmnopqrstuvwxyz012345'.slice(0, 30)}${owner.id}`.slice(-32).padStart(32, 'x')
  await app.tables
    .insertInto('upload')
    .values({ name: `${name}.webp`, owner_id: owner.id, private: true, bytes: 1, width: 1, height: 1 })
    .execute()
  return `/private/images/${name}.webp`
}
