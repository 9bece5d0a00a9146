import type { AuditRow } from '@lapak/contract/audit'
import type { LinkProps } from '@tanstack/react-router'

/** What an event is about, in a word; what is not here is said as the row has it. */
const kinds: Record<string, string> = {
  list: 'Daftar',
  alert: 'Peringatan',
  adapter: 'Penghubung',
  maintenance: 'Pemeliharaan',
  health_alert: 'Peringatan kesehatan',
  banner: 'Banner',
  brand: 'Brand',
  brand_group: 'Grup brand',
  product: 'Produk',
  banners: 'Urutan banner',
  operator: 'Operator',
  bank: 'Bank',
  bank_account: 'Rekening member',
  books: 'Pembukuan',
  call: 'Panggilan',
  cash_correction: 'Koreksi kas',
  cash_out: 'Penarikan',
  cash_transfer: 'Transfer kas',
  adjustment: 'Penyesuaian',
  decision: 'Persetujuan',
  deposit: 'Topup',
  dispute: 'Sengketa',
  post: 'Kiriman',
  comment: 'Komentar',
  difference: 'Selisih',
  gateway: 'Penyedia pembayaran',
  jabber: 'Jabber',
  key: 'API key',
  member: 'Member',
  offer: 'Produk suplier',
  payment_method: 'Metode pembayaran',
  picture: 'Foto',
  purchase: 'Transaksi',
  reconciliation: 'Rekonsiliasi',
  seller_report: 'File suplier',
  setting: 'Aturan',
  special_price: 'Harga khusus',
  statement: 'Mutasi bank',
  statement_file: 'File mutasi',
  terms: 'Syarat & ketentuan',
  tickets: 'Daftar tiket',
  transactions: 'Daftar transaksi',
  unmatched: 'Dana masuk',
}

export const kindWord = (kind: string): string => kinds[kind] ?? kind

export const subjectWord = ({ subjectkind, subject }: AuditRow): string => `${kindWord(subjectkind)} ${subject}`.trim()

/** The page where it can be looked at, where there is one. */
export function pageOfSubject({ subjectkind, subject }: AuditRow): Pick<LinkProps, 'to' | 'search'> | null {
  if (!/^\d{1,15}$/.test(subject)) return null
  if (subjectkind === 'member') return pageOfMember(subject)
  if (subjectkind === 'deposit') return { to: '/cashin', search: { tiket: subject } }
  if (subjectkind === 'post') return { to: '/admin/kiriman', search: { kiriman: subject } }
  if (subjectkind === 'purchase') return { to: '/trxadm', search: { trx: subject } }
  if (subjectkind === 'cash_out') return { to: '/cashout', search: { tiket: subject } }
  return null
}

export const pageOfMember = (id: string): Pick<LinkProps, 'to' | 'search'> => ({ to: '/usermanagement', search: { member: id } })
