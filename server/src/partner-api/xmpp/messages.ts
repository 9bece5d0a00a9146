import type { Bill, Orderable } from '@lapak/contract/ordering/purchases'
import { jabberCommands, jabberOptions } from '@lapak/contract/partner-api/xmpp'
import { dotted } from '@lapak/contract/shared/money'
import { wib } from '@lapak/contract/shared/time-text'
import type { OrderResult } from '#contexts/ordering/purchases/types.ts'
import type { Refusal } from '#http/refusal.ts'
import { echoedValue, failureReason, plainLine } from '#partner-api/one-line.ts'

/** The fields that order texts use. */
type OrderSummary = Pick<OrderResult, 'balance'> & {
  view: Pick<
    OrderResult['view'],
    'productCode' | 'target' | 'price' | 'transactionrc' | 'serialnumber' | 'description' | 'reffclient' | 'refundedAt'
  >
}

/** Removes text that looks like the reference, which ends every answer. */
const unmarked = (text: string) => text.replace(/R#/gi, 'R ')

/** Answer texts of this channel. Software matches them by pattern, so they never change. */
export function orderText({ view, balance }: OrderSummary): string {
  const order = `TRX ${view.productCode}.${unmarked(echoedValue(view.target, 100))}`
  const end = `Saldo: ${dotted(balance)}. R#${view.reffclient}`
  switch (view.transactionrc) {
    case 0:
      return `${order} SEDANG DIPROSES. Hrg: ${dotted(view.price)}. ${end}`
    case 1:
      return `${order} SUKSES. SN: ${unmarked(plainLine(view.serialnumber ?? '-'))}. Hrg: ${dotted(view.price)}. ${end}`
    case 2:
      return `${order} GAGAL. ${whyFailed(view)}. ${end}`
  }
}

function whyFailed({ description, refundedAt }: OrderSummary['view']): string {
  const why = unmarked(failureReason(description ?? 'Transaksi gagal'))
  return refundedAt === null ? why : `Dibatalkan setelah sebelumnya sukses: ${why}`
}

interface Asked {
  productcode: string
  target: string
  reffclient: string
}

/** Nothing was bought. A refusal that does not decide the order must not contain GAGAL: the order may be pending, and software asks again. */
export function refusedText(refusal: Refusal, asked: Asked): string {
  const why = whyRefused(refusal)
  if (saysNothing(refusal)) return undecidedText(why, asked.reffclient)
  return notBought(asked, why)
}

const saysNothing = ({ status, code }: Refusal) => [401, 403, 429, 503].includes(status) || code === 'purchase.reference_used'

export function whyRefused(refusal: Refusal): string {
  const [field] = Object.values(refusal.errors ?? {})
  return unmarked(failureReason(field ?? refusal.message))
}

const reference = (idtrx: string) => `R#${echoedValue(idtrx, 64)}`

export const undecidedText = (why: string, idtrx: string): string => `Mohon tunggu, status belum diketahui: ${why}. ${reference(idtrx)}`

export const unknownText = (idtrx: string): string => `TIDAK ADA transaksi. ${reference(idtrx)}`

const notBought = ({ productcode, target, reffclient }: Asked, why: string): string =>
  `TRX ${unmarked(echoedValue(productcode, 30))}.${unmarked(echoedValue(target, 100))} GAGAL. ${why}. ${reference(reffclient)}`

export const lateText = (asked: Asked, minutes: number): string =>
  notBought(asked, `Pesan terlambat lebih dari ${minutes} menit, kirim ulang bila masih perlu`)

export const revokedText = (asked: Asked): string => notBought(asked, 'Key sudah diganti atau dicabut sebelum pesan ini dijalankan')

export const balanceText = (name: string, balance: bigint): string => `SALDO ${name}: ${dotted(balance)}`

const stateLabels: Record<Orderable['state'], string> = {
  open: 'buka',
  closed: 'tutup',
  disturbed: 'gangguan',
  cut_off: 'cut-off',
  sold_out: 'stok habis',
}

const pricesMax = 25

/** The product with this code, or all products whose codes begin with it. */
export function priceText(products: readonly Orderable[], code: string): string {
  const sought = code.toUpperCase()
  const exact = products.filter(({ productcode }) => productcode === sought)
  const found = exact.length > 0 ? exact : products.filter(({ productcode }) => productcode.startsWith(sought))
  if (found.length === 0) return `HARGA ${unmarked(echoedValue(sought, 30))}: tidak ada di daftar produk Anda`
  const lines = found
    .slice(0, pricesMax)
    .map(({ productcode, productname, price, state }) => `HARGA ${productcode}: ${dotted(price)} (${stateLabels[state]}) ${productname}`)
  const more = found.length > pricesMax ? [`dan ${found.length - pricesMax} lainnya; tulis kodenya lebih lengkap`] : []
  return [...lines, ...more].join('\n')
}

export const billText = ({ productcode, target, customername, period, bill, adminfee, customerprice, price, expiresat }: Bill): string =>
  `TAGIHAN ${productcode}.${unmarked(echoedValue(target, 100))} a/n ${unmarked(plainLine(customername))}. Periode: ${unmarked(plainLine(period))}. ` +
  `Tagihan: ${dotted(bill)}, admin: ${dotted(adminfee)}, jumlah: ${dotted(customerprice)}. Potong saldo: ${dotted(price)}. ` +
  `Bayar sebelum ${wib(expiresat)}: bayar.<idtrx>.${productcode}.${unmarked(echoedValue(target, 100))}.<key>`

export const billRefusedText = (refusal: Refusal, { productcode, target }: Pick<Asked, 'productcode' | 'target'>): string =>
  `TAGIHAN ${unmarked(echoedValue(productcode, 30))}.${unmarked(echoedValue(target, 100))} GAGAL. ${whyRefused(refusal)}`

/** A bill must be inquired first, so that an unknown amount is never paid. */
export const askFirstText = (asked: Asked): string =>
  notBought(
    asked,
    `Cek tagihan dahulu: cek.${unmarked(echoedValue(asked.productcode, 30))}.${unmarked(echoedValue(asked.target, 100))}.<key>`,
  )

export const helpText = [
  'PERINTAH',
  ...jabberCommands.map(({ form, about }) => `${form} : ${about}`),
  `Di belakang trx dan bayar: ${jabberOptions.map(({ form, about }) => `${form} (${about})`).join(', ')}`,
  'Key adalah secret API Anda, atau kunci Jabber dari Profile > JabberID.',
].join('\n')

/** Does not repeat the member's text, which may contain the key. */
export const formText = (form: string): string => `Format salah. Tulis: ${form}`
export const commandUnknownText = 'Perintah tidak dikenal. Kirim BANTUAN untuk daftar perintah.'
export const linesText = 'Satu pesan satu perintah. Tidak ada yang dijalankan, kirim satu per satu.'
export const unreadableText = 'Pesan tidak terbaca, kirim ulang.'
export const wrongKeyText = 'Kunci salah. Perintah tidak dijalankan.'
export const silencedText = 'Terlalu banyak kunci salah. Perintah dari alamat ini tidak dijawab selama satu jam.'
export const tooManyText = (seconds: number): string =>
  `Terlalu banyak perintah, coba lagi dalam ${seconds} detik. Perintah ini tidak dijalankan.`
export const unknownSenderText = 'Alamat ini belum terdaftar atau tidak aktif. Daftarkan di Profile > JabberID.'
