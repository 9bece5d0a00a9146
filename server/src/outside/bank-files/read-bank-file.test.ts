import { readFileSync } from 'node:fs'
import type { BankCode } from '@lapak/contract/banks'
import { describe, expect, test } from 'vitest'
import { BankFileError } from './bank-file.ts'
import { readBankFile } from './read-bank-file.ts'

const today = '2026-11-22'
const bytesOf = (name: string) => readFileSync(new URL(`../../../test/bank-files/${name}`, import.meta.url))
const read = (name: string, bank: BankCode, day = today) => readBankFile(bytesOf(name), { bank, today: day })
const told = (name: string, bank: BankCode) =>
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

describe('a file of BCA', () => {
  test('is read from KlikBCA, whose rows have no year, and proved by the balances below them', () => {
    expect(read('bca-klikbca.csv', '01')).toMatchObject({ format: 'KlikBCA', pending: 0, opening: 530_000_000n, closing: 538_313_534n })
    expect(told('bca-klikbca.csv', '01')).toEqual([
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

  test('counts its years back over New Year', () => {
    const days = (day: string) => read('bca-klikbca-new-year.csv', '01', day).rows.map((row) => row.day)
    expect(days('2027-01-02')).toEqual(['2026-12-31', '2027-01-01'])
    expect(days('2027-01-01')).toEqual(['2026-12-31', '2027-01-01'])
  })

  test('of BCA Bisnis keeps back what is not settled', () => {
    expect(read('bca-bisnis.csv', '01')).toMatchObject({ format: 'BCA Bisnis', pending: 1, opening: null })
    expect(told('bca-bisnis.csv', '01')).toEqual([
      ['2026-11-21', null, 100_123, null],
      ['2026-11-21', null, -2_500, null],
    ])
  })

  test('of the preview page has tabs', () => {
    expect(told('bca-bisnis-preview.csv', '01')).toEqual([
      ['2026-11-21', null, 100_123, 600_123],
      ['2026-11-21', null, -6_500, 593_623],
    ])
  })

  test('of myBCA is UTF-16 with semicolons, and a minus instead of the mark', () => {
    expect(told('mybca-utf16.csv', '01')).toEqual([
      ['2026-11-21', null, 100_123, 200_123],
      ['2026-11-21', null, -2_500, 197_623],
    ])
  })
})

describe('a file of BNI', () => {
  test('is read in each of its three layouts', () => {
    expect(told('bni-direct.csv', '02')).toEqual([
      ['2026-11-21', '14:03:09', 100_123, null],
      ['2026-11-21', '14:05:00', -1_000, null],
    ])
    const rows = [
      ['2026-11-21', null, 100_123, 1_100_123],
      ['2026-11-22', null, -1_000, 1_099_123],
    ]
    expect(told('bni-statement.csv', '02')).toEqual(rows)
    expect(told('bni-old.csv', '02')).toEqual(rows)
  })
})

describe('a file of BRI', () => {
  test('tells a transfer from its fee of the same number, time and text', () => {
    expect(told('bri.csv', '04')).toEqual([
      ['2026-11-21', '09:03:09', 100_123, 1_100_123],
      ['2026-11-21', '10:00:00', -50_000, 1_050_123],
      ['2026-11-21', '10:00:00', -1_000, 1_049_123],
    ])
    expect(read('bri.csv', '04').rows[0]).toMatchObject({ accountNo: '020601000123305', reff: '4471', description: 'BFVA BUDI SANTOSO' })
  })

  test('is the same with semicolons, in the other spelling', () => {
    expect(told('bri-semicolon.csv', '04')).toEqual(told('bri.csv', '04'))
  })
})

describe('a file of Mandiri', () => {
  test('of cash management has two columns of one name', () => {
    expect(told('mandiri-mcm.csv', '05')).toEqual([
      ['2026-11-21', null, 100_123, null],
      ['2026-11-21', null, -2_500, null],
    ])
    expect(read('mandiri-mcm.csv', '05').rows[0]).toMatchObject({ description: 'MCM InhouseTrf DARI BUDI Transfer Fee', reff: 'S20261121' })
  })

  test('may have the newest row first', () => {
    expect(read('mandiri-statement.csv', '05')).toMatchObject({ opening: 50_000_000n, closing: 58_762_300n })
  })

  test("of Livin' takes two lines for each row, and writes numbers as Indonesians do", () => {
    expect(told('mandiri-livin.csv', '05')).toEqual([
      ['2026-11-21', '14:03:09', 100_123, 600_123],
      ['2026-11-21', '14:05:00', -2_500, 597_623],
    ])
    expect(read('mandiri-livin.csv', '05').rows[0]?.description).toBe('Transfer dari BANK BCA BUDI SANTOSO')
  })
})

test('equal rows of one file are all read', () => {
  expect(told('twins.csv', '05')).toHaveLength(2)
})

describe('a file is refused whole', () => {
  test.each([
    ['broken-empty.csv', '01', { kind: 'unreadable', reason: 'file kosong' }],
    ['broken-page.html', '01', { kind: 'unreadable', reason: 'ini halaman web, bukan file CSV' }],
    ['broken-no-rows.csv', '02', { kind: 'unreadable', reason: 'tidak ada baris mutasi' }],
    ['broken-cut.csv', '04', { kind: 'unreadable', reason: 'baris 3 terpotong' }],
    ['broken-excel.csv', '04', { kind: 'excel', line: 2 }],
    ['broken-hole.csv', '02', { kind: 'hole', line: 3 }],
    ['mandiri-mcm.csv', '01', { kind: 'wrong_bank', other: '05' }],
  ] as const)('%s', (name, bank, problem) => {
    expect(problemOf(() => read(name, bank))).toEqual(problem)
  })

  const klik = (row: string) =>
    new TextEncoder().encode(`Tanggal,Keterangan,Cabang,Jumlah,,Saldo\n${row}\n'22/11,CR BUDI,'0000,1.00,CR,1.00\n`)
  test.each([
    ["'31/02,X,'0000,1.00,CR,1.00", 'tanggal pada baris 2 tidak terbaca'],
    // Without its mark it would be money that came in.
    ["'21/11,X,'0000,1.00,,1.00", 'jumlah pada baris 2 tidak terbaca'],
    ["'21/11,X,'0000,1.000,CR,1.00", 'jumlah pada baris 2 tidak terbaca'],
    ["'21/11,X,'0000,1.00,CR,satu", 'saldo pada baris 2 tidak terbaca'],
  ])('for the row %s', (row, reason) => {
    expect(problemOf(() => readBankFile(klik(row), { bank: '01', today }))).toEqual({ kind: 'unreadable', reason })
  })
})

describe('a balance below the rows', () => {
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
  ])('that cannot be read refuses the file, since nothing else proves that no row is missing: %s', (line, name) => {
    expect(below(line)).toEqual({ kind: 'unreadable', reason: `${name} tidak terbaca` })
  })

  test('is none where its cell is empty, and is read beside its name as well', () => {
    expect(below('Saldo Awal,=,', 'Saldo Akhir,=')).toBe(null)
    expect(below('"Starting Balance : 1,000.00"', '"Ending Balance : 101,123.00"')).toBe(null)
    expect(below('"Starting Balance : 1,000.00"', '"Ending Balance : 101,124.00"')).toEqual({ kind: 'hole', line: 2 })
  })
})

describe('a file that no bank wrote', () => {
  const file = (...lines: string[]) => Buffer.from(['Tanggal Transaksi,Keterangan,Cabang,Jumlah', ...lines].join('\n'))
  const refused = (bytes: Buffer) => problemOf(() => readBankFile(bytes, { bank: '01', today }))
  const row = '21/11/2026,TRSF BUDI,0000,"100,123.00 CR"'

  test('is refused where a line has more cells than the head, since its sums stand elsewhere', () => {
    expect(refused(file(row, '21/11/2026,TRSF X,9000123.00 CR,0000,"100,124.00 CR"'))).toEqual({
      kind: 'unreadable',
      reason: 'baris 3 lebih panjang dari judul kolom',
    })
    expect(readBankFile(file(`${row},,`), { bank: '01', today }).rows).toHaveLength(1)
  })

  test('is refused where a cell is as long as no bank writes one', () => {
    expect(refused(file(row, `a<${' '.repeat(2000)}>b,TRSF,0000,"100,124.00 CR"`))).toEqual({
      kind: 'unreadable',
      reason: 'baris 3 berisi sel yang terlalu panjang',
    })
  })

  test.each([
    ['one line', ','.repeat(5_000_000)],
    ['many lines', `${','.repeat(5_000)}\n`.repeat(1_000)],
  ])('is refused before it is taken apart where nothing but separators fills %s', (_what, filled) => {
    expect(refused(file(row, filled))).toEqual({ kind: 'unreadable', reason: 'terlalu banyak kolom' })
  })

  test('is refused above as many rows as are read at once', () => {
    expect(refused(file(...Array(20_001).fill(row)))).toEqual({ kind: 'unreadable', reason: 'lebih dari 20000 baris' })
  })
})
