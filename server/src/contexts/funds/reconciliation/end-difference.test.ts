import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { createLog } from '#shared/log.ts'
import { type Answer, type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { deposit } from '../../../../test/money.ts'
import { type Found, storeDifferences } from './differences.ts'

/** From the limit on, and for whoever booked what it is about, ending a difference needs a second administrator. */

let app: TestApp
let ayu: TestMember
let bima: TestMember
let budi: TestMember

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  ayu = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  budi = await app.member({ name: 'Budi', complete: true })
  await app.tables.updateTable('payment_method').set({ account_no: '8810012345' }).where('channel', '=', 'transfer').execute()
  await app.db.transaction((tx) => deposit(tx, budi.id, 50_000_000n))
})
afterAll(() => app?.stop())

interface Wanted {
  ours?: number | null
  theirs?: number | null
  reference?: string
  still?: boolean
  member?: bigint | null
}

async function difference({ ours = null, theirs = null, reference = 'uji', still = true, member = null }: Wanted): Promise<number> {
  const { id } = await app.tables
    .insertInto('reconciliation_difference')
    .values({
      scope: 'bank',
      key: '01',
      day: sql`'2026-01-02'::date`,
      kind: 'not_in_bank',
      reference,
      ours: ours === null ? null : `${ours}`,
      theirs: theirs === null ? null : `${theirs}`,
      detail: `${Math.random()}`,
      still,
      member_id: member,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

const reason = 'Dicek ke bank, benar'
const end = (id: number, who: TestMember): Promise<Answer> =>
  app.call('POST', `/api/admin/v1/reconciliation/differences/${id}/end`, { token: who.token, body: { reason } })

async function decide(id: number, who: TestMember, yes = true): Promise<Answer> {
  const { body } = await app.call('GET', '/api/admin/v1/decisions?open=1&size=100', { token: who.token })
  const asked = body.data.content.find(({ kind, subject }: Json) => kind === 'difference.end' && subject === `${id}`)
  return app.call('POST', `/api/admin/v1/decisions/${asked.id}`, { token: who.token, body: { yes, reason: 'Sudah saya periksa' } })
}

/** Expects that the difference was ended by this administrator, or that it waits for a second one. */
const isEnded = (answer: Answer, by: string) =>
  expect(answer).toMatchObject({ status: 200, body: { msg: 'Selisih diselesaikan', data: { endedby: by, askedby: null } } })
const waits = (answer: Answer, by: string) =>
  expect(answer).toMatchObject({ status: 200, body: { msg: 'Menunggu admin kedua', data: { endedat: null, askedby: by } } })

/** Ayu books it, and this is the reference of a difference about it. */
async function booked(what: 'transfer' | 'correction' | 'top-up'): Promise<string> {
  const send = async (path: string, body: Json) => {
    expect(await app.call('POST', `/api/admin/v1/${path}`, { token: ayu.token, body })).toMatchObject({ status: 200 })
  }
  const newest = async (table: 'cash_transfer' | 'cash_correction') =>
    (await app.db.read.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
  if (what === 'transfer') {
    await send('accounts/transfer', { idsumber: '01', idtujuan: '04', jumlah: 50_000, reason: 'Isi BRI', counter: 9 })
    return `transfer ${await newest('cash_transfer')}`
  }
  if (what === 'correction') {
    await send('accounts/correction', { code: '01', kind: 'loss', jumlah: -5_000, reason: 'Hilang di bank', counter: 9 })
    return `koreksi ${await newest('cash_correction')}`
  }
  const ticket = { jumlah: 60_000, methode: 1, methodetext: 'BCA' }
  const { body } = await app.call('POST', '/api/v1/payment/tiket', { token: budi.token, body: ticket })
  await send('payment/tiket/approve', { id: Number(body.data.invoice.split('-').at(-1)), description: 'Terlihat di bank' })
  return body.data.invoice
}

test('difference: the only administrator ends a difference of any sum, also about an own booking', async () => {
  isEnded(await end(await difference({ ours: 90_000_000 }), ayu), 'Ayu')
  isEnded(await end(await difference({ ours: 50_000, reference: await booked('transfer') }), ayu), 'Ayu')
  bima = await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
})

test('difference: its sum counts against what one administrator decides alone, and the second one ends it', async () => {
  isEnded(await end(await difference({ ours: 1_000, theirs: 12_001_000 }), bima), 'Bima')
  const id = await difference({ ours: -8_000_000 })
  waits(await end(id, bima), 'Bima')
  waits(await end(id, bima), 'Bima')
  expect(await end(id, ayu)).toMatchObject({ status: 200, body: { msg: 'Selisih diselesaikan' } })

  const large = await difference({ theirs: 25_000_000.5, reference: 'mutasi 7' })
  waits(await end(large, bima), 'Bima')
  const other = app.call('POST', `/api/admin/v1/reconciliation/differences/${large}/end`, {
    token: ayu.token,
    body: { reason: 'Lain lagi' },
  })
  expect(await other).toMatchObject({ status: 409, body: { code: 'decision.waits' } })
  expect((await decide(large, bima)).body.code).toBe('decision.own_request')
  expect((await decide(large, ayu)).body.data).toMatchObject({
    outcome: 'approved',
    amount: 25_000_001,
    asked: { scope: 'bank', key: '01', kind: 'not_in_bank', day: '2026-01-02', reference: 'mutasi 7' },
  })
  const { body } = await app.call('GET', `/api/admin/v1/audit?event=reconciliation.ended&subject=${large}`, { token: ayu.token })
  expect(body.data.content[0]).toMatchObject({ actorname: 'Ayu', reason, after: { reference: 'mutasi 7', askedby: Number(bima.id) } })
  expect((await end(large, ayu)).body.code).toBe('difference.ended')
})

test.each(['transfer', 'correction', 'top-up'] as const)('difference: whoever booked its %s does not end it alone', async (what) => {
  const id = await difference({ ours: 50_000, reference: await booked(what) })
  waits(await end(id, ayu), 'Ayu')
  expect((await decide(id, ayu, false)).body.data.outcome).toBe('withdrawn')
  isEnded(await end(id, bima), 'Bima')
})

test('difference: the administrator who requested a booking that another one approved does not end it alone either', async () => {
  const { body } = await app.call('POST', '/api/admin/v1/accounts/transfer', {
    token: ayu.token,
    body: { idsumber: '01', idtujuan: '04', jumlah: 30_000_000, reason: 'Isi BRI' },
  })
  expect(body.msg).toBe('Menunggu admin kedua')
  const { body: open } = await app.call('GET', '/api/admin/v1/decisions?open=1', { token: bima.token })
  const asked = open.data.content.find(({ kind }: Json) => kind === 'cash.move')
  const agreed = { token: bima.token, body: { yes: true, reason: 'Sudah saya periksa' } }
  expect((await app.call('POST', `/api/admin/v1/decisions/${asked.id}`, agreed)).status).toBe(200)
  const { id } = await app.db.read.selectFrom('cash_transfer').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  for (const who of [ayu, bima]) {
    const one = await difference({ ours: 100 + Number(who.id), reference: `transfer ${id}` })
    waits(await end(one, who), who.name)
    expect((await decide(one, who === ayu ? bima : ayu)).body.data.outcome).toBe('approved')
  }
})

test('difference: a difference that was not found again is ended by one administrator, also its booker, whatever its sum', async () => {
  isEnded(await end(await difference({ ours: 90_000_001, still: false }), ayu), 'Ayu')
  isEnded(await end(await difference({ ours: 50_001, reference: await booked('transfer'), still: false }), ayu), 'Ayu')
})

const compare = (found: Found[], day = '2026-01-02') =>
  app.db.transaction((tx) =>
    storeDifferences(createAudit({ db: app.db, log: createLog('fatal') }), tx, { scope: 'bank', key: '01', day }, found),
  )
const seenById = (id: number) =>
  app.db.read
    .selectFrom('reconciliation_difference')
    .select(['still', 'ended_at', 'ended_by', 'ended_reason'])
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow()

test('difference: one that was ended while it did not exist is reopened once it is found again, and is ended by the usual rules', async () => {
  const [gone, found] = [
    await difference({ ours: 91_000_000, reference: 'hilang', still: false }),
    await difference({ ours: 40_000, reference: 'ada' }),
  ]
  isEnded(await end(gone, ayu), 'Ayu')
  isEnded(await end(found, ayu), 'Ayu')
  const one = (reference: string, ours: bigint): Found => ({
    kind: 'not_in_bank',
    reference,
    ours,
    theirs: null,
    detail: '',
    memberId: null,
  })
  await compare([one('hilang', 9_200_000_000n), one('ada', 4_000_000n)])
  expect(await seenById(gone), 'another sum is another difference').toMatchObject({ still: false, ended_by: ayu.id })
  for (let times = 0; times < 2; times += 1) await compare([one('hilang', 9_100_000_000n), one('ada', 4_000_000n)])
  expect(await seenById(gone)).toEqual({ still: true, ended_at: null, ended_by: null, ended_reason: null })
  expect(await seenById(found), 'one that existed stays ended').toMatchObject({ still: true, ended_by: ayu.id })
  const { body } = await app.call('GET', '/api/admin/v1/audit?event=reconciliation.reopened', { token: ayu.token })
  expect(body.data.content).toMatchObject([{ subject: `${gone}`, after: { kind: 'not_in_bank', reference: 'hilang' } }])
  waits(await end(gone, bima), 'Bima')
})

test('difference: a request lapses once another administrator has ended it', async () => {
  const citra = await app.member({ name: 'Citra', roles: ['ROLE_ADMIN'] })
  const id = await difference({ ours: 50_002, reference: await booked('transfer') })
  waits(await end(id, ayu), 'Ayu')
  isEnded(await end(id, bima), 'Bima')
  expect(await decide(id, citra)).toMatchObject({ status: 409, body: { code: 'decision.changed' } })
  const { body } = await app.call('GET', '/api/admin/v1/decisions?open=0', { token: ayu.token })
  expect(body.data.content.find(({ subject, kind }: Json) => kind === 'difference.end' && subject === `${id}`).outcome).toBe('lapsed')
})

test('difference: nobody agrees to end one about own money', async () => {
  const id = await difference({ ours: 70_000_000, member: bima.id })
  waits(await end(id, ayu), 'Ayu')
  expect(await decide(id, bima)).toMatchObject({ status: 422, body: { code: 'decision.own_money' } })
})
