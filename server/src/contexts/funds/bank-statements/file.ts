import { createHash } from 'node:crypto'
import type { StatementFileRead } from '@lapak/contract/funds/bank-statements'
import { type BankCode, bankNames } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { type Database, type Reader, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import {
  type BankFile,
  BankFileError,
  type BankFileRow,
  type Mapping,
  type Problem,
  unreadableFile,
} from '#integrations/bank-files/bank-file.ts'
import { readBankFileApart } from '#integrations/bank-files/read-apart.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'
import { decimalOf } from '#shared/money/sen.ts'
import { type ConfirmedMapping, mappingFor, mappingsOf, storeMapping } from './mappings.ts'
import { platformAccount } from './platform-account.ts'
import { sameAccount } from './same-account.ts'
import { isTooMuch, type StatementRow } from './statement-row.ts'
import { compareDelivery, lockBank, storeDelivery } from './store.ts'

export interface FileDeps {
  db: Database
  audit: Audit
}

export interface Uploaded {
  bank: BankCode
  bytes: Buffer
  /** An administrator's mapping of the columns, for a file whose header line is unknown. */
  confirmedMapping: ConfirmedMapping | null
}

const sampleRows = 20

/** Returns the rows that a file would add, without storing them. */
export async function previewFile({ db }: FileDeps, uploaded: Uploaded): Promise<StatementFileRead> {
  const { bank } = uploaded
  const { file } = await readFile(db, uploaded)
  return db.snapshot(async (read) => {
    const delivery = deliveryOf(bank, file, await platformAccount(read, bank))
    await refuseOtherBank(read, bank, delivery.rows)
    const { added, known } = await compareDelivery(read, delivery)
    return viewOf(file, delivery.rows, { added: added.length, known })
  })
}

/** Stores a file once, and of its rows only those that are not stored yet. */
export async function storeFile({ db, audit }: FileDeps, by: Caller, uploaded: Uploaded): Promise<StatementFileRead> {
  const { bank, bytes } = uploaded
  const sha256 = createHash('sha256').update(bytes).digest()
  const { file, mapping } = await readFile(db, uploaded)
  return db
    .transaction(async (tx) => {
      await lockBank(tx, bank)
      const before = await tx.selectFrom('statement_file').select('created_at').where('sha256', '=', sha256).executeTakeFirst()
      if (before) throw fileKnown(before.created_at)
      const delivery = deliveryOf(bank, file, await platformAccount(tx, bank))
      await refuseOtherBank(tx, bank, delivery.rows)
      const compared = await compareDelivery(tx, delivery)
      const { added, known } = compared
      const { id } = await tx
        .insertInto('statement_file')
        .values({
          bank_code: bank,
          content: bytes,
          sha256,
          format: file.format,
          rows: file.rows.length,
          added: added.length,
          uploaded_by: by.memberId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (mapping) await storeMapping(tx, audit, by, bank, mapping)
      await storeDelivery(audit, tx, { ...delivery, ...compared }, id)
      await audit.record(tx, {
        event: 'statement.file_stored',
        by,
        subject: id,
        after: { bank, rows: file.rows.length, added: added.length, digest: sha256.toString('hex') },
      })
      return viewOf(file, delivery.rows, { added: added.length, known })
    })
    .catch((error: unknown) => {
      // The same file was uploaded for another bank at the same moment.
      throw violatesConstraint(error, 'statement_file_once') ? fileKnown(new Date()) : error
    })
}

const fileKnown = (at: Date) => new Refusal('statement.file_known', { at: jakartaDayOf(at) })

function deliveryOf(bank: BankCode, file: BankFile, account: string) {
  const foreign = file.rows.find(({ accountNo }) => accountNo !== null && account !== '' && !sameAccount(accountNo, account))
  if (foreign) throw new Refusal('statement.wrong_account', { account: `••••${foreign.accountNo?.slice(-4)}`, bank: bankNames[bank] })
  return { bank, source: file.teller, account, rows: file.rows.map(statementRow) }
}

/** A sample of the rows is enough, because all rows of a file are from one bank. */
const comparedRows = 100

/**
 * A file without account numbers could come from any bank; the uploader chooses the bank. If a row with the same balance and text is already stored
 * for another bank, the file is refused: storing the row again would count its money twice.
 */
async function refuseOtherBank(read: Reader, bank: BankCode, rows: readonly StatementRow[]): Promise<void> {
  const comparable = rows.filter(({ accountNo, balance }) => accountNo === '' && balance !== null).slice(0, comparedRows)
  if (comparable.length === 0) return
  const { rows: found } = await sql<{ bank_code: BankCode }>`
    select stored.bank_code
    from unnest(${comparable.map(({ at }) => at)}::timestamptz[], ${comparable.map(({ amount }) => decimalOf(amount))}::numeric[],
      ${comparable.map(({ balance }) => decimalOf(balance ?? 0n))}::numeric[], ${comparable.map(({ description }) => description)}::text[])
      as told (at, amount, balance, description)
    join bank_statement stored on stored.happened_at = told.at and stored.amount = told.amount and stored.balance = told.balance
      and stored.description = told.description and stored.bank_code <> ${bank}
    limit 1`.execute(read)
  if (found[0]) throw new Refusal('statement.wrong_bank', { bank: bankNames[bank], other: bankNames[found[0].bank_code] })
}

async function readFile(
  { read }: Database,
  { bank, bytes, confirmedMapping }: Uploaded,
): Promise<{ file: BankFile; mapping: Mapping | null }> {
  const expected = { bank, today: jakartaDayOf(new Date()) }
  try {
    const known = await mappingsOf(read, bank)
    const mapping = confirmedMapping && (await mappingFor(() => readBankFileApart(bytes, expected), confirmedMapping))
    const file = await readBankFileApart(bytes, { ...expected, mappings: mapping ? [mapping, ...known] : known })
    if (isTooMuch(file.rows)) throw unreadableFile('jumlah seluruh mutasinya tidak masuk akal')
    return { file, mapping: file.mapped && mapping }
  } catch (error) {
    throw error instanceof BankFileError ? asRefusal(bank, error.problem) : error
  }
}

function asRefusal(code: BankCode, problem: Problem): Refusal {
  const bank = bankNames[code]
  switch (problem.kind) {
    case 'unreadable':
      return new Refusal('statement.unreadable', { bank, reason: problem.reason })
    case 'wrong_bank':
      return new Refusal('statement.wrong_bank', { bank, other: bankNames[problem.other] })
    case 'unknown_head': {
      const { line, columns, roles, sample } = problem.head
      const named = columns.map((column) => column || '(tanpa judul)').join(', ')
      return new Refusal('statement.head_unknown', { bank, line, columns: named }, { extra: { kolom: { line, columns, roles, sample } } })
    }
    case 'excel':
      return new Refusal('statement.excel', { line: problem.line })
    case 'hole':
      return new Refusal('statement.hole', { line: problem.line })
  }
}

const statementRow = (row: BankFileRow): StatementRow => ({
  accountNo: row.accountNo ?? '',
  at: row.time === null ? startOfJakartaDay(row.day) : new Date(`${row.day}T${row.time}+07:00`),
  hasTime: row.time !== null,
  amount: row.amount,
  description: row.description,
  reff: row.reff,
  balance: row.balance,
  name: null,
})

function viewOf(
  { format, rows, pending, opening, closing, mapped }: BankFile,
  statementRows: readonly StatementRow[],
  { added, known }: { added: number; known: readonly (bigint | null)[] },
): StatementFileRead {
  const days = rows.map(({ day }) => day).sort()
  const today = jakartaDayOf(new Date())
  return {
    format,
    rows: rows.length,
    added,
    pending,
    first: days[0] ?? today,
    last: days.at(-1) ?? today,
    opening,
    closing,
    sample: rows.slice(0, sampleRows).map(({ line, description, amount, balance }, index) => ({
      line,
      tanggaltran: statementRows[index]?.at ?? new Date(),
      keterangan: description,
      mutasi: amount,
      saldo: balance,
      known: (known[index] ?? null) !== null,
    })),
    kolom: mapped,
  }
}
