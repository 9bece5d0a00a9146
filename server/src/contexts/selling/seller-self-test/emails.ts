import { type Email, notYou, securityBell } from '#contexts/system/outbox/outbox.ts'

export const selfTestStarted = (codes: readonly string[]): Email => ({
  subject: 'Uji server suplier dijalankan',
  bell: securityBell('/penjualan?tab=setting'),
  paragraphs: [
    'Dari Penjualan > Setting baru saja dijalankan uji server. Server Anda menerima beberapa pesanan uji yang tidak dibayar siapa pun.',
    'Kode produk yang tidak Anda siapkan untuk diuji sebaiknya ditutup di server Anda.',
  ],
  facts: [{ label: 'Kode produk', value: codes.join(', ') }],
  closing: [notYou],
})
