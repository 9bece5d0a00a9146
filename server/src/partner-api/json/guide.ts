import { clockMaxSeconds } from '@lapak/contract/ordering/intake'
import { ordersPerRequest } from '@lapak/contract/partner-api/json'
import { answered } from '@lapak/contract/shared/result-codes'

/** Proved by the test of this channel. */
export const jsonVector = {
  secret: 'lps_live_rahasiaTokoMaju',
  timestamp: '1790000000',
  body: '{"productcode":"S10","target":"081234567890","reffclient":"INV-0001"}',
  bodySignature: '6ae77d5ec3023342978513aec2713de55a89595f29dc8d2344ea9c0054a2af0b',
  target: '/h2h/v1/transactions/INV-0001',
  targetSignature: '733b4ff2a49110ea401e91073ac42a44f6165fe30c63e4f735a7f771075030eb',
}

export const jsonGuide = `
# API JSON

Setiap panggilan membawa tiga header:

| header | isi |
|---|---|
| \`X-Api-Key\` | key Anda |
| \`X-Timestamp\` | waktu Unix dalam detik, selisih paling banyak ${clockMaxSeconds} detik dari jam kami |
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

Jawaban selalu \`{success, msg, rc, final, retry, advice, data}\`; penolakan \`{success: false, msg, code, rc, final, retry, advice, errors?}\`.
\`final\`, \`retry\` dan \`advice\` adalah isi baris \`rc\` di daftar kode hasil. Jawaban yang bukan status transaksi (tagihan, saldo,
produk, ping) membawa rc ${answered}. Satu permintaan dapat memuat
sampai ${ordersPerRequest} pesanan sebagai \`{"orders": […]}\`; setiap pesanan mendapat jawabannya sendiri, dan satu yang ditolak tidak
mengganggu yang lain. Terlalu cepat: 429 (rc 83) dengan \`Retry-After\`; sistem penuh: 503 (rc 99) dengan \`Retry-After\`.
`.trim()
