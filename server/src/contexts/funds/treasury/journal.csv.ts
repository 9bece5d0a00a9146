import { type JournalQuery, journalRowsMax } from '@lapak/contract/funds/treasury'
import { dotted } from '@lapak/contract/shared/money'
import { wibBare } from '@lapak/contract/shared/time-text'
import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import type { Cell, CsvFile } from '#http/csv.ts'
import { Refusal } from '#http/refusal.ts'
import { bookedSets, countJournal, type JournalLine, journalOf } from '#ledger/journal.ts'
import { eventLabels } from './event-labels.ts'

const batchSize = 2000

interface Account {
  code: string
  name: string
}

const columns: [heading: string, cell: (line: JournalLine, account: Account) => Cell][] = [
  ['Set', ({ set_id }) => set_id],
  ['Waktu (WIB)', ({ at }) => wibBare(at)],
  ['Kejadian', ({ event }) => eventLabels[event]],
  ['Referensi', ({ event, reference }) => `${event} ${reference}`],
  ['Akun', (_, { code }) => code],
  ['Nama akun', (_, { name }) => name],
  ['Debit', ({ amount }) => (amount < 0n ? -amount : null)],
  ['Kredit', ({ amount }) => (amount > 0n ? amount : null)],
]

/** The general ledger of the given days, with every leg of every entry set. Debits and credits of an entry set are equal. */
export async function downloadJournal({ read }: Database, days: JournalQuery): Promise<CsvFile> {
  const sets = await bookedSets(read, days)
  const rowCount = await countJournal(read, sets, journalRowsMax + 1)
  if (rowCount > journalRowsMax) throw new Refusal('download.too_many', { max: dotted(journalRowsMax) })
  return {
    name: `jurnal-${days.awal}-${days.akhir}.csv`,
    headings: columns.map(([heading]) => heading),
    rowCount,
    rows: rowsOf(read, journalOf(read, sets, batchSize)),
  }
}

async function* rowsOf(read: Reader, batches: AsyncIterable<JournalLine[]>): AsyncGenerator<Cell[][]> {
  for await (const lines of batches) {
    const accounts = await accountsOf(read, lines)
    yield lines.map((line) => {
      const account = accounts.get(line.account_id) ?? { code: `${line.account_id}`, name: '' }
      return columns.map(([, cell]) => cell(line, account))
    })
  }
}

/** The accounts of these lines: platform accounts with their codes, and wallets with the ids of their members. */
async function accountsOf(read: Reader, lines: readonly JournalLine[]): Promise<Map<bigint, Account>> {
  const ids = [...new Set(lines.map(({ account_id }) => account_id))]
  const { rows } = await sql<Account & { id: bigint }>`
    select id, code, name from system_account where id = any(${ids}::bigint[])
    union all
    select id, 'member ' || id, name from member where id = any(${ids}::bigint[])`.execute(read)
  return new Map(rows.map(({ id, ...account }) => [id, account]))
}
