import { refusals } from '@lapak/contract/refusals'
import { resultCodes } from '@lapak/contract/result-codes'
import { sandboxDigits } from './sandbox.ts'

/** The page for partners' developers, shown by /docs. Its vectors are proved by the tests beside it. */
export const jsonVector = {
  secret: 'lps_live_rahasiaTokoMaju',
  timestamp: '1790000000',
  body: '{"productcode":"S10","target":"081234567890","reffclient":"INV-0001"}',
  bodySignature: '6ae77d5ec3023342978513aec2713de55a89595f29dc8d2344ea9c0054a2af0b',
  target: '/h2h/v1/transactions/INV-0001',
  targetSignature: '733b4ff2a49110ea401e91073ac42a44f6165fe30c63e4f735a7f771075030eb',
}

const getSign = 'b83a4b298e89ffdb1d3694a9cc22d2f01f8541e0f34dfb86144474783a2d5a5a'
export const getVector = {
  secret: jsonVector.secret,
  text: 'lpk_live_vektor|S10|081234567890|INV-0001||||',
  sign: getSign,
  query: `key=lpk_live_vektor&product=S10&dest=081234567890&refid=INV-0001&sign=${getSign}`,
}

export const callbackVector = {
  secret: 'whsec_a3VuY2kgY29udG9oIGR1YSBwdWx1aCBlbXBhdCBieXRl',
  id: 'msg_1',
  timestamp: '1790000000',
  body: '{"type":"purchase.success","timestamp":"2026-09-21T13:33:20.000Z","data":{"reffclient":"INV-0001","transactionrc":1,"rc":"00","version":2}}',
  signature: 'v1,wq2c6RgriioyrdBOW+hfqKy1qWDSOLPBuRQSslv3RPg=',
}

const textParameters = {
  key: 'API key',
  product: 'kode produk',
  dest: 'nomor tujuan',
  refid: 'reffclient Anda',
  amount: 'nominal bebas, kelipatan denominasi',
  counter: 'ke-berapa, untuk pesanan yang memang diulang',
  maxprice: 'batas harga',
  token: 'token tagihan dari inquiry',
  sign: 'HMAC-SHA256 heksadesimal, lihat di atas',
  secret: 'pengganti sign, hanya dari IP yang terdaftar',
}

const textCall = (summary: string, needed: (keyof typeof textParameters)[], allowed: (keyof typeof textParameters)[] = []) => ({
  get: {
    summary,
    tags: ['h2h'],
    security: [],
    parameters: [...needed, ...allowed, 'sign' as const, 'secret' as const].map((name) => ({
      name,
      in: 'query',
      required: needed.includes(name),
      description: textParameters[name],
      schema: { type: 'string' },
    })),
    responses: { 200: { description: 'Satu baris teks, lihat di atas', content: { 'text/plain': { schema: { type: 'string' } } } } },
  },
})

/** The GET interface for the OpenAPI document; its routes are in get.routes.ts. */
export const textPaths = {
  '/h2h/trx': textCall('Order, or ask again, by GET', ['key', 'product', 'dest', 'refid'], ['amount', 'counter', 'maxprice', 'token']),
  '/h2h/status': textCall('The state of an order by GET', ['key', 'refid']),
  '/h2h/balance': textCall('The balance by GET', ['key']),
}

const word = (yes: boolean) => (yes ? 'ya' : 'tidak')

const codeRows = Object.entries(resultCodes)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([rc, { meaning, final, retry, advice }]) => `| \`${rc}\` | ${meaning} | ${word(final)} | ${word(retry)} | ${advice} |`)
  .join('\n')

const refusalRows = Object.entries(refusals)
  .filter(([code]) => /^(purchase|balance|key|rate|system|callback|input)\.|^(access\.blocked|not_found\.(purchase|call))$/.test(code))
  .map(([code, { status, rc, msg }]) => `| \`${code}\` | ${status} | \`${rc}\` | ${msg.replaceAll('|', '\\|')} |`)
  .join('\n')

const digitRows = sandboxDigits.map(({ digit, outcome }) => `| ${digit} | ${outcome} |`).join('\n')

export const guide = `
Marketplace produk digital: pulsa, paket data, token PLN, tagihan, e-wallet. Halaman ini untuk pengembang software
reseller (pembeli). Semua jumlah uang adalah rupiah bulat; waktu berbentuk ISO 8601.

# Aturan yang menjaga uang Anda

1. **\`reffclient\` adalah identitas pesanan, untuk selamanya.** Pesanan yang sama dengan \`reffclient\` yang sama tidak
   pernah dibeli dua kali; jawabannya adalah status terakhir. Isi yang berbeda dengan \`reffclient\` lama ditolak (rc 49).
2. **Tidak ada jawaban bukan berarti gagal.** Time-out, koneksi putus, 5xx, atau rc dengan *final: tidak* berarti belum
   diketahui. Kirim ulang pesanan yang sama, atau tanyakan statusnya. Jangan mengganti \`reffclient\`.
3. **Callback dan status mengatakan hal yang sama.** Callback bisa datang dua kali atau tidak berurutan: abaikan
   \`version\` yang lebih kecil daripada yang sudah Anda simpan.
4. Produk dan nomor tujuan yang sama dengan \`reffclient\` baru dalam 5 menit ditolak sebagai kemungkinan pesanan ganda
   (rc 63). Bila disengaja, kirim \`counter\` 2, 3, dan seterusnya. Lamanya diatur di Profile > API; 0 mematikannya.
5. \`maxprice\` adalah batas harga, juga saat pesanan dialihkan ke suplier berikutnya.
6. Sukses yang dibatalkan kemudian memang ada: \`rc\` 74 dan saldo kembali.

# Key dan secret

Buat key di **Profile > API**, boleh beberapa. \`lpk_live_…\` menjual sungguhan, \`lpk_test_…\` hanya menguji. Secret tampil
sekali saat dibuat. Key yang dihapus berhenti dalam satu detik. Daftar IP boleh diisi per akun atau per key; daftar pada key
didahulukan. Alamat terakhir yang ditolak terlihat di Profile > API dengan tombol tambah.

# API JSON

Setiap panggilan membawa tiga header:

| header | isi |
|---|---|
| \`X-Api-Key\` | key Anda |
| \`X-Timestamp\` | waktu Unix dalam detik, selisih paling banyak 300 detik dari jam kami |
| \`X-Signature\` | HMAC-SHA256 heksadesimal dengan secret atas \`timestamp.body\`; tanpa body: atas \`timestamp.target\` |

\`body\` adalah byte yang dikirim, persis; \`target\` adalah path dengan query, persis seperti diminta. Body selalu
\`application/json\`.

**Contoh untuk menguji program Anda**

\`\`\`
secret     ${jsonVector.secret}
timestamp  ${jsonVector.timestamp}

body       ${jsonVector.body}
signature  ${jsonVector.bodySignature}

target     ${jsonVector.target}
signature  ${jsonVector.targetSignature}
\`\`\`

\`\`\`php
$body = json_encode($order);
$time = (string) time();
$sign = hash_hmac('sha256', "$time.$body", $secret);
\`\`\`

\`\`\`js
const time = Math.floor(Date.now() / 1000).toString()
const sign = createHmac('sha256', secret)
  .update(\`\${time}.\${body}\`)
  .digest('hex')
\`\`\`

Jawaban selalu \`{success, msg, data}\`; penolakan \`{success: false, msg, code, rc, errors?}\`. Satu permintaan dapat memuat
sampai 100 pesanan sebagai \`{"orders": […]}\`; setiap pesanan mendapat jawabannya sendiri, dan satu yang ditolak tidak
mengganggu yang lain. Terlalu cepat: 429 (rc 83) dengan \`Retry-After\`; sistem penuh: 503 (rc 99) dengan \`Retry-After\`.

# API GET (teks)

Untuk software yang hanya dapat mengisi URL dan mencocokkan jawaban dengan pola.

\`\`\`
/h2h/trx?key=&product=&dest=&refid=&sign=
/h2h/status?key=&refid=&sign=
/h2h/balance?key=&sign=
\`\`\`

Pesanan boleh ditambah \`amount\`, \`counter\`, \`maxprice\`, dan \`token\`.

\`sign\` adalah HMAC-SHA256 heksadesimal dengan secret atas
\`key|product|dest|refid|amount|counter|maxprice|token\`; yang tidak dikirim dibiarkan kosong, nilainya sebelum URL-encoding.
Tanda \`|\` tidak boleh ada di dalam nilai. Sebagai ganti \`sign\` boleh \`secret=\`, hanya dari alamat IP yang terdaftar;
\`sign\` lebih aman karena secret di URL mudah tersimpan di log.

\`\`\`
secret  ${getVector.secret}
teks    ${getVector.text}
sign    ${getVector.sign}
\`\`\`

**Jawaban.** Kata-kata ini tidak akan berubah; cocokkan dengan pola.

\`\`\`
Request TSEL10 ke 081234567890 segera diproses Saldo=489750 CLIENTID=INV-0001.
TRX TSEL10.081234567890 BERHASIL, HRG:10250 SN: 2301998877. SISA SALDO:489750 CLIENTID=INV-0001.
TRX TSEL10.081234567890 GAGAL, Nomor tujuan salah. SISA SALDO:500000 CLIENTID=INV-0001.
TRX TSEL10.081234567890 GAGAL, Saldo tidak cukup. CLIENTID=INV-0001.
TIDAK ADA transaksi CLIENTID=INV-0001.
Mohon tunggu, status belum diketahui: Tanda tangan salah. CLIENTID=INV-0001.
SALDO Toko Maju: 489.750
\`\`\`

Baris keempat adalah pesanan yang ditolak sebelum ada; saldo tidak berubah. Baris \`Mohon tunggu\` tidak mengatakan apa pun
tentang pesanan itu: perbaiki penyebabnya, lalu tanyakan status.

# Callback

Setiap status akhir, dan setiap perubahan sesudahnya, kami kirim dengan POST ke alamat callback Anda, atau ke alamat
\`callback\` dari pesanan itu. Tanda tangannya mengikuti [Standard Webhooks](https://www.standardwebhooks.com):

| header | isi |
|---|---|
| \`webhook-id\` | nama kiriman, sama pada setiap pengulangan |
| \`webhook-timestamp\` | waktu Unix pengiriman ini |
| \`webhook-signature\` | \`v1,\` + base64 dari HMAC-SHA256 atas \`id.timestamp.body\`; bisa lebih dari satu, dipisah spasi |

Kuncinya adalah byte hasil base64 dari secret sesudah \`whsec_\`. Buat secret callback di Profile > API.

\`\`\`
secret     ${callbackVector.secret}
id         ${callbackVector.id}
timestamp  ${callbackVector.timestamp}
body       ${callbackVector.body}
signature  ${callbackVector.signature}
\`\`\`

\`type\`: \`purchase.success\`, \`purchase.failed\`, \`purchase.refunded\`, \`purchase.pending\` (hanya bila diminta ulang),
\`ping\`. \`data\` sama dengan jawaban status; \`ping\`, \`balance.low\` dan \`price.changed\` membawa datanya sendiri. Jawab 2xx secepatnya. Jawaban lain diulang setelah 1 dan 5 detik, 30 detik, 2,
10 dan 30 menit, 2, 6 dan 24 jam, lalu berhenti; \`Retry-After\` pada 429 dan 503 kami patuhi. \`410\` menghapus alamat itu.
Pengalihan (redirect) tidak diikuti, dan alamat di jaringan privat tidak dihubungi. Setiap percobaan tersimpan:
\`GET /h2h/v1/transactions/{reffclient}/callbacks\`; kirim ulang dengan \`POST …/callback\`; uji alamat Anda dengan
\`POST /h2h/v1/ping\`.

**Perubahan harga.** Bila dinyalakan di Profile > API, \`price.changed\` dikirim ke alamat callback akun saat harga atau status
produk suplier yang aktif di daftar Anda berubah, dikumpulkan beberapa detik dan paling banyak 100 perubahan per kiriman:

\`\`\`
{"type":"price.changed","timestamp":"…","data":{"changes":[
  {"productcode":"S10","seller":"Toko Maju","kind":"price","price_before":10500,"price":10250,"open":true,"at":"…"}]}}
\`\`\`

\`kind\`: \`price\` harga berubah, \`special\` harga khusus untuk Anda diberikan, diubah atau diakhiri, \`open\` dan \`closed\` produk
dibuka atau ditutup, \`removed\` tidak dijual lagi (\`price\` null). Harga selalu harga Anda sendiri: selama Anda punya harga khusus,
perubahan harga lain tidak dikirim. \`open\` adalah keadaan setelah perubahan.

# Sandbox

Dengan key \`lpk_test_…\` tidak ada yang dijual, ditahan, atau dikirim. Kode produk bebas. Digit terakhir nomor tujuan
menentukan hasilnya:

| digit | hasil |
|---|---|
${digitRows}

"Kemudian" berarti setelah 5 detik. Inquiry tagihan: digit 1 tidak ditemukan, selain itu ada.

# Kode hasil (rc)

*Final*: tidak akan berubah lagi, kecuali pembatalan setelah sukses. *Ulang*: permintaan yang sama bisa berhasil bila dikirim
lagi nanti. Daftar ini juga tersedia di \`GET /h2h/v1/codes\`.

| rc | arti | final | ulang | yang sebaiknya dilakukan |
|---|---|---|---|---|
${codeRows}

# Penolakan

| code | HTTP | rc | pesan |
|---|---|---|---|
${refusalRows}
`.trim()
