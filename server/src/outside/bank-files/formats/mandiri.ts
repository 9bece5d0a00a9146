import { commaForSen, dotForSen } from '../amounts.ts'
import { cell, type Format, inTwoColumns, type Line, type RawRow } from '../format.ts'

const cashManagement: Format = {
  name: 'Mandiri MCM',
  bank: '05',
  heads: [['account no', 'date', 'val. date', 'transaction code', 'description', 'description', 'reference no.', 'debit', 'credit']],
  number: dotForSen,
  *rows(lines, number) {
    for (const line of lines)
      yield {
        line: line.line,
        accountNo: cell(line, 0),
        date: cell(line, 1),
        amount: inTwoColumns(cell(line, 7), cell(line, 8), number),
        description: [cell(line, 4), cell(line, 5)].filter(Boolean).join(' '),
        reff: cell(line, 6),
      }
  },
}

const spreadsheet: Format = {
  name: 'Mandiri rekening koran',
  bank: '05',
  heads: [['tgl.', 'tgl. val.', 'rincian transaksi', 'no. referensi', 'debit', 'kredit', 'saldo', 'branch code']],
  number: dotForSen,
  *rows(lines, number) {
    for (const line of lines)
      yield {
        line: line.line,
        date: cell(line, 0),
        amount: inTwoColumns(cell(line, 4), cell(line, 5), number),
        description: cell(line, 2),
        reff: cell(line, 3),
        balance: cell(line, 6),
      }
  },
}

const livin: Format = {
  name: "Livin' by Mandiri",
  bank: '05',
  heads: [['no', 'tanggal', 'keterangan', 'dana masuk (idr)', 'dana keluar (idr)', 'saldo (idr)']],
  number: commaForSen,
  rows(lines, number) {
    const rows: RawRow[] = []
    for (const line of lines) {
      const [time, above] = [secondLine(line), rows.at(-1)]
      if (time !== null && above) rows[rows.length - 1] = { ...above, time, description: `${above.description} ${cell(line, 2)}`.trim() }
      else
        rows.push({
          line: line.line,
          date: cell(line, 1),
          amount: inTwoColumns(cell(line, 4), cell(line, 3), number),
          description: cell(line, 2),
          balance: cell(line, 5),
        })
    }
    return rows
  },
  // The head once more, in English.
  isFooter: (cells) => /^date$/i.test(cells[1] ?? ''),
}

/** Each row takes two lines: the day, and below it the time with the rest of the text. */
const secondLine = (line: Line): string | null =>
  cell(line, 0) === '' ? (/^(\d{2}:\d{2}:\d{2}) WIB$/.exec(cell(line, 1))?.[1] ?? null) : null

export const mandiriFormats = [cashManagement, spreadsheet, livin]
