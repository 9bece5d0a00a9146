import type { BankCode } from '@lapak/contract/shared/banks'
import { commaForSen, dotForSen, type NumberRule } from './amounts.ts'
import { bareName } from './columns.ts'

/**
 * A file format that a bank documents, recognized by its columns in any order. A file with another header is read as well if all its columns are
 * known.
 */
export interface Format {
  name: string
  bank: BankCode
  /** Column names in the form of `bareName`; the alternatives are the same columns in the bank's languages. */
  heads: readonly string[]
  number: NumberRule
  /** Each row takes two lines: the date, and below it the time with the rest of the text. */
  twoLines?: true
  /**
   * True for a plain text format, in which a line above the header has fewer cells than the table. If all lines are equally wide, a spreadsheet saved
   * the file.
   */
  plainText?: true
  /** True for a format in which branch codes have four digits and amounts two decimals. If a file lacks them, a spreadsheet saved it. */
  wholeCells?: true
}

export const bankFormats: readonly Format[] = [
  {
    name: 'KlikBCA',
    bank: '01',
    heads: [
      'tanggal,keterangan,cabang,jumlah,,saldo',
      'tanggaltransaksi,keterangan,cabang,jumlah,,saldo',
      'date,description,branch,amount,,balance',
      'transactiondate,description,branch,amount,,balance',
    ],
    number: dotForSen,
    plainText: true,
    wholeCells: true,
  },
  {
    name: 'BCA Bisnis',
    bank: '01',
    heads: [
      'tanggaltransaksi,keterangan,cabang,jumlah',
      'tanggaltransaksi,keterangan,cabang,jumlah,saldo',
      'transactiondate,description,branch,amount',
      'transactiondate,description,branch,amount,balance',
    ],
    number: dotForSen,
    plainText: true,
    wholeCells: true,
  },
  { name: 'BCA Bisnis pratinjau', bank: '01', heads: ['no,tanggal,keterangan,debit,kredit,saldo'], number: dotForSen },
  { name: 'BNI Direct', bank: '02', heads: ['no,tanggalkirim,cabang,journalno,deskripsi,amount,dbcr'], number: dotForSen },
  {
    name: 'BNI Direct Post Date',
    bank: '02',
    heads: [
      'postdate,valuedate,branch,journalno,description,debit,credit',
      'postdate,valuedate,branch,journalno,description,debit,credit,balance',
    ],
    number: dotForSen,
    plainText: true,
  },
  {
    name: 'BNI rekening koran',
    bank: '02',
    heads: ['postingdate,effectivedate,branch,journal,transactiondescription,amount,dbcr,balance'],
    number: dotForSen,
  },
  { name: 'BNI lama', bank: '02', heads: ['tgltrans,uraian,debet,kredit,saldo'], number: dotForSen },
  {
    name: 'BRI',
    bank: '04',
    heads: ['debet', 'debit'].map(
      (debit) =>
        `id,norek,tgltran,tglefektif,jamtran,seq,desktran,saldoawalmutasi,mutasi${debit},mutasikredit,saldoakhirmutasi,glsign,truser,kodetran,kodetranteller,trremk,tlbds1,tlbds2,remarkcustom`,
    ),
    number: dotForSen,
    plainText: true,
  },
  {
    name: 'BRI internet banking',
    bank: '04',
    heads: ['debet', 'debit'].map((debit) => `tanggaltransaksi,uraiantransaksi,teller,${debit},kredit,saldo`),
    number: dotForSen,
    plainText: true,
  },
  {
    name: 'Mandiri MCM',
    bank: '05',
    heads: ['accountno,date,valdate,transactioncode,description,description,referenceno,debit,credit'],
    number: dotForSen,
    plainText: true,
  },
  {
    name: 'Mandiri Kopra',
    bank: '05',
    heads: ['accountno,ccy,postdate,remarks,additionaldesc,creditamount,debitamount,closebalance'],
    number: dotForSen,
    plainText: true,
  },
  {
    name: 'Mandiri rekening koran',
    bank: '05',
    heads: ['tgl,tglval,rinciantransaksi,noreferensi,debit,kredit,saldo,branchcode'],
    number: dotForSen,
  },
  {
    name: "Livin' by Mandiri",
    bank: '05',
    heads: ['no,tanggal,keterangan,danamasuk,danakeluar,saldo'],
    number: commaForSen,
    twoLines: true,
  },
]

const inAnyOrder = (names: readonly string[]): string => names.toSorted().join()

const known = new Map(bankFormats.flatMap((format) => format.heads.map((head) => [inAnyOrder(head.split(',')), format] as const)))

export const formatOf = (cells: readonly string[]): Format | undefined => known.get(inAnyOrder(cells.map(bareName)))
