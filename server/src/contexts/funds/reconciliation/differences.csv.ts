import { type Difference, type DifferenceQuery, differenceKinds } from '@lapak/contract/funds/reconciliation'
import { wibBare } from '@lapak/contract/shared/time-text'
import { type Audit, recordExport } from '#contexts/system/audit/audit.ts'
import type { Database } from '#db/db.ts'
import type { Cell, CsvFile } from '#http/csv.ts'
import type { Caller } from '#http/http.ts'
import { type Column, listAsFile } from '#http/list-as-file.ts'
import { differencesOf, idsOfDifferences } from './differences.queries.ts'

const dayMs = 86_400_000
const ageOf = ({ createat, endedat }: Difference): number => Math.floor(((endedat ?? new Date()).getTime() - createat.getTime()) / dayMs)

const stateWord = ({ endedat, still }: Pick<Difference, 'endedat' | 'still'>): string =>
  endedat !== null ? 'Selesai' : still ? 'Terbuka' : 'Sudah cocok'

const money = (sen: bigint | null): Cell => (sen === null ? null : Number(sen) / 100)

const columns: Column<Difference>[] = [
  ['Nomor', ({ id }) => id],
  ['Bank, suplier atau penyedia', ({ name }) => name],
  ['Hari', ({ hari }) => hari],
  ['Jenis', ({ kind }) => differenceKinds[kind]],
  ['Referensi', ({ reference }) => reference],
  ['Menurut Lapak', ({ ours }) => money(ours)],
  ['Menurut mereka', ({ theirs }) => money(theirs)],
  ['Selisih', ({ ours, theirs }) => money((theirs ?? 0n) - (ours ?? 0n))],
  ['Keterangan', ({ keterangan }) => keterangan],
  ['Ditemukan (WIB)', ({ createat }) => wibBare(createat)],
  ['Umur (hari)', ageOf],
  ['Status', stateWord],
  ['Diselesaikan (WIB)', ({ endedat }) => (endedat === null ? null : wibBare(endedat))],
  ['Oleh', ({ endedby }) => endedby],
  ['Alasan', ({ endedreason }) => endedreason],
]

interface DownloadDeps {
  db: Database
  audit: Audit
}

/** The file contains payers' names and sums, so its download is audited. */
export const downloadDifferences = ({ db, audit }: DownloadDeps, by: Caller, query: DifferenceQuery): Promise<CsvFile> =>
  listAsFile({
    name: 'rekonsiliasi',
    columns,
    find: (most) => idsOfDifferences(db.read, { ...query, page: 0, size: most }),
    read: (ids) => differencesOf(db.read, ids),
    note: recordExport({ db, audit }, { list: 'reconciliation', by, subject: 'differences' }),
  })
