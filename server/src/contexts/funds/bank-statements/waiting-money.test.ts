import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Answer, type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { showUnmatched } from '../../../../test/money.ts'

let app: TestApp
let admin: TestMember
let second: TestMember
let member: TestMember

/** The sandbox simulates the provider; payments are made on its page. */
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  second = await app.member({ roles: ['ROLE_ADMIN'] })
  await app.tables.updateTable('payment_method').set({ account_no: '8810012345' }).where('channel', '=', 'transfer').execute()
})

afterAll(() => app?.stop())

beforeEach(async () => {
  serial += 1
  member = await app.member({ name: `Pembayar ${serial}`, complete: true })
})

let serial = 0

const asAdmin = (method: string, path: string, body?: Json, who = admin): Promise<Answer> =>
  app.call(method, `/api/admin/v1/bank/unmatched${path}`, { token: who.token, body })

interface Ticket {
  id: number
  invoice: string
}

const ticketOf = ({ invoice }: { invoice: string }): Ticket => ({ id: Number(invoice.split('-').at(-1)), invoice })

async function card(amount: number, who = member): Promise<Ticket> {
  const { body } = await app.call('POST', '/api/v1/payment/invoice', { token: who.token, body: { amount } })
  return ticketOf(body.data)
}

async function qris(jumlah: number, who = member): Promise<Ticket> {
  const { body } = await app.call('POST', '/api/v1/payment/tiket', { token: who.token, body: { jumlah, methode: 8 } })
  const ticket = ticketOf(body.data)
  await expect.poll(async () => (await readTicket(ticket, who)).qr).not.toBe(null)
  return ticket
}

const readTicket = async ({ invoice }: Ticket, who = member) =>
  (await app.call('GET', `/api/v1/payment/tiket/${invoice}`, { token: who.token })).body.data

const pay = ({ invoice }: Ticket, act: 'paid' | 'less' | 'twice', amount: number) =>
  fetch(`${app.url}/dev/gateway/${invoice}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ act, amount: String(amount) }),
  })

const waitingFor = async ({ invoice }: Ticket): Promise<Json[]> => (await asAdmin('GET', `/list?search=${invoice}`)).body.data.content

/** A payment whose sum differs from the requested one. */
async function strayOf(ticket: Ticket, amount: number): Promise<Json> {
  await pay(ticket, 'paid', amount)
  await expect.poll(async () => (await waitingFor(ticket)).length).toBe(1)
  return (await waitingFor(ticket))[0]
}

const waitingBySum = async (amount: number): Promise<Json[]> =>
  (await asAdmin('GET', '/list?size=100')).body.data.content.filter((row: Json) => row.nominal === amount)
const withdrawRequest = async (money: unknown) => {
  const { body } = await app.call('GET', '/api/admin/v1/decisions?open=1', { token: admin.token })
  const asked = body.data.content.find((one: Json) => one.kind === 'unmatched.assign' && one.subject === String(money))
  const answer = await app.call('POST', `/api/admin/v1/decisions/${asked?.id}`, {
    token: admin.token,
    body: { yes: false, reason: 'Salah baris' },
  })
  expect(answer.body.data.outcome).toBe('withdrawn')
}
const stateOf = async (ticket: Ticket, who = member) => (await readTicket(ticket, who)).status
const booksHold = async () => expect(await checkLedger(app.db)).toEqual([])
const description = 'Bukti dari penyedia'

describe('suspense money at the payment provider', () => {
  test('is shown with the data from the provider and the member of its payment request', async () => {
    const ticket = await card(100_000)
    const row = await strayOf(ticket, 90_000)
    expect(row).toEqual({
      id: expect.any(Number),
      createat: expect.any(String),
      bankcode: '06',
      nominal: 90_000,
      biaya: 0,
      keterangan: ticket.invoice,
      why: 'Jumlahnya lain dari yang diminta',
      statement: null,
      payment: {
        kind: 'invoice',
        number: expect.stringMatching(/^sandbox-/),
        reference: ticket.invoice,
        paidat: expect.any(String),
        facts: expect.objectContaining({ amount: 90_000 }),
        membername: member.name,
        invoice: ticket.invoice,
      },
      status: 'waiting',
      invoice: null,
      askedby: null,
      endedby: null,
      endedat: null,
      reason: null,
    })
    for (const found of ['search=90.000', `search=${row.payment.number}`, `search=${encodeURIComponent(member.name)}`, 'kas=06'])
      expect((await asAdmin('GET', `/list?${found}`)).body.data.content, found).toContainEqual(row)
    expect((await asAdmin('GET', '/list?kas=01')).body.data.content).toEqual([])
    expect((await asAdmin('GET', '/list', undefined, member)).status).toBe(403)
    await booksHold()
  })

  test('is allocated once to the ticket of its payment request, and the member gets the received sum', async () => {
    const ticket = await card(110_000)
    const { id } = await strayOf(ticket, 80_000)
    expect((await asAdmin('GET', `/${id}/suggest`)).body.data[0]).toMatchObject({
      owner: { ticketid: ticket.id },
      membername: member.name,
      invoice: ticket.invoice,
      why: 'Terbuka, yang masuk Rp 30.000 kurang; member menerima Rp 80.000',
    })
    const body = { owner: { ticketid: ticket.id }, description }
    const answers = await Promise.all([admin, second, admin, second].map((who) => asAdmin('POST', `/${id}/assign`, body, who)))
    // The administrator whose allocation was executed gets the same answer when he repeats it.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      msg: 'Uang dijodohkan',
      data: { status: 'assigned', invoice: ticket.invoice, reason: description },
    })
    expect(await stateOf(ticket)).toBe(2)
    expect(await app.balance(member)).toBe(80_000n)
    expect((await asAdmin('GET', `/list?selesai=1&search=${ticket.invoice}`)).body.data.content).toMatchObject([{ id, status: 'assigned' }])
    await booksHold()
  })

  test('is allocated to its member with a new ticket of the same payment method if a ticket was paid twice', async () => {
    const ticket = await qris(120_000)
    await pay(ticket, 'twice', 120_000)
    await expect.poll(async () => (await waitingFor(ticket)).length).toBe(1)
    expect(await app.balance(member)).toBe(120_000n)
    const [row] = await waitingFor(ticket)
    expect(row.why).toBe('Tiketnya sudah dibayar atau sudah berakhir')
    const [first] = (await asAdmin('GET', `/${row.id}/suggest`)).body.data
    expect(first).toMatchObject({ owner: { memberid: Number(member.id) }, why: 'Sudah disetujui dengan nominal ini' })
    const { body } = await asAdmin('POST', `/${row.id}/assign`, { owner: first.owner, description })
    expect(await readTicket(ticketOf(body.data))).toMatchObject({ status: 2, channel: 'qris', credited: 120_000 })
    expect(await app.balance(member)).toBe(240_000n)
    await booksHold()
  })

  test('cannot pay a ticket for a transfer, and money at a bank cannot pay a ticket of the provider', async () => {
    const { id } = await strayOf(await card(130_000), 70_000)
    const { body } = await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah: 70_000, methode: 1 } })
    const transfer = ticketOf(body.data)
    const give = (money: unknown, ticketid: number) => asAdmin('POST', `/${money}/assign`, { owner: { ticketid }, description })
    expect((await give(id, transfer.id)).body.code).toBe('statement.no_match')
    const row = await app.db.transaction((tx) => showUnmatched(tx, '04', 55_501n))
    const atBank = (await asAdmin('GET', '/list?kas=04')).body.data.content.find(({ statement }: Json) => statement === Number(row))
    // The virtual account is booked at the provider although it is an account at BRI.
    const va = await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah: 55_501, methode: 7 } })
    expect((await give(atBank.id, ticketOf(va.body.data).id)).body.code).toBe('statement.no_match')
    expect((await give(id, 999_999)).body.code).toBe('not_found.ticket')
    expect((await give(999_999, transfer.id)).body.code).toBe('not_found.money')
    await booksHold()
  })

  test('cannot be allocated by an administrator to himself, which is audited, and needs two administrators for a large sum', async () => {
    const { id } = await strayOf(await card(150_000), 65_000)
    const give = (who: TestMember, memberid: bigint) =>
      asAdmin('POST', `/${id}/assign`, { owner: { memberid: Number(memberid) }, description }, who)
    expect((await give(admin, admin.id)).body.code).toBe('decision.own_money')
    const { body: refused } = await app.call('GET', '/api/admin/v1/audit?event=unmatched.assign_refused', { token: admin.token })
    expect(refused.data.content[0]).toMatchObject({ subject: String(id), after: { why: 'decision.own_money' } })
    await app.setting('money.secondAdminFrom', 60_000n)
    expect((await give(admin, member.id)).body).toMatchObject({
      msg: 'Menunggu admin kedua',
      data: { status: 'waiting', askedby: admin.name },
    })
    const { body: open } = await app.call('GET', '/api/admin/v1/decisions?open=1', { token: second.token })
    const asked = open.data.content.find(({ kind, subject }: Json) => kind === 'unmatched.assign' && subject === String(id))
    const yes = { yes: true, reason: 'Bukti penyedia cocok' }
    const agree = ({ token }: TestMember) => app.call('POST', `/api/admin/v1/decisions/${asked.id}`, { token, body: yes })
    // If an administrator loses the role while his approval waits for a lock, nothing is allocated and the request stays open.
    const former = await app.member({ roles: ['ROLE_ADMIN'] })
    let late: ReturnType<typeof agree> | undefined
    await app.tables.transaction().execute(async (tx) => {
      await tx.selectFrom('approval_request').select('id').where('id', '=', BigInt(asked.id)).forUpdate().execute()
      late = agree(former)
      await lockedOut(app, 1)
      await app.tables.deleteFrom('member_role').where('member_id', '=', former.id).execute()
    })
    expect((await late)?.body.code).toBe('access.denied')
    expect((await agree(second)).status).toBe(200)
    await app.setting('money.secondAdminFrom', 0n)
    expect(await app.balance(member)).toBe(65_000n)
    await booksHold()
  })

  test('can be taken out of the books with a reason after the provider refunded it', async () => {
    const ticket = await card(160_000)
    const { id } = await strayOf(ticket, 60_001)
    const reason = 'Dikembalikan penyedia ke kartu'
    expect((await asAdmin('POST', `/${id}/explain`, { reason: '' })).status).toBe(400)
    expect((await asAdmin('POST', `/${id}/explain`, { reason })).body).toMatchObject({
      msg: 'Uang dijelaskan',
      data: { status: 'explained', endedby: admin.name, reason },
    })
    expect((await asAdmin('POST', `/${id}/explain`, { reason }, second)).body.code).toBe('statement.taken')
    expect((await asAdmin('POST', `/${id}/assign`, { owner: { ticketid: ticket.id }, description })).body.code).toBe('statement.taken')
    await booksHold()
    const { body: again } = await asAdmin('POST', `/${id}/reopen`, { reason: 'Penyedia menolak mengembalikan' })
    expect(again).toMatchObject({ msg: 'Uang dibuka lagi', data: { status: 'waiting', nominal: 60_001 } })
    expect((await waitingFor(ticket)).map(({ id }) => id)).toEqual([again.data.id])
    expect((await asAdmin('POST', `/${again.data.id}/reopen`, { reason })).body.code).toBe('statement.open')
    await asAdmin('POST', `/${again.data.id}/assign`, { owner: { ticketid: ticket.id }, description })
    expect(await stateOf(ticket)).toBe(2)
    await booksHold()
  })

  test('is in suspense again after its ticket is taken back, whether an administrator or the provider paid the ticket', async () => {
    const takeBack = ({ id }: Ticket) =>
      app.call('PATCH', `/api/admin/v1/payment/tiket/update/${id}/4`, { token: admin.token, body: { description: 'Salah member' } })
    const byHand = await card(170_000)
    const { id } = await strayOf(byHand, 69_000)
    await asAdmin('POST', `/${id}/assign`, { owner: { ticketid: byHand.id }, description })
    expect((await takeBack(byHand)).status).toBe(200)
    const [again] = await waitingFor(byHand)
    expect(again).toMatchObject({ nominal: 69_000, status: 'waiting' })
    expect(again.id).not.toBe(id)
    await booksHold()

    const atOnce = await qris(180_000)
    await pay(atOnce, 'paid', 180_000)
    await expect.poll(() => stateOf(atOnce)).toBe(2)
    expect((await takeBack(atOnce)).status).toBe(200)
    const [freed] = await waitingFor(atOnce)
    expect(freed).toMatchObject({ nominal: 180_000, status: 'waiting' })
    const other = await app.member({ name: 'Pemilik sebenarnya' })
    await asAdmin('POST', `/${freed.id}/assign`, { owner: { memberid: Number(other.id) }, description })
    expect([await app.balance(member), await app.balance(other)]).toEqual([0n, 180_000n])
    await booksHold()
  })
})

describe('suspense money at a bank', () => {
  test('leaves the books by one decision, and its row shows the reason', async () => {
    const row = await app.db.transaction((tx) => showUnmatched(tx, '05', 44_401n))
    const money = (await asAdmin('GET', '/list?kas=05')).body.data.content.find(({ statement }: Json) => statement === Number(row))
    expect(money).toMatchObject({ nominal: 44_401, payment: null, status: 'waiting' })
    expect((await asAdmin('POST', `/${money.id}/explain`, { reason: 'Salah kirim' })).body.data).toMatchObject({ status: 'explained' })
    const { body } = await app.call('GET', '/api/admin/v1/bank/mutasi?search=44401', { token: admin.token })
    expect(body.data.content).toMatchObject([{ id: Number(row), status: 'noted', why: 'Salah kirim', unmatched: null }])
    await booksHold()
  })
})

test('the search for an owner finds members by name, e-mail, phone and number, and tickets by invoice number', async () => {
  const ticket = await card(190_000)
  const { id } = await strayOf(ticket, 51_000)
  const { email, phone } = await app.db.read
    .selectFrom('member')
    .select(['email', 'phone'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  for (const search of [member.name, email, `0${phone?.slice(2)}`, String(member.id)]) {
    const { body } = await asAdmin('GET', `/${id}/suggest?search=${encodeURIComponent(search)}`)
    expect(body.data, search).toContainEqual(
      expect.objectContaining({ owner: { memberid: Number(member.id) }, membername: member.name, invoice: null }),
    )
  }
  const { body } = await asAdmin('GET', `/${id}/suggest?search=${ticket.invoice.toLowerCase()}`)
  expect(body.data).toMatchObject([{ owner: { ticketid: ticket.id }, invoice: ticket.invoice }])
  expect((await asAdmin('GET', `/${id}/suggest?search=tidakada`)).body.data).toEqual([])
})

describe('suspense money whose release waits for a second administrator', () => {
  const explain = (money: unknown, reason: string, who = admin) => asAdmin('POST', `/${money}/explain`, { reason }, who)
  const assign = (money: unknown, ticketid: number, who = second) =>
    asAdmin('POST', `/${money}/assign`, { owner: { ticketid }, description }, who)

  test('is given to nobody, also by one administrator alone, until the request is withdrawn or rejected', async () => {
    const { body } = await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah: 310_000, methode: 1 } })
    const { nominal } = body.data
    const { id } = ticketOf(body.data)
    await app.db.transaction((tx) => showUnmatched(tx, '01', BigInt(nominal)))
    const [stray] = await waitingBySum(nominal)
    await app.setting('money.secondAdminFrom', 10_000n)
    expect((await explain(stray?.id, 'Dikirim balik ke pengirim')).body.msg).toBe('Menunggu admin kedua')
    await app.setting('money.secondAdminFrom', 0n)
    for (const who of [admin, second])
      expect(await assign(stray?.id, id, who)).toMatchObject({ status: 409, body: { code: 'decision.waits' } })
    const approved = await app.call('POST', '/api/admin/v1/payment/tiket/approve', {
      token: second.token,
      body: { id, description, matched: true },
    })
    expect(approved).toMatchObject({ status: 409, body: { code: 'decision.waits' } })
    expect((await explain(stray?.id, 'Bukan uang kita', second)).body.code).toBe('decision.waits')
    expect(await app.balance(member)).toBe(0n)
    await withdrawRequest(stray?.id)
    expect((await assign(stray?.id, id)).status).toBe(200)
    await booksHold()
  })
})
