import { clockMaxSeconds } from '@lapak/contract/ordering/intake'
import { signedNames } from '@lapak/contract/partner-api/get'
import { resultCodes } from '@lapak/contract/shared/result-codes'
import { Refusal } from '#http/refusal.ts'
import { balanceText, orderText, refusedText, undecided, unknownText, withCode } from './messages.ts'

const getSign = 'b83a4b298e89ffdb1d3694a9cc22d2f01f8541e0f34dfb86144474783a2d5a5a'
/** Proved by the test of this channel. */
export const getVector = {
  secret: 'lps_live_rahasiaTokoMaju',
  text: 'lpk_live_vektor|S10|081234567890|INV-0001||||',
  sign: getSign,
  query: `key=lpk_live_vektor&product=S10&dest=081234567890&refid=INV-0001&sign=${getSign}`,
}

/** The same key asks for its balance with a time. */
const timedSign = '9c4a38fd72b78f21f0aca420acc9be6e80619a5d94cc660a55dd2cdbd743cf56'
export const getTimedVector = {
  text: 'lpk_live_vektor||||||||time=1790000000',
  sign: timedSign,
  query: `key=lpk_live_vektor&time=1790000000&sign=${timedSign}`,
}

/** The same order with an address of its own for its callback. */
const callbackSign = '5331f74b7a32668d3b7de670761ead312fbcd2c719eeeb2f62ba73d9b09c7f41'
export const getCallbackVector = {
  ...getVector,
  text: 'lpk_live_vektor|S10|081234567890|INV-0001|||||callback=https://toko.example/cb?a=1',
  sign: callbackSign,
  query: `key=lpk_live_vektor&product=S10&dest=081234567890&refid=INV-0001&callback=https%3A%2F%2Ftoko.example%2Fcb%3Fa%3D1&sign=${callbackSign}`,
}

const asked = { product: 'TSEL10', dest: '081234567890', refid: 'INV-0001' }
const order = {
  productCode: asked.product,
  target: asked.dest,
  reffclient: asked.refid,
  price: 10_250n,
  serialnumber: null,
  description: null,
}

/** One of each, in the words of the channel itself. */
const answers = [
  orderText({ view: { ...order, transactionrc: 0 }, balance: 489_750n }),
  orderText({ view: { ...order, transactionrc: 1, serialnumber: '2301998877' }, balance: 489_750n }),
  orderText({ view: { ...order, transactionrc: 2, description: resultCodes['54'].meaning }, balance: 500_000n }),
  refusedText(new Refusal('balance.too_low'), asked),
  unknownText(asked.refid),
  refusedText(new Refusal('key.bad_signature'), asked),
  balanceText('Toko Maju', 489_750n),
]

export const getGuide = `
# API GET (teks)

Untuk software yang hanya dapat mengisi URL dan mencocokkan jawaban dengan pola.

\`\`\`
/h2h/trx?key=&product=&dest=&refid=&sign=
/h2h/status?key=&refid=&sign=
/h2h/balance?key=&sign=
\`\`\`

Pesanan boleh ditambah \`amount\`, \`counter\`, \`maxprice\`, \`token\`, dan \`callback\` (alamat callback untuk pesanan itu saja); semuanya
\`time\` dan \`format\`.

\`sign\` adalah HMAC-SHA256 heksadesimal dengan secret atas
\`${signedNames.join('|')}\`; yang tidak dikirim dibiarkan kosong, nilainya sebelum URL-encoding.
Bila \`callback\` dikirim, \`|callback=\` dengan isinya ditambahkan di belakang (sesudah \`time\`); tanpa itu teksnya tetap seperti di atas.
Tanda \`|\` tidak boleh ada di dalam nilai. Sebagai ganti \`sign\` boleh \`secret=\`, hanya dari alamat IP yang terdaftar;
\`sign\` lebih aman karena secret di URL mudah tersimpan di log.

\`\`\`
secret  ${getVector.secret}
teks    ${getVector.text}
sign    ${getVector.sign}

teks    ${getCallbackVector.text}
sign    ${getCallbackVector.sign}
\`\`\`

**Waktu.** Tanpa \`time\`, alamat yang terbaca orang lain bisa dipakai lagi untuk melihat saldo dan status. Kirim \`time\` (waktu Unix
dalam detik, selisih paling banyak ${clockMaxSeconds} detik dari jam kami) dan tambahkan \`|time=\` dengan isinya di akhir teks yang ditandatangani:

\`\`\`
teks    ${getTimedVector.text}
sign    ${getTimedVector.sign}
\`\`\`

Bila semua permintaan Anda membawanya, nyalakan "Wajib time" pada key itu di Profile > API: permintaan tanpa \`time\`, juga yang memakai
\`secret=\`, lalu ditolak. Pesanan yang dikirim ulang tetap pesanan yang sama; tandatangani dengan \`time\` baru.

**Jawaban.** Kata-kata ini tidak akan berubah; cocokkan dengan pola.

\`\`\`
${answers.join('\n')}
\`\`\`

Baris keempat adalah pesanan yang ditolak sebelum ada; saldo tidak berubah. Baris \`${undecided}\` tidak mengatakan apa pun
tentang pesanan itu: perbaiki penyebabnya, lalu tanyakan status.

Setiap jawaban membawa kode hasil di header \`X-Result-Code\`. Dengan \`format=rc\` kode itu juga berdiri di akhir baris, bersama isi
daftar kode hasil:

\`\`\`
${withCode(answers[1] ?? '', '00')}
\`\`\`
`.trim()
