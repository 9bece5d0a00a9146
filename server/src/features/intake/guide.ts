import { refusals } from '@lapak/contract/refusals'
import { resultCodes } from '@lapak/contract/result-codes'
import { sandboxDigits } from './sandbox.ts'

/** Proved by the test of the callbacks. */
export const callbackVector = {
  secret: 'whsec_a3VuY2kgY29udG9oIGR1YSBwdWx1aCBlbXBhdCBieXRl',
  id: 'msg_1',
  timestamp: '1790000000',
  body: '{"type":"purchase.success","timestamp":"2026-09-21T13:33:20.000Z","data":{"reffclient":"INV-0001","transactionrc":1,"rc":"00","version":2}}',
  signature: 'v1,wq2c6RgriioyrdBOW+hfqKy1qWDSOLPBuRQSslv3RPg=',
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

/**
 * The page for partners' developers, shown by /docs: what holds for everybody, and a chapter for each door. Its vectors are
 * proved by tests.
 */
export const guide = (doors: readonly string[]) =>
  `
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

${doors.join('\n\n')}

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
