import { skeletonOf } from './skeleton.ts'

/** Cleans a name: older names, and names from identity providers, may contain invisible characters, direction marks and many combining marks. */
export const seenName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800]/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\p{Z}+/gu, ' ')
    .trim()

/**
 * The name of a member that all members see. It must not look like the name of the platform or its staff, or contain symbols that look like the
 * platform's badge. A member with such a name is shown by its number; the stored name does not change.
 */
export function nameForAll({ id, name }: { id: bigint; name: string }): string {
  const shown = withoutSymbols(name)
  return shown === '' || looksLikePlatform(shown) ? `Member ${id}` : shown
}

const withoutSymbols = (name: string) => seenName(name.replace(/[\p{Extended_Pictographic}\p{So}]/gu, ' '))

const skeletons = (words: string) => new Set(words.split(' ').map(skeletonOf))

/** Words for staff: a name that contains one of them imitates staff, whatever else it contains. */
const offices = skeletons('admin administrator moderator cs cso customerservice')
/** Words that refer to the platform. A name imitates the platform if it contains one of these and otherwise only the plain words below. */
const platformWords = new Set([...offices, ...skeletons('lapak official resmi')])
const plainWords = skeletons(
  'adm akun app aplikasi asli bantuan bot by care center centre co com customer dan dari deposit developer help helpdesk id indonesia info informasi jam jaringan kantor kasir keamanan keuangan layanan member official oleh online operator owner pelanggan pembayaran pemilik pengaduan pengumuman promo pt pusat root saldo service shop sistem staf staff store support system team tim toko topup transaksi transfer undian hadiah verified verifikasi terverifikasi web website',
)
const allWords = new Set([...platformWords, ...plainWords])
const longest = Math.max(...[...allWords].map(({ length }) => length))

/** The possible readings of a name: unchanged, without digits, and with digits and symbols replaced by the letters that they resemble. */
const readings = (name: string): string[] => [
  name,
  name.replace(/\p{Nd}+/gu, ' '),
  name.replace(/[4@]/g, 'a').replace(/3/g, 'e').replace(/7/g, 't').replace(/[5$]/g, 's').replace(/!/g, 'i'),
]

/** Whether a name imitates the platform or its staff, with or without invisible characters and symbols. */
export function looksLikePlatform(name: string): boolean {
  return readings(withoutSymbols(name)).some((reading) => {
    const words = reading.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean)
    return words.some((word) => offices.has(skeletonOf(word))) || sayIt(words) || isOnlyOfPlatform(skeletonOf(reading))
  })
}

/** Whether the name contains a term for staff that consists of two words. */
const sayIt = (words: string[]) =>
  words.some((word, at) => ['customerservice', 'customercare', 'layananpelanggan'].includes(`${word}${words[at + 1] ?? ''}`.toLowerCase()))

/** Whether the text, regardless of its spaces, consists only of known words and contains at least one word that refers to the platform. */
function isOnlyOfPlatform(text: string): boolean {
  /** For each position in the text: 0 if known words cannot end there, 1 if plain words can, 2 if a word of the platform is among them. */
  const reached = new Uint8Array(text.length + 1)
  reached[0] = 1
  for (let at = 0; at < text.length; at += 1) {
    const before = reached[at] ?? 0
    if (before === 0) continue
    for (let length = 1; length <= longest && at + length <= text.length; length += 1) {
      const word = text.slice(at, at + length)
      if (!allWords.has(word)) continue
      reached[at + length] = Math.max(reached[at + length] ?? 0, before, platformWords.has(word) ? 2 : 1)
    }
  }
  return reached[text.length] === 2
}
