import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { statementEvidence } from '#contexts/funds/bank-statements/evidence.ts'
import { takeRows } from '#contexts/funds/bank-statements/feed.ts'
import { storeFile } from '#contexts/funds/bank-statements/file.ts'
import { settleDebt } from '#contexts/funds/debts/debts.ts'
import { createAudit } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import type { FeedRow } from '#integrations/bank-feeds/bank-feed.ts'
import { storeRunningTotals } from '#ledger/store-running-totals.ts'
import { type Breach, breachesIn } from '#ledger/verification/verification.ts'
import { createLog } from '#shared/log.ts'
import type { TestMember } from './app.ts'
import { liftCashOutLimits, makePayable, requestCashOut } from './cash-outs.ts'
import { startMarket, type TestMarket } from './market.ts'
import {
  adjust,
  askCashOut,
  assignUnmatched,
  cancelTopUp,
  cashOut,
  correctCash,
  deposit,
  endedDifferences,
  endUnpaid,
  noted,
  payAtProvider,
  payCashOut,
  payOut,
  receiveUnmatched,
  recordUnmatched,
  rejectCashOut,
  returnCashOut,
  showRow,
  showUnmatched,
  strayAtProvider,
  transferCash,
} from './money.ts'

/**
 * One small world with every money event and every final state of a purchase; then each known corruption, inserted without the program in a
 * transaction that is rolled back after the check has reported it.
 */
let market: TestMarket

export async function plantWorld(): Promise<TestMarket> {
  market = await startMarket()
  await market.app.setting('sale.feeBasisPoints', 100)
  const all = await shops()
  await trade(all)
  await transfers()
  await keepFile()
  await doubts()
  await destinations(all)
  await leavers()
  // Stops the process, because it would go on checking the pending order and find the corruptions.
  await market.app.lapak.stop()
  await storeRunningTotals(market.app.db)
  return market
}

type Seller = Awaited<ReturnType<TestMarket['addSeller']>>
interface Shops {
  buyer: TestMember
  second: Seller
  indebted: Seller
  broke: Seller
}

async function shops(): Promise<Shops> {
  const { app } = market
  const [first, second, indebted, broke] = [
    await market.addSeller({ timeoutMs: 10_000 }),
    await market.addSeller({ timeoutMs: 10_000 }),
    await market.addSeller({ timeoutMs: 10_000 }),
    await market.addSeller({ timeoutMs: 10_000 }),
  ]
  const buyer = await app.member({ name: 'Pembeli', balance: 1_000_000n, guardMinutes: 0 })
  await app.member({ name: 'Orang lain', balance: 50_000n })
  const goods = async (code: string, sellers: Seller[], price: bigint, options: { type?: 1 | 2; denom?: bigint; stock?: number } = {}) => {
    const { stock, ...kind } = options
    const product = await app.product({ code, ...kind })
    for (const [index, { seller }] of sellers.entries()) {
      const offer = await app.offer({ seller, product, price: price + 500n * BigInt(index), ...(stock !== undefined && { stock }) })
      await app.map(buyer, offer, index + 1)
    }
  }
  await goods('PULSA', [first, second], 10_000n)
  await goods('SISA', [first], 10_000n, { stock: 3 })
  await goods('BEBAS', [first], 250n, { type: 2, denom: 1_000n })
  await goods('TAGIHAN', [first], 2_500n, { type: 1 })
  await goods('UTANG', [indebted], 10_000n)
  await goods('CICILAN', [indebted], 3_000n)
  await goods('BANGKRUT', [broke], 10_000n)
  return { buyer, second, indebted, broke }
}

/** Every order can be found by its reference. */
async function trade({ buyer, second, indebted, broke }: Shops) {
  const { app } = market
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  const order = async (productcode: string, reffclient: string, target: string, more: object = {}) => {
    const answer = await market.order(buyer, { productcode, target, reffclient, ...more })
    expect(answer, reffclient).toMatchObject({ success: true })
    return answer.data.id
  }
  const sale = async (...of: Parameters<typeof order>) => {
    const id = await order(...of)
    await app.settled(buyer, of[1])
    return id
  }
  const force = async (id: number, status: 1 | 2) => {
    const answer = await app.call('PATCH', `/api/admin/v1/transaction/${id}/${status}`, {
      token: admin.token,
      body: { postdata: { description: 'Uji koreksi' } },
    })
    expect(answer.body).toMatchObject({ success: true })
  }
  const { body: asked } = await app.h2h(buyer, 'POST', '/h2h/v1/inquiries', { productcode: 'TAGIHAN', target: '530000001234' })
  expect(asked, 'the inquiry of the bill').toMatchObject({ success: true })
  second.supplier.script('7700020001', 'success')
  await Promise.all([
    sale('PULSA', 'success', '7700011234', { maxprice: 10_000 }),
    sale('PULSA', 'failover', '7700020001'),
    sale('PULSA', 'failed', '7700030001'),
    order('PULSA', 'pending', '7700040013'),
    order('PULSA', 'forced-success', '7700050013').then((id) => force(id, 1)),
    order('PULSA', 'forced-failure', '7700060013').then((id) => force(id, 2)),
    sale('SISA', 'stocked', '7700071234'),
    sale('BEBAS', 'open-amount', '7700081234', { amount: 20_000 }),
    sale('TAGIHAN', 'bill', '530000001234', { token: asked.data.token }),
  ])
  await force(await sale('PULSA', 'refunded', '7700091234'), 2)
  const claim = async (reffclient: string, target: string) => {
    const body = { idtrx: await sale('PULSA', reffclient, target), reason: 'missing', msg: 'Belum masuk' }
    return (await app.call('POST', '/api/v1/disputes', { token: buyer.token, body })).body.data.id
  }
  const decide = async (path: string, token: string, body?: object) =>
    expect((await app.call('PATCH', path, { token, body })).body).toMatchObject({ success: true })
  const reason = 'Sudah dicek'
  await decide(`/api/admin/v1/disputes/${await claim('claimed', '7700131234')}/refund`, admin.token, { reason })
  await decide(`/api/admin/v1/disputes/${await claim('unproved', '7700141234')}/tolak`, admin.token, { reason })
  await decide(`/api/v1/disputes/${await claim('came-late', '7700151234')}/batal`, buyer.token)
  const again = { idtrx: await sale('PULSA', 'came-back', '7700161234'), jenis: 'return', reason: 'wrong', msg: 'Bukan ini' }
  expect((await app.call('POST', '/api/v1/disputes', { token: buyer.token, body: again })).body).toMatchObject({ success: true })
  const unpaid = await sale('UTANG', 'refunded-in-part', '7700101234')
  await book((tx) => askCashOut(tx, indebted.seller.id, 7_000n))
  await force(unpaid, 2)
  await sale('CICILAN', 'recovering', '7700111234')
  await book((tx) => deposit(tx, indebted.seller.id, 1_030n))
  await book((tx) => settleDebt(tx, createAudit({ db: app.db, log: createLog('fatal') }), indebted.seller.id, 'cash_out'))
  const lost = await sale('BANGKRUT', 'refunded-by-debt', '7700121234')
  await book((tx) => cashOut(tx, broke.seller.id, 9_900n))
  await force(lost, 2)
}

/**
 * Rows that decide where money goes next: a special price, a bank account for cash-outs, a bank account for top-ups, a waiting ticket, and waiting
 * approvals.
 */
async function destinations({ buyer, second: { seller } }: Shops) {
  const { app } = market
  const [admin] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.member({ roles: ['ROLE_ADMIN'] })]
  const saver = await app.member({ name: 'Penyetor', complete: true })
  const done = async (method: string, path: string, who: TestMember, body: object) =>
    expect((await app.call(method, path, { token: who.token, body })).body, path).toMatchObject({ success: true })
  await done('POST', '/api/v1/seller/banks', saver, { bankcode: '01', accountno: '8290123456', accountname: 'PENYETOR' })
  const { body } = await app.call('GET', '/api/admin/v1/payment/methods', { token: admin.token })
  const { feeflat, feebasispoints, updateat } = body.data.find(({ id }: { id: number }) => id === 2)
  const method = {
    feeflat,
    feebasispoints,
    updateat,
    accountno: '8810012345',
    accountname: 'PT LAPAK',
    enabled: true,
    reason: 'Rekening kas',
  }
  // A single administrator may change the payment method while its account stays the same; the first account is set before any money arrives.
  await app.tables.updateTable('payment_method').set({ account_no: '8810012345', account_name: 'PT LAPAK' }).where('id', '=', 2).execute()
  await done('PATCH', '/api/admin/v1/payment/method/2', admin, method)
  const product = await app.db.read.selectFrom('product').select('id').where('code', '=', 'PULSA').executeTakeFirstOrThrow()
  await done('POST', '/api/v1/seller/productspecial', seller, { memberid: Number(buyer.id), productid: Number(product.id), price: 9_000 })
  await done('POST', '/api/v1/payment/tiket', saver, { jumlah: 100_000, methode: 2 })
  await done('POST', '/api/admin/v1/accounts/adjustment', admin, {
    memberid: Number(saver.id),
    jumlah: 4_000,
    reason: 'Keluhan member',
    reffclient: 'menunggu',
  })
}

/** A member whom an administrator has blocked, two administrators whom he removed alone, and a member who left with the whole balance. */
async function leavers() {
  const { app } = market
  const admin = await app.member({ name: 'Pemblokir', roles: ['ROLE_ADMIN'] })
  const blocked = await app.member({ name: 'Terblokir', balance: 3_000n })
  const change = { memberid: Number(blocked.id), memberstatus: 0, reason: 'Banyak aduan pembeli' }
  expect((await app.call('PATCH', '/api/admin/v1/user/member', { token: admin.token, body: change })).body).toMatchObject({ success: true })
  await removeAdministrators(admin.id)
  await liftCashOutLimits(app)
  const leaver = await app.member({ name: 'Pamit', balance: 450_000n })
  const account = await makePayable(app, leaver)
  const { body } = await requestCashOut(app, leaver, { id: account, amount: 450_000, kasus: 2 })
  const step = async (method: string, path: string, more: object) =>
    expect((await app.call(method, `/api/admin/v1/payment/tiket/${path}`, { token: admin.token, body: more })).body).toMatchObject({
      success: true,
    })
  await step('PATCH', `update/${body.data.id}/1`, {})
  await step('POST', 'approve', { id: body.data.id, description: 'Ref 1' })
  await vi.waitFor(async () => {
    const { status } = await app.db.read.selectFrom('member').select('status').where('id', '=', leaver.id).executeTakeFirstOrThrow()
    expect(status).toBe(0)
  }, 10_000)
}

/** As if there had been no third administrator, who would have to agree. */
async function removeAdministrators(by: bigint) {
  const { app } = market
  const [demoted, blocked] = [
    await app.member({ name: 'Diturunkan' }),
    await app.member({ name: 'Admin terblokir', roles: ['ROLE_ADMIN'] }),
  ]
  await book(async (tx) => {
    for (const { id } of [demoted, blocked])
      await tx.insertInto('blocked_administrator').values({ member_id: id, blocked_by: by }).execute()
    await noted(tx, 'role.taken', demoted.id, by, { role: 'ROLE_ADMIN' })
    await noted(tx, 'member.blocked', blocked.id, by, { status: 0 })
    await tx.updateTable('member').set({ status: 0 }).where('id', '=', blocked.id).execute()
    await tx.updateTable('wallet').set({ shut: true }).where('member_id', '=', blocked.id).execute()
  })
}

/** A file of a bank, as an administrator uploads it; its rows are not processed. */
async function keepFile() {
  const { id } = await market.app.member({ name: 'Pengunggah', roles: ['ROLE_ADMIN'] })
  const bytes = await readFile(join(import.meta.dirname, 'bank-files/bca-klikbca.csv'))
  const audit = createAudit({ db: market.app.db, log: createLog('fatal') })
  await storeFile({ db: market.app.db, audit }, { memberId: id, sessionId: null, ipAddress: '' } as Caller, {
    bank: '01',
    bytes,
    confirmedMapping: null,
  })
  await confirmOldest()
}

/** A feed reports a row of the file, too. */
const confirmOldest = () =>
  book(async (tx) => {
    const { id } = await tx
      .selectFrom('bank_statement')
      .select('id')
      .where('file_id', 'is not', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await tx.updateTable('bank_statement').set({ confirmed_at: new Date() }).where('id', '=', id).execute()
    await noted(tx, 'statement.confirmed', id, null, { feed: 'dev' })
  })

/** Rows that hold money back: a reversal, one of which its feed later says another sum, and one that may be a row of another feed. */
async function doubts() {
  const log = createLog('fatal')
  const deps = { db: market.app.db, audit: createAudit({ db: market.app.db, log }), log }
  const at = new Date()
  const debit = { accountNo: null, at, hasTime: true, balance: null }
  const changed = { ...debit, id: 'berubah', amount: -72_00n, description: 'Uji berubah' }
  const double = { ...debit, id: 'ganda', amount: -74_00n, description: 'Uji ganda' }
  const report = (name: string, rows: FeedRow[]) => takeRows(deps, { name, bank: '05' }, rows)
  await report('feed', [{ ...debit, id: 'batal', amount: -71_00n, isReversal: true, description: 'Uji batal' }, changed, double])
  await report('feed', [{ ...changed, amount: -73_00n }])
  await report('moota', [{ ...double, at: new Date(at.getTime() - 2 * 86_400_000) }])
  await report('feed', [{ ...debit, id: 'biasa', amount: -75_00n, description: 'Uji biasa' }])
}

const book = <T>(work: (tx: Tx) => Promise<T>) => market.app.db.transaction(work)

/** Transfers of one member that leave the balance unchanged. Every row can be found by its amount. */
async function transfers() {
  const [{ id }, { id: other }] = [await market.app.member({ name: 'Penabung' }), await market.app.member({ name: 'Tetangga' })]
  await book(async (tx) => {
    await deposit(tx, id, 40_250n, { fee: 250n })
    await cancelTopUp(tx, await deposit(tx, id, 30_000n, { bank: '02' }))
    await endUnpaid(tx, id, 10_001n, 'rejected')
    await endUnpaid(tx, id, 10_002n, 'cancelled')
    await endUnpaid(tx, id, 10_003n, 'expired')
    await endedDifferences(tx)
    await rejectCashOut(tx, await askCashOut(tx, id, 5_000n))
    const paid = await askCashOut(tx, id, 6_000n)
    await payCashOut(tx, paid, '01')
    await returnCashOut(tx, paid)
    const byProvider = await askCashOut(tx, id, 6_100n)
    await payOut(tx, byProvider, 'succeeded')
    await returnCashOut(tx, byProvider)
    await payOut(tx, await askCashOut(tx, id, 6_200n), 'waits')
    await transferCash(tx, '01', '05', 9_000n)
    await adjust(tx, id, 800n)
    await adjust(tx, id, -801n)
    await correctCash(tx, '01', 'bank_fee', -65n)
    await correctCash(tx, '05', 'interest', 66n)
    await receiveUnmatched(tx, '04', 7_700n)
    await assignUnmatched(tx, await receiveUnmatched(tx, '04', 8_800n), id)
    await payAtProvider(tx, id, 9_100n)
    await payAtProvider(tx, other, 9_150n)
    await deposit(tx, id, 9_250n, { how: 'admin' })
    await strayAtProvider(tx, 9_200n)
    await assignUnmatched(tx, await strayAtProvider(tx, 9_300n), id)
    await showRow(tx, '05', 7_001n, 'deposit', await deposit(tx, id, 7_001n, { bank: '05', how: 'statement' }))
    await showRow(tx, '05', 9_100n, 'cash_transfer', await transferCash(tx, '02', '05', 9_100n))
    await showRow(tx, '05', -67n, 'correction', await correctCash(tx, '05', 'bank_fee', -67n))
    await showRow(tx, '01', -65n, 'new', null)
    await showRow(tx, '01', -68n, 'new', null)
    await showRow(tx, '01', -69n, 'noted', null)
    await showUnmatched(tx, '05', 7_002n)
    await recordUnmatched(tx, await showUnmatched(tx, '05', 7_003n))
    for (const _ of [1, 2]) await assignUnmatched(tx, await receiveUnmatched(tx, '05', 7_004n), id)
    // The administrator who gave this money to the member had seen the approval by hand.
    await sql`update top_up set beside = (select id from top_up where nominal = 9_250) where how = 'assigned' and member_id = ${id}`.execute(
      tx,
    )
  })
}

export const purchase = (reffclient: string) => `(select id from purchase where reffclient = '${reffclient}')`
export const attempt = (reffclient: string, number = 1) =>
  `(select id from attempt where purchase_id = ${purchase(reffclient)} and number = ${number})`
export const member = (name: string) => `(select id from member where name = '${name}')`
export const sellerOf = (reffclient: string) => `(select seller_id from purchase where reffclient = '${reffclient}')`
/** Another dispute about a purchase, in this state. */
export const dispute = (reffclient: string, state: 1 | 2 | 3, kind: 'dispute' | 'return' = 'dispute') =>
  `insert into dispute (purchase_id, buyer_id, seller_id, kind, reason, story, state, due_at, ended_by, ended_at)
     select id, buyer_id, seller_id, '${kind}', 'other', '-', ${state}, ${state === 1 ? 'now(), null, null' : 'null, buyer_id, now()'}
     from purchase where reffclient = '${reffclient}';`

export const event = (name: string, reference: string | number) => `event = '${name}' and reference = ${reference}`
export const unbook = (name: string, reference: string | number) => `delete from entry where ${event(name, reference)};`
/** Inserts a balanced set of ledger entries as the program would write it. */
export const add = (name: string, reference: string | number, ...legs: [account: string | number, amount: number][]) => `
  insert into entry (set_id, leg, account_id, amount, balance_after, event, reference)
  select fresh.id, leg.number, account, amount, case when account > 0 then 0 end, '${name}', ${reference}
  from (select nextval('entry_set_id') as id) fresh,
    (values ${legs.map(([account, amount], index) => `(${index + 1}, ${account}::bigint, ${amount})`).join(', ')}) leg(number, account, amount);`
/** Moves an entry of a set to another account. */
export const redirect = (name: string, reference: string | number, from: string | number, to: string | number) => `
  update entry set account_id = ${to}, balance_after = case when ${to} > 0 then 0 end
  where ${event(name, reference)} and account_id = ${from};`
/** Increases the amount of an entry; the caller has to adjust the other side of the set. */
export const grow = (name: string, reference: string | number, account: string | number, by: number) => `
  update entry set amount = amount + ${by} where ${event(name, reference)} and account_id = ${account};`

export const ticket = (table: string, amount: number) => `(select id from ${table} where amount = ${amount})`
export const saved = ticket('top_up', 40_000)
export const undone = ticket('top_up', 30_000)
export const asked = ticket('cash_out', 7_000)
export const paidOut = ticket('cash_out', 9_900)
export const turnedDown = ticket('cash_out', 5_000)
export const cameBack = ticket('cash_out', 6_000)
export const paidByProvider = ticket('cash_out', 6_100)
export const underWay = ticket('payout', 6_200)
export const moved = ticket('cash_transfer', 9_000)
export const adjusted = ticket('adjustment', 800)
export const paidDebt = ticket('debt_settlement', 1_030)
export const charged = ticket('cash_correction', -65)
export const row = (amount: number) => `(select id from bank_statement where amount = ${amount})`
export const waiting = ticket('suspense_item', 7_700)
export const found = ticket('suspense_item', 8_800)
export const atProvider = ticket('gateway_payment', 9_100)
export const stray = ticket('gateway_payment', 9_200)
export const strayFound = ticket('gateway_payment', 9_300)

/** Ends the day of the test, after all its events. */
export const dayEnds = 'insert into ledger_day select day + 1, (select max(set_id) + 1 from entry) from ledger_day;'
export const daySummed = `
  insert into wallet_day
  select account_id, (select min(day) from ledger_day), count(*) filter (where amount > 0), count(*) filter (where amount < 0),
    coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
  from entry where account_id > 0 group by account_id;
  insert into seller_day
  select (select min(day) from ledger_day), attempt.seller_id,
    count(*) filter (where event = 'purchase.settled' and account_id = -1),
    coalesce(sum(-amount) filter (where event = 'purchase.settled' and account_id = -1), 0),
    coalesce(sum(amount) filter (where event = 'purchase.settled' and account_id = -4), 0),
    coalesce(sum(amount) filter (where event = 'purchase.settled' and account_id = -7), 0),
    coalesce(sum(amount) filter (where event = 'purchase.settled' and account_id > 0), 0),
    count(*) filter (where event = 'purchase.refunded' and account_id > 0 and amount > 0),
    coalesce(sum(amount) filter (where event = 'purchase.refunded' and account_id > 0 and amount > 0), 0),
    coalesce(sum(-amount) filter (where event = 'purchase.refunded' and account_id = -7), 0),
    coalesce(sum(-amount) filter (where event = 'purchase.refunded' and account_id = -4), 0)
  from entry join attempt on attempt.id = reference where event in ('purchase.settled', 'purchase.refunded') group by attempt.seller_id;`

/** Disables triggers, for corruptions that a trigger would refuse. */
export const withoutTriggers = 'set local session_replication_role = replica;'

export const balancesFollow = `
  update entry set balance_after = after.balance
  from (select set_id, leg, sum(amount) over (partition by account_id order by set_id, leg) as balance from entry where account_id > 0) after
  where after.set_id = entry.set_id and after.leg = entry.leg;
  update wallet set balance = coalesce((select sum(amount) from entry where account_id = member_id), 0);`

const appendOnly = [
  'entry',
  'purchase_force',
  'cash_transfer',
  'adjustment',
  'cash_correction',
  'debt_settlement',
  'ledger_day',
  'wallet_day',
  'seller_day',
]

export const breachesAfter = async (statements: string) => (await foundAfter(statements)).map(({ rule }) => rule)

export async function foundAfter(statements: string): Promise<Breach[]> {
  const tx = await market.app.tables.startTransaction().execute()
  try {
    await sql.raw(`${appendOnly.map((table) => `alter table ${table} disable trigger user;`).join(' ')} ${statements}`).execute(tx)
    return await breachesIn(tx, [statementEvidence])
  } finally {
    await tx.rollback().execute()
  }
}
