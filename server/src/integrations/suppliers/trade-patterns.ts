/**
 * The keywords of the trade's usual text answers, and what they mean for an order. The texts that the buyer reads are in
 * `contexts/ordering/purchases/failure-reasons.ts`, whose test has a row for each phrase.
 *
 * A backtracking engine runs these patterns over untrusted texts on the event loop. They stay linear because a text has single spaces (`oneLine`),
 * and because an unbounded repetition either ends its pattern or is followed by something that it cannot match itself, after a word that must precede
 * it.
 */
import { type Found, firstFound, foundBy, type Pattern, type PatternName } from '#integrations/suppliers/linear-pattern.ts'
import { balancesIn, endOfMeterToken, matches, ownWordsFrom } from '#integrations/suppliers/trade-labels.ts'

export const tradePatterns: Readonly<Record<PatternName, Pattern>> = {
  // Misspelled words, and 'TERKIRIM', only directly before a serial number.
  success: affirmed(
    'success',
    /\b(?:tidak|tdk|belum|blm|bukan|not|un|sempat)[ -]+(?:sukses|berhasil|success)\b|\b(?<said>(?:pay)?sukses|berhasil|success(?:ful)?|(?:(?<=(?:\d|\bstatus ?:?) )terkirim|suk[ei]s|sukses+|skses|suskes|brhsl)(?=[ .,;:!-]{1,3}(?:v?sn|s\/n)(?:\/ref)? ?[:=] ?[a-z-]{0,10}\d))\b/gi,
  ),
  // Not a failure of the order: a status query that could not be answered, and the seller's terms ('Salah nomor = no refund', 'tidak dapat refund',
  // 'BATAL = saldo kembali', 'Auto refund bila …', in which the condition is replaced by stars).
  failed: affirmed(
    'failed',
    /\b(?:cek|check) status (?:gagal|failed)\b|\bgagal (?:(?:di|meng?)?(?:cek|dapat(?:kan)?|ambil|hubungi|akses|baca)|men(?:dapat(?:kan)?|cek)|memeriksa)\b|\bfailed to (?:get|check|fetch|retrieve|read|load|inquir[ey])\b|\b(?:no|non|tanpa|tidak|tdk)[ -](?:(?:ada|dapat|dpt|bisa|menerima|melayani) )?(?:refund\w{0,2}|cancel\w{0,4}|retur)(?:\/(?:cancel|refund|retur))?\b|\b(?:gagal|batal|refund|cancel) ?= ?(?=[a-z])|\b(?:(?:auto|otomatis) )?(?:refund|batal|cancel) (?=\*{4})|\b(?<said>gagal|ggl|(?:di|pem)?batal(?:kan|an)?|failed|failure|refund(?:ed)?|cancel(?:l?ed)?|rejected|declined|ditolak|(?:tidak|tdk) (?:berhasil|sukses)|unsuccessful)\b/gi,
  ),
  // `perhapsTaken` of `answer-fields.ts` covers the same family for answers with a `success` field.
  pending: affirmed(
    'pending',
    /\b(?:tidak|tdk|gagal|batal)(?: (?:dapat|dpt|bisa|akan))? (?:di ?)?(?:proses|process)\b|\b(?:tidak|tdk) ada (?:transaksi|trx|order|pesanan) (?:yang |yg )?(?:di ?)?(?:pending|proses|antri|menunggu|waiting|sedang)\b|\bno (?:pending|waiting)\b|(?<said>(?<!(?:tidak|tdk) )(?:akan|sedang|sdg|segera|masih) (?:(?:dalam|dlm) )?(?:(?:di ?)?proses|antri|berjalan)|(?<!\b(?:struk|bukti|invoice|kwitansi|kuitansi|notif\w{0,6}|receipt|refund|pengembalian|(?:gagal|failed)\b.{0,80}\b(?:saldo|dana|uang))(?: [a-z]{1,12})? )\b(?:akan|segera) (?:segera )?di ?kirim(?:kan)?\b(?! (?:kembali|balik|ulang))|\bplease wait\b|\b(?:sedang|sdg|masih|msh)(?: (?:kami|dalam|dlm|tahap))? (?:di ?)?(?:cek|check|periksa|pengecekan|konfirmasi|verifikasi|telusuri|penelusuran|tanyakan|investigasi|validasi|rekon\w{0,8}|lacak|pantau|koordinasi\w{0,3}|usahakan|upayakan|tunggu|kirim|coba)\b|\bbeing processed\b|(?:(?<=\d{7} )|\b(?:trx|transaksi|pesanan|order) )(?:di ?proses|antri)(?=[.,;!]|$| [a-z]{2,12} ?:)|\b(?:dalam|dlm|masuk) (?:proses|antr[ie])|\b(?:v?sn|s\/n)(?: (?:sedang|masih|akan))? di ?proses\b|\b(?:me)?nunggu\b|mo?ho?n (?:di)?tunggu|\b(?:in ?progress|on[ -]?progress|on[ -]?process|under ?process|pending|proses|process(?:ing)?|(?:a)?waiting|queued?)\b)/gi,
  ),
  // What is missing must be the order itself, since an order may be sent again after this state: in 'Trx belum ada SN', 'Transaksi tidak ada kendala' and
  // 'tidak ada data harga', it is something else. So only the end of the clause, a place, a day or the order's own data may follow 'ada'.
  notFound: affirmed(
    'notFound',
    /(?<said>(?:tidak ada (?:transaksi|data)|\b(?:transaksi|trx|trx ?id|order|pesanan|ref{1,2} ?id|referensi) (?:tidak|tdk|belum) (?:pernah )?ada)(?: (?:data|transaksi|trx))?(?= ?(?:$|[^\p{L}\p{N} ])| (?:tujuan|untuk|utk|ke|di|dengan|dgn|dalam|dlm|pada|pd|tgl|tanggal|hari|kemarin|atas|for|with)\b(?! (?:jam|waktu)\b)| (?:r|reff?|t|trx|id|no|nomor)\b| (?!\d{1,3} )[^ ]{0,20}\d)|\b(?:transaksi|trx|trx ?id|order|pesanan|ref{1,2} ?id|referensi) (?:tidak|tdk|belum) (?:ditemukan|ketemu)|\b(?:transaction|order|reference) (?:does )?not (?:found|exist))/giu,
  ),
  refused: affirmed(
    'refused',
    /(?<said>\bsaldo (?:anda )?(?:kurang|(?:tidak|tdk) (?:men)?cukup)|\b(?:pin|password|sign(?:ature)?) (?:anda )?(?:salah|(?:tidak|tdk) (?:valid|sesuai))|\b(?:pengguna|user|member) (?:(?:tidak|tdk) (?:ditemukan|terdaftar|aktif))|\bip (?:anda )?(?:[\d.:a-f]{3,45} )?(?:(?:tidak|tdk|belum|blm) (?:sesuai|terdaftar|diizinkan)|salah)|too short)/gi,
  ),
  // Not the 'Ref:' of 'SN/Ref: 2301998877', which labels a serial number. 'R# ' may be followed by a product with its number.
  reference: words(
    'reference',
    /(?:\bR(?:eff?)?#(?:: ?)?|\bCLIENTID=|(?<!\bSN\/)\bRef(?:\.? ?ID)? ?[:=] ?|\bR# (?=[\w-]{1,100}(?![\w.-])))(?<ref>[A-Za-z0-9_-]+)/gi,
  ),
  serialNumber: findSerialNumbers,
  balance: findBalances,
}

function words(name: PatternName, pattern: RegExp): Pattern {
  return function* found(text) {
    for (const match of matches(pattern, text)) yield foundBy(name, match)
  }
}

/** A match without the group `said` means the opposite ('tidak berhasil') and is skipped as a whole. */
function affirmed(name: PatternName, pattern: RegExp): Pattern {
  return function* found(text) {
    for (const match of matches(pattern, text)) if (match.groups?.said) yield foundBy(name, match)
  }
}

function* findBalances(text: string): Iterable<Found> {
  for (const match of balancesIn(text)) yield foundBy('balance', match)
}

/** The best label comes first: in a text that contains it, the other labels belong to parts of the serial number. */
const serialNumberLabels: readonly { label: RegExp; isSpoken?: true; isBehindSuccess?: true }[] = [
  { label: /\b(?:ref{1,2}\/)?(?:v?sn|s\/n)\d?(?:\/[a-z]{2,8}){0,2} ?[:=]>? ?/i },
  {
    label:
      /\b(?:(?:no(?:mor|\.)?|nmr|kode) ?(?:seri|sn|serial)|serial(?: ?(?:number|no|key))?|(?:kode|code|kd|no(?:mor|\.)?|pin|sn) ?(?:voucher|vcr)|voucher ?(?:code|kode|no(?:mor)?|pin|sn)|(?<!\b(?:rp|harga|hrg|jml|jumlah|nilai|nominal|admin|biaya)\.? )(?:no(?:mor|\.)? |kode )?(?:stroom ?\/? ?)?(?:token|stroom|tkn)(?: (?:pln|listrik|anda|baru|pengganti)){0,2}|(?:kode|code) (?:redee?m|aktivasi|unik)|(?:redee?m|activation|gift|license|licence|lisensi) (?:code|key)|voucher(?: (?:[a-z]{2,12}|\d{1,4}[a-z]{1,4})){0,3}(?= ?[:=] ?(?![a-z]{2,8}\d{1,3}(?![\w-]))[a-z-]{0,40}\d)|hrn|kode(?= ?[:=] ?(?:[a-z0-9]{3,20}-[a-z0-9-]{3}|\d{8}))) ?[:=] ?/i,
  },
  // Without a sign such as a colon after it, such a label counts only before a text that has the form of a number or a code.
  {
    label:
      /\b(?:v?sn|s\/n|no(?:mor|\.)? ?seri|serial (?:number|no\.?)|(?:kode|code) (?:voucher|vcr|redee?m|aktivasi)(?:nya)?|voucher (?:code|anda)|(?:no(?:mor|\.)? )?token(?: (?:pln|listrik|anda|prabayar)){1,3}|token(?= \d{4}-?\d{4})) [[(]?(?=[a-z0-9-]{4})(?=[a-z-]{0,60}\d)/i,
    isSpoken: true,
  },
  { label: /\b(?:v?sn|s\/n)(?:nya)? ?(?:[;#.]|[-=]?>{1,2}|- ) ?(?=[a-z\d-]{4})(?=[a-z-]{0,40}\d)/i, isBehindSuccess: true },
  // These labels are ambiguous, so they count only after the success keyword and before a code that is long or has hyphens.
  {
    label:
      /\b(?:kode|code|pin|(?:kode|code) pin|key|vcr|voucher|redee?m)(?:nya)? ?(?:[:=] ?|(?<=pin ))(?=[a-z\d]{2,20}-[a-z\d-]{3}|[a-z\d]{10})(?=[a-z-]{0,40}\d)/i,
    isBehindSuccess: true,
  },
  {
    label:
      /\b(?:kode|code|voucher|vcr|key|serial|pin|redee?m|aktivasi|activation|gift)(?:nya)?(?: (?!(?:trx|transaksi|transaction|produk|product|reseller|agen|member|mitra|toko|kios|area|pos|referral|promo|outlet|bank|ref|referensi|reference|invoice|order|booking|unik)\b)[a-z]{2,12}){0,3}(?: ?[:=] ?(?=[a-z\d]{3,12}-[a-z\d]{3}|(?=[a-z]{0,38}\d)[a-z\d]{12,40}(?![\w-]))| (?=[a-z\d]{3,6}(?:-[a-z\d]{3,6}){2}))(?=[a-z-]{0,40}\d)/i,
    isBehindSuccess: true,
  },
  {
    label:
      /\b(?:link|url|tautan)(?: (?:voucher|redee?m|gift|klaim|claim))? ?[:=] ?(?=https:\/\/[^ ]{8})(?!https:\/\/[^ ]{0,60}(?:wa\.me|t\.me|whatsapp|telegram|struk|receipt|invoice|nota|login|download|cetak))/i,
    isBehindSuccess: true,
  },
]
/** Without a label: the code directly after the success, in three groups or more, or as a meter token with its parts. */
const bareCode =
  /^\w{4,10}[ .:,;|!-]{1,3}((?:(?=[a-z-]{0,40}\d)(?:(?:\d{4}-?){4}\d{4}\/[^;|]{1,120}|(?!(?:62|0)8\d{2}-)(?!(?:inv|trx|tr|ref|ord|so|po|dep|tiket|ticket|nota)[a-z]{0,6}-)[a-z\d]{3,12}(?:-[a-z\d]{3,12}){2,6}(?![\w-]))|(?:[a-z]{2,12} )?pin (?:\d{4} ){2,4}\d{4}(?!\w)))/i

/** Ends a serial number in an operator's sentence, which continues after the number. */
const endOfSentence = /\. (?=[a-z])| (?:dan|pada|untuk|telah|ke|dgn|dengan) /gi

/** Yields serial numbers, each from its label to the next known part of the text: at least one character. */
function* findSerialNumbers(text: string): Iterable<Found> {
  for (const { label, isSpoken, isBehindSuccess } of serialNumberLabels) {
    const start = isBehindSuccess ? firstFound(tradePatterns.success, text)?.index : 0
    const found = start === undefined ? null : label.exec(text.slice(start))
    if (found === null || start === undefined) continue
    const index = start + found.index
    const from = index + found[0].length
    if (from === text.length) continue
    const end = ownWordsFrom(text, from + 1 + endOfMeterToken(text, from))
    const to = isSpoken ? Math.min(end, endOf(text, from + 1)) : end
    yield { index, text: text.slice(index, to), picked: text.slice(from, to) }
  }
  const success = firstFound(tradePatterns.success, text)
  const [, bare] = success === null ? [] : (bareCode.exec(text.slice(success.index, success.index + 200)) ?? [])
  if (success === null || bare === undefined) return
  const from = text.indexOf(bare, success.index)
  const picked = text.slice(from, Math.min(from + bare.length, ownWordsFrom(text, from + 1 + endOfMeterToken(text, from))))
  yield { index: from, text: picked, picked: picked.replace(/^.*pin /i, '') }
}

function endOf(text: string, from: number): number {
  endOfSentence.lastIndex = from
  return endOfSentence.exec(text)?.index ?? text.length
}
