/**
 * Finds what nobody here understands next to a reason about the goods. Such a reason ends an order, so the rest of the answer must not take it back:
 * 'GAGAL. Produk gangguan, tapi pulsa masuk', 'GAGAL. Stok kosong, akan kami susulkan'. There are too many ways to say that, so the usual additions
 * are listed instead: the state, the order's own data, the money that came back, advice, thanks. Any other clause makes the failure uncertain.
 */
import { anyOf } from '#integrations/suppliers/linear-pattern.ts'

/** `isReason`: whether a clause gives the reason, in any words. */
export function hasUnreadClause(text: string, isReason: (clause: string) => boolean): boolean {
  if (saysPromised(text, isReason) || longNumber.test(text)) return true
  // The patterns for a reason expect single spaces: 'Produk XL25 sedang gangguan'.
  const rest = additions.reduce((left, addition) => left.replace(addition, ' '), text).replace(/ {2,}/g, ' ')
  const clauses = rest.split(separator, clausesMax)
  return clauses.length === clausesMax || clauses.some((clause) => hasUnreadWord(clause) && !isReason(clause.trim()))
}

/**
 * True if usual words together say that the order goes on: the server tries again ('kami coba kembali nanti'), buys elsewhere ('otomatis ke provider
 * lain'), or hands the goods over otherwise ('kode di admin'). The same words are advice if they ask the caller to do it.
 */
export const saysPromised = (text: string, isReason: (clause: string) => boolean): boolean =>
  text
    .replace(/\bmohon maaf\b/gi, 'maaf')
    .split(separator, clausesMax)
    .some(
      (clause) =>
        (continues.test(clause) && !advised.test(clause) && !endsOrder.test(clause)) ||
        (handsOver.test(clause) && !isReason(clause.trim())),
    )

const advised = /\b(?:silakan|silahkan|mohon|harap|please|kindly|tolong|hubungi|hub|kontak|contact)\b/i
/** 'Pembelian otomatis dibatalkan' */
const endsOrder = /\b(?:(?:di ?)?batal(?:kan)?|pembatalan|gagal|ditolak|(?:di ?)?refund(?:ed)?|cancel(?:l?ed)?)\b/i

const continues = anyOf(
  // Who acts, and then the act; or the act, and then who does it.
  /\b(?:kami|we|sistem|system|otomatis|auto(?:matically)?|admin)(?: [a-z]{1,12}){0,2} (?:coba|ulangi?|try|ganti|isi(?:kan)?|kirim(?:kan)?|susul(?:kan)?|pengisian|pembelian|beli)\b/i,
  /\b(?:coba|ulangi?|try again|ganti|isi|pengisian|pembelian|beli)(?: [^ ]{1,12}){0,3} (?:otomatis|auto(?:matically)?|(?:oleh|by|dari) (?:kami|us|sistem|system|admin|cs))\b/i,
  // Elsewhere: 'ke nomor lain', 'denom lain otomatis', 'pulsa reguler utk ganti'.
  /\b(?:ke|to)(?: [a-z]{1,12}){1,2} (?:lain|other)\b|\b(?:utk|untuk|sebagai) (?:peng)?ganti\b/i,
  // The result comes later: 'Status akhir dari provider nanti', 'Cek ke provider dulu'.
  /\b(?:status|hasil|result|sn|kode|code)(?: [a-z]{1,12}){0,3} (?:nanti|besok|later|tomorrow)\b|\b(?:cek|check)(?: ulang)? (?:ke|di|to|with) (?:operator|provider|biller|suppl?ier|vendor|pusat)\b/i,
)

const handsOver =
  /\b(?:kode|code|voucher|vcr|token|pulsa|paket|sn|isi ulang)(?: [a-z]{1,12})? (?:di|dari|via|lewat|by|in|from|on) (?:admin|kami|us|cs|wa|whatsapp|tele|telegram|sms|e-?mail|inbox)\b|\bterima (?:kode|voucher|token|pulsa|paket|data|sn)\b/i

/** A number with its label in one word: 'SN0012345678'. */
const longNumber = /\bv?sn(?=\d{6})(?!0+\b)/i

/** No honest answer has as many clauses. */
const clausesMax = 60

/** The end of a sentence or of a part of it, and conjunctions that begin a new statement. A dot or a comma inside a number separates nothing. */
const separator =
  /[;|!?()[\]{}<>"]|[.,:](?!\d)| [-–*=~&+]+ |\b(?:dan|serta|tapi|tetapi|namun|padahal|meski(?:pun)?|walau(?:pun)?|sedangkan|melainkan|lalu|kemudian|sehingga|but|and|however|although|though|then|yet|while)\b/i

const hasUnreadWord = (clause: string): boolean =>
  (clause.replace(continued, ' ').match(/\p{L}{2,}/gu) ?? []).some((word) => !usual.has(word.toLowerCase()))

/** A reason that continues a list: 'nomor salah/tidak aktif'. */
const continued =
  /\b(?:tidak|belum|bukan|non|not)[ -](?:di ?|ter ?)?(?:aktif|daftar|valid|temukan|sedia|sesuai|kenal|active|registered|found|available)\b/gi

/** Additions of several words, whose words mean something else on their own. */
const additions: readonly RegExp[] = [
  // Names of products before the number of the order, and the number itself: 'Telkomsel 10.000 S10.0812…'.
  /^[^.,;:|!]{0,100}\b[a-z][\w-]{0,29}\. ?\+?\d{5,20}\b/i,
  // References, codes, amounts, days, and addresses in the web.
  /\b(?:r(?:eff?)?|t|trx)#:? ?[\w-]{0,64}|\b(?:reff?|ref ?id|trx ?id|client ?id|id ?trx|server ?id|member ?id|kode_reseller|user ?id|id|tiket|invoice) ?[:=#] ?[\w-]{0,64}/gi,
  /[^ ,;|]{0,60}(?:@|https?:|www\.|\.(?:com|id|net|me)\b)[^ ,;|]{0,80}/gi,
  /\b[a-z_-]{0,12}\d[\w.,:/-]{0,40}/gi,
  // Labels with their values.
  // A label may also stand before the state of a delivery: 'Layanan: terkirim'.
  /\b(?:nama )?(?:produk|product|layanan|kategori) ?[:=] ?(?![^.,;|]{0,40}\b(?:terkirim|dikirim|masuk|terisi|tersalur|sukses|berhasil|aktif|sent|delivered|success)\b)(?:[^.,;|:]{0,40}(?= [a-z]{2,15} ?:)|[^.,;|]{0,40})/gi,
  /\b(?:a\/n|an|atas nama|nama)(?: ?[:=] ?| )[\p{L}']{1,20}(?: [\p{L}']{1,20}){0,3}(?= ?(?:[.,;|]|$))/giu,
  /\b(?:v?sn|s\/n|serial number)(?:\/ref)? ?[:=] ?(?:-|0+)?/gi,
  // The money came back, will come back, or was never taken.
  /\b(?:saldo|dana|uang|deposit|stok|limit|balance|amount|money|funds?)(?: (?:anda|kamu|kami|agen|akan|otomatis|auto(?:matically)?|sudah|telah|langsung|has|have|is|was|been|will|be)){0,4} (?:di ?-?)?(?:kembali(?:kan)?|balik|refund(?:ed)?|retur(?:ned)?|revers(?:ed)?|utuh|aman|tetap)(?: (?:ke|to) (?:your )?(?:saldo|deposit|balance|akun|account)(?: anda)?)?/gi,
  /\b(?:saldo|dana|uang|deposit|balance|anda|you|amount)(?: anda)? (?:tidak|not|is not|was not|were not|has not been|are not) (?:ter|di|ber)?(?:potong|debet|debit|deducted|charged|billed|kurang(?:i)?|kena(?:kan)?(?: biaya)?)\b/gi,
  /\b(?:pengembalian|refund)(?: (?:saldo|dana|uang|otomatis|akan|sudah|telah|segera|sedang|di ?proses|di ?kirim(?:kan)?|sukses|berhasil|success(?:ful)?|done|selesai|completed|processed|ke|anda)){1,5}/gi,
  /\b(?:di ?-?)?(?:kembalikan|refund(?:ed)?|retur(?:ned)?)(?: otomatis)? (?:ke|to) (?:your )?(?:saldo|deposit|balance)(?: anda)?/gi,
  // Advice: what the caller may do next, unless it is about something that was delivered.
  /\b(?:silakan|silahkan|mohon|harap|please|kindly|tolong)(?: (?:untuk|to|agar))? (?!sn\b|tunggu|wait|terima\b(?! kasih)|nikmati|ambil|aktiv|aktif|redeem|klaim|enjoy|receive|accept|claim|activate)\p{L}{2,15}(?: (?:kembali|ulang|dulu|id|kode|meter|pelanggan|customer)\b){0,3}(?: (?:nomor|no|number)(?: (?:meter|pelanggan|customer|kartu|rekening))?)?/giu,
  /(?<=[.,;|!(] ?)(?:cek|lihat|hubungi|gunakan|pilih|pastikan|periksa|check|see|use|contact|verify|make sure)(?: (?!sn\b|serial|pulsa|token|voucher|mutasi|riwayat|history|status|(?:kode|code)\b(?! (?:produk|product|lain))|bukti|e-?mail|inbox|sms|terima|aktivasi)[a-z]{1,12}){1,4}(?= ?(?:[.,;|!)]|$))/gi,
  // An explanation of a cut-off, and that nothing was done: 'Transaksi tidak dapat diproses', 'Unable to process your order'.
  /\btidak ada transaksi pada (?:jam|waktu) (?:tersebut|tsb|ini|itu)\b/gi,
  /\b(?:tidak|cannot|can ?not|unable to|could not)(?: (?:dapat|bisa|be))? (?:di ?)?(?:proses|lanjut(?:kan)?|lakukan|isi|layani|process(?:ed)?|complete(?:d)?)\b/gi,
]

const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '))

/** Words that mean nothing else next to a failure, in any order. */
const usual: ReadonlySet<string> = new Set([
  // The state, and what failed.
  ...words(
    'gagal ggl failed failure fail batal dibatalkan pembatalan cancelled canceled ditolak rejected declined refund refunded reversed direfund',
    'trx transaksi transaksinya transaction order pesanan pembelian pengisian pembayaran pembatalan payment isi ulang top up topup purchase',
    'status state hasil result ket keterangan alasan reason sebab penyebab message msg pesan error info note catatan detail rc kode code response',
    'karena sebab akibat dikarenakan disebabkan due to because of by from at the is was oleh dari di pada ke untuk dengan for in your this it',
    'ini itu tersebut tsb yang sistem otomatis auto automatically',
  ),
  // Reasons in one word, which continue a list of reasons: 'nomor salah/tidak aktif/hangus'.
  ...words(
    'kosong habis gangguan tutup ditutup close closed off offline maintenance perbaikan hangus expired kadaluarsa kadaluwarsa kedaluwarsa salah invalid wrong mati diblokir blocked',
    'lagi sementara atau or nonaktif tenggang masa blokir blacklist',
    'out stock stok sold empty unavailable temporarily currently number nomor no hp tujuan produk product operator provider biller',
  ),
  // Courtesy, how to complain, and when to try again.
  ...words(
    'maaf mohon sorry harap silakan silahkan please coba dicoba cobalah ulangi try again kembali later nanti besok beberapa saat menit jam hari lain other',
    'another gunakan use pilih ganti cek dicek periksa diperiksa check hubungi kontak contact cs admin customer service support kami us we anda kamu',
    'you terima kasih terimakasih makasih thanks thank tks thx trims kak gan bos bro sis pak bu bapak ibu yth ya dulu dahulu terlebih kesalahan',
    'ketidaknyamanannya ketidaknyamanan inconvenience for atas semoga salam mitra komplain complaint pengaduan max maks maksimal batas',
  ),
  // Days and times, prices, and names of products.
  ...words(
    'tgl tanggal date time waktu pukul pkl wib wita wit sampai hingga until senin selasa rabu kamis jumat sabtu minggu jan feb mar apr mei may jun',
    'jul agu agt aug sep okt oct nov des dec januari februari maret april juni juli agustus september oktober november desember am pm',
    'harga hrg saldo sisa sal sld bal balance price admin adm fee biaya total rp idr nominal denom akhir awal deposit normal utk bonus detik estimasi perkiraan',
    'pulsa paket data internet voucher vcr token pln listrik prabayar pascabayar reguler telkomsel tsel simpati indosat isat im xl axis three tri',
    'smartfren smart byu dana ovo gopay shopeepay linkaja emoney diamond diamonds game tele telegram wa whatsapp hotline call center galeri gerai grapari sn ref id',
  ),
])
