import { dotted } from '@lapak/contract/money'
import { downloadRowsMax } from '@lapak/contract/purchases'
import { type Difference, type DifferenceQuery, differenceKinds } from '@lapak/contract/reconciliation'
import { wibBare } from '@lapak/contract/time-text'
import type { Cell, CsvFile } from '#core/csv.ts'
import type { Database, Reader } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../audit/audit.ts'
import { differencesOf, idsOfDifferences } from './differences.queries.ts'

const dayMs = 86_400_000
const ageOf = ({ createat, endedat }: Difference): number => Math.floor(((endedat ?? new Date()).getTime() - createat.getTime()) / dayMs)

const stateWord = ({ endedat, still }: Pick<Difference, 'endedat' | 'still'>): string =>
  endedat !== null ? 'Selesai' : still ? 'Terbuka' : 'Sudah cocok'

const money = (sen: bigint | null): Cell => (sen === null ? null : Number(sen) / 100)

const cells: [heading: string, cell: (row: Difference) => Cell][] = [
  ['Nomor', ({ id }) => id],
  ['Bank atau suplier', ({ name }) => name],
  ['Hari', ({ hari }) => hari],
  ['Jenis', ({ kind }) => differenceKinds[kind]],
  ['Referensi', ({ reference }) => reference],
  ['Menurut Lapak', ({ ours }) => money(ours)],
  ['Menurut bank atau suplier', ({ theirs }) => money(theirs)],
  ['Selisih', ({ ours, theirs }) => money((theirs ?? 0n) - (ours ?? 0n))],
  ['Keterangan', ({ keterangan }) => keterangan],
  ['Ditemukan (WIB)', ({ createat }) => wibBare(createat)],
  ['Umur (hari)', ageOf],
  ['Status', stateWord],
  ['Diselesaikan (WIB)', ({ endedat }) => (endedat === null ? null : wibBare(endedat))],
  ['Oleh', ({ endedby }) => endedby],
  ['Alasan', ({ endedreason }) => endedreason],
]

const portion = 1000

interface DownloadDeps {
  db: Database
  audit: Audit
}

/** All that the list finds, in its order; found once, read in portions. It names payers and what they paid, so the audit says who took it. */
export async function downloadDifferences({ db, audit }: DownloadDeps, by: Caller, query: DifferenceQuery): Promise<CsvFile> {
  const { read } = db
  const ids = await idsOfDifferences(read, { ...query, page: 0, size: downloadRowsMax + 1 })
  if (ids.length > downloadRowsMax) throw new Refusal('download.too_many', { max: dotted(downloadRowsMax) })
  await db.transaction((tx) =>
    audit.note(tx, { event: 'reconciliation.exported', by, subject: 'differences', after: { rows: ids.length } }),
  )
  return {
    name: 'rekonsiliasi.csv',
    headings: cells.map(([heading]) => heading),
    rows: portions(read, ids),
  }
}

async function* portions(read: Reader, ids: readonly bigint[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < ids.length; from += portion) {
    const rows = await differencesOf(read, ids.slice(from, from + portion))
    yield rows.map((row) => cells.map(([, cell]) => cell(row)))
  }
}
