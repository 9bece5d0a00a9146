/** E-mails about changes of the PIN. */
import { type Email, notYou, securityBell } from '#contexts/system/outbox/outbox.ts'

export const pinChanged: Email = {
  subject: 'PIN transaksi Lapak Anda diganti',
  bell: securityBell('/profile?tab=keamanan'),
  paragraphs: ['PIN transaksi akun Lapak Anda baru saja diganti. Pesanan dari halaman web memerlukan PIN yang baru.'],
  closing: [notYou],
}

export const pinRemoved: Email = {
  subject: 'PIN transaksi Lapak Anda dimatikan',
  bell: securityBell('/profile?tab=keamanan'),
  paragraphs: ['PIN transaksi akun Lapak Anda baru saja dimatikan. Pesanan dari halaman web tidak lagi memerlukan PIN.'],
  closing: [notYou],
}
