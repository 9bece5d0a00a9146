import { readdirSync, readFileSync } from 'node:fs'
import type { BankCode } from '@lapak/contract/shared/banks'
import { describe, expect, test } from 'vitest'
import { BankFileError, type Mapping } from './bank-file.ts'
import { wrongWithMapping } from './layout.ts'
import { readBankFile } from './read-bank-file.ts'

const today = '2026-11-22'
const bytesOf = (name: string) => readFileSync(new URL(`../../../test/bank-files/${name}`, import.meta.url))
const read = (name: string, bank: BankCode, day = today) => readBankFile(bytesOf(name), { bank, today: day })
const movementsIn = (name: string, bank: BankCode) =>
  read(name, bank).rows.map(({ day, time, amount, balance }) => [
    day,
    time,
    Number(amount) / 100,
    balance === null ? null : Number(balance) / 100,
  ])

function problemOf(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof BankFileError) return error.problem
    throw error
  }
  return null
}

describe('a BCA file', () => {
  test('in the KlikBCA format, whose dates have no year, is read and verified by the balances below its rows', () => {
    expect(read('bca-klikbca.csv', '01')).toMatchObject({ format: 'KlikBCA', pending: 0, opening: 530_000_000n, closing: 538_313_534n })
    expect(movementsIn('bca-klikbca.csv', '01')).toEqual([
      ['2026-11-21', null, 100_123, 5_400_123],
      ['2026-11-21', null, -17_000, 5_383_123],
      ['2026-11-22', null, 12.34, 5_383_135.34],
    ])
    expect(read('bca-klikbca.csv', '01').rows[0]).toMatchObject({
      line: 8,
      accountNo: '8810012345',
      description: 'TRSF E-BANKING CR 2111/FTSCY/WS95051 100123.00BUDI SANTOSO',
    })
  })

  test('gets the right year for rows before and after New Year', () => {
    const days = (day: string) => read('bca-klikbca-new-year.csv', '01', day).rows.map((row) => row.day)
    expect(days('2027-01-02')).toEqual(['2026-12-31', '2027-01-01'])
    expect(days('2027-01-01')).toEqual(['2026-12-31', '2027-01-01'])
  })

  test('in the BCA Bisnis format is read without its pending rows', () => {
    expect(read('bca-bisnis.csv', '01')).toMatchObject({ format: 'BCA Bisnis', pending: 1, opening: null })
    expect(movementsIn('bca-bisnis.csv', '01')).toEqual([
      ['2026-11-21', null, 100_123, null],
      ['2026-11-21', null, -2_500, null],
    ])
  })

  test('from the preview page of BCA Bisnis, with tabs as separators, is read', () => {
    expect(movementsIn('bca-bisnis-preview.csv', '01')).toEqual([
      ['2026-11-21', null, 100_123, 600_123],
      ['2026-11-21', null, -6_500, 593_623],
    ])
  })

  test('in the myBCA format is read with UTF-16, semicolons, and a minus instead of the direction mark', () => {
    expect(movementsIn('mybca-utf16.csv', '01')).toEqual([
      ['2026-11-21', null, 100_123, 200_123],
      ['2026-11-21', null, -2_500, 197_623],
    ])
  })
})

describe('a BNI file', () => {
  test("is read in each of BNI's three layouts", () => {
    expect(movementsIn('bni-direct.csv', '02')).toEqual([
      ['2026-11-21', '14:03:09', 100_123, null],
      ['2026-11-21', '14:05:00', -1_000, null],
    ])
    const rows = [
      ['2026-11-21', null, 100_123, 1_100_123],
      ['2026-11-22', null, -1_000, 1_099_123],
    ]
    expect(movementsIn('bni-statement.csv', '02')).toEqual(rows)
    expect(movementsIn('bni-old.csv', '02')).toEqual(rows)
  })
})

describe('a BRI file', () => {
  test('contains a transfer and its fee as two rows, although number, time and text of the two rows are the same', () => {
    expect(movementsIn('bri.csv', '04')).toEqual([
      ['2026-11-21', '09:03:09', 100_123, 1_100_123],
      ['2026-11-21', '10:00:00', -50_000, 1_050_123],
      ['2026-11-21', '10:00:00', -1_000, 1_049_123],
    ])
    expect(read('bri.csv', '04').rows[0]).toMatchObject({ accountNo: '020601000123305', reff: '4471', description: 'BFVA BUDI SANTOSO' })
  })

  test('gives the same rows with semicolons and with the other spelling of a column name', () => {
    expect(movementsIn('bri-semicolon.csv', '04')).toEqual(movementsIn('bri.csv', '04'))
  })
})

describe('a Mandiri file', () => {
  test('in the cash management format is read although two of its columns have the same name', () => {
    expect(movementsIn('mandiri-mcm.csv', '05')).toEqual([
      ['2026-11-21', null, 100_123, null],
      ['2026-11-21', null, -2_500, null],
    ])
    expect(read('mandiri-mcm.csv', '05').rows[0]).toMatchObject({ description: 'MCM InhouseTrf DARI BUDI Transfer Fee', reff: 'S20261121' })
  })

  test('is read if its newest row comes first', () => {
    expect(read('mandiri-statement.csv', '05')).toMatchObject({ opening: 50_000_000n, closing: 58_762_300n })
  })

  test("in the Livin' format is read with two lines per row and Indonesian numbers", () => {
    expect(movementsIn('mandiri-livin.csv', '05')).toEqual([
      ['2026-11-21', '14:03:09', 100_123, 600_123],
      ['2026-11-21', '14:05:00', -2_500, 597_623],
    ])
    expect(read('mandiri-livin.csv', '05').rows[0]?.description).toBe('Transfer dari BANK BCA BUDI SANTOSO')
  })
})

test('two identical rows in one file are read as two rows', () => {
  expect(movementsIn('twins.csv', '05')).toHaveLength(2)
})

describe('an invalid file', () => {
  test.each([
    ['broken-empty.csv', '01', { kind: 'unreadable', reason: 'file kosong' }],
    ['broken-page.html', '01', { kind: 'unreadable', reason: 'ini halaman web, bukan file CSV' }],
    ['broken-no-rows.csv', '02', { kind: 'unreadable', reason: 'tidak ada baris mutasi' }],
    ['broken-cut.csv', '04', { kind: 'unreadable', reason: 'baris 3 terpotong' }],
    ['broken-excel.csv', '04', { kind: 'excel', line: 2 }],
    ['broken-hole.csv', '02', { kind: 'hole', line: 3 }],
    ['mandiri-mcm.csv', '01', { kind: 'wrong_bank', other: '05' }],
  ] as const)('is refused as a whole: %s', (name, bank, problem) => {
    expect(problemOf(() => read(name, bank))).toEqual(problem)
  })

  const klik = (row: string) =>
    new TextEncoder().encode(`Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n${row}\n'22/11,CR BUDI,'0000,1.00,CR,1.00\n`)
  test.each([
    ["'31/02,X,'0000,1.00,CR,1.00", 'tanggal pada baris 2 tidak terbaca'],
    // Without its direction mark, the row would be read as incoming money.
    ["'21/11,X,'0000,1.00,,1.00", 'jumlah pada baris 2 tidak terbaca'],
    ["'21/11,X,'0000,1.000,CR,1.00", 'jumlah pada baris 2 tidak terbaca'],
    ["'21/11,X,'0000,1.00,CR,satu", 'saldo pada baris 2 tidak terbaca'],
  ])('is refused because of the row %s', (row, reason) => {
    expect(problemOf(() => readBankFile(klik(row), { bank: '01', today }))).toEqual({ kind: 'unreadable', reason })
  })
})

describe('a balance stated below the rows', () => {
  const below = (...footer: string[]) =>
    problemOf(() =>
      readBankFile(
        Buffer.from(['Tanggal Transaksi,Keterangan,Cabang,Jumlah', '21/11/2026,TRSF BUDI,0000,"100,123.00 CR"', ...footer].join('\n')),
        { bank: '01', today },
      ),
    )

  test.each([
    ['Saldo Awal,=,5.300.000', 'Saldo Awal'],
    ['Saldo Awal,=,satu', 'Saldo Awal'],
    ['"Starting Balance : 1,00,0.0"', 'Starting Balance'],
    ['Saldo Awal,=,5300000.00,CR', 'Saldo Awal'],
    ['Saldo Akhir,=,5.383.135,34', 'Saldo Akhir'],
  ])('causes a refusal of the file if the balance cannot be read: %s', (line, name) => {
    expect(below(line)).toEqual({ kind: 'unreadable', reason: `${name} tidak terbaca` })
  })

  test('is ignored if its cell is empty, and is also read if it is in the same cell as its label', () => {
    expect(below('Saldo Awal,=,', 'Saldo Akhir,=')).toBe(null)
    expect(below('"Starting Balance : 1,000.00"', '"Ending Balance : 101,123.00"')).toBe(null)
    expect(below('"Starting Balance : 1,000.00"', '"Ending Balance : 101,124.00"')).toEqual({ kind: 'hole', line: 2 })
  })
})

describe('a malformed file', () => {
  const file = (...lines: string[]) => Buffer.from(['Tanggal Transaksi,Keterangan,Cabang,Jumlah', ...lines].join('\n'))
  const refused = (bytes: Buffer) => problemOf(() => readBankFile(bytes, { bank: '01', today }))
  const row = '21/11/2026,TRSF BUDI,0000,"100,123.00 CR"'

  test('is refused if a line has more cells than the header, since amounts of that line are in the wrong columns', () => {
    expect(refused(file(row, '21/11/2026,TRSF X,9000123.00 CR,0000,"100,124.00 CR"'))).toEqual({
      kind: 'unreadable',
      reason: 'baris 3 lebih panjang dari judul kolom',
    })
    expect(readBankFile(file(`${row},,`), { bank: '01', today }).rows).toHaveLength(1)
  })

  test('is refused if a cell is longer than the maximum length', () => {
    expect(refused(file(row, `a<${' '.repeat(2000)}>b,TRSF,0000,"100,124.00 CR"`))).toEqual({
      kind: 'unreadable',
      reason: 'baris 3 berisi sel yang terlalu panjang',
    })
  })

  test.each([
    ['one line', ','.repeat(5_000_000)],
    ['many lines', `${','.repeat(5_000)}\n`.repeat(1_000)],
  ])('is refused before it is parsed if it contains %s of nothing but separators', (_what, filled) => {
    expect(refused(file(row, filled))).toEqual({ kind: 'unreadable', reason: 'terlalu banyak kolom' })
  })

  test('is refused if it has more than the maximum number of rows', () => {
    expect(refused(file(...Array(20_001).fill(row)))).toEqual({ kind: 'unreadable', reason: 'lebih dari 20000 baris' })
  })
})

/** Files as banks provide them; the manifest lists the expected result of each. */
const manifest = readFileSync(new URL('../../../test/bank-files/field/MANIFEST.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [name: string, expected: string])

const bankOf = (name: string): BankCode => (/bca/.test(name) ? '01' : /bni/.test(name) ? '02' : /bri/.test(name) ? '04' : '05')

/** The amounts of each file in sen, row by row. */
const moved: Record<string, number[]> = {
  'B01-klikbca-tanggal-transaksi.csv': [10_012_300, 200_000_000, -1_500_000],
  'B03-mybca-business.csv': [10_012_300, -1_500_000],
  'B04-bni-post-date.csv': [10_012_300, -1_500_000],
  'B05-bni-post-date-nothousand.csv': [10_012_300, -1_500_000],
  'B07-mandiri-kopra-decimals.csv': [10_012_300],
  'B08-bri-quoted.csv': [10_012_300, -7_000_000],
  'B10-bri-two-same-credits.csv': [10_000_000, 10_000_000],
  'B12-bri-semicolon-short.csv': [10_012_300],
  'B13-bri-ib.csv': [10_012_300],
  'B14-klikbca-utf16.csv': [10_012_300, -1_500_000],
  'B20-mandiri-mcm-new.csv': [10_012_300, -1_500_000],
  'B21-bca-business-nofooter.csv': [10_012_300, -1_500_000],
  'B23-bca-business-footer-quoted-nomutasi.csv': [10_012_300, -1_500_000],
  'B24-bca-business-footer-unquoted-nomutasi.csv': [10_012_300, -1_500_000],
  'B26-bca-title-line.csv': [10_012_300, -1_500_000],
}

describe('a file as banks provide it', () => {
  test('is listed in the manifest with its expected result', () => {
    const files = readdirSync(new URL('../../../test/bank-files/field', import.meta.url)).filter((name) => name !== 'MANIFEST.tsv')
    expect(files.sort()).toEqual(manifest.map(([name]) => name).sort())
    expect(manifest).toHaveLength(17)
  })

  test.each(manifest)('is read as the manifest expects: %s: %s', (name, expected) => {
    const field = () => readBankFile(bytesOf(`field/${name}`), { bank: bankOf(name), today: '2026-11-29' })
    if (expected.includes('Excel')) return expect(problemOf(field)).toMatchObject({ kind: 'excel' })
    const { rows, pending } = field()
    expect(rows.map(({ amount }) => Number(amount))).toEqual(moved[name])
    if (expected.includes('rows')) expect(rows).toHaveLength(Number(/(\d+) rows/.exec(expected)?.[1]))
    expect(pending).toBe(/B01|B03/.test(name) ? 1 : 0)
  })
})

const csv = (cells: readonly (readonly string[])[]) =>
  cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
const readLines = (lines: readonly string[], bank: BankCode, mappings?: Mapping[]) =>
  readBankFile(Buffer.from(lines.join('\r\n')), { bank, today, ...(mappings && { mappings }) })
const sums = (file: { rows: readonly { amount: bigint }[] }) => file.rows.map(({ amount }) => Number(amount) / 100)

describe('a header', () => {
  const kopra = [
    ['AccountNo', 'Ccy', 'PostDate', 'Remarks', 'AdditionalDesc', 'Credit Amount', 'Debit Amount', 'Close Balance'],
    ['1060012345678', 'IDR', '21 November 2026 09:34:53', 'TRF DARI BUDI', 'MCM', '100123.00', '0.00', '10100123.79'],
    ['1060012345678', 'IDR', '21 November 2026 10:00:00', 'BIAYA', '', '0.00', '2500.00', '10097623.79'],
  ]

  test.each([
    ['reversed', (row: readonly string[]) => row.toReversed()],
    ['turned round', (row: readonly string[]) => [...row.slice(3), ...row.slice(0, 3)]],
    ['in capitals', (row: readonly string[]) => row.map((cell) => cell.toUpperCase())],
    ['in small letters', (row: readonly string[]) => row.map((cell) => cell.toLowerCase())],
  ])('is recognized whatever the order of its columns and the case of their names: %s', (_, arranged) => {
    const file = readBankFile(Buffer.from(csv(kopra.map(arranged))), { bank: '05', today })
    expect(file.format).toBe('Mandiri Kopra')
    expect(sums(file)).toEqual([100_123, -2_500])
    expect(file.rows[0]).toMatchObject({ accountNo: '1060012345678', day: '2026-11-21', time: '09:34:53', balance: 1_010_012_379n })
  })

  test('is recognized if each column name has only one meaning; the amounts of all rows decide the number format', () => {
    const head = 'Tgl. Transaksi;Jam;Deskripsi Transaksi;No. Ref;Uang Keluar (IDR);Uang Masuk (IDR);Saldo Akhir'
    const file = readLines(
      [head, '21/11/2026;09:03;DARI BUDI;R1;;Rp100.123,00;1.100.123', '21/11/2026;10.00;BIAYA;R2;2.500,50;;1.097.622,5'],
      '04',
    )
    expect(sums(file)).toEqual([100_123, -2_500.5])
    expect(file).toMatchObject({ format: 'CSV', closing: 109_762_250n })
  })

  test('is recognized with a direction column in any position', () => {
    const rows = ['Kredit,TRANSFER BUDI,"100,123.00",21/11/2026', 'Debit,BIAYA,"1,000.00",21/11/2026']
    expect(sums(readLines(['Jenis,Keterangan,Nominal,Tanggal', ...rows], '02'))).toEqual([100_123, -1_000])
    expect(problemOf(() => readLines(['Jenis,Keterangan,Nominal,Tanggal', ...rows, 'Lain,X,5.00,21/11/2026'], '02'))).toEqual({
      kind: 'unreadable',
      reason: 'jumlah pada baris 4 tidak terbaca',
    })
  })

  test('with unknown columns is returned with the likely roles of its columns and sample rows', () => {
    const lines = ['Laporan', 'Tanggal,Ket. Trx,Debit,Kredit,Status,Saldo', '21/11/2026,BUDI,,"100,123.00",OK,"600,123.00"']
    expect(problemOf(() => readLines(lines, '04'))).toEqual({
      kind: 'unknown_head',
      head: {
        line: 2,
        columns: ['Tanggal', 'Ket. Trx', 'Debit', 'Kredit', 'Status', 'Saldo'],
        roles: ['date', null, 'debit', 'credit', null, 'balance'],
        sample: [['21/11/2026', 'BUDI', '', '100,123.00', 'OK', '600,123.00']],
        reason: 'ada kolom yang belum dikenal',
      },
    })
  })

  test("is read by an administrator's mapping, which cannot give another role to a column with a known name", () => {
    const columns = ['Tanggal', 'Ket. Trx', 'Debit', 'Kredit', 'Status', 'Saldo']
    const mapping: Mapping = { columns, roles: ['date', 'description', 'debit', 'credit', 'ignored', 'balance'], number: 'dot' }
    const file = readLines(['Tanggal,KET TRX,Debit,Kredit,Status,Saldo', '21/11/2026,BUDI,,"100,123.00",OK,"600,123.00"'], '04', [mapping])
    expect(sums(file)).toEqual([100_123])
    expect(file.mapped).toMatchObject({ line: 1, number: 'dot' })
    expect(wrongWithMapping(mapping)).toBe(null)
    for (const [roles, reason] of [
      [['date', 'description', 'credit', 'debit', 'ignored', 'balance'], 'kolom "Debit" bukan kredit'],
      [['date', 'description', 'ignored', 'credit', 'debit', 'balance'], 'kolom "Debit" tidak boleh diabaikan'],
      [['date', 'ignored', 'debit', 'credit', 'ignored', 'balance'], 'harus ada kolom keterangan'],
      [['date', 'description', 'debit', 'credit', 'date', 'balance'], 'harus ada satu kolom tanggal'],
      [['date', 'description', 'debit', 'credit', 'balance', 'ignored'], 'kolom "Saldo" tidak boleh diabaikan'],
      [['date'], 'setiap kolom harus dipetakan'],
    ] as const)
      expect(wrongWithMapping({ ...mapping, roles })).toContain(reason)
  })
})

describe('a summary line', () => {
  const file = (...foot: string[]) => readLines(['Tanggal Transaksi,Keterangan,Cabang,Jumlah,,Saldo', ...rows, ...foot], '01')
  const rows = ['\'05/11,\'KREDIT BUDI,\'0000,"100,123.00",CR,"10,100,123.00"', '\'12/11,\'BIAYA ADM,\'0000,"15,000.00",DB,"10,085,123.00"']

  test.each([
    ['in one cell, quoted', '"Saldo Awal : 10,000,000.00"', '"Mutasi Kredit : 100,123.00"', '"Saldo Akhir : 10,085,123.00"'],
    ['cut at its commas', 'Saldo Awal : 10,000,000.00', 'Mutasi Debet : 15,000.00', 'Saldo Akhir : 10,085,123.00'],
    ['in several cells, with how many', 'Saldo Awal,:,10000000.00', 'Mutasi Kredit,:,100123.00,,,1', 'Saldo Akhir,:,10085123.00'],
    ['at the end of the line', 'SALDO AWAL,,,,,"10,000,000.00"', 'Total Debet,,,"15,000.00",,', 'SALDO AKHIR,,,,,"10,085,123.00"'],
    ['with words to people below', 'Saldo Awal : 10,000,000.00', '', 'Dokumen ini dicetak dari KlikBCA dan sah tanpa tanda tangan'],
  ])('is recognized: %s', (_, ...foot) => {
    expect(file(...foot)).toMatchObject({ opening: 1_000_000_000n, closing: 1_008_512_300n })
  })

  test('is recognized with its labels in one line and the amounts in the next', () => {
    const lines = ['Tanggal Transaksi,Uraian Transaksi,Teller,Debet,Kredit,Saldo', '21/11/26,BUDI,1,0.00,"100,123.00","600,123.00"', '']
    const sums = (closing: string) =>
      readLines([...lines, 'Saldo Awal,Total Debet,Total Kredit,Saldo Akhir', `"500,000.00",0.00,"100,123.00","${closing}"`], '04')
    expect(sums('600,123.00')).toMatchObject({ format: 'BRI internet banking', rows: [{ amount: 10_012_300n }] })
    expect(problemOf(() => sums('600,124.00'))).toEqual({ kind: 'hole', line: 2 })
  })

  test.each([
    ['a balance that is none of its rows', 'Saldo Awal : 9,000,000.00', { kind: 'hole', line: 2 }],
    [
      'a sum that is none of its rows',
      'Mutasi Kredit : 200,123.00',
      { kind: 'unreadable', reason: 'Mutasi Kredit di bawah tabel tidak sama dengan jumlah barisnya' },
    ],
    ['a row that was cut off', "'13/11,'SETORAN", { kind: 'unreadable', reason: 'baris 4 terpotong' }],
    ['the beginning of one', "'1", { kind: 'unreadable', reason: 'baris 4 terpotong' }],
  ])('causes a refusal of the whole file if it is %s', (_, line, problem) => {
    expect(problemOf(() => file(line))).toEqual(problem)
  })

  test('in the first row is recognized as the opening balance', () => {
    const lines = [
      'Tanggal,Keterangan,Debet,Kredit,Saldo',
      '01/11/2026,SALDO AWAL,,,"500,000.00"',
      '21/11/2026,BUDI,,"100,123.00","600,123.00"',
    ]
    expect(readLines(lines, '04')).toMatchObject({ opening: 50_000_000n, closing: 60_012_300n, rows: [{ amount: 10_012_300n }] })
    expect(problemOf(() => readLines([...lines.slice(0, 1), '01/11/2026,SALDO AWAL,,,"400,000.00"', ...lines.slice(2)], '04'))).toEqual({
      kind: 'hole',
      line: 3,
    })
  })
})

describe('a line between the rows', () => {
  const paged = (...between: string[]) =>
    readLines(
      ['Tanggal,Keterangan,Debet,Kredit,Saldo', '20/11/2026,BUDI,,"100.00","600.00"', ...between, '21/11/2026,ADM,"5.00",,"595.00"'],
      '04',
    )

  test.each([
    ['the mark of a page', 'Halaman 1 dari 2'],
    ['one in English', 'Page 1 of 2,,,,'],
    ['the balance carried to the next page', ',SALDO PINDAHAN,,,"600.00"'],
    ['the same with a day', '20/11/2026,SALDO PINDAHAN,,,"600.00"'],
  ])('is skipped if it is %s', (_, line) => {
    expect(sums(paged(line))).toEqual([100, -5])
  })

  test.each([
    ['money under the name of a carried balance', '20/11/2026,SALDO PINDAHAN,,"7.00","607.00"', { kind: 'hole', line: 4 }],
    ['a text with digits', 'Halaman 1 dari 2 50.000', { kind: 'unreadable', reason: 'baris 3 terpotong' }],
  ])('is not skipped if it is %s', (_, line, problem) => {
    expect(problemOf(() => paged(line))).toEqual(problem)
  })
})

test('a minus after an amount marks outgoing money', () => {
  const lines = ['Tanggal,Keterangan,Jumlah,Saldo', '20/11/2026,BUDI,100.00,600.00', '21/11/2026,ADM,5.00-,595.00']
  expect(sums(readLines(lines, '04'))).toEqual([100, -5])
  expect(problemOf(() => readLines(['Tanggal,Keterangan,Jumlah,D/K', '21/11/2026,X,5.00-,K'], '04'))).toEqual({
    kind: 'unreadable',
    reason: 'jumlah pada baris 2 tidak terbaca',
  })
})

describe('a file that a spreadsheet saved', () => {
  const klik = (...rows: string[]) => problemOf(() => readLines(['Tanggal,Keterangan,Cabang,Jumlah,,Saldo', ...rows], '01'))
  const bri = (row: string) => problemOf(() => readLines(['Tanggal Transaksi,Uraian Transaksi,Teller,Debet,Kredit,Saldo', row], '04'))
  test.each([
    ['a day as it shows days', () => klik('05-Nov,BUDI,0000,100123.00,CR,10100123.00')],
    ['a branch without its zeros', () => klik("'05/11,BUDI,0,100123.00,CR,10100123.00")],
    ['an account number as a power of ten', () => bri('27/11/26,BUDI,8.88808E+06,0.00,100123.00,10100123.00')],
    ['months before days', () => bri('11/21/2026,BUDI,8888079,0.00,100123.00,10100123.00')],
    ['days without their zeros', () => bri('5/11/2026,BUDI,8888079,0.00,100123.00,10100123.00')],
    ['sums in its own language', () => bri('21/11/2026,BUDI,8888079,"0,00","100.123,00","10.100.123,00"')],
  ])('is refused as a spreadsheet file if it contains %s', (_, read) => {
    expect(read()).toEqual({ kind: 'excel', line: 2 })
  })

  test('is refused if KlikBCA amounts have lost their decimals, even if the dates are unchanged', () => {
    expect(klik("'05/11,'BUDI,'0000,100123,CR,10100123")).toEqual({ kind: 'excel', line: 2 })
  })

  test('is refused if it is an Excel workbook', () => {
    expect(problemOf(() => readBankFile(Buffer.from('PK\u0003\u0004xl/workbook.xml', 'latin1'), { bank: '01', today }))).toEqual({
      kind: 'unreadable',
      reason: 'ini file Excel, bukan CSV',
    })
  })

  test('is refused if the lines above the header have as many cells as the table', () => {
    const lines = ['No. rekening : 5300012345,,,,,', 'Tanggal,Keterangan,Cabang,Jumlah,,Saldo', "'05/11,BUDI,0000,100123.00,CR,10100123.00"]
    expect(problemOf(() => readLines(lines, '01'))).toEqual({ kind: 'excel', line: 1 })
  })
})

describe('a file with ambiguous data', () => {
  const generic = (...rows: string[]) => readLines(['Tanggal,Keterangan,Debet,Kredit,Saldo', ...rows], '04')
  test.each([
    ['both columns filled', '21/11/2026,X,5.00,5.00,5.00', 'jumlah pada baris 2 tidak terbaca'],
    ['a credit below nothing', '21/11/2026,X,,-5.00,5.00', 'jumlah pada baris 2 tidak terbaca'],
    ['two ways of writing sums in one file', '21/11/2026,X,,"1.000,00","1,000.00"', 'jumlah pada baris 2 tidak terbaca'],
    ['a sum of 250,000 digits', `21/11/2026,X,,${'9'.repeat(1_900)},5.00`, 'jumlah pada baris 2 tidak terbaca'],
    ['a day after today', '23/11/2026,X,,5.00,5.00', 'tanggal pada baris 2 tidak terbaca'],
  ])('is refused because of a row with %s', (_, row, reason) => {
    expect(problemOf(() => generic(row))).toEqual({ kind: 'unreadable', reason })
  })

  test.each([
    ['dollars above the head', ['Mata Uang : USD', 'Tanggal,Keterangan,Debet,Kredit', '21/11/2026,X,,5.00'], 'mata uangnya bukan rupiah'],
    ['dollars in a row', ['Tanggal,Keterangan,Ccy,Debet,Kredit', '21/11/2026,X,USD,,5.00'], 'mata uang pada baris 2 bukan rupiah'],
    [
      'a day outside of the period',
      ['Periode : 01/10/2026 - 31/10/2026', 'Tanggal,Keterangan,Debet,Kredit', '21/11/2026,X,,5.00'],
      'tanggal pada baris 3 di luar periode file',
    ],
    [
      'a direction that only a minus says, and no balance proves',
      ['Tanggal,Keterangan,Jumlah', '21/11/2026,X,-5.00', '21/11/2026,X,5.00'],
      'arah kredit atau debit tidak dapat dipastikan',
    ],
    ['no direction at all', ['Tanggal,Keterangan,Jumlah,Saldo', '21/11/2026,X,5.00,5.00'], 'jumlah pada baris 2 tidak terbaca'],
    [
      'a quote that is not closed',
      ['Tanggal,Keterangan,Debet,Kredit', '21/11/2026,"X,,5.00'],
      'tanda kutip di sekitar baris 2 tidak berpasangan',
    ],
  ])('is refused because of %s', (_, lines, reason) => {
    expect(problemOf(() => readLines(lines, '04'))).toEqual({ kind: 'unreadable', reason })
  })
})
