/** The requests and answers of each kind of supplier. They are implemented from the protocols, not from the code of the marketplace. */
import { createHash } from 'node:crypto'
import { type Bill, type Books, rupiah, type SimulatedOrder } from './books.ts'

export type DialectName = 'irs' | 'otomax' | 'http-get'

export interface Credentials {
  userId: string
  pin: string
  username: string
  password: string
}

export interface Ask {
  command: 'order' | 'status' | 'inquiry' | 'balance'
  reference: string
  productCode: string
  target: string
}

export interface Dialect {
  /** Null for an unknown path. */
  read(path: string, query: URLSearchParams): Ask | null
  /** The text of a refusal; null if the credentials are accepted. */
  refusal(query: URLSearchParams, ask: Ask, credentials: Credentials): string | null
  refused(text: string): string
  state(order: SimulatedOrder, books: Books): string
  /** An answer that does not contain the reference of its order. */
  bare(order: SimulatedOrder): string
  /** An answer that reports a failure and then contains a text that sounds like a pending order. */
  mixed(order: SimulatedOrder): string
  notFound(ask: Ask): string
  bill(ask: Ask, bill: Bill | null): string
  /** The answer with a customer name; null if the number does not exist. */
  customer(ask: Ask, name: string | null): string
  balance(credentials: Credentials, books: Books): string
  /** The query string of a report about a final state. */
  report(order: SimulatedOrder, state: 'success' | 'failed', books: Books): string
}

const get = (query: URLSearchParams, name: string) => query.get(name) ?? ''

function saldoLine(order: SimulatedOrder, books: Books): string {
  return `Saldo ${rupiah(books.balance + order.price)} - ${rupiah(order.price)} = ${rupiah(books.balance)} @14:03`
}

/** Several marketplaces, or sellers of one, have accounts at a server: `PA0001-B` is another account beside `PA0001`, with the same secrets. */
const isAccount = (id: string, userId: string) => id === userId || id.startsWith(`${userId}-`)

function wrongCredentials(
  query: URLSearchParams,
  credentials: Credentials,
  names: { id: string; pin: string; user: string; pass: string },
): string | null {
  if (!isAccount(get(query, names.id), credentials.userId) || get(query, names.user) !== credentials.username)
    return 'Pengguna tidak ditemukan'
  if (get(query, names.pin) !== credentials.pin) return 'Pin Salah'
  return get(query, names.pass) === credentials.password ? null : 'Password Salah'
}

export type Answers = 'json' | 'text' | 'xml'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const xml = (fields: object) =>
  `<?xml version="1.0"?>\n<response>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`)
    .join('')}</response>`

export function irs(answers: Answers): Dialect {
  const written = <Fields extends { msg: string }>(fields: Fields) =>
    answers === 'text' ? fields.msg : answers === 'xml' ? xml(fields) : JSON.stringify(fields)
  const shell = (success: boolean, rc: string, msg: string, ask: { reference: string; target: string }, sn = '') =>
    written({ success, rc, msg, reffid: ask.reference, tujuan: ask.target, sn })

  return {
    read(path, query) {
      if (path.endsWith('/saldo')) return { command: 'balance', reference: '', productCode: '', target: '' }
      if (!path.endsWith('/api/h2h') && !path.endsWith('/api')) return null
      const command = get(query, 'jenis') === '5' ? 'inquiry' : 'order'
      return { command, reference: get(query, 'idtrx'), productCode: get(query, 'kodeproduk'), target: get(query, 'tujuan') }
    },
    refusal: (query, _ask, credentials) => wrongCredentials(query, credentials, { id: 'id', pin: 'pin', user: 'user', pass: 'pass' }),
    refused: (text) => written({ success: false, rc: '61', msg: text }),
    bare: (order) => written({ success: true, rc: '00', msg: `SUKSES. SN: ${order.serialNumber}`, sn: order.serialNumber }),
    mixed: (order) =>
      shell(false, '14', `R#${order.reference} ${order.productCode} ke ${order.target} GAGAL, trx sebelumnya masih diproses`, order),
    state(order, books) {
      const head = `R#${order.reference} TrxID=${order.serverId} ${order.productCode} ke ${order.target}`
      if (order.state === 'pending') return shell(true, '68', `${head} sedang diproses @14:03. ${saldoLine(order, books)}`, order)
      if (order.state === 'failed') return shell(false, '14', `${head} GAGAL. ${failureOf(order)}. Saldo ${rupiah(books.balance)}`, order)
      return shell(true, '00', `${head} SUKSES. SN: ${order.serialNumber}. Saldo ${rupiah(books.balance)}`, order, order.serialNumber)
    },
    notFound: (ask) => shell(false, '40', `TIDAK ADA transaksi Tujuan ${ask.target}. Tidak ada data.`, ask),
    customer(ask, name) {
      const head = `R#${ask.reference} ${ask.productCode} ke ${ask.target}`
      if (name === null) return shell(false, '14', `${head} GAGAL. Nomor pelanggan salah.`, ask)
      return shell(true, '00', `${head} SUKSES. SN: ${name}/R1/1300VA.`, ask, `${name}/R1/1300VA`)
    },
    bill(ask, bill) {
      if (bill === null)
        return shell(false, '14', `R#${ask.reference} CEK ${ask.productCode}.${ask.target} GAGAL. Nomor pelanggan salah.`, ask)
      const text = `R#${ask.reference} Nama: ${bill.name}, Periode: ${bill.period}, Tagihan: ${rupiah(bill.bill)}, Admin: ${rupiah(bill.admin)}`
      if (answers === 'text') return text
      const data = { nama: bill.name, periode: bill.period, tagihan: bill.bill, admin: bill.admin, total: bill.bill + bill.admin }
      if (answers === 'xml') return xml({ success: true, rc: '00', msg: 'Cek tagihan', reffid: ask.reference, tujuan: ask.target, ...data })
      return JSON.stringify({ success: true, rc: '00', msg: 'Cek tagihan', reffid: ask.reference, tujuan: ask.target, data })
    },
    balance(credentials, books) {
      const msg = `Saldo ${credentials.userId}: ${rupiah(books.balance)}`
      return written({ success: true, rc: '00', msg, saldo: books.balance })
    },
    report(order, state, books) {
      const sn = state === 'success' ? order.serialNumber : 'Trx gagal'
      const words = state === 'success' ? `SUKSES. SN: ${sn}` : `GAGAL. ${failureOf(order)}`
      const msg = `${order.productCode} ke ${order.target} ${words}. Saldo ${rupiah(books.balance)}`
      return (
        `serverid=${order.serverId}&clientid=${order.reference}&statuscode=${state === 'success' ? 1 : 2}&kp=${order.productCode}` +
        `&msisdn=${order.target}&sn=${encodeURIComponent(sn)}&msg=${encodeURIComponent(msg)}`
      )
    },
  }
}

/** An immediate failure is caused by the buyer, a later failure by the supplier. */
const failureOf = ({ behaviour }: SimulatedOrder) =>
  behaviour === 'pending-then-failure' ? 'Produk sedang gangguan' : 'Nomor tujuan salah'

/** `shop` adds the name of the shop before an answer and hints after it, as some shops do. */
export type Wording = 'plain' | 'shop'

export function otomax(wording: Wording = 'plain'): Dialect {
  const withWording = (text: string) =>
    wording === 'plain' ? text : `LANCAR JAYA CELL: ${text}. Stok:489.850 @${today(2)} 14:03. Trx gagal otomatis refund, SUKSES selalu`

  const sign = (text: string) => createHash('sha1').update(text).digest('base64url')
  const head = (order: SimulatedOrder) => `T#${order.serverId} R#${order.reference} ${order.productCode}.${order.target}`

  return {
    read(path, query) {
      if (path.endsWith('/balance')) return { command: 'balance', reference: '', productCode: '', target: '' }
      if (!path.endsWith('/trx')) return null
      const productCode = get(query, 'product')
      const command = get(query, 'check') === '1' ? 'status' : productCode.startsWith('CEK') ? 'inquiry' : 'order'
      return { command, reference: get(query, 'refID'), productCode, target: get(query, 'dest') }
    },
    refusal(query, ask, { userId, pin, password }) {
      const id = get(query, 'memberID')
      if (!isAccount(id, userId.toUpperCase())) return 'Pengguna tidak ditemukan'
      const subject = ask.command === 'balance' ? `CheckBalance|${id}` : `${id}|${ask.productCode}|${ask.target}|${ask.reference}`
      return get(query, 'sign') === sign(`OtomaX|${subject}|${pin}|${password}`) ? null : 'Password Salah'
    },
    refused: (text) => text,
    state(order, books) {
      if (order.state === 'pending')
        return withWording(order.received > 1 ? waiting(order) : `${head(order)} akan diproses. ${saldoLine(order, books)}`)
      const words =
        order.state === 'success' ? `Sukses. SN: ${order.serialNumber}. Hrg ${rupiah(order.price)}` : `Gagal. ${failureOf(order)}`
      return withWording(order.received > 1 ? `${head(order)} sudah pernah jam 14:03, status ${words}` : `${head(order)} ${words}`)
    },
    bare: (order) => `SUKSES. SN: ${order.serialNumber}`,
    mixed: (order) => `${head(order)} GAGAL, trx sebelumnya masih diproses`,
    notFound: (ask) => `TIDAK ADA transaksi Tujuan "${ask.target}" pada tgl ${today(wording === 'plain' ? 4 : 2)}. Tidak ada data.`,
    customer(ask, name) {
      const head = `R#${ask.reference} ${ask.productCode}.${ask.target}`
      return name === null ? `${head} GAGAL. Nomor pelanggan salah.` : `${head} Sukses. SN: ${name}/R1/1300VA. Hrg 0`
    },
    bill(ask, bill) {
      if (bill === null) return `R#${ask.reference} ${ask.productCode}.${ask.target} GAGAL. Nomor pelanggan salah.`
      return `R#${ask.reference} ${ask.productCode}.${ask.target} SUKSES. Nama: ${bill.name}, Periode: ${bill.period}, Tagihan: ${rupiah(bill.bill)}, Admin: ${rupiah(bill.admin)}`
    },
    balance: (credentials, books) => `Saldo ${credentials.userId} = ${rupiah(books.balance)}`,
    report(order, state, books) {
      const words = state === 'success' ? `SUKSES. SN: ${order.serialNumber}. Hrg ${rupiah(order.price)}` : `GAGAL. ${failureOf(order)}`
      const message = encodeURIComponent(withWording(`${head(order)} ${words}. Saldo ${rupiah(books.balance)}`))
      return `t=${order.serverId}&refid=${order.reference}&status=${state === 'success' ? 20 : 40}&price=${order.price}&message=${message}`
    },
  }

  function waiting(order: SimulatedOrder): string {
    return `Mhn tunggu trx sblmnya selesai: ${head(order)} @14:03, status Menunggu Jawaban.`
  }
}

/** The current day in Jakarta as an OtomaX server there prints it, with a year of 2 or 4 digits. */
function today(digits: 2 | 4): string {
  const year = digits === 2 ? '2-digit' : 'numeric'
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', day: '2-digit', month: '2-digit', year }).format(new Date())
}

export function httpGet(): Dialect {
  const dialect: Dialect = {
    read(path, query) {
      const ask = { reference: get(query, 'refid'), productCode: get(query, 'product'), target: get(query, 'dest') }
      if (path === '/trx' || path === '/bayar') return { command: 'order', ...ask }
      if (path === '/status') return { command: 'status', ...ask }
      if (path === '/cek') return { command: 'inquiry', ...ask }
      return path === '/saldo' ? { command: 'balance', ...ask } : null
    },
    refusal: (query, _ask, credentials) => wrongCredentials(query, credentials, { id: 'id', pin: 'pin', user: 'user', pass: 'pass' }),
    refused: (text) => text,
    state(order, books) {
      const saldo = `Saldo: ${rupiah(books.balance)}. R#${order.reference}`
      const head = `TRX ${order.productCode}.${order.target}`
      if (order.state === 'pending') return `${head} SEDANG DIPROSES. Hrg: ${rupiah(order.price)}. ${saldo}`
      if (order.state === 'failed') return `${head} GAGAL. ${failureOf(order)}. ${saldo}`
      return `${head} SUKSES. SN: ${order.serialNumber}. Hrg: ${rupiah(order.price)}. ${saldo}`
    },
    bare: (order) => `SUKSES|${order.serialNumber}|${order.price}`,
    mixed: (order) => `TRX ${order.productCode}.${order.target} GAGAL, trx sebelumnya masih diproses. R#${order.reference}`,
    notFound: (ask) => `TIDAK ADA transaksi R#${ask.reference}`,
    customer(ask, name) {
      const head = `CEK ${ask.productCode}.${ask.target}`
      return name === null
        ? `${head} GAGAL. Nomor pelanggan salah. R#${ask.reference}`
        : `${head}. Nama: ${name}, Tarif: R1, Daya: 1300VA. R#${ask.reference}`
    },
    bill(ask, bill) {
      if (bill === null) return `CEK ${ask.productCode}.${ask.target} GAGAL. Nomor pelanggan salah. R#${ask.reference}`
      return `CEK ${ask.productCode}.${ask.target}. Nama: ${bill.name}, Periode: ${bill.period}, Tagihan: ${rupiah(bill.bill)}, Admin: ${rupiah(bill.admin)}. R#${ask.reference}`
    },
    balance: (credentials, books) => `SALDO ${credentials.userId}: ${rupiah(books.balance)}`,
    report: (order, state, books) => `refid=${order.reference}&message=${encodeURIComponent(dialect.state({ ...order, state }, books))}`,
  }
  return dialect
}
