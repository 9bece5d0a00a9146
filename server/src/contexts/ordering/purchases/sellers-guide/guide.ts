import { sellerApiAsk } from '@lapak/contract/catalogue/seller-api'
import { reportCalls } from '@lapak/contract/ordering/purchases'
import { selfTestSituations } from '@lapak/contract/selling/seller-self-test'
import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { supplierReference, testReference } from '../dispatch/reference.ts'
import { billSellerWaitMs } from '../placement/bill.ts'
import type { Timing } from '../settlement/decide.ts'
import { statusRetryDelayMs } from '../settlement/status-retry.ts'
import {
  type Answer,
  afterSuccess,
  decideExample,
  exampleAccess,
  exampleExchange,
  type Question,
  reportedAs,
  type Understood,
} from './examples.ts'
import { followsText, stateLabels } from './labels.ts'

const { timeoutms } = sellerApiAsk.shape
const seconds = (ms: number) => `${ms / 1000} detik`
const reply = (body: string, status = 200): Answer => ({ status, body })
const shown = (text: string) => text.replaceAll('|', '\\|')
const fenced = (lines: readonly string[]) => ['```', ...lines, '```'].join('\n')

/** Answers to an order and to a status request. Each contains the reference of the order, as a seller's server must repeat it. */
export const orderAnswers = (ref: string): ['order' | 'status', Answer][] => [
  ['order', reply(`R#${ref} S10.081234567890 SUKSES. SN: 2301998877. Saldo 489.750`)],
  ['order', reply(`{"refid":"${ref}","tujuan":"081234567890","message":"SUKSES","sn":"2301998877"}`)],
  ['order', reply(`R#${ref} S10.081234567890 akan diproses. Saldo 489.750`)],
  ['order', reply(`R#${ref} S10.081234567890 GAGAL. Nomor tujuan salah. Saldo 500.000`)],
  ['order', reply('Saldo tidak cukup')],
  ['order', reply('SUKSES')],
  ['order', reply(`R#${ref} S10.081234567890 SUKSES, trx sebelumnya GAGAL`)],
  ['order', reply('Bad Gateway', 502)],
  ['order', { lost: 'timeout' }],
  ['order', { unsent: 'connection-refused' }],
  ['status', reply(`R#${ref} S10.081234567890 SUKSES. SN: 2301998877`)],
  ['status', reply(`R#${ref} S10.081234567890 masih diproses`)],
  ['status', reply(`R#${ref} S10.081234567890 GAGAL`)],
  ['status', reply(`R#${ref} Tidak ada transaksi`)],
  ['status', reply('PIN salah')],
]

const asIs: Record<Exclude<Question, 'order' | 'status'>, (ref: string) => string> = {
  payment: (ref) => `R#${ref} PLN.530012345678 SUKSES. SN: 8899001122`,
  inquiry: (ref) => `R#${ref} Nama: BUDI SANTOSO, Periode: 2026-11, Tagihan: 150.000, Admin: 2.500`,
  customer: (ref) => `R#${ref} CEKPLN.530012345678 SUKSES. SN: BUDI SANTOSO/R1/1300VA`,
  balance: () => 'Saldo 489.750',
  priceList: () => '{"data":[{"kode":"S10","harga":10150,"status":"open"},{"kode":"S20","harga":20100,"status":"close"}]}',
}

const titles: Record<Question, string> = {
  order: 'Pesanan',
  status: 'Status',
  balance: 'Saldo',
  inquiry: 'Cek tagihan',
  payment: 'Bayar tagihan',
  customer: 'Cek nama',
  priceList: 'Daftar harga',
}

const placeholders = {
  userid: 'User ID',
  pin: 'PIN',
  username: 'username',
  password: 'password',
  sign: 'tanda tangan, lihat di bawah',
  kodeproduk: 'kode produk di server Anda',
  tujuan: 'nomor tujuan, dapat berisi huruf dan tanda baca',
  refid: 'referensi kami, satu untuk setiap pesanan',
  inqref: 'referensi Anda dari cek tagihan yang sedang dibayar',
  counter: 'pembelian ke berapa untuk produk dan tujuan yang sama',
  qty: 'nominal rupiah untuk produk nominal bebas, selain itu 1',
}

function answerText(answer: Answer): string {
  if ('lost' in answer) return '(tidak ada jawaban sampai batas waktu)'
  if ('unsent' in answer) return '(server tidak dapat dihubungi)'
  return `\`${shown(answer.status === 200 ? answer.body : `HTTP ${answer.status} ${answer.body}`)}\``
}

export async function orderRow(asked: 'order' | 'status', answer: Answer, ref: string, timing: Timing): Promise<string> {
  const { understood: outcome } = await exampleExchange(asked, ref, answer)
  return `| ${titles[asked]} | ${answerText(answer)} | ${stateLabels[outcome.state]} | ${followsText(decideExample(asked, outcome, timing))} |`
}

/** The parsed answer to a request, as text. */
function understoodText(outcome: Understood): string {
  if (outcome === null) throw new Error('the price list of the guide cannot be parsed')
  if ('rows' in outcome) return outcome.rows.map((row) => `${row.supplierCode} ${row.price} ${row.open ? 'buka' : 'tutup'}`).join(', ')
  if ('bill' in outcome) return `${outcome.customerName}, ${outcome.period}, tagihan ${outcome.bill}, admin ${outcome.adminFee}`
  if ('customerName' in outcome) return outcome.customerName
  if ('balance' in outcome) return String(outcome.balance)
  return outcome.state in stateLabels ? stateLabels[outcome.state as SupplierOutcome['state']] : outcome.state
}

async function otherRow(question: keyof typeof asIs, ref: string): Promise<string> {
  const answer = reply(asIs[question](ref))
  const { understood } = await exampleExchange(question, ref, answer)
  return `| ${titles[question]} | ${answerText(answer)} | ${understoodText(understood)} |`
}

const reports = (ref: string) => [
  `refid=${ref}&statuscode=1&sn=2301998877&msg=SUKSES`,
  `refid=${ref}&statuscode=2&msg=GAGAL. Nomor tujuan salah`,
  `refid=${ref}&statuscode=1&msg=GAGAL`,
]

function reportRow(query: string, timing: Timing): string {
  const outcome = reportedAs(query)
  if (outcome === null) throw new Error(`a report of the guide cannot be parsed: ${query}`)
  return `| \`${query}\` | ${stateLabels[outcome.state]} | ${followsText(decideExample('report', outcome, timing))} |`
}

const sentBy = async (question: Question, ref: string, kind: 'http-get' | 'irs' | 'otomax' = 'http-get') =>
  (await exampleExchange(question, ref, reply(''), kind)).sent

const comesFrom = (addresses: readonly string[]) =>
  addresses.length === 0
    ? 'Bila server Anda hanya menerima alamat IP yang terdaftar, hubungi admin untuk alamat kami.'
    : `Semua permintaan kami datang dari ${addresses.map((address) => `\`${address}\``).join(', ')}. Izinkan alamat ini di server Anda.`

export const signOf = (address: string) => new URL(address).searchParams.get('sign') ?? ''

/**
 * The chapter for developers of sellers' software. All URLs, requests and meanings of answers in it are produced by the code that sends and settles
 * real orders.
 */
export async function sellersGuide({ outgoingAddresses, ...timing }: Timing & { outgoingAddresses: readonly string[] }): Promise<string> {
  const ref = supplierReference('MKT', 1001n)
  const questions = Object.keys(titles) as Question[]
  const sent = await Promise.all(questions.map(async (question) => `${titles[question].padEnd(14)}${await sentBy(question, ref)}`))
  const orders = await Promise.all(orderAnswers(ref).map(([asked, answer]) => orderRow(asked, answer, ref, timing)))
  const others = await Promise.all((Object.keys(asIs) as (keyof typeof asIs)[]).map((question) => otherRow(question, ref)))
  const pauses = [0, 1, 2, 3].map((asks) => seconds(statusRetryDelayMs(asks, timing.statusRequestAfterMs)))
  const address = await sentBy('order', ref)
  const lateFailure = followsText(afterSuccess({ state: 'failed', message: '' }, timing))

  return `
# Server suplier: Standar HTTP GET

Untuk pembuat software yang menjual di sini. Di Penjualan > Setting isi jenis API "Standar HTTP GET" dan alamat untuk setiap
permintaan; isi di dalam kurung siku kami ganti, setiap nilai di-URL-encode.

| isi | artinya |
|---|---|
${Object.entries(placeholders)
  .map(([name, meaning]) => `| \`[${name}]\` | ${meaning} |`)
  .join('\n')}

Contoh alamat pesanan:

${fenced([exampleAccess.templates.order])}

**Permintaan.** Semuanya GET. Dengan alamat seperti di atas yang sampai di server Anda:

${fenced(sent)}

Cek nama memakai alamat cek tagihan dan hanya dikirim bila kodenya diawali CEK, supaya tidak pernah dianggap pesanan. Daftar harga selalu
di bawah alamat API Anda. Tanpa alamat status, pesanan yang sama dikirim ulang untuk menanyakan statusnya.

**Dari alamat mana.** ${comesFrom(outgoingAddresses)}

**Tanda tangan.** \`[sign]\` adalah MD5 heksadesimal huruf kecil atas username + password + referensi (tanpa referensi untuk saldo):

${fenced([`teks    ${exampleAccess.username}${exampleAccess.password}${ref}`, `sign    ${signOf(address)}`])}

**Referensi berlaku selamanya.** Referensi yang sama selalu pesanan yang sama: bila datang lagi, jawab status pesanan itu dan jangan mengirim
barang dua kali. Referensi tidak pernah kami pakai untuk pesanan lain.

**Jawaban pesanan dan status.** Teks, JSON, atau XML dengan HTTP 200. Jawaban harus mengulang referensi atau nomor tujuan; tanpa itu
sukses dan gagal tidak dipercaya. SN ditulis sesudah \`SN:\` atau di isian \`sn\`.
Produk yang barangnya berupa kode (token PLN, voucher) harus sukses dengan SN; tanpa SN ditanyakan sekali lagi, lalu diperiksa petugas.
Permintaan yang berhasil belum berarti terkirim: tulis status pesanannya sendiri, dan GAGAL hanya bila barangnya pasti tidak dikirim.

| permintaan | jawaban Anda | kami pahami | akibatnya |
|---|---|---|---|
${orders.join('\n')}

Tidak ada jawaban bukan berarti gagal. Gagal yang datang sesudah sukses: ${lateFailure}.

**Jawaban lainnya.**

| permintaan | jawaban Anda | kami pahami |
|---|---|---|
${others.join('\n')}

**Waktu.** Batas waktu jawaban Anda atur di Setting: ${seconds(timeoutms.unwrap().minValue ?? 0)} sampai ${seconds(timeoutms.unwrap().maxValue ?? 0)}, biasanya ${seconds(timeoutms.parse(undefined))}.
Jawaban cek tagihan ditunggu paling lama ${seconds(billSellerWaitMs)}, karena pembeli menunggunya.
Bila prosesnya lebih lama, jawab segera bahwa pesanan sedang diproses. Status yang belum akhir ditanyakan lagi sesudah ${pauses.join(', ')},
dan seterusnya dua kali lebih lama, paling lama ${seconds(statusRetryDelayMs(99, timing.statusRequestAfterMs))}. "Tidak ada transaksi" baru dipercaya ${seconds(timing.inTransitMs)} sesudah pesanan dikirim.
Alamat yang dialihkan (HTTP 3xx) tidak kami ikuti.

**Laporan ke kami.** Kirim status akhir dengan GET atau POST ke alamat laporan Anda di Penjualan > Setting
(\`${reportCalls.byGet.path}\`); \`path\` adalah rahasia Anda. Kami menjawab \`${reportCalls.byGet.done}\`; jawaban lain berarti laporan itu tidak diterima.
Laporan yang sama boleh dikirim lagi.

| laporan | kami pahami | akibatnya |
|---|---|---|
${reports(ref)
  .map((query) => reportRow(query, timing))
  .join('\n')}

**Uji sendiri.** Sesudah server disimpan, tombol "Jalankan uji" di Penjualan > Setting membawa server Anda ke ${Object.keys(selfTestSituations).length} situasi
(${Object.values(selfTestSituations)
    .map(({ name }) => name.toLowerCase())
    .join(', ')}) dan menunjukkan apa yang kami
pahami, akibatnya untuk pesanan sungguhan, dan apa yang perlu diperbaiki. Server Anda benar-benar ditanya; pesanan itu bukan pesanan sungguhan
dan tidak dibayar, jadi siapkan produk dan nomor uji di software Anda. Referensinya selalu berbentuk \`${testReference('MKT', { runId: 7n, nth: 1 })}\`: huruf UJI
sesudah awalan kami, yang tidak dimiliki pesanan sungguhan.

**IRS.** Isi User ID, PIN, username, dan password dari akun kami di program IRS Anda, dan alamat H2H. Daftarkan alamat IP kami, dan pasang alamat
laporan sebagai URL report akun itu. Status ditanyakan dengan mengirim pesanan yang sama sekali lagi. Yang kami kirim:

${fenced([await sentBy('order', ref, 'irs'), await sentBy('balance', ref, 'irs')])}

**OTOMAX.** User ID adalah kode reseller kami di OtomaX Anda, dengan PIN dan password-nya. Daftarkan alamat IP kami, dan pasang alamat laporan sebagai
URL report reseller itu. Status ditanyakan dengan \`check=1\`, yang tidak boleh membeli apa pun. Yang kami kirim:

${fenced([await sentBy('order', ref, 'otomax'), await sentBy('status', ref, 'otomax'), await sentBy('balance', ref, 'otomax')])}
`.trim()
}
