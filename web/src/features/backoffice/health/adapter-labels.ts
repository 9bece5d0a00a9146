import type { AdapterName } from '@lapak/contract/backoffice/health'

export const adapterLabels: Record<AdapterName, string> = {
  mail: 'E-mail',
  whatsapp: 'WhatsApp',
  gateway: 'Penyedia pembayaran',
  disbursement: 'Pembayaran penarikan',
  bankfeed: 'Feed mutasi bank',
  nameinquiry: 'Cek nama rekening',
  store: 'Penyimpanan gambar',
  google: 'Masuk dengan Google',
  facebook: 'Masuk dengan Facebook',
  jabber: 'Jabber (XMPP)',
}
