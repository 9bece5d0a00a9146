import { type BankSimulator, createBank } from '@lapak/simulators/bank'
import { expect } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Answer, type Json, type MemberOptions, startTestApp, type TestApp, type TestMember } from './app.ts'

export const feedSecrets = {
  own: 'rahasia-mutasi-untuk-uji',
  moota: 'rahasia-moota',
  cekmutasi: 'rahasia-cekmutasi',
}

/** The platform's account number at each of its banks. */
export const platformAccountNo = '8810012345'

export interface Ticket {
  id: number
  invoice: string
  nominal: number
}

/** Waits until every bank row is processed: booked, or waiting for an administrator. */
export const rowsLookedAt = ({ db }: TestApp) =>
  expect.poll(() => db.read.selectFrom('bank_statement').select('id').where('why', 'is', null).execute()).toEqual([])

/** An instance with accounts at banks, where administrators read statements and members top up by transfer. */
export class BankInstance {
  readonly app: TestApp
  readonly admin: TestMember
  readonly second: TestMember
  #banks = 0
  #texts = 0
  #tickets = 0

  private constructor(app: TestApp, admin: TestMember, second: TestMember) {
    this.app = app
    this.admin = admin
    this.second = second
  }

  /** `more`: further settings of the environment. */
  static async start(more: Record<string, string> = {}): Promise<BankInstance> {
    const { own, moota, cekmutasi } = feedSecrets
    const app = await startTestApp({ BANKFEED_SECRET: own, MOOTA_SECRET: moota, CEKMUTASI_SECRET: cekmutasi, ...more })
    const admin = await app.member({ roles: ['ROLE_ADMIN'] })
    const second = await app.member({ roles: ['ROLE_ADMIN'] })
    await app.tables
      .updateTable('payment_method')
      .set({ account_no: platformAccountNo, account_name: 'PT LAPAK' })
      .where('channel', '=', 'transfer')
      .execute()
    return new BankInstance(app, admin, second)
  }

  /** A new bank simulator; each simulator has its own name and opening balance. */
  bank(code = '01', { account = platformAccountNo, name }: { account?: string; name?: string } = {}): BankSimulator {
    this.#banks += 1
    const [url, secret] = [this.app.url, feedSecrets.own]
    return createBank({ url, secret, code, account, opening: 1_000_000 * this.#banks, name: name ?? `${code}-${this.#banks}` })
  }

  newText = (): string => `MUTASI UJI ${++this.#texts}X`

  /** A member who may top up. */
  member = (asked: MemberOptions = {}): Promise<TestMember> => this.app.member({ ...asked, complete: true })

  /** The default amount of each ticket is at least 1,000 from those of others, so that no two tickets get the same sum by their unique codes. */
  ticketOf = async (who: TestMember, jumlah = 100_000 + 1_000 * ++this.#tickets, methode = 1): Promise<Ticket> => {
    const { body } = await this.app.call('POST', '/api/v1/payment/tiket', { token: who.token, body: { jumlah, methode } })
    const { invoice, nominal } = body.data
    return { id: Number(invoice.split('-').at(-1)), invoice, nominal }
  }

  stateOf = async (who: TestMember, { invoice }: Ticket): Promise<number> =>
    (await this.app.call('GET', `/api/v1/payment/tiket/${invoice}`, { token: who.token })).body.data.status

  asAdmin = (method: string, path: string, body?: Json, who = this.admin): Promise<Answer> =>
    this.app.call(method, `/api/admin/v1/bank/${path}`, { token: who.token, body })

  /** The bank rows with this text, oldest first, after all rows were processed. */
  rowsOf = async (text: string): Promise<Json[]> => {
    await rowsLookedAt(this.app)
    return (await this.asAdmin('GET', `mutasi?search=${encodeURIComponent(text)}&sort=id,ASC&size=100`)).body.data.content
  }

  /** A bank's feed reports an incoming or outgoing amount. */
  paid = async (amount: number, teller = this.bank()): Promise<Json> => {
    const text = this.newText()
    expect(await teller.pay(amount, text)).toMatchObject({ status: 200, body: { success: true, data: { added: 1 } } })
    const rows = await this.rowsOf(text)
    expect(rows).toHaveLength(1)
    return rows[0]
  }

  upload = async (bytes: string | Buffer, { bankcode = '01', simpan = 1, kolom = '', who = this.admin } = {}): Promise<Answer> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'mutasi.csv')
    const path = `/api/admin/v1/bank/mutasi/file?bankcode=${bankcode}&simpan=${simpan}&kolom=${kolom}`
    const response = await fetch(this.app.url + path, { method: 'POST', headers: { authorization: `Bearer ${who.token}` }, body: form })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  /** The second administrator approves the open request. */
  agree = (kind: string, subject: unknown, who = this.second): Promise<Answer> => this.#decide(kind, subject, who, true)

  /** The second administrator rejects the open request. */
  disagree = (kind: string, subject: unknown, who = this.second): Promise<Answer> => this.#decide(kind, subject, who, false)

  async #decide(kind: string, subject: unknown, { token }: TestMember, yes: boolean): Promise<Answer> {
    const { body } = await this.app.call('GET', '/api/admin/v1/decisions?open=1', { token })
    const asked = body.data.content.find((one: Json) => one.kind === kind && one.subject === String(subject))
    return this.app.call('POST', `/api/admin/v1/decisions/${asked?.id}`, { token, body: { yes, reason: 'Sudah saya periksa' } })
  }

  booksHold = async () => expect(await checkLedger(this.app.db)).toEqual([])

  stop = () => this.app.stop()
}
