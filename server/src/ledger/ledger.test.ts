import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, type Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, openTables, type TestDatabase } from '../../test/database.ts'
import { adjust, adjustments, askCashOut, deposit } from '../../test/money.ts'
import { platformAccounts } from './chart.ts'
import { adjustmentBooked, type EntrySet } from './money-events.ts'
import { openWallets, postEntries } from './post.ts'
import { checkLedger } from './verification/verification.ts'

let database: TestDatabase
let db: Database
let tables: ReturnType<typeof openTables>

beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 8, log: createLog('fatal') })
  tables = openTables(database.ownerUrl)
})

afterAll(async () => {
  await db.close()
  await tables.destroy()
  await database.drop()
})

let serial = 0
async function member(): Promise<bigint> {
  serial += 1
  const { id } = await db.transaction((tx) =>
    tx
      .insertInto('member')
      .values({ name: `M${serial}`, email: `m${serial}@lapak.test`, password_hash: '-' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await db.transaction((tx) => openWallets(tx, [id]))
  return id
}

const book = (...sets: EntrySet[]) => db.transaction((tx) => postEntries(tx, sets))
const balanceOf = async (id: bigint) =>
  (await db.read.selectFrom('wallet').select('balance').where('member_id', '=', id).executeTakeFirstOrThrow()).balance

test('each posted entry contains the balance after it', async () => {
  const one = await member()
  await db.transaction(async (tx) => {
    await deposit(tx, one, 70_000n, { bank: '04' })
    await askCashOut(tx, one, 20_000n)
  })
  const entries = await db.read.selectFrom('entry').selectAll().where('account_id', '=', one).orderBy('set_id').execute()
  expect(entries.map((entry) => [entry.event, entry.amount, entry.balance_after])).toEqual([
    ['deposit.approved', 70_000n, 70_000n],
    ['cash_out.requested', -20_000n, 50_000n],
  ])
  expect(await balanceOf(one)).toBe(50_000n)
  expect(await checkLedger(db)).toEqual([])
})

test('a debit above the balance is refused, and no entry of its set is booked', async () => {
  const one = await member()
  await db.transaction((tx) => deposit(tx, one, 10_000n))
  await expect(db.transaction((tx) => askCashOut(tx, one, 10_001n))).rejects.toMatchObject({ constraint: 'wallet_not_negative' })
  expect(await balanceOf(one)).toBe(10_000n)
  expect(await checkLedger(db)).toEqual([])
})

test('a posting throws the given refusal if the balance is too low, and the database error in other cases', async () => {
  const one = await member()
  const given = await db.transaction((tx) => adjust(tx, one, 5_000n))
  const taken = (...sets: EntrySet[]) =>
    db.transaction((tx) => postEntries(tx, sets, { insufficientBalance: () => new Refusal('deposit.spent') }))
  await expect(taken(adjustmentBooked(given + 1_000_000n, one, -5_001n))).rejects.toMatchObject({ code: 'deposit.spent' })
  // In turn: a set that was booked before, a wallet that does not exist, and legs that do not sum to zero.
  await expect(taken(adjustmentBooked(given, one, 5_000n))).rejects.toMatchObject({ constraint: 'entry_once' })
  await expect(taken(adjustmentBooked(given + 1_000_000n, 1_000_000n, -5n))).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
  const lame: EntrySet = { event: 'adjustment.booked', reference: given + 1_000_000n, legs: [{ account: one, amount: -1n }] }
  await expect(taken(lame)).rejects.toMatchObject({ constraint: 'entry_sets_balance' })
  expect(await balanceOf(one)).toBe(5_000n)
})

test.each(['transaction', 'fast.transaction'] as const)('a posting is rolled back if its %s fails', async (kind) => {
  const one = await member()
  const transaction = kind === 'transaction' ? db.transaction : db.fast.transaction
  const failing = transaction(async (tx) => {
    await deposit(tx, one, 5_000n)
    throw new Error('the ticket could not be written')
  })
  await expect(failing).rejects.toThrow('the ticket could not be written')
  expect(await balanceOf(one)).toBe(0n)
  expect(await db.read.selectFrom('entry').selectAll().where('account_id', '=', one).execute()).toEqual([])
})

test('an event is never booked twice for a reference', async () => {
  const one = await member()
  const id = await db.transaction((tx) => adjust(tx, one, 5_000n))
  await expect(book(adjustmentBooked(id, one, 5_000n))).rejects.toMatchObject({ constraint: 'entry_once' })
  expect(await balanceOf(one)).toBe(5_000n)
})

test('the database refuses a set that does not sum to zero', async () => {
  const one = await member()
  await expect(book({ event: 'adjustment.booked', reference: one, legs: [{ account: one, amount: 1n }] })).rejects.toMatchObject({
    constraint: 'entry_sets_balance',
  })
  // A sum that exceeds the range of bigint is refused, too.
  const all = 2n ** 63n - 1n
  const beyond = [all, all, 2n].map((amount) => ({ account: platformAccounts.adjustments, amount }))
  await expect(book({ event: 'adjustment.booked', reference: one, legs: beyond })).rejects.toMatchObject({ code: '22003' })
})

test('entries cannot be changed or deleted, not even by the owner of the table', async () => {
  for (const statement of [sql`update entry set amount = amount + 1`, sql`delete from entry`, sql`truncate entry`]) {
    await expect(statement.execute(tables)).rejects.toMatchObject({ constraint: 'append_only' })
  }
})

test('exactly seven of twenty concurrent debits succeed if the balance covers seven', async () => {
  const one = await member()
  await db.transaction((tx) => deposit(tx, one, 70_000n))
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => db.transaction((tx) => adjust(tx, one, -10_000n))))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(7)
  expect(await balanceOf(one)).toBe(0n)
  expect(await checkLedger(db)).toEqual([])
})

test('the sets of a wallet have numbers in the order of its changes, even for concurrent changes', async () => {
  const one = await member()
  await Promise.all(Array.from({ length: 40 }, () => db.transaction((tx) => adjust(tx, one, 100n))))
  const entries = await db.read.selectFrom('entry').select('balance_after').where('account_id', '=', one).orderBy('set_id').execute()
  expect(entries.map(({ balance_after }) => balance_after)).toEqual(Array.from({ length: 40 }, (_, index) => BigInt(index + 1) * 100n))
})

test('concurrent movements between two wallets in both directions never deadlock', async () => {
  const [a, b] = [await member(), await member()]
  for (const one of [a, b]) await db.transaction((tx) => deposit(tx, one, 1_000_000n))
  const rows = (from: bigint, to: bigint) => (tx: Tx) =>
    adjustments(tx, [
      { member: from, amount: -100n },
      { member: to, amount: 100n },
    ])
  // One posting contains both entry sets, in either order.
  const move = (from: bigint, to: bigint) =>
    db.transaction(async (tx) =>
      postEntries(
        tx,
        (await rows(from, to)(tx)).map(({ id, member_id, amount }) => adjustmentBooked(id, member_id, amount)),
      ),
    )
  await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 ? move(a, b) : move(b, a))))
  expect((await balanceOf(a)) + (await balanceOf(b))).toBe(2_000_000n)
  expect(await checkLedger(db)).toEqual([])
})

test('each leg has the correct balance after it if one posting contains many sets, in any order of wallets', async () => {
  const amountOf = (n: number) => BigInt(n < 7 ? 10_000 : n % 3 === 2 ? -n : n)
  const members: bigint[] = []
  while (members.length < 7) members.push(await member())
  const rows = await db.transaction((tx) =>
    adjustments(
      tx,
      Array.from({ length: 200 }, (_, n) => ({ member: members[(n * 5) % 7] ?? 0n, amount: amountOf(n) })),
    ),
  )
  const before = new Map<bigint, bigint>()
  const after = await book(...rows.map(({ id, member_id, amount }) => adjustmentBooked(id, member_id, amount)))
  const entries = await db.read
    .selectFrom('entry')
    .select(['account_id', 'amount', 'balance_after', 'reference'])
    .where('account_id', 'in', members)
    .orderBy('set_id')
    .execute()
  expect(entries.map(({ reference }) => reference)).toEqual(rows.map(({ id }) => id))
  for (const { account_id, amount, balance_after } of entries) {
    before.set(account_id, (before.get(account_id) ?? 0n) + amount)
    expect(balance_after).toBe(before.get(account_id))
  }
  expect(after).toEqual(before)
  expect(await checkLedger(db)).toEqual([])
})

test('no entry of a posting is booked if one of its wallets does not exist', async () => {
  const one = await member()
  const unknownMember = adjustmentBooked(900_001n, 1_000_000n, 500n)
  await expect(book(adjustmentBooked(900_000n, one, 500n), unknownMember, adjustmentBooked(900_002n, one, 5n))).rejects.toMatchObject({
    code: expect.stringMatching(/^23/),
  })
  expect(await balanceOf(one)).toBe(0n)
  expect(await checkLedger(db)).toEqual([])
})

test('the verification reports the first wallet whose balance was changed outside of the ledger', async () => {
  const one = await member()
  await db.transaction((tx) => sql`update wallet set balance = 123 where member_id = ${one}`.execute(tx))
  const breaches = await checkLedger(db)
  expect(breaches.map((breach) => breach.rule)).toContain('every balance equals the sum of its entries')
  expect(breaches.find((breach) => breach.rule === 'every balance equals the sum of its entries')?.row).toBe(
    `wallet ${one} has 123, its entries sum to 0`,
  )
  await db.transaction((tx) => sql`update wallet set balance = 0 where member_id = ${one}`.execute(tx))
})

test('a posting that waits for a wallet includes money that was booked in the meantime', async () => {
  const one = await member()
  let arrived = Promise.resolve()
  await db.transaction(async (tx) => {
    await deposit(tx, one, 10_000n)
    // The cash-out starts while the wallet is empty and locked, and continues after the deposit was committed.
    arrived = db.transaction((tx) => askCashOut(tx, one, 8_000n)).then(() => undefined)
    arrived.catch(() => undefined)
    const waiting = sql<{
      count: bigint
    }>`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(db.read)).rows[0]?.count === 0n) await new Promise((resolve) => setTimeout(resolve, 5))
  })
  await arrived
  expect(await balanceOf(one)).toBe(2_000n)
})
