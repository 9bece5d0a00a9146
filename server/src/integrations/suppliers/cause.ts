/**
 * Reads the reason of a failure. It concerns either the goods, or the call, its caller or its reference. A failure of the call does not show what an
 * earlier call has bought. If an answer contains keywords of both kinds, the failure is not about the goods.
 *
 * Repetitions in the patterns are bounded and begin after a word, so that a long text takes linear time.
 */
import { anyOf } from '#integrations/suppliers/linear-pattern.ts'
import { reasonEnd, withoutAmounts } from '#integrations/suppliers/reason-of-failure.ts'
import { codeIn, meaningDespiteGoods, meaningOfCodeIn } from '#integrations/suppliers/result-codes.ts'
import { hasUnreadClause } from '#integrations/suppliers/unread-clauses.ts'

/**
 * `call`: the call or its caller was refused. `reference`: the server had this reference, or this order, before. `goods`: nothing was delivered.
 * `doubt`: the order may have been delivered all the same. `settled`: the server has finished the order (its own time-out, a bill that is paid),
 * possibly because of an earlier call. The order has failed if there was only one call; otherwise it counts as `doubt`. `none`: no reason is given.
 * `unclear`: a reason that this code does not know. `prose`: such a reason in a whole sentence, which counts as `doubt` even if there was only one
 * call.
 */
export type Cause = 'call' | 'reference' | 'goods' | 'doubt' | 'settled' | 'none' | 'unclear' | 'prose'

export function causeOf(given: string, from: number): Cause {
  const text = given.slice(0, from) + given.slice(from).replace(shortTimeOut, 'RTO')
  if (
    saysKnown(text) &&
    !/\bstatus ?(?:akhir|trx|terakhir)? ?[:=]? ?(?:gagal|failed|refund|dibatalkan|sukses|success|berhasil)\b/i.test(text)
  )
    return 'reference'
  const reason = text.slice(from)
  const clause = text.slice(from, reasonEnd(text, from))
  if (broken.test(text) || charged.test(text) || rerouted.test(text) || isOtherAction(reason) || forNow.test(reason)) return 'doubt'
  if (refusesCall(text) || toCaller.test(text) || ofCaller.test(withoutAmounts(reason)) || callersMoney.test(withoutAmounts(clause)))
    return 'call'
  if (doubts.test(text.replace(settled, ' ')) || notYet.test(reason)) return 'doubt'
  if (isAdvised(text) || undoing.test(text)) return 'doubt'
  if (text.search(settled) >= 0 || alreadyDone.test(reason)) return 'settled'
  if (namesGoods(text)) return concernsCaller(clause) ? 'call' : causeOfGoods(text, from)
  if (questions.test(text.slice(0, from))) return 'doubt'
  if (ended.test(withoutAmounts(text))) return causeOfGoods(text, from)
  if (finalState.test(text) && !isUnread(reason)) return causeOfGoods(text, from)
  const code = meaningOfCodeIn(text, from)
  if (code === 'doubt' || code === 'reference') return code
  const cause = causeOfWords(reasonIn(clause), clause)
  if (cause !== 'doubt' && lacksMoney.test(reason)) return 'call'
  return cause === 'none' || cause === 'unclear' ? (code ?? cause) : cause
}

/** A time-out in its short forms: 'T/O', 'R.T.O.' */
const shortTimeOut = /(?<![\w./-])(?:r[./ ])?t[./ ]o\b\.?(?![\w/])/gi

/** True if words refuse the call or its caller, also with amounts between them: 'Limit 50 trx/hari terlampaui'. */
function refusesCall(text: string): boolean {
  const spoken = withoutAmounts(text)
  return callers.test(text) || calls.test(text) || (spoken !== text && (callers.test(spoken) || calls.test(spoken)))
}

/** Two amounts are compared, or one is demanded: 'Saldo 1.250 < Hrg 10.250', 'Sisa saldo Rp 1.250, dibutuhkan Rp 10.250'. */
const lacksMoney =
  /^[ .,:]{0,3}kurang (?:rp\.? ?)?\d|\b(?:saldo|deposit|balance) ?:? ?(?:rp\.? ?)?\d[\d.,]{2,12} ?\/ ?(?:rp\.? ?)?\d[\d.,]{3}|\b(?:saldo|sldo|sal|sisa|deposit|depo|balance|limit|plafon|total|hrg|harga|price|stok)\b[^;|]{0,60}?(?:\d ?[<>]|\b(?:butuh|(?:di)?butuhkan|(?:di)?perlukan|perlu|required?|needs?|needed|hanya|cuman?|only|kurang|max\w{0,5}|maks\w{0,5}|min|minim\w{0,3})\.?[ :=]{0,3}(?:rp\.? ?)?\d)|\bmin\w{0,5}\.? (?:saldo|deposit)\b/i

/** A reason about the goods counts only if nothing next to it may take it back: words that nobody here knows, or the code of a running order. */
const causeOfGoods = (text: string, from: number): Cause =>
  isUnread(text.slice(from)) && isUnread(withoutAmounts(text.slice(from)))
    ? 'doubt'
    : (meaningDespiteGoods(codeIn(text, from)?.code ?? '') ?? 'goods')

/** True if a text gives a reason that has words nobody here knows, even where other words in it are about the goods. */
export const isUnread = (text: string): boolean => hasUnreadClause(text, namesGoods)

/** The cause in words that no pattern knows. */
function causeOfWords(words: readonly string[], reason: string): Cause {
  if (words.length >= proseFrom) return 'prose'
  if (!words.some((word) => /\p{L}{2}/u.test(word))) return 'none'
  if (words.length === 1 && /^antr/i.test(words[0] ?? '')) return 'doubt'
  return (requests.test(reason) && !ofResult.test(reason)) || words.some((word) => symptom.test(word)) ? 'doubt' : 'unclear'
}

/**
 * A reason of one or two words that names the reference or the order: 'GAGAL. Trx rangkap', 'GAGAL. Idtrx terdaftar'. Such a reason is hardly ever
 * about the goods, and there are too many words for a reference that is already known to list them.
 */
const requests =
  /\b(?:ref\w{0,6}|id|id ?trx|trx ?id|trx|transaksi|transaction|order|request)\b(?!(?: (?:id|no))? ?[:=#]|(?: no\.?)? ?\d{4}| (?:gagal|failed|lancar|aman|normal|cepat|tercepat|murah)\b)/i
/** 'Transaksi tidak dapat dilanjutkan' and 'Trx direfund' do not name a reference that is known, and 'Success get transaction' is no reason. */
const ofResult =
  /\b(?:tidak|tdk|not|cannot|unable|sukses|berhasil|success\w{0,5}|retrieved|found|rejected|declined|di ?(?:tolak|batasi|tutup|larang|hentikan|blok|refund|batal|kembali)\w{0,5})\b/i
/** Words for an answer that did not come, or not in time, which are a reason on their own: 'GAGAL. Lost', 'GAGAL. Modem hang'. */
const symptom = /^-?(?:null|eof|tmo|to|rto|t\/o|time?o[ut]{1,2}|lost|hang|delay(?:ed)?|blank|parsing|re-?send|re-?try)$/i

/** Words before the failure keyword: a query, a claim or a report may have failed instead of the order. */
const questions =
  /\b(?:cek|check|pengecekan|inquiry|permintaan|permohonan|pengajuan|usulan|klaim|claim|request(?:ed)?|query|komplain|complaint|callback|webhook|notif\w{0,6}|laporan|report|struk)\b(?! ?(?:id|#))/i

/**
 * True if the text directly after the failure keyword names an action other than the sale, such as a report of a delivered order ('GAGAL CETAK
 * STRUK'). An unknown verb counts as such an action ('GAGAL rekam jejak') if it is in lower case and does not begin a reason. Unknown reasons begin
 * with a capital letter ('GAGAL Outlet diblokir').
 */
function isOtherAction(reason: string): boolean {
  const [clause = ''] = /^[^.,;:|]*/.exec(reason) ?? []
  return (knownAction.test(reason) || unknownAction.test(reason)) && !namesGoods(clause) && !callers.test(clause) && !calls.test(clause)
}

const knownAction =
  /^ (?:(?:me(?:m|n|ng|ny)?(?:irim(?:kan)?|erima|baca|muat|cetak|simpan|yimpan|urai|catat|laporkan|perbarui|konfirmasi|verifikasi|validasi|hitung)|kirim|cetak|simpan|baca|parsing|parse|update|catat|terima|print|lapor|hitung|sinkron\w{0,5}|konfirmasi|verifikasi|validasi)\b(?! (?:pulsa|paket|data|voucher|token|ke\b))|to (?:parse|send|update|read|write|save|notify|log|connect|confirm|verify|sync|print|store|receive|report|respond|record|decode|call)\b)/i
const unknownAction =
  /^ (?!(?:karena|sebab|akibat|dikarenakan|disebabkan|dari|oleh|di|pada|pd|tgl|jam|dengan|dan|ke|untuk|operator|provider|biller|suppl?ier|vendor|nomor|nomer|no|produk|stok|kode|time|timeout|koneksi|gangguan|habis|close|closed|cut|tutup|maintenance|offline|blokir|expired|sinyal|refund|saldo|deposit|ip|pin|password|sign|signature|akun|user|limit|trx|transaksi|order|pembelian|pengisian|isi|top|topup|kirim(?= (?:pulsa|paket|data|voucher|token|ke\b))|melakukan|di ?(?:proses|isi|kirim|lakukan|batalkan|tolak|refund)|mohon|maaf|silakan|silahkan|sn|ref|rc|status|alasan|ket|keterangan|reason|harga|hrg|sisa|by|from|at|in|due|because|for|with|on|to)\b)[a-z]{3,20}\b/

/**
 * The order was handed on to another route or is tried again, so the failure of one route does not end it: 'GAGAL di supplier 1, dialihkan ke
 * supplier 2'.
 */
const rerouted = anyOf(
  /\b(?:di)?(?:alih|pindah|oper|lempar)kan\b/i,
  /\b(?:(?:di ?)?(?:alih|pindah|oper|lempar)|ganti|lanjut|switch)(?: ke| to)? (?:jalur|suppl?ier|provider|biller|modem|modul|server|h2h|rute|route)\b/i,
  /\b(?:auto|otomatis)[ -]?(?:switch|route|re-?try|re-?send|ulang|coba)|\bfail ?-?over\b|\bre-?rout(?:e|ed|ing)\b/i,
  // 'biller pertama -> biller kedua'
  /\w ->? ?(?:suppl?ier|provider|biller|jalur|modem|modul)\b/i,
  // One of several attempts: 'resend #2', 'percobaan ke-1', 'GAGAL (1/3)'.
  /\b(?:re-?send|re-?try|percobaan|attempt|(?<!\b(?:please|silakan|silahkan) )try) ?(?:ke[ -]?|# ?)?\d/i,
  /\b(?:gagal|failed) ?\(? ?\d{1,2} ?(?:\/|dari|of) ?\d{1,2} ?\)?(?= ?[.;,|]| ?$)/i,
  /\b(?:di)?kirim ulang\b|\bre-?process(?:ed|ing)\b|\bwill (?:be )?retr(?:y|ied)\b/i,
  /\b(?:masih|msh) (?:jalan|berjalan|nyangkut)\b/i,
)

/** True if any part of the text, even after the balance, makes the failure uncertain: the server itself failed, or handed the order on. */
export const saysUncertain = (text: string): boolean => broken.test(text) || rerouted.test(text)

/** True if known phrases say that the order may have been delivered all the same, or that it was not taken back. */
export const saysDoubt = (text: string): boolean => doubts.test(text.replace(settled, ' ')) || undoing.test(text) || charged.test(text)

/** A failure is not final if this follows its keyword directly. */
const forNow = /^ ?[([]? ?(?:sementara|temporar(?:y|ily))\b/i

/** Phrases for a claim, a correction, a refund or a cancellation that was refused, so the order remains valid. */
const undoing = anyOf(
  /\bbatal (?:jadi )?(?:di ?-?)?(?:batalkan|refund|retur|kembali)/i,
  /\b(?:saldo|dana|uang|deposit|balance|money)(?: [a-z]{1,12})? (?:batal|gagal|urung|tidak|belum|not)(?: (?:jadi|akan|bisa|dapat|be|been|yet))? (?:di ?)?(?:kembali|refund|balik|retur|return)/i,
  /\b(?:komplain|komplen|complaint?|klaim|claim|(?:peng)?aduan|koreksi|sanggahan?|banding|batal)(?: [a-z]{1,12})? (?:ditolak|rejected|declined|denied)\b/i,
  /\b(?:refund|pembatalan|cancel(?:l?ation)?|revers\w{0,6}|retur|void)(?: [a-z]{1,12}){0,2} (?:gagal|failed|rejected|declined|denied|(?:di ?)?(?:batal|cabut|tolak|urung|tahan|tarik)(?:kan)?|salah|keliru|tidak|tdk|belum|blm|cannot|not)\b|\b(?:gagal|failed|failure|tidak bisa|tdk bisa|cannot|unable)(?: (?:to|di|me|for|of)){0,2} ?(?:refund|pembatalan|membatalkan|dibatalkan|cancel|reverse|retur|void)\b/i,
)

/** Advice to check first, or not to repeat the order, means that the result is not known. */
const isAdvised = (text: string): boolean =>
  /\b(?:hub\w{0,5}|tanya\w{0,4}|kontak|contact|konfirmasi)(?: (?:ke|dulu|dengan)){0,2} (?:cs|admin|operator|kami|us|support)(?: [a-z]{1,10}){0,2} (?:untuk|to|for|agar) ?(?:(?:meng|mem)?(?:cek|konfirmasi)|check|confirm|kepastian|memastikan|status|verif)|\b(?:jangan|jgn|do not|don't|dont)(?: [a-z]{1,10}){0,2} (?:di ?)?(?:ulang|retry|resend|repeat|kirim)\w{0,3}\b|\bsebelum (?:trx |transaksi |order )?(?:di ?|meng)?ulang|\b(?:cek|check|pastikan)(?: (?:dulu|dahulu|terlebih|isi|sisa)){0,2} (?:pulsa|dahulu|mutasi|manual|sukses|kuota pelanggan|tagihan pelanggan)\b|\b(?:sukses|berhasil|success) ?(?:\/|atau|or) ?(?:gagal|failed|tidak)\b/i.test(
    text,
  )

/** The order was already charged: 'Pulsa terpotong di chip'. */
const charged =
  /(?<!\b(?:tidak|tdk|tak|belum|blm|tanpa|not) )\b(?:terpotong|berkurang|terdebe?t|terdebit|debited|deducted)\b(?!:? ?(?:rp\.? ?)?0\b)/i

/** The server failed while it read the answer of another server, or does not know itself what happened. */
const broken = anyOf(
  /exception\b|\bbeing aborted\b|\binternal (?:server )?error\b|\bserialization failure\b|\b(?:modem|modul|connection|koneksi) reset\b|\b(?:http(?:\/\d(?:\.\d)?)?|error)(?: ?(?:status|code)){0,2}[ :.#=]{0,2}5\d\d\b|\bstatus code[ :.#=]{0,2}5\d\d\b/i,
  // The names that operating systems give to broken connections: ECONNRESET, ESOCKETTIMEDOUT.
  /\be(?:conn|timedout|sockettimedout|pipe|hostunreach|netunreach)[a-z]{0,10}\b/i,
  // PHP and JavaScript: 'Call to a member function on null', 'Cannot read properties of undefined'.
  /\bcall to (?:an?|undefined)\b|\bof (?:undefined|null)\b|\btype null\b/i,
  // The answer of another server was not understood: 'Respon biller tidak dikenali'.
  /\b(?:respons?|response|jawaban|balasan|reply|status|format)(?: [a-z]{1,12}){0,3} (?:tidak|tdk|belum|not) (?:di ?)?(?:kenali|kenal|mengerti|pahami|ketahui|recogni[sz]ed|understood)\b/i,
  // Texts that say only that something went wrong, or that nobody knows what.
  /\b(?:tidak|tdk|belum)(?: (?:dapat|bisa))? (?:di)?pasti(?:kan)?\b/i,
  /\bsome?thing (?:went )?wrong\b|\b(?:wh)?oops[.! ]{0,3}$|\bkesalahan(?: (?:(?:pada|di)\b(?! (?:nomor|no|tujuan|id|produk|pelanggan)\b)|saat|ketika|sistem|system|server|internal|database|db)\b|$|[.,!])/i,
  /\bunexpected (?:token|end|character|response|reply|error)\b|\b(?:json|xml|html)(?: [a-z]{1,10})? (?:parse|parsing|decode)|\b(?:parse|parsing|syntax|fatal|curl) error\b|\bsqlstate\b|\bdeadlock\b|\bundefined (?:index|variable|property|offset|array)\b|\bnull ?pointer|\btraceback\b|\bbad gateway\b|\bgateway time|\b(?:restart\w{0,3}|reboot\w{0,3}|crash\w{0,3})\b|\b(?:reply|balasan|jawaban) [^.;|]{0,40}\b(?:tidak|tdk|not) |\b(?:host|endpoint|url)(?: tujuan)? (?:tidak|tdk|tak|not|unreach)/i,
)

/** True if the failure is about the target or the product. */
export const namesGoods = (text: string): boolean => targets.test(text) || products.test(text) || lacking.test(text)

/** True if no keyword concerns the call, its reference or an uncertain result. */
export const saysNothingElse = (text: string): boolean => !saysKnown(text) && !callers.test(text) && !calls.test(text) && !doubts.test(text)

/** True if the caller was refused. Such an answer may lack a failure keyword. */
export const saysCaller = (text: string): boolean => callers.test(text)

/** Like `saysCaller`, also with amounts between the words: 'Saldo 1.250 tidak cukup'. */
export const saysCallerInAmounts = (text: string): boolean => callers.test(text) || callers.test(withoutAmounts(text))

/** True if words are about the call, whoever sent it. */
export const saysRefused = (text: string): boolean => calls.test(text)

/** True if the connection to the server is wrong (PIN, IP address, account), not this order. A balance that is too low is not a connection fault. */
export const saysConnection = (text: string): boolean => callers.test(text) && !balances.test(text)

const balances = /\b(?:saldo|deposit|balance|limit)\b/i

const callers =
  /\b(?:saldo|deposit|dompet|wallet)(?: (?:anda|agen|reseller|h2h|kami|kamu))? kosong\b|\b(?:sebagai|bukan) (?:reseller|member|agen|downline|mitra|outlet|user|pengguna)\b(?! (?:dana|ovo|gopay|shopee ?pay|linkaja)\b)|\b(?:nomor|no|nmr) (?:pengirim|center|hp pengirim)(?: [a-z]{1,10})? (?:tidak|tdk|belum|blm|salah|diblok\w{0,3})\b|\bcustomer h2h\b|\bip\b(?: [^ ]{1,45}){0,5}? (?:tidak|tdk|belum|blm|not|salah|di ?(?:tolak|blok\w{0,3}))\b|\b(?:invalid|wrong|unknown|unregistered) ip\b|\b(?:whitelist|unauthori[sz]ed|forbidden|access denied|akses (?:anda )?(?:di)?tolak|not authori[sz]ed)\b|(?:\b(?:pin|password|passwd|pass|sandi|sign|signature|kredensial|credentials?|api ?key|secret|otentikasi|autentikasi|authenti\w{1,8}|auth|token h2h)\b|_sign\b)(?: [^ ]{1,20}){0,2}? (?:salah|wrong|invalid|failed|mismatch|expired|error|(?:tidak|tdk|not|is not|belum) (?:valid|sesuai|cocok|match|benar|correct|terdaftar|dikenal\w{0,3}))\b|\b(?:invalid|wrong|salah|bad) (?:pin|password|sandi|signature|sign|credentials?|api ?key|user(?! ?id ?[/,&] ?(?:zone|server|role))|username|token|member)\b|\b(?:saldo|plafon|kredit) (?:(?:anda|kredit|agen|reseller|member|deposit|h2h|mitra|kami) )?(?:kurang|habis|minus|limit|(?:tidak|tdk) (?:men)?(?:cukup|mencukupi))|\b(?:insufficient|low|not enough) (?:balance|funds?|saldo|deposit)\b|\b(?:balance|deposit)(?: [a-z]{1,10}){0,2}? (?:insufficient|not enough|(?:tidak|tdk) (?:men)?cukup|kurang|habis)\b|\b(?:akun|account|acc|member|reseller|agen|user|mitra|merchant|partner|pengguna|username|client)(?: (?:id|anda|ini|reseller|agen|h2h|your|kamu|telah|sudah|sdh|sedang|is|has been|account)){0,4} (?:di ?(?:blok\w{0,3}|suspend|kunci|bekukan|tutup|nonaktifkan|tangguhkan)|ter(?:blok\w{0,3}|kunci|suspend)|blocked|suspend(?:ed)?|locked|banned|disabled|inactive|expired|non ?-?aktif|not (?:found|active|registered|verified)|(?:tidak|tdk|belum|blm) (?:aktif|terdaftar|ditemukan|dikenal\w{0,3}|verifikasi|terverifikasi|diizinkan|punya|memiliki))|\b(?:tidak|tdk|belum) (?:(?:kami|di|ter) ?)?(?:kenali|dikenali|diizinkan|diijinkan|berhak)\b/i

const calls =
  /\b(?:kuota|quota|paket data|masa (?:aktif|berlaku))(?: [a-z]{1,10})? (?:api|akses|request|permintaan|hit|lisensi|akun|h2h|langganan|transaksi|trx|member|agen|reseller|mitra|cek)\b|\b(?:lisensi|license)\b|\b(?:toko|outlet|web|website|konter|kantor|operasional|(?:layanan|jalur|fitur) (?:api|h2h|cek(?: status)?)|service (?:api|h2h))(?: [a-z]{1,10}){0,2}? (?:tutup|closed?|off|libur|(?:tidak|tdk|not) (?:aktif|tersedia|available))\b|\bcut ?-? ?off (?:sistem|system|server|h2h|api)\b|\b(?:batas|limit)(?: [a-z]{1,12}){0,2}? (?:agen|member|reseller|akun|h2h)\b|\b(?:nomor|no|nmr)\.? (?:trx|transaksi|ref|reff|referensi|invoice)(?: [a-z]{1,10})? (?:salah|(?:tidak|tdk|belum) (?:valid|ditemukan|ada|dikenal\w{0,3}|sesuai))\b|\bformat (?:nomor )?request\b|\blimitasi\b|\blimit (?:request|akses|hit|transaksi|trx|order|pengecekan|cek|api|per|anda|reseller)\b|\btoo (?:many|short|long|fast)\b|\brate ?-?limit|\bthrottl|\bterlalu (?:sering|banyak|cepat|pendek)\b|\b(?:request|permintaan|query) (?:limit|(?:di)?batasi)|\b(?:parameter|payload|json|bad request|invalid request|method not|command|perintah|format (?:pesan|perintah|request|trx|transaksi|salah|tidak|tdk))\b|\b(?:sistem|system|server|aplikasi|api|database|db|web ?service|host|gateway|h2h)(?: [a-z]{1,10}){0,2}? (?:maintenance|gangguan|error|sibuk|busy|down|tutup|cut ?-? ?off|off|offline|penuh|overload\w{0,2}|perbaikan|unavailable)\b|\b(?:ref{1,2}|ref{1,2} ?id|ref_id|reference|referensi|id ?trx|trx ?id|id transaksi|request ?id|clientid)\b(?:[ /](?:id|trx ?id|number|anda|ref ?id)){0,2} (?:salah|invalid|kosong|wajib|required|is required|(?:tidak|tdk|not|is not) (?:valid|sesuai|boleh kosong))\b|\binvalid (?:ref\w{0,8}|trx ?id|id ?trx)\b|\b(?:tidak|tdk) boleh kosong\b|\b(?:wajib|harus) (?:di ?)?isi\b|\bis required\b|\b(?:harga|price)(?: [a-z]{1,12}){0,2}? (?:(?:tidak|tdk|not) (?:sesuai|cocok|match\w{0,3}|valid)|melebihi|berubah|di ?atas)\b|\b(?:session|sesi|login|captcha|service unavailable)\b|\b(?:harga|price|hrg)(?: [a-z]{1,12}){0,2}? lebih (?:tinggi|besar|mahal)\b|\b(?:max|maks\w{0,4})[ _]?(?:price|harga)\b|\blimit (?:kredit|saldo)\b/i

/** After the failure keyword: words for things of the caller or of the server itself, such as its money, its permissions and its request numbers. */
const ofCaller =
  /\bh2h\b|\b(?:hutang|utang|upgrade (?:member|akun|level|id)|diluar jam (?:layanan|operasional|kerja))\b|\b(?:api|level|grade|gr(?:o?u)p harga|izin|ijin|hak akses|langganan|berlangganan|kontrak|trial|sewa)\b|\b(?:akses|kode akses|pengecekan|cek (?:transaksi|trx|status)|layanan cek)\b|\b(?:jatah|kesempatan|slot|memori|thread|kapasitas)\b|\b(?:masa aktif|masa berlaku) (?:anda|akun|kamu|member)\b|\b(?:nomor|nmr|no|id|kode)\.? (?:antrian|tiket|order|pesanan|request|permintaan|resi|struk|wa|whatsapp|rekening deposit|registrasi)\b|\b(?:dari|by) (?:id|akun|account|level) (?:anda|kamu|ini|your)\b|\bcustomer service\b|\bvirtual account\b|\bkeanggotaan\b|\b(?:permintaan|request) (?:status|cek|anda)\b|\bip\b|\bdi ?akses\b|\b(?:anda|kamu) (?:di|ter)(?:blok\w{0,3}|suspend|kunci)\b|\banda (?:belum|tidak|tdk|bukan) (?:ber|punya|memiliki|boleh|bisa|dapat|ter)|\b(?:saldo|deposit|plafon|dana anda|uang|modal|chip|kredit)\b(?: (?!kembali|dikembalikan|aman|utuh|tetap)[a-z]{1,12}){0,4}? (?:cukup|memadai|kurang|minimum|minimal|batas|habis|kosong|limit|minus|tipis)\b|\b(?:isi|top ?up|tambah|kurang)(?: ulang)? (?:saldo|deposit)\b|\bdana (?:anda |kamu )?(?:kurang|habis|(?:tidak|tdk) (?:men)?(?:cukup|memadai))|\b(?:pin|password|sandi|kata kunci|signature)(?: [a-z]{1,10})? (?:keliru|(?:tidak|tdk) (?:benar|tepat|dikenal))/i

/**
 * Sentences that speak to the caller, also about products and numbers: 'Produk tidak aktif untuk akun Anda', 'Anda tidak boleh membeli produk ini'.
 * 'Nomor yang Anda masukkan' and 'nomor Anda' are the buyer's.
 */
const toCaller = anyOf(
  // What is not for the caller.
  /\b(?:untuk|bagi|pada|di|dalam|for|in|on|with)(?: (?:daftar|list|harga|setting))?(?: (?:tipe|type|jenis|status))? (?:akun|account|id|user(?:name)?|level|gr(?:o?u)p|member\w{0,4}|reseller|agen|agent|mitra|merchant|partner|outlet|profile?|tier|plan)(?: id)? (?:anda|kamu|ini|tersebut|tsb)\b/i,
  /\b(?:for|in|on|with|by) (?:your|this) (?:account|user(?:name)?|level|group|member\w{0,4}|reseller|agent|merchant|partner|outlet|profile|tier|plan|ip|api|client|price)\b/i,
  /\b(?:tidak|belum|bukan|tutup|ditutup|nonaktif|not|closed|disabled|unavailable|restricted)\b[^.,;:|]{0,40} (?:untuk|bagi|for) (?:anda|kamu|you)\b/i,
  /\b(?:akun|account|member|reseller|agen|mitra|merchant|ip) (?:anda|kamu)(?: [a-z]{1,12}){0,3}? (?:tidak|belum|bukan)\b|\b(?:your|this) (?:account|user|member\w{0,4}|ip|merchant|reseller|api)(?: [a-z]{1,12}){0,3}? (?:not|cannot|no)\b/i,
  // What the caller may not do. 'Anda tidak dikenakan biaya' is about money that was not taken.
  /(?:^|[.,;:!|(] ?|\d |\b(?:maaf|sorry|karena|because|gagal|failed) )(?:anda|kamu|you)(?: [a-z]{1,12}){0,3}? (?:tidak|belum|bukan|tak|not|cannot|can't|don't|aren't|dilarang|dibatasi|no)\b(?! (?:di|ter|ber)?(?:kena\w{0,3}|potong|kurang|charged|billed|debited))/i,
  // The number and the address that the call came from.
  /\b(?:pengirim|sender)(?: [^ .;|]{1,20}){0,3}? (?:tidak|belum|bukan|not|unknown|unregistered|invalid|salah|asing|di ?blok\w{0,3}|blocked)\b/i,
  /\b(?:unknown|invalid|unregistered) sender\b|\b(?:alamat|nomor|no|address|server) ip\b|\bip (?:address|anda|kamu|server|publi[ck])\b/i,
  /\b(?:nomor|no|number|hp)(?: hp| telepon| wa)? (?:anda|kamu)(?: [a-z]{1,12}){0,2} (?:di|pada|dalam) (?:sistem|server|database|data|kami)\b|\byour (?:number|phone)(?: [a-z]{1,12}){0,3} (?:in|on|with|by) (?:our|the|us)\b/i,
)

/**
 * True if a reason in words for goods speaks of the caller, its shop or its contract: 'Produk tidak tersedia untuk kios anda', 'Batas pembelian per
 * menit'. 'Nomor Anda' and 'your order' are removed first: they are the buyer's number, and the order and its money.
 */
const concernsCaller = (reason: string): boolean =>
  reason
    .split(/[.,;:|!](?!\d)/, clausesMax)
    .some((clause) => (ofContract.test(clause) || addressed.test(clause.replace(ofBuyer, ' '))) && namesGoods(clause))

/** No honest answer has as many clauses. */
const clausesMax = 60

const addressed = /\b(?:anda|kamu|your)\b/i
const ofBuyer =
  /\b(?:no|nomor|nomer|nmr|hp|id|idpel|meter|pelanggan|customer|kartu|rekening|transaksi|trx|pesanan|order|pembelian|permintaan|saldo|dana|uang|deposit|refund|voucher|tujuan)(?:nya)?(?: (?!kios|toko|cabang|konter|outlet|akun|member|agen|server|mitra)[a-z]{1,12})? (?:anda|kamu)\b|\b(?:yang|yg) (?:anda|kamu)\b|\b(?:anda|kamu) (?:yang|masuk{1,2}an|input|tuju|ketik|isi|pesan|beli|kirim|akan)\w{0,3}\b|\b(?:anda|kamu) (?:tidak|tdk) (?:di|ter|ber)?(?:kena|potong|kurang|debet|debit)[a-z]{0,4}\b|\b(?:ke|to) (?:saldo |deposit )?(?:anda|kamu)\b|\byour (?:order|transaction|trx|purchase|number|phone|meter|customer|balance|deposit|money|funds?|payment|target|destination|input|id)\b|\b(?:saldo|dana|deposit) (?:anda|kamu)\b|\b(?:ke|to) your (?:balance|deposit)\b/gi

const ofContract =
  /\b(?:toko|kios|cabang|konter) (?:ini|anda|kamu|tsb|tersebut)\b|\b(?:kemitraan|kerja ?sama|kredensial|credentials?|contract|kontrak|etalase|tunggakan|plafon)\b|\b(?:this|your|the) (?:store|contract|branch|outlet)\b|\b(?:per|tiap|setiap) (?:menit|detik|jam|minute|second|hour)\b/i

/** The trade's words for the caller and the caller's money, if they come before the first amount and the money was not returned or left untouched. */
const callersMoney =
  /\b(?:agen|agent|reseller|downline|terminal|perangkat|device|imei|faktur|domain|header|keamanan|daftar harga)\b|\b(?:jam transaksi|jam operasional) (?:anda|kami|kamu)\b|\b(?:saldo|deposit)\b(?! ?[a-z ]{0,20}(?:kembali|di ?-?kembalikan|di ?-?refund|di ?-?retur|refund|retur|aman|utuh|tetap|otomatis|(?:tidak|tdk|tak) (?:ter|di|ber)))(?<!(?:kembali(?:kan)?|refund|pengembalian|utk|untuk) (?:saldo|deposit))/i

/** 'Not yet': an event that has not happened may still happen. Texts about the goods are excluded, since the goods may just not be available yet. */
const notYet =
  /\b(?:belum|blm|not yet)\b(?! (?:tersedia|ada stok|premium|di ?upgrade|kyc|aktif|di ?aktifkan|terdaftar|teregistrasi|registrasi|di ?buka|buka|support|terpasang|ready))|\b(?:menanti|menunggu|nunggu|tunggu konfirmasi|verifikasi|rekon\w{0,9}|kepastian|memastikan|hasil(?:nya)?|terbaca|undefined)\b|\b(?:response|balasan|callback|jawaban|respon)\b/i

/** 'Already': the action was done before, whatever it was. States that ended or were reversed are excluded, since nothing was delivered then. */
const alreadyDone =
  /\b(?:sudah|sdh|telah|already)(?: kami)?(?: (?!kami|tidak|tdk|tak|bukan|non|off|hangus|mati|expired|expire|kadaluarsa|kedaluwarsa|kadaluwarsa|habis|kosong|tutup|lewat|nonaktif|pernah|ada|melewati|melebihi|mencapai|premium|di ?(?:blok|tutup|batal|refund|kembali|hapus|nonaktif|matikan|ganti)|ter(?:blok|hapus|batal)|refund|kembali|blacklist|cut|close)[a-z]{3,20})\b/i

/** The server had the reference, or the same order, before. */
const known = anyOf(
  // In one informal word: 'Kepakai', 'Unique violation', 'Exist', 'Counter salah', 'Sehari sekali'.
  /\b(?:ke|ter)pak(?:ai|e)\b|\bunique\b|\bviolat\w{1,6}\b|(?<!\b(?:not|does|doesn't|tidak|tdk|don't) )\bexist(?:s|ed|ing)?\b(?! ?(?:not|:))/i,
  /\bcounter (?:trx )?(?:salah|sama|ganda|sudah|sdh|tidak|tdk|invalid|wrong|error|ter\w{3,8})\b|\b(?:salah|invalid|wrong|ganti|naikkan|ubah) counter\b/i,
  /\b(?:sehari|per hari|seharian) (?:hanya |cuma )?(?:sekali|(?:1|satu) ?(?:x|kali))\b|\b(?:sekali|(?:1|satu) ?(?:x|kali)) (?:sehari|per hari|seharian|dalam sehari)\b|\bwis (?:tau|tahu|pernah|ono|ana)\b/i,
  /\b(?:sudah|sdh|udah|telah) (?:jalan|berjalan|running)\b|\b(?:in use|di ?pakai|kepakai) (?:by|oleh) (?:an)?other\b|\bin use by\b/i,
  /\b(?:identi[kc]\w{0,3}|rangkap|replay(?:ed)?|idempoten\w{0,4}|dupe?|dupl\w{0,8})\b/i,
  /\b(?:ref{1,2}|ref{1,2} ?id|id ?trx|trx ?id)(?: (?:tsb|tersebut|ini|anda))? (?:ter(?:daftar|catat|simpan)|ganda|dobel)\b/i,
  /\b(?:already|been) (?:complete|fulfil|done|finish|succe)\w{0,6}\b|\b(?:sudah|sdh|telah) (?:selesai|tuntas|kami terima)\b/i,
  /\b[2-9] ?x (?:dalam )?(?:sehari|(?:1|satu|per) hari)\b|\b(?:tidak|tdk) boleh (?:di ?ulang\w{0,2}|(?:di ?isi )?[2-9] ?x)\b/i,
  /\b(?:trx|transaksi)(?: [a-z]{1,10}){0,4} (?:sedang|masih) berlangsung\b/i,
  /\b(?:kembar|dupli[ck]\w{0,6}|conflict\w{0,3}|konflik|bentrok)\b|\b(?:trx|transaksi|order) (?:double|dobel|ganda|sama|yang sama|serupa|berulang)\b|\b(?:double|dobel|same) (?:trx|transaksi|transaction|order|reference)\b|\b(?:ref{1,2}|ref{1,2} ?id|ref_id|reference|referensi|id ?trx|trx ?id|id transaksi|request ?id|clientid|no ref|invoice)\b(?: [^ ]{1,20}){0,3}? (?:sudah|sdh|telah|pernah|sama|terpakai|digunakan|dipakai|used|exists?|unik|unique|taken)\b|\b(?:tidak|tdk|jangan|gak) boleh (?:sama|ganda|double|dobel|berulang)\b|\b(?:sama|nomor) dalam (?:1|satu|sehari)\b|\b(?:gunakan|pakai|tambahkan?) counter\b|\b(?:sudah|sdh|udah|telah) (?:pernah|ada|terpakai|terjadi|tercatat|masuk|di(?:gunakan|pakai|proses|terima|kirim|lakukan|catat|order|transaksikan))\b|\b(?:di ?)?proses sebelumnya\b|\balready (?:used|exist\w{0,3}|process\w{0,3}|been|in use|sent|submitted|taken|placed|received)\b|\b(?:not|must be|is not|harus|tidak|tdk) (?:unique|unik)\b|\b(?:trx|transaksi|order|request|kirim) ulang\b|\bpengulangan\b|\brepeat(?:ed)?\b|\bbekas\b|\b(?:interval|jeda)\b|\bmulti (?:trx|transaksi|transaction)\b|\bsame (?:destination|number|customer|product)\b|\b(?:number|nomor) 1 (?:time|kali)\b|\b(?:nomor|nomer|tujuan|produk)(?: [a-z]{1,10})? (?:yang |yg )sama\b|\b(?:transaksi|trx|order) lain\b|\banda beli\b|\b(?:double|dobel)\b|\b(?:pesan|perintah|request|permintaan|data) (?:yang |yg )?sama\b|\b(?:nomor|no|tujuan|nominal|produk|jumlah|denom)\b(?: (?!tidak|tdk|beda)[^ .;|]{1,12}){0,3} sama\b(?! dengan)|\b(?:trx|transaksi|order)(?: (?:anda|yang|yg|lain|sebelumnya|masih|msh|sedang|sdg)){0,2} (?:berjalan|aktif|gantung|menggantung|running)\b/i,
)

/** 'GAGAL Timeout' is a state of OtomaX, which returns the money to the balance. */
const settled =
  /\b(?:gagal|failed)[ .,:-]{1,3}time ?-?out\b|\b(?:masih|msh) (?:me(?:miliki|mpunyai)|punya|ada|berlangganan|aktif)(?: [a-z]{1,12})? (?:paket|langganan|kuota)\b|\b(?:sudah|sdh|telah|already|has been) (?:ke|ter|di)?(?:lunas(?:i|kan)?|bayar(?:kan)?|paid|settled)\b|\b(?:ter|di)bayar\b|\blunas\b|\b(?:tagihan|bill)(?: [a-z]{1,12})? (?:tidak|tdk|belum|blm|not|no) (?:ada|ditemukan|tersedia|found|available)\b|\b(?:tidak|tdk|belum|blm) ada tagihan\b|\bno (?:outstanding )?bill\b/gi

/** The result is unknown, so the order may have been delivered all the same. */
const doubts =
  /\b(?:waktu|habis waktu)(?: [a-z]{1,12}){0,3}? habis\b|\bhabis waktu\b|\b(?:data|respons?|response|jawaban|balasan|result|hasil|reply) (?:kosong|empty)\b|\bempty (?:response|reply|result|data)\b|\b(?:task|operation|request|query|permintaan|permohonan|pengecekan|cek status|status check|connection)(?: [a-z]{1,10}){0,2}? (?:cancel?led|aborted|rejected|declined|(?:di)?batal(?:kan)?|ditolak)\b|\b(?:tidak|tdk|belum|blm|not)(?: [a-z]{1,14}){0,2}? (?:merespons?|respond(?:ing)?|(?:men)?jawab(?:an)?|(?:mem)?balas|dihubungi|terhubung|balasan|kabar)\b|\b(?:jaringan|network|socket|channel|koneksinya|gateway|dns|ssl|curl)\b|\b(?:mungkin|kemungkinan|bisa saja|bisa jadi|may have|might|possibly)\b|\b(?:sudah|sdh|udah|telah|already|has|have)(?: already)?(?: been)? (?:(?:ke|ter|di)?(?:lunas|lunasi|bayar|isi|kirim|top ?up)|paid|masuk|menerima|sukses|berhasil|success\w{0,4}|delivered|credited|filled|settled)\b|\blunas\b|\brto\b|\b(?:putus|terputus)\b|\b(?:response|reply|answer|balasan|jawaban|respon|hasil)(?: (?:was|is|dari|operator|provider)){0,2} (?:lost|hilang|missing|terpotong|rusak)\b|\b(?:di|ter|meng)?gantung\b|\b(?:belum|blm|tidak|tdk|not|non)(?: yet)?[ -]?final\b|\b(?:tagihan|bill)(?: [a-z]{1,12})? (?:tidak|tdk|belum|not|no) (?:ada|ditemukan|tersedia|found|available)\b|\b(?:tidak|tdk|belum) ada tagihan\b|\bno (?:outstanding )?bill\b|\b(?:order|status) error\b|\berror status\b|\btimed? ?-? ?out\b|\bkoneksi\b|\bconnection\b|\b(?:no|tidak ada|tdk ada|belum ada|tanpa) (?:response|respons?|resp|jawaban|balasan|reply|status|kepastian)\b|\b(?:lemot|lelet|router)\b|\b(?:sn|s\/n|serial number|token|kode|voucher)(?:nya)? (?:tidak|tdk|belum|blm|not) (?:ke ?luar|muncul|terbit|dapat|di ?dapat|ada|masuk|di ?terima|received?)\b|\b(?:ke(?:isi|kirim)|ter-(?:isi|kirim)|nyampe|nyampai|sampe|kesampaian)\b|\b(?:barusan|baru saja|tadi) (?:masuk|terisi|terkirim|sampai|di ?(?:isi|kirim|proses))\b|\bunknown\b|\bsuspe[ck]\w{0,3}\b|\b(?:tidak|tdk|belum) (?:diketahui|pasti|jelas)\b|\bcek (?:manual|ke cs|status|mutasi)\b|\bexception\b|\binternal\b|\b(?:tidak|tdk)(?: (?:bisa|dapat|dpt))? (?:di ?)?(?:cek|periksa|lacak|konfirmasi|baca)\b|\b(?:tidak|tdk|tanpa|no)(?: (?:ada|dapat|kirim|keluar|memberi(?:kan)?|mengirim(?:kan)?|mengeluarkan|menerbitkan))? (?:sn|s\/n|serial number)\b(?! ?[:=])|\bkami (?:cek|periksa|telusuri|tindak ?lanjuti|usahakan)\b|(?<!\b(?:tidak|tdk|gagal|batal)(?: (?:dapat|dpt|bisa))? )\bdi ?lanjut(?:kan)?\b|\b(?:auto|otomatis)[ -]?(?:retry|ulang|coba|resend)\b|\b(?:retry|di ?coba (?:lagi|ulang|kembali)|di ?ulang(?:i)?) (?:otomatis|auto|oleh sistem|ke jalur)\b|\b(?:(?:di ?)?(?:proses|kirim|isi|input|inject)(?:kan)? |via |lewat |secara )manual\b|\b(?:di-?hold|on[ -]hold)\b|\b(?:menyusul|susulan|nyangkut|ngendon|mandek|terlanjur|kadung|keburu|berubah sewaktu)\b|\b(?:tunggu|nunggu|menunggu) (?:sn|kabar|status|konfirmasi|jawaban|balasan|hasil)\b|\bsn (?:akan )?(?:keluar|terlambat|muncul)\b|\b(?:dalam|dlm|tahap) (?:tahap )?(?:pengecekan|investigasi|penelusuran|verifikasi|konfirmasi|pemeriksaan|peninjauan|validasi|pantauan)\b/i

const targets =
  /\b(?:no|nmr|nomor|nomer|number|msisdn|tujuan|pelanggan|customer|idpel|id pel|id pelanggan|meter|player|zone|zona|server ?id|user ?id game|game ?id|rekening|penerima|kartu|sim ?card|subscriber|id (?:game|player|zone)|sambungan|meteran|akun (?:tujuan|penerima|pelanggan|game|dana|ovo|gopay|shopeepay|linkaja))\b\.?(?: (?:sambungan|va|e-?money|kena|sedang|tujuan|hp|handphone|telepon|telp|tlp|ponsel|pelanggan|customer|konsumen|meter\w{0,2}|id|anda|kamu|you|entered|provided|yang|yg|di ?masuk{1,2}an|masuk{1,2}an|ini|tsb|tersebut|itu|kartu|rekening|bank|penerima|pascabayar|prabayar|game|player|user|akun|dana|ovo|gopay|shopeepay|linkaja|number|phone|destination|is|are|was|has|been|sudah|sdh|telah|msisdn|operator|telkomsel|tsel|indosat|isat|xl|axis|three|tri|smartfren|pln|bpjs|pdam|dituju|zone|zona|server|diisi|ybs|[^ ]{0,10}\d[^ ]{0,16})){0,4}? (?:salah|invalid|wrong|incorrect|hangus|mati|expired|kadaluw?arsa|kedaluw?arsa|inactive|blacklist|diblok\w{0,3}|terblok\w{0,3}|blocked|dibekukan|frozen|banned|barred|ported|non ?-?aktif|masa tenggang|diperiksa|periksa|premium|penuh|(?:tidak|tdk|not|is not|belum|bukan|sudah|telah|di luar|diluar|isn't) [a-z]{1,20})\b|\b(?:salah|wrong|invalid|periksa|diperiksa|cek)(?: (?:kembali|ulang|lagi|dulu|pada)){0,2} (?:no|nomor|nomer|number|msisdn|tujuan|id pelanggan|idpel|customer|target|destination|meter|prefix|phone|subscriber)\b|\bbukan (?:nomor|nomer|no|pelanggan|customer)\b|\b(?:blacklist\w{0,3}|hangus|masa tenggang|grace period|prefix|wilayah|region|luar (?:zona|area|jangkauan|cluster))\b|\b(?:tagihan|bill)(?: [a-z]{1,12}){0,2}? (?:sudah|sdh|telah|belum|tidak|lunas|paid|terbayar|dibayar)\b|\blunas\b|\b(?:jumlah digit|digit (?:kurang|lebih|nomor)|(?:kurang|kelebihan)(?: \d{1,2})? digit|unreg|kwh melebihi|destination number|customer number|pascabayar|bukan prabayar)\b|\b(?:incorrect|invalid|wrong) (?:destination|user ?id ?[/,&]|zone|player|role ?name)|\b(?:max|maks\w{0,5}|melebihi|limit|batas)(?: [a-z]{1,12}){0,2}? (?:kwh|harian|bulanan|pembelian|nomor|penerima|isi ulang)\b/i

/**
 * Words for goods that are out of stock, closed or out of order. They count only if the words before them do not mention anything else: 'Masa trial
 * habis' is not about the goods.
 */
const lacking =
  /(?:^|[.,:;!?()/*|"'-] ?|\b(?:gagal|failed|karena|krn|due to|because|ada|terjadi|mengalami|alasan|ket|keterangan|reason|produk|product|paket|layanan|barang|denom\w{0,8}|nominal|vouchers?|vcr|item|sku|stok|stock|stoknya|kuota|operator|provider|biller|suppl?ier|vendor|jalur|telco|hlr|switching|seller|kode|game|pulsa|data|internet|token|listrik|pln|telkomsel|tsel|simpati|indosat|isat|im3|xl|axis|three|tri|smartfren|smart|by ?u|dana|ovo|gopay|shopee ?pay|linkaja|e-?money|e-?wallet|bank|bpjs|pdam|google ?play|steam|garena|mobile legends?|mlbb|free ?fire|pubg|[a-z]{1,8}\d{1,6})(?: (?!anda|kami|kamu|h2h|api)[a-z\d]{1,12}){0,2} )(?:(?:sedang|sdg|lagi|masih|telah|sudah|sdh|is|are|was|has been|currently|temporarily|sementara|yang|di|mengalami|ada|terjadi|karena|krn) ){0,3}(?:gangguan|kosong|habis|ditutup|tutup|closed?|cut ?-? ?off|sold ?out|tidak tersedia|tdk tersedia|discontinued|out of (?:stock|service))\b/i

const products =
  /\b(?:produk|product|product code|paket|layanan|denom\w{0,8}|nominal|voucher|kode(?: area)?(?= (?:salah|tidak|tdk))|item|sku|stok|stock|kuota)\b(?: [^ ]{1,20}){0,3}? (?:off|non ?-?aktif|inactive|error|gagal|failed|menolak|reject\w{0,3}|maintenance|unavailable|down|trouble|problem|salah|invalid|wrong|(?:tidak|tdk|not|belum) [a-z]{1,20}|di ?nonaktifkan|di ?hentikan|sedang (?:tidak [a-z]{1,20}|off|perbaikan|maintenance|error|trouble|problem|di ?tutup|close))\b|\b(?:operator|provider|biller|suppl?ier|vendor|jalur|telco|hlr|switching)\b(?: [^ ]{1,20}){0,3}? (?:off|error|gagal|failed|menolak|reject\w{0,3}|maintenance|unavailable|down|trouble|problem|(?<!\bcs )(?:tidak|tdk|not) (?:tersedia|aktif|support|mendukung|melayani|available|supported|di ?temukan|sesuai))\b|\b(?:gagal|failed|ditolak|rejected|declined|error)(?: (?:di|dari|oleh|by|from|at|pada|sisi|the)){0,3} (?:operator|provider|biller|suppl?ier|vendor|pusat|telco|penyedia|mitra|switching)\b|\b(?:produk|product|item|sku) (?:not found|discontinued?)\b|\bkelipatan\b/i

const ended =
  /\b(?:refund(?:ed)?|(?:di)?batal(?:kan)?|pembatalan|cancel(?:l?ed)?|revers(?:al|ed)|(?:saldo|dana)(?: anda)? (?:(?:sudah|telah|akan) )?(?:di ?)?kembali(?:kan)?|kembali(?:kan)? saldo)\b/i
const finalState = /\bstatus ?(?:akhir|trx|terakhir)? ?[:=]? ?(?:gagal|failed)\b/i

/** True if the money was returned or was never taken, whatever success keyword the text contains. */
export const saysReturned = (text: string): boolean =>
  /\b(?:di ?-?)?(?:refund(?:ed)?|revers(?:e|ed|al|alkan)|retur(?:kan|ned)?|roll(?:ed)?[ -]?back(?:ed)?)\b|\b(?:di)?(?:kembalikan|balikkan|balikin)\b|\bpengembalian (?:saldo|dana|uang|deposit)\b|\b(?:saldo|dana|uang|deposit|balance|money)(?: (?:otomatis|sudah|telah|udah|anda|kami|nya|masuk|tambah(?:kan)?|di ?kreditkan|di ?tambahkan|is|was|has been)){0,3} (?:kembali|balik|returned|credited back|back)\b|\b(?:kembali|balik) (?:ke )?(?:saldo|deposit)\b|\b(?:credited|paid) back\b|\bmoney ?back\b/i.test(
    text,
  )

export const saysKnown = (text: string): boolean => known.test(text)

/** The words after the state, without mere labels and names of the thing that failed. */
const reasonIn = (clause: string): string[] => clause.replace(fillers, ' ').match(/[\p{L}\p{N}_-]{2,}/gu) ?? []

/**
 * From this number of words, an unknown reason is a sentence, which may mean anything. Fewer words are a name or a code ('OTP Error',
 * 'FR_NOT_SELECTED'), which is a refusal by some rule.
 */
const proseFrom = 3

const fillers =
  /\b(?:gagal|failed|failure|fail|tidak|tdk|berhasil|sukses|success(?:ful(?:ly)?)?|trx|transaksi|transaction|transaksinya|order|pesanan|pembelian|isi ulang|status|sn|ref|reason|alasan|ket|keterangan|message|msg|error|maaf|mohon|normal|saldo|sisa|harga|hrg)\b|\b(?:kode_reseller|trx ?id|client ?id|ref{1,2}id|tele|wa) ?[:=] ?[^ ]{0,64}|@ ?[^ ]{0,40}|\br#[\w-]{1,64}|\b[a-z0-9_-]{1,30}\. ?\+?\d{5,20}\b|\bke \+?\d{5,20}\b/gi
