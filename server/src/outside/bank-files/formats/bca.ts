import { dotForSen, type NumberRule } from '../amounts.ts'
import { cell, type Format, inTwoColumns, type Line, marked } from '../format.ts'

/**
 * Some files have a minus instead of a mark beside the sum. Only where no row has a mark and some have a minus: an unmarked row among
 * marked ones is a defect, not money that came in.
 */
function direction(lines: readonly Line[], sumAt: number, markAt: number): (line: Line, number: NumberRule) => bigint | null {
  const bySign = lines.every((line) => cell(line, markAt) === '') && lines.some((line) => cell(line, sumAt).startsWith('-'))
  return bySign ? (line, number) => number(cell(line, sumAt)) : (line, number) => marked(cell(line, sumAt), cell(line, markAt), number)
}

const isSumBelow = (cells: readonly string[]): boolean =>
  /^(?:saldo awal|kredit|debet|saldo akhir|starting balance|credit|debit|ending balance)$/i.test(cells[0]?.split(':', 1)[0]?.trim() ?? '')

const personal: Format = {
  name: 'KlikBCA',
  bank: '01',
  heads: [
    ['tanggal', 'keterangan', 'cabang', 'jumlah', '', 'saldo'],
    ['date', 'description', 'branch', 'amount', '', 'balance'],
  ],
  number: dotForSen,
  *rows(lines, number) {
    const amountOf = direction(
      lines.filter(({ cells }) => !isSumBelow(cells)),
      3,
      4,
    )
    for (const line of lines)
      yield { line: line.line, date: cell(line, 0), amount: amountOf(line, number), description: cell(line, 1), balance: cell(line, 5) }
  },
  isFooter: isSumBelow,
}

/** Sum and mark in one cell: `100,123.00 CR`. */
const business: Format = {
  name: 'BCA Bisnis',
  bank: '01',
  heads: [
    ['tanggal transaksi', 'keterangan', 'cabang', 'jumlah'],
    ['tanggal transaksi', 'keterangan', 'cabang', 'jumlah', 'saldo'],
  ],
  number: dotForSen,
  *rows(lines, number) {
    for (const line of lines) {
      const [sum = '', mark = ''] = cell(line, 3).split(/\s+/)
      yield { line: line.line, date: cell(line, 0), amount: marked(sum, mark, number), description: cell(line, 1), balance: cell(line, 4) }
    }
  },
  isFooter: isSumBelow,
}

const preview: Format = {
  name: 'BCA Bisnis pratinjau',
  bank: '01',
  heads: [['no', 'tanggal', 'keterangan', 'debit', 'kredit', 'saldo']],
  number: dotForSen,
  *rows(lines, number) {
    for (const line of lines)
      yield {
        line: line.line,
        date: cell(line, 1),
        amount: inTwoColumns(cell(line, 3), cell(line, 4), number),
        description: cell(line, 2),
        balance: cell(line, 5),
      }
  },
}

export const bcaFormats = [personal, business, preview]
