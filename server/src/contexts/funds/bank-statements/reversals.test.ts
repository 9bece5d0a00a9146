import { createHmac } from 'node:crypto'
import { createBank } from '@lapak/simulators/bank'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, TestApp, TestMember } from '../../../../test/app.ts'
import { BankInstance, feedSecrets, platformAccountNo, type Ticket } from '../../../../test/bank-instance.ts'
import { askCashOut, deposit, payCashOut, transferCash } from '../../../../test/money.ts'

/** A bank takes a credit back by a row of its own. */
let instance: BankInstance
let app: TestApp
let member: TestMember

beforeAll(async () => {
  instance = await BankInstance.start()
  app = instance.app
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.member()
})

const alertsOf = async ({ token }: TestMember, about: string): Promise<Json[]> =>
  (await app.call('GET', '/api/v1/notifications?size=100', { token })).body.data.content.filter(
    ({ judul, teks }: Json) => judul === 'Bank membatalkan uang masuk' && teks.includes(about),
  )
/** The row of a debit with this text. */
const debited = async (amount: number, text: string): Promise<Json> => {
  const words = `${text} ${instance.newText()}`
  expect((await instance.bank().pay(-amount, words)).status).toBe(200)
  return (await instance.rowsOf(words))[0]
}

/** A feed reports a credit with a negative sum; `before` are further rows of its delivery. */
async function negativeCredit(amount: number, description: string, { before = [], ...more }: Json = {}): Promise<void> {
  const row = { time: new Date().toISOString(), amount: -amount, type: 'CR', description, account: platformAccountNo, ...more }
  const body = JSON.stringify([...before, row])
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', feedSecrets.own).update(`01.${timestamp}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': `sha256=${signature}` }
  expect((await fetch(`${app.url}/public/bankfeed/01`, { method: 'POST', headers, body })).status).toBe(200)
}

describe('a debit that the bank calls a reversal', () => {
  test.each(['REVERSAL', 'KOREKSI KR', 'KR BATAL', 'Pembatalan setoran', 'RETUR'])(
    'names the ticket that its sum paid and alerts every administrator once, if it says %s',
    async (word) => {
      const ticket = await instance.ticketOf(member)
      const paid = await instance.paid(ticket.nominal)
      const debit = await debited(ticket.nominal, word)
      expect(debit).toMatchObject({
        status: 'new',
        why: expect.stringContaining(`mungkin mutasi ${paid.id}, yang menjadi tiket ${ticket.invoice}`),
      })
      for (const who of [instance.admin, instance.second]) expect(await alertsOf(who, ticket.invoice)).toMatchObject([{ jml: 1 }])
      const { body } = await app.call('GET', '/api/admin/v1/audit?event=statement.reversed', { token: instance.admin.token })
      expect(body.data.content[0]).toMatchObject({ subject: String(paid.id), after: { out: debit.id, ticket: ticket.id } })
      expect(await app.balance(member), 'nothing is taken back by itself').toBe(BigInt(ticket.nominal))
      await instance.booksHold()
    },
  )

  test('is not explained by a cash-out or a cash transfer of its sum, and another debit is', async () => {
    for (const nominal of [310_001, 310_002]) {
      await app.db.transaction((tx) => deposit(tx, member.id, 800_000n, { bank: '01' }))
      if (nominal === 310_001) {
        const id = await app.db.transaction((tx) => askCashOut(tx, member.id, BigInt(nominal)))
        await app.db.transaction((tx) => payCashOut(tx, id, '01'))
      } else await app.db.transaction((tx) => transferCash(tx, '01', '02', BigInt(nominal)))
      expect(await debited(nominal, 'REVERSAL')).toMatchObject({ status: 'new', why: expect.stringContaining('pembatalan uang masuk') })
      expect(await debited(nominal, 'TRSF')).toMatchObject({ status: nominal === 310_001 ? 'cash_out' : 'cash_transfer' })
    }
    await instance.booksHold()
  })

  test('is known by a negative credit of a feed, and what it takes back pays no ticket if it is matched later', async () => {
    const ticket = await instance.ticketOf(member)
    const words = instance.newText()
    await negativeCredit(ticket.nominal, words)
    const [debit] = await instance.rowsOf(words)
    expect(debit).toMatchObject({ status: 'new', why: 'Menurut bank, ini pembatalan uang masuk; cocokkan dengan rekening koran' })
    const row = await instance.paid(ticket.nominal)
    expect(row).toMatchObject({
      status: 'unmatched',
      why: expect.stringContaining(`bisa uang yang dibatalkan bank dengan mutasi ${debit?.id}`),
    })
    expect(await app.balance(member)).toBe(0n)
    await instance.booksHold()
  })

  test('keeps back money that comes after it was noted, until as much money in is noted with it', async () => {
    const note = ({ id }: Json) => instance.asAdmin('POST', `mutasi/${id}/explain`, { kind: 'noted', reason: 'Dibatalkan bank' })
    const ticket = await instance.ticketOf(member)
    const words = instance.newText()
    await negativeCredit(ticket.nominal, words)
    const [debit] = await instance.rowsOf(words)
    expect((await note(debit)).body.data.status).toBe('noted')
    const row = await instance.paid(ticket.nominal)
    expect(row).toMatchObject({ status: 'unmatched', why: expect.stringContaining(`dibatalkan bank dengan mutasi ${debit.id}`) })
    expect((await note(row)).body.data.status).toBe('noted')
    expect(await instance.paid(ticket.nominal), 'the payer transfers again').toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    await instance.booksHold()
  })

  test.each([
    ['before its money is matched', platformAccountNo],
    ['while its money waits', platformAccountNo],
    ['while its money waits, by a row without an account number', ''],
  ])('names itself to whoever credits the money that it may take back, if it comes %s', async (when, account) => {
    const send = (path: string, body: Json) =>
      app.call('POST', `/api/admin/v1/payment/tiket/${path}`, { token: instance.admin.token, body })
    const ticket = await instance.ticketOf(member)
    const text = `REVERSAL ${instance.newText()}`
    const isEarly = when.startsWith('before')
    await app.setting('topup.autoApproveMax', 1n)
    const reverse = () => instance.bank('01', { account }).pay(-ticket.nominal, text)
    if (isEarly) await reverse()
    const row = await instance.paid(ticket.nominal)
    await app.setting('topup.autoApproveMax', 0n)
    if (!isEarly) await reverse()
    const [debit] = await instance.rowsOf(text)
    const name = `mutasi ${debit.id}`
    const listed = await instance.asAdmin('GET', `unmatched/list?search=${encodeURIComponent(row.keterangan)}`)
    expect(listed.body.data.content).toMatchObject([{ why: expect.stringContaining(`dibatalkan bank dengan ${name}`) }])
    const many = await send('approve/matched', { ids: [ticket.id], description: 'Mutasi pagi' })
    expect(many.body.data).toMatchObject([{ done: false, code: 'ticket.perhaps_reversed' }])
    const given = { owner: { memberid: Number(member.id) }, description: 'Uang member' }
    const asked = { code: 'ticket.perhaps_reversed', pembatalan: name }
    expect((await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, given)).body).toMatchObject(asked)
    const approve = (notreversed?: string) => send('approve', { id: ticket.id, description: 'Mutasi pagi', matched: true, notreversed })
    expect(await approve()).toMatchObject({ status: 409, body: asked })
    expect(await app.balance(member)).toBe(0n)
    await app.setting('money.secondAdminFrom', 10_000n)
    expect((await approve(name)).body.msg).toContain('admin kedua')
    expect((await instance.agree('ticket.decide', ticket.id)).status).toBe(200)
    await app.setting('money.secondAdminFrom', 0n)
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })
})

/** Another feed reports an ordinary debit. */
async function otherFeed(amount: number, text: string, at = new Date()): Promise<void> {
  const other = createBank({ url: app.url, secret: feedSecrets.moota, code: '01', account: platformAccountNo, name: text })
  expect((await other.deliver([other.move(-amount, text, at)], { by: 'moota' })).body.data).toMatchObject({ added: 1 })
}

/** The ways in which a debit of this sum and text is stored first, without being called a reversal, each with how it is called one later. */
const storedFirst: [how: string, store: (amount: number, text: string) => Promise<() => Promise<void>>][] = [
  [
    'a file that a negative credit of a feed confirms',
    async (amount, text) => {
      const bank = instance.bank()
      expect((await instance.upload(bank.file('KlikBCA', [bank.move(-amount, text)]))).body.data).toMatchObject({ added: 1 })
      return () => negativeCredit(amount, text)
    },
  ],
  [
    'another feed',
    async (amount, text) => {
      await otherFeed(amount, text)
      return () => negativeCredit(amount, text)
    },
  ],
  [
    'the same feed under the same name',
    async (amount, text) => {
      const bank = instance.bank()
      const row = bank.move(-amount, text)
      await bank.deliver([row])
      return () => negativeCredit(amount, text, { id: row.id, time: row.at.toISOString() })
    },
  ],
  [
    'a feed, and the text of a later file says it',
    async (amount, text) => {
      const bank = instance.bank()
      const row = bank.move(-amount, text)
      await bank.deliver([row])
      return async () => {
        const { body } = await instance.upload(bank.file('KlikBCA', [{ ...row, text: `REVERSAL ${text}` }]))
        expect(body.data).toMatchObject({ added: 0 })
      }
    },
  ],
]

describe.each(storedFirst)('a debit that is stored first by %s', (_how, store) => {
  let ticket: Ticket
  let text: string

  beforeEach(async () => {
    ticket = await instance.ticketOf(member)
    text = instance.newText()
  })

  const only = async (): Promise<Json> => {
    const rows = await instance.rowsOf(text)
    expect(rows).toHaveLength(1)
    return rows[0]
  }

  test('alerts every administrator once with the ticket that its sum paid, as soon as it is called a reversal', async () => {
    const paid = await instance.paid(ticket.nominal)
    const callReversal = await store(ticket.nominal, text)
    expect((await only()).why).toContain('Belum ada penarikan atau transfer kas yang cocok')
    expect(await alertsOf(instance.admin, ticket.invoice)).toEqual([])
    await callReversal()
    await expect
      .poll(only)
      .toMatchObject({ status: 'new', why: expect.stringContaining(`mungkin mutasi ${paid.id}, yang menjadi tiket ${ticket.invoice}`) })
    for (const who of [instance.admin, instance.second]) expect(await alertsOf(who, ticket.invoice)).toMatchObject([{ jml: 1 }])
    await instance.booksHold()
  })

  test('is no longer explained by the cash-out of its sum, once it is called a reversal', async () => {
    await app.db.transaction((tx) => deposit(tx, member.id, 800_000n, { bank: '01' }))
    const id = await app.db.transaction((tx) => askCashOut(tx, member.id, BigInt(ticket.nominal)))
    await app.db.transaction((tx) => payCashOut(tx, id, '01'))
    const callReversal = await store(ticket.nominal, text)
    expect(await only()).toMatchObject({ status: 'cash_out' })
    await callReversal()
    await expect.poll(only).toMatchObject({ status: 'new', why: expect.stringContaining('pembatalan uang masuk') })
    await instance.booksHold()
  })

  test('requires a confirmation from the administrator who credits the waiting money, once it is called a reversal', async () => {
    await app.setting('topup.autoApproveMax', 1n)
    await instance.paid(ticket.nominal)
    await app.setting('topup.autoApproveMax', 0n)
    const callReversal = await store(ticket.nominal, text)
    const { id } = await only()
    await callReversal()
    const approve = (notreversed?: string) =>
      app.call('POST', '/api/admin/v1/payment/tiket/approve', {
        token: instance.admin.token,
        body: { id: ticket.id, description: 'Mutasi pagi', matched: true, notreversed },
      })
    expect(await approve()).toMatchObject({ status: 409, body: { code: 'ticket.perhaps_reversed', pembatalan: `mutasi ${id}` } })
    await expect.poll(only).toMatchObject({ why: expect.stringContaining('jangan dijodohkan') })
    expect((await approve(`mutasi ${id}`)).status).toBe(200)
    await instance.booksHold()
  })
})

describe('a debit that is called a reversal later', () => {
  test('stays as an administrator explained it, and alerts with the ticket that its sum paid', async () => {
    const ticket = await instance.ticketOf(member)
    await instance.paid(ticket.nominal)
    const text = instance.newText()
    await otherFeed(ticket.nominal, text)
    const [debit] = await instance.rowsOf(text)
    const noted = { kind: 'noted', reason: 'Bukan milik kita' }
    expect((await instance.asAdmin('POST', `mutasi/${debit.id}/explain`, noted)).status).toBe(200)
    await negativeCredit(ticket.nominal, text)
    await expect.poll(() => alertsOf(instance.second, ticket.invoice)).toMatchObject([{ jml: 1 }])
    expect(await instance.rowsOf(text)).toMatchObject([{ status: 'noted', why: 'Bukan milik kita' }])
    await instance.booksHold()
  })

  test('is known as one if a single delivery reports it as a debit first', async () => {
    const [ticket, text] = [await instance.ticketOf(member), instance.newText()]
    const same = { id: `${text} 1`, time: new Date().toISOString() }
    const debit = { ...same, amount: ticket.nominal, type: 'DB', description: text, account: platformAccountNo }
    await negativeCredit(ticket.nominal, text, { ...same, before: [debit] })
    const rows = await instance.rowsOf(text)
    expect(rows).toMatchObject([{ status: 'new' }])
    expect(await instance.paid(ticket.nominal)).toMatchObject({
      status: 'unmatched',
      why: expect.stringContaining(`bisa uang yang dibatalkan bank dengan mutasi ${rows[0].id}`),
    })
    await instance.booksHold()
  })

  test('alerts with the ticket that its sum paid, if it may be the same as a debit of another day', async () => {
    const ticket = await instance.ticketOf(member)
    await instance.paid(ticket.nominal)
    const text = instance.newText()
    await otherFeed(ticket.nominal, text, new Date(Date.now() - 2 * 86_400_000))
    await negativeCredit(ticket.nominal, text)
    await expect.poll(() => alertsOf(instance.admin, ticket.invoice)).toMatchObject([{ jml: 1 }])
    expect((await instance.rowsOf(text)).map(({ why }) => why)).toEqual([
      expect.stringContaining('Belum ada'),
      expect.stringContaining('Mungkin sama dengan mutasi'),
    ])
    await instance.booksHold()
  })
})
