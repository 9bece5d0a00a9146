import { type Letter, notYou } from '../outbox/outbox.ts'

export const jabberIdAdded = (jid: string): Letter => ({
  subject: 'JabberID ditambahkan',
  paragraphs: [`Alamat Jabber ${jid} sekarang boleh memesan memakai saldo Anda.`],
  closing: [notYou],
})

export const jabberIdRemoved = (jid: string): Letter => ({
  subject: 'JabberID dihapus',
  paragraphs: [`Pesanan dari alamat Jabber ${jid} tidak diterima lagi.`],
  closing: [notYou],
})
