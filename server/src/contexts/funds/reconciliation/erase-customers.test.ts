import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDayOf } from '#shared/clock.ts'
import { BankInstance } from '../../../../test/bank-instance.ts'
import { withinOneDay } from '../../../../test/one-day.ts'
import { runJob } from '../../../../test/run-job.ts'

await withinOneDay()

let instance: BankInstance

beforeAll(async () => {
  instance = await BankInstance.start()
  await instance.app.setting('reconciliation.waitDays', 0)
  await instance.app.setting('statements.keptDays', 90)
  // Money of rows from before the first ticket is not booked, so a first ticket is created.
  await instance.ticketOf(await instance.member())
})

afterAll(() => instance?.stop())

const longAgo = new Date(Date.now() - 100 * 86_400_000)
const yesterday = new Date(Date.now() - 86_400_000)

const differences = async (query: string) =>
  (await instance.app.call('GET', `/api/admin/v1/reconciliation/differences?${query}`, { token: instance.admin.token })).body.data.content

test('a payer’s name is shown with the difference of the bank row and can be searched, until the text of the row is removed', async () => {
  const { id, keterangan } = await instance.paid(-51_001)
  const moveTo = (at: Date) =>
    instance.app.tables.updateTable('bank_statement').set({ happened_at: at }).where('id', '=', BigInt(id)).execute()
  await moveTo(yesterday)
  await runJob(instance.app, 'reconcile-banks')
  const found = (await differences(`search=${encodeURIComponent(keterangan)}`)) as { kind: string; keterangan: string }[]
  expect(found).toMatchObject([{ kind: 'not_in_books', reference: `mutasi ${id}` }])
  expect(found[0]?.keterangan.startsWith(keterangan)).toBe(true)
  expect((await instance.asAdmin('POST', `mutasi/${id}/explain`, { kind: 'noted', reason: 'Biaya admin' })).status).toBe(200)
  await moveTo(longAgo)
  await runJob(instance.app, 'erase-payers')
  expect(await differences(`search=${encodeURIComponent(keterangan)}`)).toEqual([])
  const kept = await instance.app.db.read.selectFrom('reconciliation_difference').selectAll().execute()
  expect(kept.map(({ detail }) => detail).join()).not.toContain(keterangan)
})

async function reportOf(at: Date): Promise<bigint> {
  const { id } = await instance.app.tables
    .insertInto('seller_report')
    .values({
      seller_id: instance.second.id,
      day: sql`${jakartaDayOf(at)}::date`,
      content: Buffer.from('reference,number,price,status\nA1,081234567890,100,sukses'),
      sha256: Buffer.from(at.toISOString()),
      rows: 1,
      uploaded_by: instance.admin.id,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await instance.app.tables
    .insertInto('seller_report_row')
    .values({ report_id: id, line: 2, seller_id: instance.second.id, reference: 'A1', number: '081234567890', price: 100n, state: 1 })
    .execute()
  return id
}

const differing = (reference: string, ended: Date | null) =>
  instance.app.tables
    .insertInto('reconciliation_difference')
    .values({
      scope: 'seller',
      key: String(instance.second.id),
      day: sql`${jakartaDayOf(longAgo)}::date`,
      kind: 'not_in_lapak',
      reference,
      detail: '081234567890 · sukses',
      ended_at: ended,
      ended_by: ended && instance.admin.id,
      ended_reason: ended && 'Sudah dicek',
    })
    .execute()

test('customers’ numbers in a seller’s list are removed after the days of the setting, except for open differences', async () => {
  const [old, young] = [await reportOf(longAgo), await reportOf(yesterday)]
  await differing('A1', longAgo)
  await differing('A2', yesterday)
  await differing('A3', null)
  await runJob(instance.app, 'erase-customers')
  const { db } = instance.app
  const contents = await db.read.selectFrom('seller_report').select(['id', 'content']).execute()
  expect(contents.filter(({ content }) => content.length > 0).map(({ id }) => id)).toEqual([young])
  const rows = await db.read.selectFrom('seller_report_row').select(['report_id', 'number', 'price']).orderBy('report_id').execute()
  expect(rows).toEqual([
    { report_id: old, number: '', price: 100n },
    { report_id: young, number: '081234567890', price: 100n },
  ])
  const listed = (await differences('scope=seller&sort=createat,ASC')) as { reference: string; keterangan: string }[]
  expect(listed.map(({ reference, keterangan }) => [reference, keterangan !== '']).sort()).toEqual([
    ['A1', false],
    ['A2', true],
    ['A3', true],
  ])
})

test('a stored seller’s list cannot be deleted, and it can be changed only by removing its content and numbers', async () => {
  for (const change of [
    sql`update seller_report set rows = 0`,
    sql`update seller_report set content = 'x'`,
    sql`delete from seller_report`,
    sql`update seller_report_row set price = 0`,
    sql`update seller_report_row set number = 'x'`,
    sql`delete from seller_report_row`,
  ])
    await expect(instance.app.db.transaction((tx) => change.execute(tx))).rejects.toMatchObject({ constraint: 'append_only' })
})
