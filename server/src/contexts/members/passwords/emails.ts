import type { ShutSession } from '@lapak/contract/system/audit'
import { type Email, notYou, securityBell } from '#contexts/system/outbox/outbox.ts'

const named: Record<ShutSession['secret'], string> = {
  password: 'password',
  pin: 'PIN transaksi',
  code: 'kode authenticator',
  mail: 'kode dari e-mail',
}

export const sessionShut = (secret: ShutSession['secret'], ipAddress: string): Email => ({
  subject: 'Satu sesi Lapak Anda diakhiri',
  bell: securityBell('/periksaakun'),
  paragraphs: [
    `Di satu sesi akun Lapak Anda, dari IP ${ipAddress}, terlalu sering dimasukkan ${named[secret]} yang salah, jadi sesi itu diakhiri. Sesi lain tetap berjalan.`,
  ],
  closing: [notYou],
})
