import { type Email, notYou, securityBell } from '#contexts/system/outbox/outbox.ts'

export const xmppIdAdded = (jid: string): Email => ({
  subject: 'JabberID ditambahkan',
  bell: securityBell('/profile?tab=jabber'),
  paragraphs: [`Alamat Jabber ${jid} boleh memesan memakai saldo Anda, sejak perintah pertamanya dengan kunci yang benar.`],
  closing: [notYou],
})

export const xmppIdRemoved = (jid: string): Email => ({
  subject: 'JabberID dihapus',
  bell: securityBell('/profile?tab=jabber'),
  paragraphs: [`Pesanan dari alamat Jabber ${jid} tidak diterima lagi.`],
  closing: [notYou],
})

export const xmppIdLost = (jid: string): Email => ({
  subject: 'JabberID dihapus',
  bell: securityBell('/profile?tab=jabber'),
  paragraphs: [`Alamat Jabber ${jid} belum Anda verifikasi, dan ternyata dipakai member lain. Alamat itu dihapus dari akun Anda.`],
  closing: [],
})

export const xmppIdSwitched = (jid: string, enabled: boolean): Email => ({
  subject: enabled ? 'JabberID diaktifkan' : 'JabberID dinonaktifkan',
  bell: securityBell('/profile?tab=jabber'),
  paragraphs: [
    enabled ? `Alamat Jabber ${jid} boleh memesan memakai saldo Anda lagi.` : `Pesanan dari alamat Jabber ${jid} tidak diterima.`,
  ],
  closing: [notYou],
})

export const xmppSecretMade: Email = {
  subject: 'Kunci Jabber dibuat',
  bell: securityBell('/profile?tab=jabber'),
  paragraphs: ['Perintah Jabber sekarang memakai kunci Jabber Anda sendiri. Secret API tidak diterima lagi di Jabber.'],
  closing: [notYou],
}

export const xmppSecretRemoved: Email = {
  subject: 'Kunci Jabber dihapus',
  bell: securityBell('/profile?tab=jabber'),
  paragraphs: ['Perintah Jabber kembali memakai secret dari API key pertama Anda.'],
  closing: [notYou],
}

/** Contains a link to the page where the owner enables or removes the addresses. */
export const xmppSuspended = ({ jids, secret }: { jids: readonly string[]; secret: boolean }, url: string): Email => ({
  subject: 'Jabber diistirahatkan',
  bell: securityBell('/profile?tab=jabber'),
  paragraphs: [
    ...(jids.length === 0
      ? []
      : [
          `Password Anda baru saja diganti, dan JabberID ini baru boleh memesan tidak lama sebelumnya: ${jids.join(', ')}. Pesanan dari alamat itu tidak diterima sampai Anda mengaktifkannya lagi.`,
        ]),
    ...(secret
      ? [
          'Kunci Jabber yang dibuat tidak lama sebelum password Anda diganti sudah dihapus. Perintah Jabber kembali memakai secret dari API key pertama Anda sampai Anda membuat kunci baru.',
        ]
      : []),
  ],
  action: { label: 'Periksa akun', url },
  closing: ['Hapus JabberID yang tidak Anda kenal di halaman itu. JabberID yang lebih lama tetap berlaku.'],
})

export const xmppIdSilenced = (jid: string, wrong: number): Email => ({
  subject: 'Perintah Jabber dengan kunci salah',
  bell: securityBell('/profile?tab=jabber'),
  paragraphs: [
    `Alamat Jabber ${jid} mengirim ${wrong} perintah dengan kunci yang salah. Perintah dari alamat itu tidak dijawab selama satu jam.`,
    'Bila bukan Anda, nonaktifkan alamat itu di Profile > JabberID.',
  ],
  closing: [notYou],
})
