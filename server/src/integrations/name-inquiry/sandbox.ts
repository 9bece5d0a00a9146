import { createHash } from 'node:crypto'
import type { NameInquiry } from './name-inquiry.ts'

const first = [
  'Agus',
  'Budi',
  'Citra',
  'Dewi',
  'Eko',
  'Fitri',
  'Hendra',
  'Indah',
  'Joko',
  'Lestari',
  'Made',
  'Nur',
  'Putri',
  'Rina',
  'Slamet',
  'Wahyu',
]
const last = [
  'Gunawan',
  'Handayani',
  'Hidayat',
  'Kurniawan',
  'Lubis',
  'Nugroho',
  'Permana',
  'Pratama',
  'Rahayu',
  'Santoso',
  'Saputra',
  'Setiawan',
  'Siregar',
  'Susanti',
  'Utami',
  'Wijaya',
]

/** Invents owners, always the same for the same number. Numbers that end in 0000 do not exist. */
export const sandboxNames: NameInquiry = {
  check: async () => null,
  async ownerOf(bankCode, accountNo) {
    if (accountNo.endsWith('0000')) return { kind: 'none' }
    const digest = createHash('sha256').update(`${bankCode}.${accountNo}`).digest()
    return { kind: 'named', name: `${nth(first, digest[0])} ${nth(last, digest[1])}`.toUpperCase() }
  },
}

const nth = (names: readonly string[], byte = 0) => names[byte % names.length]
