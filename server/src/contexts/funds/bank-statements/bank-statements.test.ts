import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { rupiahText } from '@lapak/contract/shared/money'
import { type BankSimulator, createBank } from '@lapak/simulators/bank'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Reader } from '#db/db.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import type { Json, TestApp, TestMember } from '../../../../test/app.ts'
import { BankInstance, feedSecrets, platformAccountNo } from '../../../../test/bank-instance.ts'
import { cashOut, deposit, endTopUp, transferCash } from '../../../../test/money.ts'
import { withinOneDay } from '../../../../test/one-day.ts'
import { withoutTriggers } from '../../../../test/planting.ts'
import { runJob } from '../../../../test/run-job.ts'
import { statementEvidence } from './evidence.ts'

await withinOneDay()

let instance: BankInstance
let app: TestApp
let admin: TestMember
let second: TestMember
let member: TestMember
let bank: BankSimulator

beforeAll(async () => {
  instance = await BankInstance.start()
  ;({ app, admin, second } = instance)
  await app.setting('statements.filesPerHour', 1000)
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.member()
  bank = instance.bank()
})

const paid = (amount: number, teller = bank) => instance.paid(amount, teller)
const booksHold = () => instance.booksHold()

describe('a transfer of the exact sum', () => {
  test('pays its ticket without an administrator', async () => {
    const ticket = await instance.ticketOf(member)
    const row = await paid(ticket.nominal)
    expect(row).toMatchObject({
      status: 'deposit',
      mutasi: ticket.nominal,
      reference: ticket.id,
      invoice: ticket.invoice,
      explainedby: null,
      why: `Nominal sama persis dengan tiket ${ticket.invoice}, satu-satunya yang terbuka`,
    })
    expect(await instance.stateOf(member, ticket)).toBe(2)
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await booksHold()
  })

  test('pays its ticket once, even if several sources deliver its row several times', async () => {
    const ticket = await instance.ticketOf(member)
    const text = instance.newText()
    const row = bank.move(ticket.nominal, text)
    await Promise.all(Array.from({ length: 10 }, () => bank.deliver([row])))
    await bank.deliver([row], { withoutNames: true })
    const other = createBank({ url: app.url, secret: feedSecrets.moota, code: '01', account: platformAccountNo })
    await other.deliver([row], { by: 'moota' })
    const another = createBank({ url: app.url, secret: feedSecrets.cekmutasi, code: '01', account: platformAccountNo })
    await another.deliver([row], { by: 'cekmutasi' })
    expect(await instance.rowsOf(text)).toHaveLength(1)
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await booksHold()
  })

  test('waits for an administrator if its sum is above the limit for automatic approval', async () => {
    await app.setting('topup.autoApproveMax', 60_000n)
    const ticket = await instance.ticketOf(member)
    const row = await paid(ticket.nominal)
    const other = await instance.ticketOf(await instance.member())
    await app.setting('topup.autoApproveMax', BigInt(other.nominal))
    expect(await paid(other.nominal), 'the limit itself is below').toMatchObject({ status: 'deposit', invoice: other.invoice })
    await app.setting('topup.autoApproveMax', 0n)
    expect(row).toMatchObject({ status: 'unmatched', why: `Cocok dengan tiket ${ticket.invoice}, di atas batas otomatis; menunggu admin` })
    expect(await instance.stateOf(member, ticket)).toBe(1)
    await booksHold()
  })

  test('pays its ticket even if the clock of its bank is some minutes slow', async () => {
    const ticket = await instance.ticketOf(member)
    const text = instance.newText()
    await bank.deliver([bank.move(ticket.nominal, text, new Date(Date.now() - 9 * 60_000))])
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
  })

  test('pays the first ticket of all if the transfer is dated shortly before the midnight after which the ticket was created', async () => {
    const fresh = await BankInstance.start()
    onTestFinished(() => fresh.stop())
    const owner = await fresh.member()
    const ticket = await fresh.ticketOf(owner)
    const midnight = startOfJakartaDay(jakartaDayOf(new Date())).getTime()
    const created_at = new Date(midnight + 5 * 60_000)
    await fresh.app.tables.updateTable('top_up').set({ created_at }).where('id', '=', BigInt(ticket.id)).execute()
    const [teller, text] = [fresh.bank(), fresh.newText()]
    await teller.deliver([teller.move(ticket.nominal, text, new Date(midnight - 4 * 60_000))])
    expect((await fresh.rowsOf(text))[0]).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
  })

  test('does not pay a ticket that was created after the transfer', async () => {
    const ticket = await instance.ticketOf(member)
    const text = instance.newText()
    await bank.deliver([bank.move(ticket.nominal, text, new Date(Date.now() - 11 * 60_000))])
    const [row] = await instance.rowsOf(text)
    expect(row.status).not.toBe('deposit')
    expect(await instance.stateOf(member, ticket)).toBe(1)
  })

  test('is matched with a ticket that an administrator has already approved by hand, and is booked once', async () => {
    const byHand = await app.db.transaction((tx) => deposit(tx, member.id, 77_031n, { how: 'admin' }))
    expect(await paid(77_031)).toMatchObject({ status: 'deposit', reference: Number(byHand) })
    expect(await app.balance(member)).toBe(77_031n)
    expect(await paid(77_031), 'shown by one row').toMatchObject({ status: 'unmatched' })
    await booksHold()
  })

  test('is not matched with a ticket that an administrator approved by hand more than a week ago', async () => {
    const byHand = await app.db.transaction((tx) => deposit(tx, member.id, 77_032n, { how: 'admin' }))
    const approvedAgo = (days: number) =>
      app.tables
        .updateTable('top_up')
        .set((row) => ({ approved_at: sql<Date>`${row.ref('created_at')} - ${days} * interval '1 day'` }))
        .where('id', '=', byHand)
        .execute()
    await approvedAgo(8)
    expect(await paid(77_032)).toMatchObject({ status: 'unmatched' })
    // Restores the approval date, because `booksHold` compares the books with it.
    await approvedAgo(0)
    await booksHold()
  })

  test('waits for an administrator if its time is unknown and either an open ticket or a ticket approved by hand may be its own', async () => {
    const ticket = await instance.ticketOf(member)
    const byHand = await app.db.transaction((tx) => deposit(tx, member.id, BigInt(ticket.nominal), { how: 'admin' }))
    const text = instance.newText()
    bank.move(ticket.nominal, text)
    await instance.upload(bank.file('KlikBCA'))
    const [row] = await instance.rowsOf(text)
    expect(row).toMatchObject({ status: 'unmatched', why: expect.stringContaining(`Bisa tiket ${ticket.invoice}, bisa tiket`) })
    expect(row.why).toContain(`-${byHand} `)
    expect(await instance.stateOf(member, ticket)).toBe(1)
    // A row with a time is not ambiguous: its money came after the approval.
    const other = await instance.ticketOf(await instance.member())
    await app.db.transaction((tx) => deposit(tx, member.id, BigInt(other.nominal), { how: 'admin' }))
    expect(await paid(other.nominal)).toMatchObject({ status: 'deposit', invoice: other.invoice })
  })
})

describe('money of a sum that also something else has', () => {
  const methodOf = async (bank: string) =>
    Number(
      (
        await app.db.read
          .selectFrom('payment_method')
          .select('id')
          .where('cash_code', '=', bank)
          .where('channel', '=', 'transfer')
          .executeTakeFirstOrThrow()
      ).id,
    )

  test('does not pay an open ticket if the bank may have returned a cash-out of this sum', async () => {
    const ticket = await instance.ticketOf(member, 100_000, await methodOf('04'))
    await app.db.transaction((tx) => deposit(tx, member.id, BigInt(ticket.nominal) + 1_003n, { how: 'admin' }))
    const out = await app.db.transaction((tx) => cashOut(tx, member.id, BigInt(ticket.nominal)))
    const row = await paid(ticket.nominal, instance.bank('04'))
    expect(row).toMatchObject({
      status: 'unmatched',
      why: expect.stringMatching(`Bisa tiket ${ticket.invoice}, bisa penarikan CO-.*-${out} `),
    })
    expect(await instance.stateOf(member, ticket)).toBe(1)
    await booksHold()
  })

  test('does not pay an open ticket if it may be a transfer between accounts of the platform', async () => {
    const ticket = await instance.ticketOf(member, 300_000)
    await app.db.transaction((tx) => transferCash(tx, '02', '01', BigInt(ticket.nominal)))
    expect(await paid(ticket.nominal)).toMatchObject({ status: 'unmatched', why: expect.stringContaining('bisa transfer kas') })
    expect(await instance.stateOf(member, ticket)).toBe(1)
    await booksHold()
  })
})

describe('money without a ticket', () => {
  test('becomes suspense money, and its row shows the reason', async () => {
    const before = (await instance.asAdmin('GET', 'unmatched')).body.data.find(({ bankcode }: Json) => bankcode === '01')?.amount ?? 0
    expect(await paid(61_007)).toMatchObject({ status: 'unmatched', why: 'Tidak ada tiket terbuka dengan nominal ini' })
    const after = (await instance.asAdmin('GET', 'unmatched')).body.data.find(({ bankcode }: Json) => bankcode === '01')
    expect(after.amount).toBe(before + 61_007)
    await booksHold()
  })

  test('becomes suspense money if it comes late, and its row shows the ticket that ended', async () => {
    const ticket = await instance.ticketOf(member)
    await app.tables
      .updateTable('top_up')
      .set({ expires_at: new Date(0) })
      .where('id', '=', BigInt(ticket.id))
      .execute()
    await runJob(app, 'expire-top-ups')
    const row = await paid(ticket.nominal)
    expect(row.status).toBe('unmatched')
    expect(row.why).toContain(ticket.invoice)
    expect((await instance.asAdmin('GET', `unmatched/${row.unmatched}/suggest`)).body.data).toContainEqual({
      owner: { ticketid: ticket.id },
      memberid: Number(member.id),
      membername: member.name,
      invoice: ticket.invoice,
      nominal: ticket.nominal,
      biaya: null,
      at: expect.any(String),
      why: 'Berakhir karena waktu sebelum mutasinya datang, nominalnya sama',
    })
    // If several tickets of this sum have ended, the row shows the latest of them.
    const ended = await app.db.read.selectFrom('top_up').selectAll().where('id', '=', BigInt(ticket.id)).executeTakeFirstOrThrow()
    const { id: _, ...same } = { ...ended, state: 1, ended_at: null, ended_reason: null }
    const latest = await app.db.transaction(async (tx) => {
      const { id } = await tx.insertInto('top_up').values(same).returning('id').executeTakeFirstOrThrow()
      await endTopUp(tx, id, 'expired')
      return id
    })
    expect((await paid(ticket.nominal)).why).toContain(`-${latest} dengan nominal ini berakhir`)
  })

  test('is not credited if its sum has sen or if it is money out', async () => {
    const text = instance.newText()
    const movement = bank.move(50_000, text)
    await bank.deliver([{ ...movement, amount: 50_000.5 }])
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'new', mutasi: 50_000.5, why: 'Ada sen, jadi bukan topup' })
    expect(await paid(-6_500)).toMatchObject({ status: 'new', mutasi: -6_500 })
    await booksHold()
  })

  test("is stored but not booked if the account is not the platform's", async () => {
    const foreignBank = instance.bank('01', { account: '999' })
    expect(await paid(50_011, foreignBank)).toMatchObject({ status: 'new', why: 'Bukan rekening kas kita di bank ini' })
  })
})

describe('a movement of money by the platform', () => {
  test('explains the rows of both banks', async () => {
    const moved = await app.db.transaction((tx) => transferCash(tx, '02', '01', 7_000_000n))
    expect(await paid(7_000_000)).toMatchObject({ status: 'cash_transfer', reference: Number(moved) })
    expect(await paid(-7_000_000, instance.bank('02'))).toMatchObject({ status: 'cash_transfer', reference: Number(moved) })
    await booksHold()
  })

  test('explains its row if it is a cash-out, even if it is booked after the bank reported the row', async () => {
    await app.db.transaction((tx) => deposit(tx, member.id, 900_000n))
    const row = await paid(-321_000, instance.bank('04'))
    expect(row.status).toBe('new')
    const out = await app.db.transaction((tx) => cashOut(tx, member.id, 321_000n))
    await runJob(app, 'rematch-statements')
    await expect
      .poll(async () => (await instance.asAdmin('GET', 'mutasi?search=321000')).body.data.content)
      .toEqual([expect.objectContaining({ id: row.id, status: 'cash_out', reference: Number(out) })])
    await booksHold()
  })

  test('explains only one row near its day, and an administrator decides if two movements match', async () => {
    const at = instance.bank('04')
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    await app.db.transaction((tx) => deposit(tx, member.id, 2_000_000n))
    const old = await app.db.transaction((tx) => cashOut(tx, member.id, 331_001n))
    const { paid_at } = await app.db.read.selectFrom('cash_out').select('paid_at').where('id', '=', old).executeTakeFirstOrThrow()
    const paidAt = (moment: Date | null) => app.tables.updateTable('cash_out').set({ paid_at: moment }).where('id', '=', old).execute()
    await paidAt(days(-5))
    expect(await paid(-331_001, at), 'paid long before').toMatchObject({ status: 'new' })
    await paidAt(paid_at)
    await app.db.transaction((tx) => transferCash(tx, '04', '02', 331_002n))
    const text = instance.newText()
    await at.deliver([at.move(-331_002, text, days(-5))])
    expect((await instance.rowsOf(text))[0], 'moved long after').toMatchObject({ status: 'new' })
    const out = await app.db.transaction((tx) => cashOut(tx, member.id, 331_003n))
    expect(await paid(-331_003, at)).toMatchObject({ status: 'cash_out', reference: Number(out) })
    expect(await paid(-331_003, at), 'shown already').toMatchObject({ status: 'new' })
    await app.db.transaction((tx) => cashOut(tx, member.id, 331_004n))
    await app.db.transaction((tx) => transferCash(tx, '04', '02', 331_004n))
    expect(await paid(-331_004, at), 'either').toMatchObject({ status: 'new' })
    for (const _ of [1, 2]) await app.db.transaction((tx) => cashOut(tx, member.id, 331_005n))
    expect(await paid(-331_005, at), 'either cash-out').toMatchObject({ status: 'new' })
    for (const _ of [1, 2]) await app.db.transaction((tx) => transferCash(tx, '04', '02', 331_006n))
    expect(await paid(-331_006, at), 'either transfer away').toMatchObject({ status: 'new' })
    expect(await paid(331_006, instance.bank('02')), 'either transfer in').toMatchObject({ status: 'unmatched' })
    await booksHold()
  })

  test('is matched again by only one job at a time, even if several jobs are queued', async () => {
    const row = await paid(-323_000, instance.bank('04'))
    const client = new pg.Client({ connectionString: app.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query('select from bank_statement where id = $1 for update', [row.id])
    for (const _ of [1, 2, 3]) await sql`select graphile_worker.add_job('rematch-statements')`.execute(app.tables)
    // After this time all jobs have started, and at least one waits for the lock of the row.
    await setTimeout(3_000)
    const { rows } = await sql<{ looks: number }>`
      select count(*)::integer as looks from graphile_worker.jobs
      where task_identifier in ('rematch-statements', 'match-unclassified') and locked_at is not null`.execute(app.tables)
    await client.end()
    expect(rows).toEqual([{ looks: 1 }])
  })
})

describe('a feed', () => {
  test('is refused if its secret is wrong, and the refusal is audited', async () => {
    const answer = await bank.deliver([bank.move(50_000)], { secret: 'salah-salah-salah-salah' })
    expect(answer).toMatchObject({ status: 401, body: { success: false, code: 'feed.not_proved', msg: 'Tanda tangan mutasi tidak cocok' } })
    const { body } = await app.call('GET', '/api/admin/v1/audit?event=statement.feed_refused', { token: admin.token })
    expect(body.data.content[0]).toMatchObject({ subject: '01', after: { feed: 'feed' } })
  })

  test('does not store rows with a sum of zero', async () => {
    const nothing = { ...bank.move(50_000), amount: 0 }
    expect(await bank.deliver([nothing])).toMatchObject({ status: 200, body: { data: { added: 0 } } })
  })

  test('is answered with "not found" if it delivers to a code that is no bank of the platform', async () => {
    expect(await instance.bank('06').deliver([])).toMatchObject({ status: 404 })
    expect(await instance.bank('99').deliver([])).toMatchObject({ status: 404 })
  })
})

const fixture = (name: string) => readFileSync(new URL(`../../../../test/bank-files/${name}`, import.meta.url))

describe("a bank's own file", () => {
  test('is previewed before it is stored, and adds only rows that no feed delivered', async () => {
    const ticket = await instance.ticketOf(member)
    const [text, late] = [instance.newText(), instance.newText()]
    await bank.deliver([bank.move(55_001, text)])
    bank.move(ticket.nominal, late)
    const file = bank.file('KlikBCA')
    const preview = await instance.upload(file, { simpan: 0 })
    expect(preview.body.data).toMatchObject({ format: 'KlikBCA', rows: 2, added: 1, pending: 0 })
    expect(preview.body.data.sample.map(({ known }: Json) => known)).toEqual([true, false])
    expect(await instance.rowsOf(late)).toEqual([])
    expect((await instance.upload(file)).body.data).toMatchObject({ rows: 2, added: 1 })
    expect(await instance.rowsOf(text)).toHaveLength(1)
    expect((await instance.rowsOf(late))[0]).toMatchObject({ status: 'deposit', invoice: ticket.invoice, withtime: false })
    await bank.deliver()
    expect(await instance.rowsOf(late)).toHaveLength(1)
    await booksHold()
  })

  test('is stored once, even if it is uploaded twice at the same time', async () => {
    bank.move(55_002, instance.newText())
    const answers = await Promise.all([instance.upload(bank.file('KlikBCA')), instance.upload(bank.file('KlikBCA'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('statement.file_known')
  })

  test('is also matched if it is from BRI, whose rows have times', async () => {
    const bri = instance.bank('04')
    const ticket = await instance.ticketOf(member, 150_000, 4)
    const text = instance.newText()
    bri.move(ticket.nominal, text)
    expect((await instance.upload(bri.file('BRI'), { bankcode: '04' })).body.data).toMatchObject({ format: 'BRI', added: 1 })
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'deposit', withtime: true, invoice: ticket.invoice })
    await booksHold()
  })

  test('is refused if its header line is unknown; the refusal shows its columns, and an administrator can map them to read the file', async () => {
    const today = jakartaDayOf(new Date())
    const day = today.split('-').reverse().join('/')
    const ticket = await instance.ticketOf(member)
    const [text, late] = [instance.newText(), instance.newText()]
    const rowOf = (of: string, sum: number, balance: number) => `${day},${of},,${sum}.00,OK,${balance}.00`
    const head = 'Tanggal,Ket. Trx,Debit,Kredit,Status,Saldo'
    const file = Buffer.from([head, rowOf(text, ticket.nominal, 600_000 + ticket.nominal)].join('\n'))
    const columns = head.split(',')
    for (const simpan of [0, 1] as const)
      expect(await instance.upload(file, { simpan })).toMatchObject({
        status: 422,
        body: {
          code: 'statement.head_unknown',
          msg: `Judul kolom di baris 1 belum dikenal untuk BCA: ${columns.join(', ')}. Petakan kolomnya sekali, lalu diingat`,
          kolom: { line: 1, columns, roles: ['date', null, 'debit', 'credit', null, 'balance'] },
        },
      })

    // The role of a well-known column name cannot be changed: debits would be read as money in.
    const wrong = { kolom: 'date,description,credit,debit,ignored,balance' }
    expect(await instance.upload(file, { simpan: 0, ...wrong })).toMatchObject({
      status: 422,
      body: { code: 'statement.mapping_wrong', msg: 'Pemetaan kolom tidak dapat dipakai: kolom "Debit" bukan kredit' },
    })
    const mapping = { kolom: 'date,description,debit,credit,ignored,balance' }
    const preview = await instance.upload(file, { simpan: 0, ...mapping })
    expect(preview.body.data).toMatchObject({
      rows: 1,
      added: 1,
      sample: [{ mutasi: ticket.nominal, keterangan: text }],
      kolom: { columns },
    })
    expect((await instance.upload(file, { simpan: 0 })).body.code, 'a preview keeps nothing').toBe('statement.head_unknown')

    expect((await instance.upload(file, mapping)).body.data).toMatchObject({ rows: 1, added: 1 })
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'deposit', invoice: ticket.invoice, mutasi: ticket.nominal })
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    // From now on the mapping applies to files of this bank only. The row that is already stored is not counted again.
    const next = Buffer.from(
      [head, rowOf(text, ticket.nominal, 600_000 + ticket.nominal), rowOf(late, 55_019, 655_019 + ticket.nominal)].join('\n'),
    )
    expect((await instance.upload(next)).body.data).toMatchObject({ rows: 2, added: 1 })
    expect(await instance.rowsOf(text)).toHaveLength(1)
    expect((await instance.upload(Buffer.concat([next, Buffer.from('\n')]), { bankcode: '04', simpan: 0 })).body.code).toBe(
      'statement.head_unknown',
    )
    expect(
      await app.db.read
        .selectFrom('audit')
        .select(['actor_id', 'subject', 'after'])
        .where('event', '=', 'statement.mapping_kept')
        .execute(),
    ).toEqual([{ actor_id: admin.id, subject: '01', after: { columns, roles: mapping.kolom.split(','), number: 'dot' } }])
    await booksHold()

    // A stored row that is not in its file is found by the verification, as for files with known header lines.
    const forged = await app.tables.startTransaction().execute()
    try {
      await sql.raw(withoutTriggers).execute(forged)
      await forged.updateTable('bank_statement').set({ amount: '55020' }).where('description', '=', late).execute()
      const found = await statementEvidence.breaches(forged as unknown as Reader)
      expect(found.filter((breach) => /of 55020.* is not in file/.test(breach))).toHaveLength(1)
    } finally {
      await forged.rollback().execute()
    }
  })

  test('is refused if it has no account number and its rows are already stored for another bank', async () => {
    const day = jakartaDayOf(new Date()).split('-').reverse().join('/')
    const text = instance.newText()
    const lines = ['Tanggal,Keterangan,Debet,Kredit,Saldo', `${day},${text},,61017.00,961017.00`]
    expect((await instance.upload(lines.join('\n'))).body.data).toMatchObject({ format: 'CSV', added: 1 })
    lines.push(`${day},${text} lagi,,61018.00,1022035.00`)
    for (const simpan of [0, 1] as const)
      expect(await instance.upload(lines.join('\n'), { bankcode: '04', simpan })).toMatchObject({
        status: 422,
        body: { code: 'statement.wrong_bank', msg: 'File ini mutasi BCA, bukan BRI' },
      })
    expect(await instance.rowsOf(text)).toHaveLength(1)
    expect((await instance.upload(lines.join('\n'))).body.data).toMatchObject({ rows: 2, added: 1 })
  })

  const account = (lines: string[]) => [`No. rekening : ${platformAccountNo}`, ...lines]
  test.each<[string, (day: string, text: string) => string[], (day: string, text: string) => string[]]>([
    [
      'of other columns',
      (day, text) => ['Tanggal,Keterangan,Debet,Kredit,Saldo', `${day},${text},,71017.00,971017.00`],
      (day, text) => ['Tgl;Jam;No. Ref;Uraian;Debet;Kredit;Saldo', `${day};10:00;R1;TRSF ${text};;71017.00;971017.00`],
    ],
    [
      'of one export, with balances',
      (day, text) => ['Tanggal Transaksi,Keterangan,Cabang,Jumlah', `${day},${text},0000,"71,018.00 CR"`],
      (day, text) => ['Tanggal Transaksi,Keterangan,Cabang,Jumlah,Saldo', `${day},${text},0000,"71,018.00 CR","971,018.00"`],
    ],
    [
      'of one export, that names its account',
      (day, text) => ['Tanggal,Keterangan,Cabang,Jumlah,,Saldo', `${day},${text},0000,71019.00,CR,971019.00`],
      (day, text) => account(['Tanggal,Keterangan,Cabang,Jumlah,,Saldo', `${day},${text},0000,71019.00,CR,971019.00`]),
    ],
  ])('does not add a row that is already stored from another file: %s', async (_what, one, other) => {
    const day = jakartaDayOf(new Date()).split('-').reverse().join('/')
    const text = instance.newText()
    expect((await instance.upload(one(day, text).join('\n'))).body.data).toMatchObject({ rows: 1, added: 1 })
    expect((await instance.upload(other(day, text).join('\n'))).body.data).toMatchObject({ rows: 1, added: 0 })
    expect((await instance.upload(`${one(day, text).join('\n')}\n`)).body.data).toMatchObject({ rows: 1, added: 0 })
  })

  test.each([
    ['mandiri-mcm.csv', '01', 422, 'statement.wrong_bank', 'File ini mutasi MANDIRI, bukan BCA'],
    ['mandiri-mcm.csv', '05', 422, 'statement.wrong_account', 'Rekening ••••5678 di file ini bukan rekening MANDIRI kita'],
    ['broken-page.html', '01', 422, 'statement.unreadable', 'File tidak dikenali sebagai mutasi BCA: ini halaman web, bukan file CSV'],
    ['broken-excel.csv', '04', 422, 'statement.excel', 'Baris 2 rusak oleh Excel. Unduh ulang, jangan dibuka di Excel dulu'],
    ['broken-hole.csv', '02', 422, 'statement.hole', 'Saldo pada baris 3 tidak cocok dengan baris sebelumnya'],
    ['broken-empty.csv', '01', 400, 'statement.no_file', 'Pilih file CSV'],
  ])('is refused with an explanation: %s', async (name, bankcode, status, code, msg) => {
    expect(await instance.upload(fixture(name), { bankcode })).toMatchObject({ status, body: { code, msg } })
  })
})

describe('impossible sums', () => {
  const today = () => jakartaDayOf(new Date()).split('-').reverse().join('/')
  const fileOf = (sums: string[]) =>
    [
      'Tanggal,Keterangan,Cabang,Jumlah,,Saldo',
      ...sums.map((sum, index) => `${today()},${instance.newText()} ${index},0000,${sum},CR,`),
    ].join('\n')

  const everythingIsShown = async () => {
    for (const path of [
      'bank/unmatched',
      'accounts',
      'accounts/monitoring',
      'account/histories?code=01',
      'reconciliation/banks',
      'reconciliation/provider',
      'bank/mutasi',
    ])
      expect((await app.call('GET', `/api/admin/v1/${path}`, { token: admin.token })).status, path).toBe(200)
  }

  test.each([
    ['of one row', ['900000000000000000.00'], 'jumlah pada baris 2 tidak terbaca'],
    ['of one row, a little above the limit', ['1000000000000.01'], 'jumlah pada baris 2 tidak terbaca'],
    ['of many rows together', Array<string>(11).fill('1000000000000.00'), 'jumlah seluruh mutasinya tidak masuk akal'],
  ])('are refused in a file by the preview and by the upload, and nothing is stored: %s', async (_what, sums, reason) => {
    const file = fileOf(sums)
    const refused = { status: 422, body: { code: 'statement.unreadable', msg: `File tidak dikenali sebagai mutasi BCA: ${reason}` } }
    for (const simpan of [0, 1]) expect(await instance.upload(file, { simpan })).toMatchObject(refused)
    await everythingIsShown()
  })

  test('are refused as balances', async () => {
    const file = `Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n${today()},${instance.newText()},0000,1000.00,CR,900000000000000000000.00`
    for (const simpan of [0, 1])
      expect((await instance.upload(file, { simpan })).body).toMatchObject({
        msg: expect.stringContaining('saldo pada baris 2 tidak terbaca'),
      })
  })

  test('are refused from a feed', async () => {
    const text = instance.newText()
    for (const amounts of [[900_000_000_000_000], Array<number>(11).fill(1_000_000_000_000)]) {
      const rows = amounts.map((amount) => ({ ...bank.move(1, text), amount, balance: 1 }))
      expect(await bank.deliver(rows)).toMatchObject({ status: 400, body: { code: 'feed.unreadable' } })
    }
    expect(await instance.rowsOf(text)).toEqual([])
    await everythingIsShown()
  })
})

describe('a row with a date in the future', () => {
  const tomorrow = () => new Date(Date.now() + 86_400_000)
  const fileOn = (day: Date | string, sum: number, text: string) => {
    const written = (typeof day === 'string' ? day : jakartaDayOf(day)).split('-').reverse().join('/')
    return `Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n${written},${text},0000,${sum}.00,CR,`
  }

  test('is refused in a file, and so is a row of another millennium', async () => {
    const ticket = await instance.ticketOf(member)
    for (const day of [tomorrow(), '1999-12-31', '9999-12-31'])
      for (const simpan of [0, 1])
        expect(await instance.upload(fileOn(day, ticket.nominal, instance.newText()), { simpan })).toMatchObject({
          status: 422,
          body: { msg: 'File tidak dikenali sebagai mutasi BCA: tanggal pada baris 2 tidak terbaca' },
        })
    expect((await instance.upload(fileOn(new Date(), ticket.nominal, instance.newText()))).body.data).toMatchObject({ added: 1 })
    await expect.poll(() => instance.stateOf(member, ticket)).toBe(2)
    await booksHold()
  })

  test('is refused from a feed if it is more than one day ahead; otherwise it is stored but does not pay a ticket of today', async () => {
    const ticket = await instance.ticketOf(member)
    const text = instance.newText()
    const hour = 3_600_000
    for (const at of [new Date(Date.now() + 25 * hour), new Date('1999-12-31T00:00:00Z'), new Date('3000-01-01T00:00:00Z')])
      for (const by of ['own', 'moota', 'cekmutasi'] as const)
        expect(await bank.deliver([bank.move(ticket.nominal, text, at)], { by, secret: feedSecrets[by] })).toMatchObject({
          status: 400,
          body: { code: 'feed.unreadable' },
        })
    await bank.deliver([bank.move(ticket.nominal, text, new Date(Date.now() + 20 * hour))])
    expect((await instance.rowsOf(text)).map(({ status }) => status)).toEqual(['unmatched'])
    expect(await instance.stateOf(member, ticket)).toBe(1)
    await booksHold()
  })
})

test('control characters in a file become spaces', async () => {
  const text = instance.newText()
  const row = `${jakartaDayOf(new Date()).split('-').reverse().join('/')},${text}\u0000\u0007 BUDI,0000,"4,711.00 CR"`
  expect((await instance.upload(`Tanggal Transaksi,Keterangan,Cabang,Jumlah\n${row}`)).status).toBe(200)
  expect((await instance.rowsOf(text))[0]).toMatchObject({ keterangan: `${text} BUDI` })
})

describe('an administrator', () => {
  test('allocates suspense money to a ticket, and the member is credited with the received sum', async () => {
    // No other ticket has this sum minus one rupiah.
    const ticket = await instance.ticketOf(member, 163_000)
    const row = await paid(ticket.nominal - 1)
    expect((await instance.asAdmin('GET', `unmatched/${row.unmatched}/suggest`)).body.data).toContainEqual(
      expect.objectContaining({
        owner: { ticketid: ticket.id },
        invoice: ticket.invoice,
        why: `Terbuka, yang masuk Rp 1 kurang; member menerima ${rupiahText(ticket.nominal - 1)}`,
      }),
    )
    const body = { owner: { ticketid: ticket.id }, description: 'Salah ketik satu rupiah' }
    const answers = await Promise.all([
      instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body),
      instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body, second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      msg: 'Uang dijodohkan',
      data: { status: 'assigned', invoice: ticket.invoice, statement: row.id, payment: null },
    })
    expect(await instance.rowsOf(row.keterangan)).toMatchObject([{ status: 'deposit', invoice: ticket.invoice, unmatched: null }])
    expect(await instance.stateOf(member, ticket)).toBe(2)
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal - 1))
    await booksHold()
  })

  test('allocates suspense money to a member, for whom a ticket is created', async () => {
    const row = await paid(62_013)
    const body = { owner: { memberid: Number(member.id) }, description: 'Lupa membuat tiket' }
    expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body)).status).toBe(200)
    expect(await app.balance(member)).toBe(62_013n)
    await booksHold()
  })

  test('allocates money to a member with the same fee as for a ticket, and the fee is shown beforehand', async () => {
    await app.tables.updateTable('payment_method').set({ fee_flat: 2_500n, fee_basis_points: 50 }).where('id', '=', 1).execute()
    try {
      const row = await paid(102_999)
      const found = await instance.asAdmin('GET', `unmatched/list?search=102999`)
      // The member gets Rp 99.999: the fee is Rp 2.500 and 0,5% of the sum (Rp 500, rounded up).
      expect(found.body.data.content[0]).toMatchObject({ nominal: 102_999, biaya: 3_000 })
      const body = { owner: { memberid: Number(member.id) }, description: 'Lupa membuat tiket' }
      expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body)).status).toBe(200)
      expect(await app.balance(member)).toBe(99_999n)
      await booksHold()
    } finally {
      await app.tables.updateTable('payment_method').set({ fee_flat: 0n, fee_basis_points: 0 }).where('id', '=', 1).execute()
    }
  })

  test('cannot allocate money to himself, and needs a second administrator for a large sum', async () => {
    const row = await paid(900_017)
    const mine = { owner: { memberid: Number(admin.id) }, description: 'Uang saya sendiri' }
    expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, mine)).body.code).toBe('decision.own_money')
    await app.setting('money.secondAdminFrom', 900_000n)
    const body = { owner: { memberid: Number(member.id) }, description: 'Lupa membuat tiket' }
    expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body)).body).toMatchObject({
      msg: 'Menunggu admin kedua',
      data: { status: 'waiting', askedby: admin.name },
    })
    expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body, second)).body.code).toBe('decision.waits')
    expect(await app.balance(member)).toBe(0n)
    const { body: waiting } = await app.call('GET', '/api/admin/v1/decisions?open=1', { token: second.token })
    const [{ id }] = waiting.data.content.filter(({ kind }: Json) => kind === 'unmatched.assign')
    const yes = { yes: true, reason: 'Bukti transfer cocok' }
    expect((await app.call('POST', `/api/admin/v1/decisions/${id}`, { token: second.token, body: yes })).status).toBe(200)
    await app.setting('money.secondAdminFrom', 0n)
    expect(await app.balance(member)).toBe(900_017n)
    await booksHold()
  })

  test('can allocate no more than the limit without a second administrator, even with concurrent requests', async () => {
    const gito = await app.member({ roles: ['ROLE_ADMIN'] })
    const rows: Json[] = []
    for (const amount of [30_101, 30_102, 30_103, 30_104, 30_105]) rows.push(await paid(amount))
    await app.setting('money.secondAdminFrom', 100_000n)
    const body = { owner: { memberid: Number(member.id) }, description: 'Lupa membuat tiket' }
    const answers = await Promise.all(rows.map((row) => instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, body, gito)))
    await app.setting('money.secondAdminFrom', 0n)
    const messages = answers.map(({ body }) => body.msg).sort()
    expect(messages).toEqual([...Array(2).fill('Menunggu admin kedua'), ...Array(3).fill('Uang dijodohkan')])
    await booksHold()
  })

  test('explains a row by an existing booking, and the money of the row leaves suspense', async () => {
    const row = await paid(8_000_000)
    const moved = await app.db.transaction((tx) => transferCash(tx, '02', '01', 8_000_000n))
    const other = await app.db.transaction((tx) => transferCash(tx, '02', '01', 8_000_001n))
    expect((await instance.asAdmin('GET', `mutasi/${row.id}/suggest`)).body.data).toEqual([
      { kind: 'cash_transfer', id: Number(moved), invoice: null, membername: null, at: expect.any(String), why: expect.any(String) },
    ])
    const explain = (body: Json) => instance.asAdmin('POST', `mutasi/${row.id}/explain`, body)
    const reason = 'Pindah dari BNI'
    expect((await explain({ kind: 'cash_transfer', reference: Number(other), reason })).body.code).toBe('statement.no_match')
    expect((await explain({ kind: 'cash_transfer', reason })).body.errors).toEqual({ reference: 'Isi nomornya' })
    expect((await explain({ kind: 'cash_transfer', reference: Number(moved), reason })).body).toMatchObject({
      msg: 'Mutasi dijelaskan',
      data: { status: 'cash_transfer', reference: Number(moved), explainedby: admin.name, why: reason, unmatched: null },
    })
    expect((await instance.asAdmin('GET', `mutasi/${row.id}/suggest`)).body.data).toEqual([])
    expect((await explain({ kind: 'noted', reason })).body.code).toBe('statement.taken')
    await booksHold()
  })

  test('cannot explain a row by a ticket that was taken back, or money in by a cash-out that was not returned', async () => {
    const ticket = await app.db.transaction((tx) => deposit(tx, member.id, 83_001n, { how: 'admin' }))
    const body = { description: 'Salah member' }
    const taken = await app.call('PATCH', `/api/admin/v1/payment/tiket/update/${ticket}/4`, { token: admin.token, body })
    expect(taken.status).toBe(200)
    await app.db.transaction((tx) => deposit(tx, member.id, 900_000n))
    const out = await app.db.transaction((tx) => cashOut(tx, member.id, 83_002n))
    const [came, cameToo, left] = [await paid(83_001), await paid(83_002, instance.bank('04')), await paid(-83_003, instance.bank('04'))]
    const reason = 'Sudah dibukukan'
    const explain = async (row: Json, kind: string, reference: bigint) =>
      (await instance.asAdmin('POST', `mutasi/${row.id}/explain`, { kind, reference: Number(reference), reason })).body.code
    expect(await explain(came, 'deposit', ticket)).toBe('statement.no_match')
    expect(await explain(cameToo, 'cash_out', out), 'paid and not come back').toBe('statement.no_match')
    expect(await explain(left, 'cash_out', out), 'of another sum').toBe('statement.no_match')
    for (const row of [came, cameToo]) expect((await instance.asAdmin('GET', `mutasi/${row.id}/suggest`)).body.data).toEqual([])
    await booksHold()
  })

  test("notes that the money of a row is not the platform's", async () => {
    const row = await paid(-2_500)
    expect((await instance.asAdmin('POST', `mutasi/${row.id}/explain`, { kind: 'noted', reason: 'Biaya admin' })).body.data.status).toBe(
      'noted',
    )
    expect((await instance.asAdmin('POST', 'mutasi/999999/explain', { kind: 'noted', reason: 'Biaya admin' })).status).toBe(404)
  })
})

describe('the list of bank rows', () => {
  test('is filtered by bank, text, sum, state and day, and a size below 0 becomes 10 [A-API-30, A-ENT-12, A-CONST-02, A-OPEN-18]', async () => {
    const bni = instance.bank('02')
    const text = instance.newText()
    const day = new Date('2026-01-05T10:00:00+07:00')
    for (let index = 0; index < 12; index++) bni.move(71_000 + index, `${text} ${index}`, new Date(day.getTime() + index * 60_000))
    await bni.deliver()
    await instance.rowsOf(text)
    const list = async (query: string) =>
      (await instance.asAdmin('GET', `mutasi?bankcode=02&awal=2026-01-05&akhir=2026-01-05&${query}`)).body.data
    const all = await list(`search=${encodeURIComponent(text)}&size=-1`)
    expect(all.totalElements).toBe(12)
    expect(all.content).toHaveLength(10)
    expect(all.content[0]).toEqual({
      id: expect.any(Number),
      createat: expect.any(String),
      tanggaltran: '2026-01-05T03:11:00.000Z',
      withtime: true,
      keterangan: `${text} 11`,
      mutasi: 71_011,
      reff: expect.stringMatching(/-12$/),
      bankcode: '02',
      accountno: platformAccountNo,
      saldo: expect.any(Number),
      status: expect.any(String),
      reference: null,
      invoice: null,
      why: expect.any(String),
      explainedby: null,
      explainedat: null,
      unmatched: null,
      askedby: null,
      ralat: null,
    })
    const rest = await list(`search=${encodeURIComponent(text)}&size=5&page=2&sort=id,ASC`)
    expect(rest.content.map(({ keterangan }: Json) => keterangan)).toEqual([`${text} 10`, `${text} 11`])
    expect((await list('search=71.003')).content).toHaveLength(1)
    expect((await list('search=71.003&statustrx=1')).content).toHaveLength(0)
    expect((await instance.asAdmin('GET', `mutasi?bankcode=01&search=${encodeURIComponent(text)}`)).body.data.totalElements).toBe(0)
    for (const days of ['awal=2026-01-06', 'akhir=2026-01-04'])
      expect((await instance.asAdmin('GET', `mutasi?${days}&search=${encodeURIComponent(text)}`)).body.data.totalElements, days).toBe(0)
  })

  test('is filtered by explanation (unknown, known, suspense, noted), with either of the two parameter names', async () => {
    const ticket = await instance.ticketOf(await instance.member())
    const [unknown, known, waiting, noted] = [await paid(-72_001), await paid(ticket.nominal), await paid(72_003), await paid(-72_004)]
    await instance.asAdmin('POST', `mutasi/${noted.id}/explain`, { kind: 'noted', reason: 'Biaya admin' })
    const rows = [unknown, known, waiting, noted].map(({ id }) => id)
    for (const spelling of ['status', 'statustrx'])
      for (const [status, id] of rows.entries()) {
        const { body } = await instance.asAdmin('GET', `mutasi?${spelling}=${status}&size=100`)
        const shown = body.data.content.map((row: Json) => row.id).filter((one: number) => rows.includes(one))
        expect(shown, `${spelling}=${status}`).toEqual([id])
      }
    expect((await instance.asAdmin('GET', 'mutasi?status=4')).status).toBe(400)
  })

  test('requires three consecutive letters or digits for a search over many days, so that an index can be used', async () => {
    const refused = { status: 400, body: { code: 'input.invalid', errors: { search: expect.stringContaining('minimal 3 huruf') } } }
    for (const query of [
      'search=ab',
      'search=a%20b',
      'search=%25%25%25',
      'search=ab&awal=2026-01-01',
      'search=ab&awal=2026-01-01&akhir=2026-02-01',
    ])
      expect(await instance.asAdmin('GET', `mutasi?${query}`), query).toMatchObject(refused)
    for (const query of ['search=abc', 'search=50', 'search=ab&awal=2026-01-01&akhir=2026-01-31'])
      expect((await instance.asAdmin('GET', `mutasi?${query}`)).status, query).toBe(200)
  })

  test('is available to administrators only [A-ROLE-08]', async () => {
    expect((await instance.asAdmin('GET', 'mutasi')).status).toBe(200)
    expect((await instance.asAdmin('GET', 'mutasi', undefined, member)).status).toBe(403)
  })
})

test('the page of the simulated bank delivers movements of money to the feed', async () => {
  const text = instance.newText()
  const ticket = await instance.ticketOf(member)
  const asked = new URLSearchParams({ bank: '01', amount: String(ticket.nominal), direction: 'in', text })
  const answer = await fetch(`${app.url}/dev/bank`, { method: 'POST', body: asked })
  expect(await answer.text()).toContain('Mutasi terkirim.')
  expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
  expect(await instance.stateOf(member, ticket)).toBe(2)
})
