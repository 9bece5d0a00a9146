import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { createOutbox } from '#contexts/system/outbox/outbox.ts'
import { createSettings } from '#contexts/system/settings/settings.ts'
import type { Tx } from '#db/db.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { createCipher } from '#shared/secrets.ts'
import { type Answer, type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { cashOutCode, makePayable, requestCashOut } from '../../../../test/cash-outs.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { askTopUp, deposit, endTopUp } from '../../../../test/money.ts'
import { withinOneDay } from '../../../../test/one-day.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { payCashOut, processCashOut, rejectCashOut, returnCashOut } from './cash-outs.ts'

await withinOneDay()

let app: TestApp
let seller: TestMember
let account: number

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  // The hours are tested in cash-outs.rules.test.ts; here cash-outs are open all day.
  await app.setting('cashOut.fromHour', 0)
  await app.setting('cashOut.untilHour', 24)
  await app.setting('cashOut.perDay', 100)
  await app.setting('cashOut.requestsPerHour', 1000)
})

afterAll(() => app?.stop())

beforeEach(async () => {
  ;({ who: seller, account } = await withAccount(['ROLE_SELLER']))
})

async function withAccount(roles: ('ROLE_SELLER' | 'ROLE_ADMIN')[] = [], balance = 500_000n) {
  const who = await app.member({ roles, balance })
  return { who, account: await makePayable(app, who) }
}

const codeFor = (who: TestMember) => cashOutCode(app, who)
const ask = (who: TestMember, more: Json = {}): Promise<Answer> => requestCashOut(app, who, { id: account, amount: 200_000, ...more })
const bank = (who: TestMember, id = who.id) => app.call('GET', `/api/v1/seller/cashout/bank/${id}`, { token: who.token })
const withdraw = (who: TestMember, id: number) => app.call('DELETE', `/api/v1/seller/cashout/${id}`, { token: who.token })

test('a cash-out request debits the balance and notifies the member [B-API-44, B-ENT-14, B-MSG-14]', async () => {
  expect(await ask(seller)).toMatchObject({
    status: 200,
    body: {
      success: true,
      msg: 'Casout dalam proses..',
      data: { historytipe: 1, status: 0, nominal: 200_000, method: 'BCA', description: 'Penarikan ke BCA ••••3456' },
    },
  })
  expect(await app.balance(seller)).toBe(300_000n)
  const email = (await emailsTo(app, seller.email)).at(-1)
  expect(email?.subject).toBe('Penarikan Rp 200.000 diminta')
  expect(JSON.stringify(email)).not.toContain('8290123456')
  expect(await checkLedger(app.db)).toEqual([])
})

test('a cash-out request is refused if the member is blocked while the request waits for a lock', async () => {
  let answer: Promise<Answer> | undefined
  await app.tables.transaction().execute(async (tx) => {
    await tx.selectFrom('member').select('id').where('id', '=', seller.id).forNoKeyUpdate().execute()
    answer = ask(seller)
    await lockedOut(app, 1)
    await shutOut(tx, seller.id)
  })
  expect((await answer)?.body.code).toBe('account.closed')
  expect(await app.balance(seller)).toBe(500_000n)
})

test('a member reads only its own cash-out rules [B-API-45, B-ENT-11, B-ENT-12, B-OPEN-08]', async () => {
  expect((await bank(seller)).body.data).toMatchObject({
    ready: true,
    list: [{ id: account, bankcode: '01', accountno: '8290123456', accountname: 'SARI' }],
    min: 100_000,
    keep: 50_000,
    open: true,
    kasus: [],
    note: 'Diproses pukul 09:00-21:00, paling cepat hari berikutnya',
    pending: null,
  })
  const { who: buyer } = await withAccount()
  expect((await bank(buyer)).body.data.kasus).toEqual([
    { kasus: 1, name: 'Salah transfer', above: 1_000_000 },
    { kasus: 2, name: 'Berhenti berlangganan', above: 100_000 },
  ])
  expect((await bank(buyer, seller.id)).body).toMatchObject({ success: false, code: 'not_found.member' })
  await ask(seller)
  expect((await bank(seller)).body.data.pending).toMatchObject({ nominal: 200_000, status: 0 })
})

test.each([
  ['below the least', { amount: 99_999 }, 'cash_out.too_small'],
  ['so that too little stays', { amount: 450_001 }, 'cash_out.keep'],
  ['more than there is', { amount: 500_001 }, 'balance.too_low'],
  ['to an account that is not there', { id: 999_999 }, 'not_found.bank'],
  ['with a wrong code', { otp: '000000' }, 'otp.wrong'],
])('a request is refused and the balance is unchanged: %s [B-CONST-07]', async (_, more, code) => {
  expect((await ask(seller, more)).body).toMatchObject({ success: false, code })
  expect(await app.balance(seller)).toBe(500_000n)
  expect(await checkLedger(app.db)).toEqual([])
})

test('a request that leaves exactly the minimum balance is accepted [B-CONST-07]', async () => {
  expect((await ask(seller, { amount: 450_000 })).status).toBe(200)
  expect(await app.balance(seller)).toBe(50_000n)
})

test('a request to an account that was just added is refused', async () => {
  await app.tables.updateTable('bank_account').set({ updated_at: new Date() }).where('id', '=', BigInt(account)).execute()
  expect((await bank(seller)).body.data.ready).toBe(false)
  expect((await ask(seller)).body).toMatchObject({ code: 'bank.not_payable', msg: expect.stringMatching(/WIB$/) })
})

test('a buyer needs a case, and may take out the whole balance with the case of leaving if nothing is pending', async () => {
  const { who, account: own } = await withAccount([], 2_000_000n)
  expect((await ask(who, { id: own, amount: 1_500_000 })).body).toMatchObject({ code: 'cash_out.case_needed' })
  expect((await ask(who, { id: own, amount: 1_000_000, kasus: 1 })).body).toMatchObject({ code: 'cash_out.case_amount' })
  expect((await ask(who, { id: own, amount: 1_990_000, kasus: 1 })).body).toMatchObject({ code: 'cash_out.keep' })
  const open = await askTopUp(app.tables, who.id, { amount: 50_000n, code: 3 })
  expect((await ask(who, { id: own, amount: 2_000_000, kasus: 2 })).body).toMatchObject({ code: 'cash_out.quit_pending' })
  await endTopUp(app.tables, open, 'rejected')
  expect((await ask(who, { id: own, amount: 2_000_000, kasus: 2 })).status).toBe(200)
  expect(await app.balance(who)).toBe(0n)
})

test('a member without a complete account cannot request a cash-out', async () => {
  await app.tables.updateTable('member').set({ address: null }).where('id', '=', seller.id).execute()
  expect((await ask(seller)).body).toMatchObject({ code: 'account.incomplete' })
})

test('a request is executed once if fifty copies are sent at the same time, and copies with its reference get the same answer', async () => {
  const body = { id: account, amount: 100_000, ...(await codeFor(seller)), reffclient: 'P-1' }
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => app.call('POST', '/api/v1/seller/cashout', { token: seller.token, body })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map(({ body: answer }) => answer.data.id)).size).toBe(1)
  expect(await app.balance(seller)).toBe(400_000n)
  const { id: elsewhere } = await app.tables
    .insertInto('bank_account')
    .values({ member_id: seller.id, bank_code: '02', account_no: '0123456789', account_name: 'SARI' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const other of [{ amount: 120_000 }, { amount: 100_000, id: Number(elsewhere) }, { amount: 100_000, kasus: 1 }])
    expect((await ask(seller, { ...other, reffclient: 'P-1' })).body).toMatchObject({ code: 'ticket.reference_used' })
  expect(await checkLedger(app.db)).toEqual([])
})

test('a member can have only one pending request', async () => {
  await ask(seller, { amount: 100_000 })
  expect(await ask(seller, { amount: 100_000 })).toMatchObject({ status: 409, body: { code: 'cash_out.open' } })
  expect(await app.balance(seller)).toBe(400_000n)
})

test('a member can make at most three requests a day', async () => {
  await app.setting('cashOut.perDay', 3)
  for (let more = 0; more < 3; more += 1) {
    const { id } = (await ask(seller, { amount: 100_000 })).body.data
    expect((await withdraw(seller, id)).status).toBe(200)
  }
  expect((await ask(seller, { amount: 100_000 })).body).toMatchObject({
    code: 'cash_out.too_many_today',
    msg: 'Paling banyak 3 penarikan sehari',
  })
  await app.setting('cashOut.perDay', 100)
})

test('a member withdraws a request once and gets the money back [A-OPEN-03]', async () => {
  const { id } = (await ask(seller)).body.data
  const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(seller, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'ticket.state', msg: 'Status tiket ini: dibatalkan' })
  expect((await emailsTo(app, seller.email)).map(({ subject }) => subject)).toEqual([
    'Penarikan Rp 200.000 diminta',
    'Penarikan Rp 200.000 dibatalkan',
  ])
  expect(await app.balance(seller)).toBe(500_000n)
  expect((await withdraw((await withAccount()).who, id)).body).toMatchObject({ code: 'not_found.ticket' })
  expect(await checkLedger(app.db)).toEqual([])
})

test('a request can be withdrawn only before it is processed, and paid only after that [A-OPEN-03]', async () => {
  const { token } = await app.member({ roles: ['ROLE_ADMIN'] })
  const { id } = (await ask(seller)).body.data
  const at = (path: string) => `/api/admin/v1/payment/tiket/${path}`
  const pay = () => app.call('POST', at('approve'), { token, body: { id, description: 'Transfer BCA 12' } })
  expect((await pay()).body).toMatchObject({ code: 'ticket.state', msg: 'Status tiket ini: menunggu' })
  expect((await app.call('PATCH', at(`update/${id}/1`), { token })).status).toBe(200)
  expect((await withdraw(seller, id)).body).toMatchObject({ code: 'ticket.state' })
  expect(await app.balance(seller)).toBe(300_000n)
  expect((await pay()).body.data).toMatchObject({ status: 2 })
  expect((await withdraw(seller, id)).body).toMatchObject({ code: 'ticket.state' })
  expect(await app.balance(seller)).toBe(300_000n)
  expect(await checkLedger(app.db)).toEqual([])
})

test('each step of a request is refused unless the request is in a state from which the step is allowed', async () => {
  const { code: installation } = await app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const outbox = createOutbox({ cipher: createCipher(readConfig({ NODE_ENV: 'test' }).secretKey), sendsWhatsappTexts: true })
  const deps = {
    audit: createAudit({ db: app.db, log: createLog('fatal') }),
    outbox,
    installation,
    settings: createSettings({ production: false }),
  }
  const { id: memberId } = await app.member({ roles: ['ROLE_ADMIN'] })
  const by = { memberId, sessionId: null, ipAddress: '127.0.0.1' }
  const id = BigInt((await ask(seller)).body.data.id)
  const [reason, description] = ['Salah rekening', 'Transfer BCA 12']
  const steps = {
    process: (tx: Tx) => processCashOut(deps, tx, { id, by }),
    pay: (tx: Tx) => payCashOut(deps, tx, { id, by, from: '01', how: 'hand', description }),
    reject: (tx: Tx) => rejectCashOut(deps, tx, { id, by, reason }),
    return: (tx: Tx) => returnCashOut(deps, tx, { id, by, reason }),
  }
  const refused = async (...names: (keyof typeof steps)[]) => {
    for (const name of names) await expect(app.db.transaction(steps[name]), name).rejects.toMatchObject({ code: 'ticket.state' })
  }
  await refused('pay', 'return')
  await app.db.transaction(steps.process)
  await refused('process', 'return')
  await app.db.transaction(steps.pay)
  await refused('process', 'pay', 'reject')
  await app.db.transaction(steps.return)
  await refused('process', 'pay', 'reject', 'return')
  expect(await app.balance(seller)).toBe(500_000n)
  expect(await checkLedger(app.db)).toEqual([])
})

test('a request outside the opening hours is refused [B-OPEN-01]', async () => {
  // Sets opening hours that do not include the current hour.
  const isMorning = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Asia/Jakarta' }).format()) < 12
  const [name, value, shut] = isMorning
    ? (['cashOut.fromHour', 23, '23:00-24:00'] as const)
    : (['cashOut.untilHour', 1, '00:00-01:00'] as const)
  await app.setting(name, value)
  expect((await ask(seller)).body).toMatchObject({ code: 'cash_out.closed', msg: `Penarikan dilayani pukul ${shut} WIB` })
  await app.setting(name, isMorning ? 0 : 24)
})

test('the balance is correct after concurrent top-ups and cash-outs', async () => {
  const body = { id: account, amount: 400_000, ...(await codeFor(seller)) }
  await Promise.all([
    app.call('POST', '/api/v1/seller/cashout', { token: seller.token, body }),
    ...Array.from({ length: 5 }, () => app.db.transaction((tx) => deposit(tx, seller.id, 10_000n))),
  ])
  expect(await app.balance(seller)).toBe(150_000n)
  expect(await checkLedger(app.db)).toEqual([])
})
