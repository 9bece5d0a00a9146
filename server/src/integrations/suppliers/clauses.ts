/**
 * Parts of an answer's text that are read on their own, and words in it that say nothing about the order: conditions and hopes, percentages of
 * advertisements, thanks, names of products.
 */
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { firstFound } from '#integrations/suppliers/linear-pattern.ts'

/** Returns the text before the balance. Hints and advertisements follow the balance ('gagal otomatis refund') and are not about the order. */
export function upToBalance(text: string, from: number, patterns: CompiledPatterns): string {
  for (const { index } of patterns.balance(text)) if (index > from) return text.slice(0, index)
  return text
}

export function upToSerialNumber(sentence: string, patterns: CompiledPatterns): string {
  const label = firstFound(patterns.serialNumber, sentence)
  return label === null ? sentence : sentence.slice(0, label.index)
}

/**
 * Conditions, hopes and guesses, which describe events that have not happened. They are replaced by stars, so that the length of the text does not
 * change.
 */
export const hypotheses =
  /\b(?:jika|jk|bila|kalau|kalo|klo|kl|apabila|seandainya|andai(?:kan|kata)?|misal(?:kan|nya)?|asal(?:kan)?|agar|supaya|if|unless|in case|sebelum|sampai|until|selama)\b[^.;|]{0,120}|\b(?:semoga|salam|moga|doakan|target|estimasi|perkiraan|tingkat|persentase|berharap|harapan|menanti|kemungkinan|mungkin|diduga|dianggap|(?:belum|blm|tidak|tdk|bukan) (?:(?:bisa|dapat) )?(?:tentu|(?:di)?pasti(?:kan)?|dinyatakan|dikatakan|berarti|diketahui)|possibly|probably)(?: [a-z]{1,12}){0,2}? (?:sukses|berhasil|gagal|success(?:ful)?|failed)\b|\b(?:sukses|berhasil|success) ?\?|\b(?:(?:sukses|berhasil|success) ?(?:\/|\||atau|or) ?(?:gagal|failed|tidak)|(?:gagal|failed) ?(?:\/|atau|or) ?(?:sukses|berhasil|success))\b|\b(?:tingkat|rasio) (?:sukses|berhasil)|\bsuccess ?rate\b/gi

/** Percentages of advertisements ('Promo: cashback 2%'); 'bonus terkirim 50%' and 'utama terkirim, bonus 50%' are parts of an order. */
export const rates =
  /(?<!, ?)\b(?:promo|cashback|diskon|discount|bonus|komisi|ppn|pajak|hemat)(?: ?:)?(?: (?:s\/?d|sampai|hingga|up to|sebesar|member|promo|cashback|diskon|bonus|komisi)){0,3} \d{1,2} ?%(?! ?(?:saja )?(?:(?:yang|yg|sudah|sdh|telah|baru|belum|blm) )?(?:ter|di)?(?:kirim|masuk|isi|sukses|berhasil|gagal|kurang))/gi

export const blanks = (found: string): string => '*'.repeat(found.length)

/** True if the text contains unknown words, apart from thanks and the usual words around a state. */
export const saysUnknown = (text: string): boolean => /\p{L}{2}/u.test(text.replace(thanks, ' ').replace(aroundState, ' '))

const thanks =
  /\b(?:terima ?kasih|makasih|tks|thx|trims|sn|s\/n|serial|ref|reff|sisa|saldo|sal|bal|balance|stok|deposit|diisi|terisi|terkirim|masuk|di ?proses|proses|kirim|dikirim|dilakukan|sukses|berhasil|success|completed|complete|done|selesai|lunas|to|for|on|at|by|via|wkt|waktu|client ?id|gan|kak|bos(?:ku)?|sis|bro|pak|bu|om|ya|nih|mantap)\b/gi

/** Words around a state, names of products, and references: they may precede 'sukses' and are not a subject of their own. */
export const aroundState =
  /\b(?:r(?:eff?)?#:? ?[\w-]{1,64}|(?:reff?|ref ?id|trx ?id|client ?id|id ?trx|id) ?[:=#] ?[\w-]{1,64})|\b(?:status(?:nya)?|state|trx|transaksi(?:nya)?|transaction|pembelian|pengisian|isi ulang|top ?-?up|topup|pembayaran|payment|purchase|recharge|order|pesanan|telah|sudah|sdh|udah|is|was|has been|been|adalah|dinyatakan|dengan|dgn|dg|produk|product|kode|code|your|has|have|to|hasil|result|keterangan|ket|info|reply|rc|nominal|senilai|sebesar|seharga|harga|hrg|rp|idr|untuk|ke|no|nomor|tujuan|an|a\/n|atas nama|pada|pd|tgl|tanggal|jam|pukul|pkl|wib|wita|wit|akan|di|dan|anda|selamat|yth|alhamdulillah|ok|oke|pulsa|paket|data|internet|voucher|vcr|token|pln|listrik|prabayar|pascabayar|reguler|telkomsel|tsel|simpati|indosat|isat|im3|xl|axis|three|tri|smartfren|smart|by ?u|dana|ovo|gopay|shopee ?pay|linkaja|e-?money|diamonds?|dm|game|pernah|lancar|normal)\b|\b[a-z_-]{0,12}\d[\w.,:/-]{0,40}/gi

/** True if the text has a keyword for a pending order, other than the weak ones of `except`. */
export function isUnderWay(sentence: string, patterns: CompiledPatterns, except: RegExp): boolean {
  for (const { text } of patterns.pending(sentence)) if (!except.test(text)) return true
  return false
}

/** Weak keywords for a pending order: 'Mohon tunggu' also appears next to a delivery, and 'proses 0' next to a balance that is too low. */
export const weakPending = /^(?:proses|process|pending|in ?progress|waiting|mo?ho?n)/i
