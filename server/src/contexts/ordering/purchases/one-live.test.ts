import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'

/** Constraints and triggers of the database prevent two live attempts of a purchase, whatever statements the program executes. */
let app: TestApp
let purchase = 0

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})

afterAll(() => app.stop())

beforeEach(async () => {
  purchase += 1
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, channel, reffclient, product_code, target)
    values (${purchase}, 1, 1, 1, 1, 1000, 0, ${`R${purchase}`}, 'P', '0812')`.execute(app.tables)
})

const id = (number: number) => purchase * 10 + number

const open = (number: number, state = 0, on = app.tables) =>
  sql`insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state) values (${id(number)}, ${purchase}, 1, 1, 1000, ${number}, ${state})`.execute(
    on,
  )

const turn = (number: number, state: number, on = app.tables) =>
  sql`update attempt set state = ${state} where id = ${id(number)}`.execute(on)

const live = async () => {
  const { rows } = await sql<{ id: bigint }>`select id from attempt where purchase_id = ${purchase} and state <= 3 order by id`.execute(
    app.tables,
  )
  return rows.map((row) => Number(row.id))
}

const refused = { constraint: 'attempt_one_live' }

test('the next attempt of a purchase can begin only after the previous attempt has ended', async () => {
  await open(1)
  await expect(open(2)).rejects.toMatchObject(refused)
  await turn(1, 5)
  await open(2)
  expect(await live()).toEqual([id(2)])
  await expect(open(3)).rejects.toMatchObject(refused)
  await turn(2, 6)
  await open(3)
  expect(await live()).toEqual([id(3)])
})

test('an ended attempt cannot become live again while another attempt is live', async () => {
  await open(1, 5)
  await open(2, 2)
  await expect(turn(1, 3)).rejects.toMatchObject(refused)
  await expect(sql`update attempt set state = 0 where purchase_id = ${purchase}`.execute(app.tables)).rejects.toMatchObject(refused)
  expect(await live()).toEqual([id(2)])
})

test('an attempt cannot skip a number, even if it has already ended', async () => {
  await open(1, 5)
  await expect(open(3)).rejects.toMatchObject(refused)
  await expect(open(5, 5)).rejects.toMatchObject(refused)
})

test('an attempt with a number above 1 cannot exist without a previous attempt', async () => {
  await expect(open(2, 5)).rejects.toMatchObject(refused)
  await expect(open(2)).rejects.toMatchObject(refused)
})

test('an attempt cannot change its number or its purchase', async () => {
  await open(1)
  const keeps = { constraint: 'attempt_keeps_its_place' }
  await expect(sql`update attempt set number = 2 where id = ${id(1)}`.execute(app.tables)).rejects.toMatchObject(keeps)
  await expect(sql`update attempt set purchase_id = 999 where id = ${id(1)}`.execute(app.tables)).rejects.toMatchObject(keeps)
})

test('an attempt cannot become live in a transaction of isolation level repeatable read', async () => {
  await open(1, 5)
  const asOfItsBeginning = app.tables.transaction().setIsolationLevel('repeatable read')
  await expect(asOfItsBeginning.execute((tx) => open(2, 0, tx))).rejects.toMatchObject(refused)
})

test('of two concurrent attempts of a purchase, one is refused', async () => {
  await open(1, 5)
  await open(2, 5)
  const outcomes = app.tables.transaction().execute(async (tx) => {
    await open(3, 0, tx)
    const other = turn(1, 3).then(
      () => 'done',
      (error) => error.constraint,
    )
    await sql`select pg_sleep(0.3)`.execute(tx)
    return { other }
  })
  expect(await (await outcomes).other).toBe('attempt_one_live')
  expect(await live()).toEqual([id(3)])
})
