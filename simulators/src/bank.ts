/** A simulated bank account. It offers its statement as files, and reports it by a signed feed. */
import { createHmac } from 'node:crypto'

export interface BankOptions {
  /** The base URL of the marketplace. */
  url: string
  secret: string
  /** `01` BCA, `02` BNI, `04` BRI, `05` Mandiri. */
  code: string
  account: string
  opening?: number
  /** The prefix of the account's row ids, unique for each account. */
  name?: string
}

export interface BankRow {
  id: string
  at: Date
  /** Whole rupiah; positive for incoming money. */
  amount: number
  text: string
  balance: number
}

export type Teller = 'own' | 'moota' | 'cekmutasi'

export interface FeedAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: read as whoever is outside would.
  body: any
}

export interface BankSimulator {
  readonly rows: readonly BankRow[]
  /** Books a movement of money and does not report it. */
  move(amount: number, text?: string, at?: Date): BankRow
  /** Reports these rows to the marketplace, by default all rows. */
  deliver(rows?: readonly BankRow[], how?: { by?: Teller; secret?: string; withoutNames?: boolean }): Promise<FeedAnswer>
  /** Books a movement of money and reports it. */
  pay(amount: number, text?: string): Promise<FeedAnswer>
  /** The statement as a file in the format of KlikBCA or BRI. */
  file(kind: 'KlikBCA' | 'BRI', rows?: readonly BankRow[]): string
}

const two = (number: number) => String(number).padStart(2, '0')

/** `2026-11-21 14:03:09` in Jakarta. */
function wib(at: Date): { day: string; time: string } {
  const shifted = new Date(at.getTime() + 7 * 3_600_000)
  const day = `${shifted.getUTCFullYear()}-${two(shifted.getUTCMonth() + 1)}-${two(shifted.getUTCDate())}`
  return { day, time: `${two(shifted.getUTCHours())}:${two(shifted.getUTCMinutes())}:${two(shifted.getUTCSeconds())}` }
}

export function createBank({ url, secret, code, account, opening = 1_000_000, name = code }: BankOptions): BankSimulator {
  const rows: BankRow[] = []

  function move(amount: number, text = 'TRSF E-BANKING CR BUDI', at = new Date()): BankRow {
    // In sen, since sums of amounts with sen are not exact.
    const balance = (Math.round((rows.at(-1)?.balance ?? opening) * 100) + Math.round(amount * 100)) / 100
    const row = { id: `${name}-${rows.length + 1}`, at, amount, text, balance }
    rows.push(row)
    return row
  }

  async function deliver(
    delivered: readonly BankRow[] = rows,
    { by = 'own', secret: signing = secret, withoutNames = false }: { by?: Teller; secret?: string; withoutNames?: boolean } = {},
  ): Promise<FeedAnswer> {
    const body = JSON.stringify(bodies[by](delivered, account, withoutNames))
    const hmac = (text: string) => createHmac('sha256', signing).update(text).digest('hex')
    const now = String(Math.floor(Date.now() / 1000))
    const proofs: Record<Teller, Record<string, string>> = {
      own: { 'x-timestamp': now, 'x-signature': `sha256=${hmac(`${code}.${now}.${body}`)}` },
      moota: { signature: hmac(body) },
      cekmutasi: { 'api-signature': signing },
    }
    const response = await fetch(`${url}/public/bankfeed/${code}${by === 'own' ? '' : `/${by}`}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...proofs[by] },
      body,
    })
    return { status: response.status, body: await response.json() }
  }

  return {
    rows,
    move,
    deliver,
    pay: (amount, text) => deliver([move(amount, text)]),
    file: (kind, listed = rows) => (kind === 'KlikBCA' ? klikBca(account, listed) : bri(account, listed)),
  }
}

const directionOf = ({ amount }: BankRow) => (amount > 0 ? 'CR' : 'DB')

const bodies: Record<Teller, (rows: readonly BankRow[], account: string, withoutNames: boolean) => unknown> = {
  own: (rows, account, withoutNames) =>
    rows.map((row) => ({
      ...(!withoutNames && { id: row.id }),
      account,
      time: row.at.toISOString(),
      description: row.text,
      amount: Math.abs(row.amount),
      type: directionOf(row),
      balance: row.balance,
    })),
  moota: (rows, account) =>
    rows.map((row) => ({
      account_number: account,
      date: `${wib(row.at).day} ${wib(row.at).time}`,
      description: row.text,
      amount: String(Math.abs(row.amount)),
      type: directionOf(row),
      balance: row.balance,
      mutation_id: row.id,
    })),
  cekmutasi: (rows, account) => ({
    action: 'payment_report',
    content: {
      service_code: 'bank',
      account_number: account,
      data: rows.map((row) => ({
        id: row.id,
        unix_timestamp: Math.floor(row.at.getTime() / 1000),
        type: row.amount > 0 ? 'credit' : 'debit',
        amount: `${Math.abs(row.amount)}.00`,
        description: row.text,
        balance: `${row.balance}.00`,
      })),
    },
  }),
}

const klikBca = (account: string, rows: readonly BankRow[]): string =>
  [
    `No. Rekening,=,'${account}`,
    'Tanggal,Keterangan,Cabang,Jumlah,,Saldo',
    ...rows.map((row) => {
      const [year, month, day] = wib(row.at).day.split('-')
      return `'${day}/${month}/${year},"${row.text}",'0000,${Math.abs(row.amount)}.00,${directionOf(row)},${row.balance}.00`
    }),
    '',
  ].join('\r\n')

const briHead =
  'ID,NOREK,TGL_TRAN,TGL_EFEKTIF,JAM_TRAN,SEQ,DESK_TRAN,SALDO_AWAL_MUTASI,MUTASI_DEBET,MUTASI_KREDIT,SALDO_AKHIR_MUTASI,GLSIGN,TRUSER,KODE_TRAN,KODE_TRAN_TELLER,TRREMK,TLBDS1,TLBDS2,REMARK_CUSTOM'

const bri = (account: string, rows: readonly BankRow[]): string =>
  [
    briHead,
    ...rows.map((row, index) => {
      const { day, time } = wib(row.at)
      const [debit, credit] = row.amount > 0 ? ['.00', `${row.amount}.00`] : [`${-row.amount}.00`, '.00']
      const before = `${row.balance - row.amount}.00`
      const cells = [index + 1, account, `${day} ${time}`, `${day} 00:00:00`, time.replaceAll(':', ''), index + 1, row.text]
      return [...cells, before, debit, credit, `${row.balance}.00`, row.amount > 0 ? 'Cr' : 'Db', '', '', '', '', '', '', '']
        .map((cell) => `"${cell}"`)
        .join(',')
    }),
    '',
  ].join('\r\n')
