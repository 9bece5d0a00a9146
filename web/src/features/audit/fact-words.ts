import type { AuditRow } from '@lapak/contract/audit'
import { rupiahText } from '@lapak/contract/money'

type Facts = NonNullable<AuditRow['before']>
type Value = Facts[string]

/** What a fact is called; what is not here goes by its name. */
const labels: Record<string, string> = {
  active: 'Aktif',
  caption: 'Teks',
  image: 'Gambar',
  prefixes: 'Awalan nomor',
  sort: 'Urutan',
  until: 'Sampai',
  ids: 'Urutan',
  accountname: 'Nama rekening',
  address: 'Alamat',
  city: 'Kota/Kabupaten',
  contact: 'Kontak',
  district: 'Kecamatan',
  email: 'E-mail',
  open: 'Buka',
  phoneend: 'Akhir nomor telepon',
  province: 'Provinsi',
  role: 'Peran',
  what: 'Yang dilihat',
  added: 'Baris baru',
  akhir: 'Sampai',
  amount: 'Nominal',
  askedby: 'Diminta oleh member',
  awal: 'Dari',
  bank: 'Bank',
  buyer: 'Pembeli',
  cashout: 'Penarikan',
  check: 'Kode cek',
  code: 'Kode',
  credited: 'Masuk saldo',
  day: 'Hari',
  differences: 'Selisih',
  enabled: 'Aktif',
  end: 'Akhir nomor',
  failure: 'Sebab gagal',
  feebasispoints: 'Biaya (100 = 1%)',
  feed: 'Feed',
  feeflat: 'Biaya tetap',
  from: 'Dari kas',
  how: 'Cara',
  id: 'ID',
  ip: 'Alamat IP',
  jid: 'Jabber',
  kind: 'Jenis',
  member: 'Member',
  name: 'Nama',
  nominal: 'Nominal',
  npwp: 'Dengan NPWP',
  offer: 'Produk',
  origin: 'Alamat',
  owner: 'Pemilik',
  payment: 'Pembayaran',
  post: 'Kiriman',
  reports: 'Laporan',
  price: 'Harga',
  purchases: 'Transaksi',
  promo: 'Harga promo',
  received: 'Diterima',
  reference: 'Referensi',
  rows: 'Baris',
  said: 'Kabar',
  scope: 'Sisi',
  secret: 'Yang ditebak',
  sell: 'Harga jual',
  silenced: 'Dibungkam',
  tells_all: 'Kabar semua transaksi',
  seller: 'Suplier',
  server: 'Server',
  sold: 'Sudah berjualan',
  state: 'Keadaan',
  status: 'Status',
  subject: 'Tentang',
  supplier: 'Kode suplier',
  test: 'Untuk uji',
  tested: 'Sudah diuji',
  ticket: 'Tiket',
  timed: 'Wajib time',
  to: 'Ke kas',
  value: 'Nilai',
  way: 'Cara',
  why: 'Sebab',
}

const money = new Set(['amount', 'credited', 'feeflat', 'nominal', 'price', 'promo', 'received', 'sell'])

export interface ChangedFact {
  name: string
  label: string
  /** Missing where nothing was before, or is after. */
  before: string | undefined
  after: string | undefined
}

/** Every fact of a row, the one before beside the one after. */
export function factsOf({ before, after }: Pick<AuditRow, 'before' | 'after'>): ChangedFact[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names.map((name) => ({
    name,
    label: labels[name] ?? name,
    before: said(name, before?.[name]),
    after: said(name, after?.[name]),
  }))
}

function said(name: string, value: Value | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return 'kosong'
  if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
  if (typeof value === 'number') return money.has(name) ? rupiahText(value) : value.toString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
