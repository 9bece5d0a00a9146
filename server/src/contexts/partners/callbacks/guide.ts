import { changesPerCallback } from '@lapak/contract/catalogue/price-changes'
import { callbackPausesText } from '@lapak/contract/shared/callback-schedule'

/** The example in the guide; `callbacks.test.ts` verifies its signature with the reference package. */
export const callbackSignExample = {
  secret: 'whsec_a3VuY2kgY29udG9oIGR1YSBwdWx1aCBlbXBhdCBieXRl',
  id: 'msg_1',
  timestamp: '1790000000',
  body: '{"type":"purchase.success","timestamp":"2026-09-21T13:33:20.000Z","data":{"reffclient":"INV-0001","transactionrc":1,"rc":"00","version":2}}',
  signature: 'v1,wq2c6RgriioyrdBOW+hfqKy1qWDSOLPBuRQSslv3RPg=',
}

/** The chapter about callbacks in the guide for partners' developers. `keptDays` is the value of the setting when the process starts. */
export const callbacksGuide = (keptDays: number) =>
  `
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
secret     ${callbackSignExample.secret}
id         ${callbackSignExample.id}
timestamp  ${callbackSignExample.timestamp}
body       ${callbackSignExample.body}
signature  ${callbackSignExample.signature}
\`\`\`

**Bukti alamat.** Sebelum apa pun lain dikirim ke sebuah alamat, satu kali per origin (skema, host dan port), kami kirim tantangan,
bertanda tangan seperti di atas:

\`\`\`
{"type":"callback.challenge","timestamp":"…","data":{"challenge":"8mKx…"}}
\`\`\`

Jawab 2xx dengan isi \`{"challenge":"8mKx…"}\`, atau dengan kode itu saja sebagai teks. Software yang tidak dapat menjawab begitu
cukup mencatatnya: ketik kodenya di Profile > API. Sampai terbukti, pesanan berjalan seperti biasa dan callback-nya ditahan
(\`held\`), lalu dikirim begitu alamat terbukti; yang lebih tua dari ${keptDays} hari dihapus.
\`ping\` dan kirim ulang ditolak dengan \`callback.unproved\`. Alamat dari
\`callback\` sebuah pesanan juga harus terbukti; alamat lain di origin yang sama ikut terbukti.

\`type\`: \`purchase.success\`, \`purchase.failed\`, \`purchase.refunded\`, \`purchase.pending\` (hanya bila diminta ulang),
\`ping\`. \`data\` sama dengan jawaban status; \`ping\`, \`balance.low\` dan \`price.changed\` membawa datanya sendiri. Jawab 2xx secepatnya.
Jawaban lain diulang setelah ${callbackPausesText}, lalu berhenti;
\`Retry-After\` pada 429 dan 503 kami patuhi. \`410\` menghapus alamat itu.
Pengalihan (redirect) tidak diikuti, dan alamat di jaringan privat tidak dihubungi. Setiap percobaan tersimpan:
\`GET /h2h/v1/transactions/{reffclient}/callbacks\`; kirim ulang dengan \`POST …/callback\`; uji alamat Anda dengan
\`POST /h2h/v1/ping\`.

**Perubahan harga.** Bila dinyalakan di Profile > API, \`price.changed\` dikirim ke alamat callback akun saat harga atau status
produk suplier yang aktif di daftar Anda berubah, dikumpulkan beberapa detik dan paling banyak ${changesPerCallback} perubahan per kiriman:

\`\`\`
{"type":"price.changed","timestamp":"…","data":{"changes":[
  {"productcode":"S10","seller":"Toko Maju","kind":"price","price_before":10500,"price":10250,"open":true,"at":"…"}]}}
\`\`\`

\`kind\`: \`price\` harga berubah, \`special\` harga khusus untuk Anda diberikan, diubah atau diakhiri, \`open\` dan \`closed\` produk
dibuka atau ditutup, \`disturbed\` dan \`restored\` gangguan dan selesainya, \`cut_off\` dan \`cut_off_over\` masuk dan keluar jam
cut-off, \`sold_out\` dan \`in_stock\` stok habis dan ada lagi, \`removed\` tidak dijual lagi (\`price\` null), \`shop_open\` dan
\`shop_closed\` seluruh toko dibuka atau ditutup (\`productcode\` dan harga null). Harga selalu harga Anda sendiri: selama Anda punya harga khusus,
perubahan harga lain tidak dikirim. \`open\` adalah keadaan setelah perubahan.
`.trim()
