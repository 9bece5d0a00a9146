import { dotForSen } from '../amounts.ts'
import { cell, type Format, inTwoColumns, marked } from '../format.ts'

const spreadsheet: Format = {
  name: 'BNI Direct',
  bank: '02',
  heads: [['no.', 'tanggal kirim', 'cabang', 'journal no.', 'deskripsi', 'amount', 'db/cr']],
  number: dotForSen,
  *rows(lines, number) {
    for (const line of lines)
      yield {
        line: line.line,
        date: cell(line, 1),
        amount: marked(cell(line, 5), cell(line, 6), number),
        description: cell(line, 4),
        reff: cell(line, 3),
      }
  },
}

const statement: Format = {
  name: 'BNI rekening koran',
  bank: '02',
  heads: [['posting date', 'effective date', 'branch', 'journal', 'transaction description', 'amount', 'db/cr', 'balance']],
  number: dotForSen,
  *rows(lines, number) {
    for (const line of lines)
      yield {
        line: line.line,
        date: cell(line, 0),
        amount: marked(cell(line, 5), cell(line, 6), number),
        description: cell(line, 4),
        reff: cell(line, 3),
        balance: cell(line, 7),
      }
  },
}

const older: Format = {
  name: 'BNI lama',
  bank: '02',
  heads: [['tgl trans', 'uraian', 'debet', 'kredit', 'saldo']],
  number: dotForSen,
  *rows(lines, number) {
    for (const line of lines)
      yield {
        line: line.line,
        date: cell(line, 0),
        amount: inTwoColumns(cell(line, 2), cell(line, 3), number),
        description: cell(line, 1),
        balance: cell(line, 4),
      }
  },
}

export const bniFormats = [spreadsheet, statement, older]
