import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BankInstance } from '../../../../test/bank-instance.ts'
import { runJob } from '../../../../test/run-job.ts'

let instance: BankInstance

beforeAll(async () => {
  instance = await BankInstance.start()
  // Money of rows from before the first ticket is not booked, so a first ticket is created.
  await instance.ticketOf(await instance.member())
})

afterAll(() => instance?.stop())

const longAgo = new Date(Date.now() - 100 * 86_400_000)

async function ageRow(id: number) {
  await instance.app.tables.updateTable('bank_statement').set({ happened_at: longAgo }).where('id', '=', BigInt(id)).execute()
}

async function ageFiles() {
  await instance.app.tables.transaction().execute(async (tx) => {
    await sql`alter table statement_file disable trigger user`.execute(tx)
    await tx.updateTable('statement_file').set({ created_at: longAgo }).execute()
    await sql`alter table statement_file enable trigger user`.execute(tx)
  })
}

const textOf = async (id: number) =>
  (await instance.app.db.read.selectFrom('bank_statement').select('description').where('id', '=', BigInt(id)).executeTakeFirstOrThrow())
    .description
const contents = async () =>
  (await instance.app.db.read.selectFrom('statement_file').select('content').orderBy('id').execute()).map(
    ({ content }) => content.length > 0,
  )

test('names of payers are removed after the days of the setting, except for suspense money', async () => {
  await instance.app.setting('statements.keptDays', 90)
  const [old, young, waiting] = [await instance.paid(-51_001), await instance.paid(-51_002), await instance.paid(51_003)]
  for (const { id } of [old, young])
    expect((await instance.asAdmin('POST', `mutasi/${id}/explain`, { kind: 'noted', reason: 'Biaya admin' })).status).toBe(200)
  const bank = instance.bank()
  const text = instance.newText()
  bank.move(51_004, text)
  const file = bank.file('KlikBCA')
  expect((await instance.upload(file)).status).toBe(200)
  await instance.rowsOf(text)
  await ageRow(old.id)
  await ageRow(waiting.id)

  await runJob(instance.app, 'erase-payers')
  expect([await textOf(old.id), await textOf(young.id), await textOf(waiting.id)]).toEqual(['', young.keterangan, waiting.keterangan])
  expect(await contents()).toEqual([true])
  await ageFiles()
  await runJob(instance.app, 'erase-payers')
  expect(await contents()).toEqual([false])
  expect((await instance.upload(file)).body.code).toBe('statement.file_known')
  await instance.booksHold()
})

test('a stored bank file cannot be deleted, and it can be changed only by removing its content', async () => {
  for (const change of [
    sql`update statement_file set rows = 0`,
    sql`update statement_file set content = 'x'`,
    sql`delete from statement_file`,
  ])
    await expect(instance.app.db.transaction((tx) => change.execute(tx))).rejects.toMatchObject({ constraint: 'append_only' })
})
