import { rupiahText } from '@lapak/contract/shared/money'
import { type BankRow, type BankSimulator, createBank } from '@lapak/simulators/bank'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Json, TestApp, TestMember } from '../../../../test/app.ts'
import { BankInstance, feedSecrets, platformAccountNo, type Ticket } from '../../../../test/bank-instance.ts'
import { transferCash } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'

/** A feed may say another sum or day of a row than before: the row and what was booked by it stay, and a person decides. */
let instance: BankInstance
let app: TestApp
let member: TestMember
let bank: BankSimulator

beforeAll(async () => {
  instance = await BankInstance.start()
  app = instance.app
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.member()
  bank = instance.bank()
})

const dayMs = 86_400_000

/** A ticket that a row of a feed has paid. */
async function paidByFeed(): Promise<{ ticket: Ticket; first: BankRow; now: () => Promise<Json> }> {
  const ticket = await instance.ticketOf(member)
  const text = instance.newText()
  const first = bank.move(ticket.nominal, text)
  await bank.deliver([first])
  const now = async () => {
    const rows = await instance.rowsOf(text)
    expect(rows).toHaveLength(1)
    return rows[0]
  }
  expect(await now()).toMatchObject({ status: 'deposit', invoice: ticket.invoice, ralat: null })
  return { ticket, first, now }
}

const audited = async ({ id }: Json): Promise<Json[]> =>
  (
    await app.call('GET', '/api/admin/v1/audit?event=statement.restated&size=100', { token: instance.admin.token })
  ).body.data.content.filter(({ subject }: Json) => subject === String(id))
const alertsOf = async ({ token }: TestMember, { id }: Json): Promise<Json[]> =>
  (await app.call('GET', '/api/v1/notifications?size=100', { token })).body.data.content.filter(
    ({ judul, teks }: Json) => judul === 'Layanan mutasi mengubah mutasi bank' && teks.includes(`Mutasi ${id} `),
  )

test.each<[string, (first: BankRow) => Partial<BankRow>, number]>([
  ['a smaller sum', () => ({ amount: 457 }), 457],
  ['money out', ({ amount }) => ({ amount: -amount }), -1],
  ['no sum', () => ({ amount: 0 }), 0],
])('a row of which the feed says later %s is shown with it, alerts administrators, and books nothing', async (_, changed, sum) => {
  const { ticket, first, now: current } = await paidByFeed()
  const row = await current()
  const amount = sum === -1 ? -ticket.nominal : sum
  for (const _twice of [1, 2])
    expect((await bank.deliver([{ ...first, ...changed(first) }])).body).toMatchObject({ success: true, data: { added: 0 } })
  expect(await current()).toMatchObject({
    status: 'deposit',
    mutasi: ticket.nominal,
    invoice: ticket.invoice,
    ralat: { mutasi: amount, withtime: true, tanggaltran: row.tanggaltran },
  })
  expect(await audited(row)).toMatchObject([{ after: { feed: 'feed', amount: `${amount}.00` } }])
  const now = amount === 0 ? 'tidak ada' : rupiahText(amount)
  const teks = `Mutasi ${row.id} di BCA: tadinya ${rupiahText(ticket.nominal)}, sekarang ${now}. Pembukuan tidak berubah; cocokkan dengan rekening koran.`
  for (const who of [instance.admin, instance.second]) expect(await alertsOf(who, row)).toMatchObject([{ jml: 1, teks }])
  expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
  await instance.booksHold()
})

test('a row of which the feed says another day is shown with it, until the feed says the first day again', async () => {
  const { first, now } = await paidByFeed()
  const at = new Date(first.at.getTime() - 2 * dayMs)
  await bank.deliver([{ ...first, at }])
  expect((await now()).ralat).toMatchObject({ tanggaltran: at.toISOString() })
  await bank.deliver([first])
  expect((await now()).ralat).toBe(null)
  expect(await audited(await now())).toHaveLength(2)
})

test('a row of which one feed says another sum is shown with it, although another feed goes on to say the first one', async () => {
  const { first, now } = await paidByFeed()
  const other = createBank({ url: app.url, secret: feedSecrets.moota, code: '01', account: platformAccountNo })
  await other.deliver([first], { by: 'moota' })
  await bank.deliver([{ ...first, amount: 457 }])
  await other.deliver([first], { by: 'moota' })
  expect((await now()).ralat).toMatchObject({ mutasi: 457 })
  expect(await audited(await now())).toHaveLength(1)
})

/** Another feed that tells the same rows. */
const otherFeed = () => {
  const other = createBank({ url: app.url, secret: feedSecrets.moota, code: '01', account: platformAccountNo })
  return (row: BankRow) => other.deliver([row], { by: 'moota' })
}

test('two feeds that agree on a restatement alert administrators once, and again when the last one takes it back', async () => {
  const { first, now } = await paidByFeed()
  const deliverOther = otherFeed()
  await deliverOther(first)
  for (const _twice of [1, 2]) {
    await bank.deliver([{ ...first, amount: 457 }])
    await deliverOther({ ...first, amount: 457 })
  }
  expect((await now()).ralat).toMatchObject({ mutasi: 457 })
  expect(await alertsOf(instance.admin, await now())).toMatchObject([{ jml: 1 }])
  await bank.deliver([first])
  expect((await now()).ralat).toMatchObject({ mutasi: 457 })
  expect(await alertsOf(instance.admin, await now())).toMatchObject([{ jml: 1 }])
  await deliverOther(first)
  expect((await now()).ralat).toBe(null)
  expect(await alertsOf(instance.admin, await now())).toMatchObject([{ jml: 2 }])
  // The audit has what each feed said, also where administrators know it from the other one.
  expect((await audited(await now())).map(({ after: { feed, amount, times } }: Json) => [feed, amount, times])).toEqual([
    ['moota', `${first.amount}.00`, 2],
    ['feed', `${first.amount}.00`, 2],
    ['moota', '457.00', 1],
    ['feed', '457.00', 1],
  ])
  await instance.booksHold()
})

test('a row of which one feed says another sum asks for it, although another feed dates the row anew', async () => {
  await app.setting('topup.autoApproveMax', 1n)
  const ticket = await instance.ticketOf(member, 80_000)
  const text = instance.newText()
  const deliverOther = otherFeed()
  const first = bank.move(ticket.nominal, text, new Date(Date.now() - 3 * dayMs))
  await app.tables
    .updateTable('top_up')
    .set({ created_at: new Date(Date.now() - 5 * dayMs) })
    .where('id', '=', BigInt(ticket.id))
    .execute()
  await bank.deliver([first])
  await deliverOther(first)
  await app.setting('topup.autoApproveMax', 0n)
  await bank.deliver([{ ...first, amount: 457 }])
  await deliverOther({ ...first, at: new Date() })
  const [row] = await instance.rowsOf(text)
  expect(row).toMatchObject({ status: 'unmatched', ralat: { mutasi: 457 } })
  const approve = (ralat?: string) =>
    app.call('POST', '/api/admin/v1/payment/tiket/approve', {
      token: instance.admin.token,
      body: { id: ticket.id, description: 'Mutasi pagi', matched: true, ralat },
    })
  expect((await approve()).body).toMatchObject({ code: 'ticket.perhaps_restated', ralat: 'Rp 457' })
  // Both feeds say another sum now.
  await deliverOther({ ...first, amount: 458 })
  expect((await approve('Rp 457')).body).toMatchObject({ code: 'ticket.perhaps_restated', ralat: 'Rp 457, Rp 458' })
  const { body } = await instance.asAdmin('GET', `unmatched/list?search=${encodeURIComponent(text)}`)
  expect(body.data.content).toMatchObject([{ why: expect.stringContaining('sekarang Rp 457, Rp 458') }])
  await runJob(app, 'reconcile-banks')
  const found = await app.call('GET', '/api/admin/v1/reconciliation/differences?scope=bank&kind=amount&size=100', {
    token: instance.admin.token,
  })
  expect(found.body.data.content.filter(({ ours }: Json) => ours === ticket.nominal)).toMatchObject([{ theirs: 458 }])
  expect(await audited(row)).toHaveLength(3)
  expect((await approve('Rp 457, Rp 458')).status).toBe(200)
  await instance.booksHold()
})

test('a row that one delivery names with two sums pays no ticket automatically', async () => {
  const ticket = await instance.ticketOf(member)
  const text = instance.newText()
  const first = bank.move(ticket.nominal, text)
  await bank.deliver([first, { ...first, amount: 457 }])
  const [row] = await instance.rowsOf(text)
  expect(row).toMatchObject({
    status: 'new',
    why: 'Layanan mutasi bank mengubah jumlahnya; cocokkan dengan rekening koran',
    ralat: { mutasi: 457 },
  })
  expect(await instance.stateOf(member, ticket)).toBe(1)
  expect(await app.balance(member)).toBe(0n)
  await instance.booksHold()
})

test('a row of which each delivery says another sum keeps the last sum, and alerts administrators at most ten times', async () => {
  const { first, now } = await paidByFeed()
  for (let amount = 1; amount <= 14; amount += 1) await bank.deliver([{ ...first, amount }])
  const row = await now()
  expect(row.ralat).toMatchObject({ mutasi: 14 })
  expect(await audited(row)).toHaveLength(10)
  expect(await alertsOf(instance.admin, row)).toMatchObject([{ jml: 10 }])
  await instance.booksHold()
})

test.each([
  ['457', 457, 'Rp 457'],
  ['no movement', 0, 'Rp 0'],
])('suspense money of which the feed says %s now is credited only if the administrator confirms it', async (_, amount, now) => {
  await app.setting('topup.autoApproveMax', 1n)
  const ticket = await instance.ticketOf(member, 80_000)
  const text = instance.newText()
  const first = bank.move(ticket.nominal, text)
  await bank.deliver([first])
  const [row] = await instance.rowsOf(text)
  await app.setting('topup.autoApproveMax', 0n)
  await bank.deliver([{ ...first, amount }])
  const send = (path: string, body: Json) => app.call('POST', `/api/admin/v1/payment/tiket/${path}`, { token: instance.admin.token, body })
  const listed = await send('approve/matched', { ids: [ticket.id], description: 'Mutasi pagi' })
  expect(listed.body.data).toMatchObject([{ done: false, code: 'ticket.perhaps_restated' }])
  const approve = (ralat?: string) => send('approve', { id: ticket.id, description: 'Mutasi pagi', matched: true, ralat })
  expect(await approve()).toMatchObject({ status: 409, body: { code: 'ticket.perhaps_restated', ralat: now } })
  const owner = { ticketid: ticket.id }
  const assigned = await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, { owner, description: 'Uang member' })
  expect(assigned.body).toMatchObject({ code: 'ticket.perhaps_restated', ralat: now })
  expect((await approve('Rp 1')).body.code).toBe('ticket.perhaps_restated')
  expect(await app.balance(member)).toBe(0n)
  await app.setting('money.secondAdminFrom', 10_000n)
  expect((await approve(now)).body.msg).toContain('admin kedua')
  expect((await instance.agree('ticket.decide', ticket.id)).status).toBe(200)
  await app.setting('money.secondAdminFrom', 0n)
  expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
  await instance.booksHold()
})

test('suspense money of a row of which the feed says another sum is not matched with a cash transfer of its first sum', async () => {
  await instance.ticketOf(member, 70_000)
  const text = instance.newText()
  const first = bank.move(61_007, text)
  await bank.deliver([first])
  const [row] = await instance.rowsOf(text)
  expect(row).toMatchObject({ status: 'unmatched' })
  await bank.deliver([{ ...first, amount: 61_008 }])
  await app.db.transaction((tx) => transferCash(tx, '06', '01', 61_007n))
  await runJob(app, 'match-unclassified')
  expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'unmatched', unmatched: row.unmatched })
  await instance.booksHold()
})

test('suspense money of a row of which the feed says another sum shows both sums, and its day has a difference until a person ends it', async () => {
  const ticket = await instance.ticketOf(member)
  await app.tables
    .updateTable('top_up')
    .set({ created_at: new Date(Date.now() - 5 * dayMs) })
    .where('id', '=', BigInt(ticket.id))
    .execute()
  const text = instance.newText()
  const first = bank.move(61_003, text, new Date(Date.now() - 3 * dayMs))
  await bank.deliver([first])
  const [row] = await instance.rowsOf(text)
  await runJob(app, 'reconcile-banks')
  await bank.deliver([{ ...first, amount: 61_004 }])
  const { body } = await instance.asAdmin('GET', `unmatched/list?search=${encodeURIComponent(text)}`)
  expect(body.data.content).toMatchObject([
    { nominal: 61_003, why: expect.stringContaining('menurut layanan mutasi bank sekarang Rp 61.004') },
  ])
  await runJob(app, 'reconcile-banks')
  const found = await app.call('GET', '/api/admin/v1/reconciliation/differences?scope=bank&kind=amount', { token: instance.admin.token })
  const ofRow = found.body.data.content.filter(({ reference }: Json) => reference === `mutasi ${row.id}`)
  expect(ofRow).toMatchObject([{ kind: 'amount', ours: 61_003, theirs: 61_004, still: true }])
  expect(row.status).toBe('unmatched')
})
