import { type Email, notYourProgram, securityBell } from '#contexts/system/outbox/outbox.ts'

export const keyReplaced = ({ apikey, secret }: { apikey: string; secret: string }): Email => ({
  subject: 'API key dan secret baru',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [
    'API key dan secret Anda sudah diganti. Yang lama langsung tidak berlaku, jadi segera pasang yang baru di software Anda.',
    'Simpan di tempat aman. Secret tidak bisa ditampilkan lagi.',
  ],
  facts: [
    { label: 'API key', value: apikey },
    { label: 'Secret', value: secret },
  ],
  closing: [notYourProgram],
})

/** Reports that a key was created. The e-mail contains neither the key nor its secret. */
export const keyMade = (name: string, test: boolean): Email => ({
  subject: 'API key baru dibuat',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [`API key ${test ? 'uji ' : ''}baru bernama "${name}" dibuat di akun Anda.`],
  closing: [notYourProgram],
})

/** Mentions what the next key would order by: a thief removes a key to change that unnoticed. */
export const keyRemoved = (name: string, test: boolean): Email => ({
  subject: 'API key dihapus',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [
    `API key ${test ? 'uji ' : ''}bernama "${name}" dihapus dari akun Anda dan langsung tidak berlaku.`,
    'Bila bukan Anda yang menghapusnya, periksa daftar beli dan urutan suplier Anda sebelum memasang key baru.',
  ],
  closing: [notYourProgram],
})

/** Contains a link to the page where the owner confirms or removes the suspended keys. */
export const keysSuspended = (names: readonly string[], url: string): Email => ({
  subject: 'API key diistirahatkan',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [
    `Password Anda baru saja diganti, dan API key ini dibuat tidak lama sebelumnya: ${names.join(', ')}. Pesanan dari key itu ditolak sampai Anda memastikan bahwa key itu milik Anda.`,
  ],
  action: { label: 'Periksa akun', url },
  closing: ['Hapus key yang tidak Anda kenal di halaman itu. Key yang lebih lama tetap berlaku.'],
})

export const keyConfirmed = (name: string): Email => ({
  subject: 'API key dipakai lagi',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [`API key bernama "${name}" yang diistirahatkan sejak password Anda diganti sekarang dapat dipakai lagi.`],
  closing: [notYourProgram],
})

/** `allowed` is the stored list of IP addresses; an empty list means that the common list of the account applies. */
export const keyAddressesChanged = (name: string, allowed: string): Email => ({
  subject: 'Daftar IP API key diubah',
  bell: securityBell('/profile?tab=api'),
  paragraphs: [
    `API key bernama "${name}" sekarang ${allowed === '' ? 'memakai daftar IP umum akun Anda.' : `boleh dipakai dari ${allowed.replaceAll(',', ', ')}`}`,
  ],
  closing: [notYourProgram],
})
