/** The meaning of a column of a statement. */
export const columnRoles = [
  'date',
  'time',
  'description',
  'reff',
  'debit',
  'credit',
  'amount',
  'mark',
  'balance',
  'opening',
  'account',
  'currency',
  'ignored',
] as const
export type Role = (typeof columnRoles)[number]

/**
 * The names that banks give their columns, without punctuation and spaces, in both languages. Only names with one meaning at every bank are listed;
 * an administrator maps the ambiguous ones.
 */
const names: Record<Role, string> = {
  date: `tanggal tgl date tanggaltransaksi tgltransaksi tgltrans tgltran tanggaltran transactiondate transdate trandate txndate txdate postdate postingdate
    tanggalposting tglposting tanggalkirim tanggalpembukuan tglpembukuan bookingdate tanggalmutasi tanggalwaktu tanggaljam tanggaldanwaktu datetime
    transactiondatetime waktutransaksi tanggalwaktutransaksi`,
  time: 'jam jamtran jamtransaksi waktu time transactiontime txntime pukul',
  description: `keterangan description uraian uraiantransaksi rinciantransaksi rincian deskripsi desktran transactiondescription transactiondetail
    transactiondetails keterangantransaksi deskripsitransaksi detail details detailtransaksi remark remarks remarks1 remarks2 additionaldesc
    additionaldescription narrative narasi berita beritatransfer catatan`,
  reff: `referenceno referencenumber reference refno reffno noreferensi nomorreferensi referensi noref noreff journalno journal jurnal nojurnal nojournal
    nomorjurnal seq`,
  debit: `debit debet mutasidebet mutasidebit debitamount debetamount amountdebit debittransactions danakeluar uangkeluar keluar outgoingtransactions
    withdrawal withdrawals pengeluaran nominaldebit nominaldebet jumlahdebit jumlahdebet penarikan`,
  credit: `kredit credit mutasikredit mutasicredit creditamount kreditamount amountcredit credittransactions danamasuk uangmasuk masuk incomingtransactions
    deposit deposits pemasukan nominalkredit jumlahkredit penyetoran setoran`,
  amount: 'jumlah amount nominal mutasi jumlahtransaksi transactionamount nominaltransaksi nilai nilaitransaksi jumlahmutasi',
  mark: 'dbcr crdb dk kd dc cd debitkredit debetkredit kreditdebit kreditdebet debitcredit creditdebit dbkr glsign sign tandadk',
  balance: `saldo balance closebalance closingbalance saldoakhir saldoakhirmutasi runningbalance ledgerbalance endingbalance saldoberjalan accountbalance
    availablebalance`,
  opening: 'saldoawalmutasi saldoawal openingbalance openbalance',
  account: 'norek norekening nomorrekening nomorrek accountno accountnumber account rekening acctno',
  currency: 'ccy currency matauang kodematauang curr',
  ignored: `no nomor nourut id cabang branch branchcode branchname kodecabang namacabang teller tellerid transactioncode kodetransaksi kodetran trancode
    kodetranteller truser user userid trremk tlbds1 tlbds2 remarkcustom valuedate valdate effectivedate tglval tglvaluta tanggalvaluta tglefektif tanggalefektif
    valuta channel kanal accountname namarekening nama`,
}

/** Names that stand for the direction if the file has one amount column, but may have any meaning if it has two. */
const perhapsMark = new Set([
  'jenis',
  'tipe',
  'type',
  'jenistransaksi',
  'tipetransaksi',
  'jenismutasi',
  'tipemutasi',
  'transactiontype',
  'dbcrindicator',
])

const roleOfName = new Map(columnRoles.flatMap((role) => names[role].split(/\s+/).map((name) => [name, role] as const)))

/** Normalizes a column name: `Dana Masuk (IDR)` and `DANA_MASUK` become the same name. */
export const bareName = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/\((?:idr|rp)\.?\)|[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<=.)(?:idr)$/, '')

/**
 * The role of each column, or null if its name is unknown. A column without a name that follows an amount column contains the direction, as in
 * KlikBCA's files.
 */
export function rolesOf(cells: readonly string[]): (Role | null)[] {
  const bare = cells.map(bareName)
  const known = bare.map((name, at) => {
    if (name !== '') return roleOfName.get(name) ?? null
    return roleOfName.get(bare[at - 1] ?? '') === 'amount' ? 'mark' : 'ignored'
  })
  const inOne = known.includes('amount')
  return known.map((role, at) => (perhapsMark.has(bare[at] ?? '') ? (inOne && !known.includes('mark') ? 'mark' : 'ignored') : role))
}

/** The reason why rows cannot be read with these roles, as a text for the user; null if the rows can be read. */
export function wrongWith(known: readonly (Role | null)[]): string | null {
  const count = (role: Role) => known.filter((one) => one === role).length
  if (known.includes(null)) return 'ada kolom yang belum dikenal'
  if (count('date') !== 1) return 'harus ada satu kolom tanggal'
  if (count('description') === 0) return 'harus ada kolom keterangan'
  const [debit, credit, amount] = [count('debit'), count('credit'), count('amount')]
  if (!(debit === 1 && credit === 1 && amount === 0) && !(debit === 0 && credit === 0 && amount === 1))
    return 'harus ada satu kolom debit dan satu kolom kredit, atau satu kolom jumlah'
  const twice = (['time', 'mark', 'balance', 'opening', 'account', 'currency'] as const).find((role) => count(role) > 1)
  return twice ? 'satu arti hanya untuk satu kolom' : null
}
