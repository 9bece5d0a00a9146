import { dotForSen } from '../amounts.ts'
import { cell, type Format, inTwoColumns } from '../format.ts'

const head = (debit: string) => [
  'id',
  'norek',
  'tgl_tran',
  'tgl_efektif',
  'jam_tran',
  'seq',
  'desk_tran',
  'saldo_awal_mutasi',
  debit,
  'mutasi_kredit',
  'saldo_akhir_mutasi',
  'glsign',
  'truser',
  'kode_tran',
  'kode_tran_teller',
  'trremk',
  'tlbds1',
  'tlbds2',
  'remark_custom',
]

/** `90309`, as a number of a spreadsheet, is three minutes past nine. */
const clockOf = (text: string): string | undefined =>
  /^\d{1,6}$/.test(text) ? text.padStart(6, '0').replace(/^(\d\d)(\d\d)(\d\d)$/, '$1:$2:$3') : undefined

const brimo: Format = {
  name: 'BRI',
  bank: '04',
  heads: [head('mutasi_debet'), head('mutasi_debit')],
  number: dotForSen,
  *rows(lines, number) {
    for (const line of lines) {
      const amount = inTwoColumns(cell(line, 8), cell(line, 9), number)
      const time = clockOf(cell(line, 4))
      yield {
        line: line.line,
        accountNo: cell(line, 1),
        date: cell(line, 2),
        ...(time !== undefined && { time }),
        amount: agrees(amount, cell(line, 11)) ? amount : null,
        description: cell(line, 6),
        reff: cell(line, 5),
        balance: cell(line, 10),
      }
    }
  },
}

/** The column that is filled and the sign say the same. */
const agrees = (amount: bigint | null, sign: string): boolean =>
  amount === null || sign === '' || (amount < 0n ? /^(?:db|d)$/i : /^(?:cr|c|k)$/i).test(sign)

export const briFormats = [brimo]
