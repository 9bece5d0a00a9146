/* Concurrent changes of member data. The other tests use one connection, where transactions cannot overlap; these use eight. */
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAddress } from '#contexts/partners/jabber/jabber.ts'
import { createAudit } from '#contexts/system/audit/audit.ts'
import { createOutbox } from '#contexts/system/outbox/outbox.ts'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import { type Answer, type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { codesTo } from '../../../../test/emails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
})
afterAll(() => app?.stop())

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const times = <Result>(count: number, make: (nth: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))
const call = (who: TestMember, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: who.token, ...(body !== undefined && { body }) })
const members = async (count: number) => {
  const made: TestMember[] = []
  for (let nth = 0; nth < count; nth++) made.push(await app.member())
  return made
}

/** Starts the requests one after another while `held` locks rows that all of them need, so that all requests are in progress at the same time. */
function allInTheMiddle(held: RawBuilder<unknown>, starts: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  return app.db
    .transaction(async (tx) => {
      await held.execute(tx)
      for (const start of starts) {
        answers.push(start())
        await waiting(answers.length)
      }
    })
    .then(() => Promise.all(answers))
}

async function waiting(count: number) {
  const query = sql<{ count: bigint }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (Number((await query.execute(app.db.read)).rows[0]?.count) < count) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Makes the existing codes older, so that the next code may be sent immediately. */
const letTimePass = () =>
  app.tables
    .updateTable('otp')
    .set((row) => ({ created_at: row.fn<Date>('to_timestamp', [row.val(Date.now() / 1000 - 120)]) }))
    .execute()

/** Requests a code for each of these members, sent to its `destination`. */
async function codes(asking: TestMember[], destination: (who: TestMember) => string, path: string) {
  const sent: { otp: string; sid: string }[] = []
  for (const who of asking) {
    await letTimePass()
    const { sid } = (await call(who, 'GET', path)).body.data
    sent.push({ otp: (await codesTo(app, destination(who))).at(-1)?.code ?? '', sid })
  }
  return sent
}

const phoneCodes = (asking: TestMember[], rest: string) => codes(asking, () => `62${rest}`, `/api/v1/otpprofile?phone=0${rest}`)
const xmppCodes = (asking: TestMember[], purpose = 'jabber') => codes(asking, (who) => who.email, `/api/v1/otp?purpose=${purpose}`)

test('a phone number is verified for exactly one of several members that verify it concurrently', async () => {
  const rest = '81330002001'
  const asking = await members(4)
  const proofs = await phoneCodes(asking, rest)
  const verify = (who: TestMember, nth: number) => call(who, 'POST', '/api/v1/user/verifyphone', { phone: `0${rest}`, ...proofs[nth] })
  const answers = await Promise.all(asking.map(verify))
  expect(statuses(answers)).toEqual([200, 409, 409, 409])
  expect(new Set(answers.flatMap(({ body }) => (body.success ? [] : [body.code])))).toEqual(new Set(['phone.taken']))
  const owners = await app.db.read
    .selectFrom('member')
    .select('id')
    .where('phone', '=', `62${rest}`)
    .where('phone_verified_at', 'is not', null)
    .execute()
  expect(owners).toHaveLength(1)
})

test('a code is accepted once, also in concurrent requests', async () => {
  const [who] = (await members(1)) as [TestMember]
  const [code] = await phoneCodes([who], '81330002002')
  const answers = await times(4, () => call(who, 'POST', '/api/v1/user/verifyphone', { phone: '081330002002', ...code }))
  expect(statuses(answers)).toEqual([200, 422, 422, 422])
})

test('concurrent changes of province, city and district are not mixed', async () => {
  const [who] = (await members(1)) as [TestMember]
  const places = [
    { provinceid: 35, cityid: 3515, districtid: 351518 },
    { provinceid: 31, cityid: 3171, districtid: null },
  ]
  const answers = await allInTheMiddle(
    sql`select from member where id = ${who.id} for update`,
    places.map((place) => () => call(who, 'PATCH', '/api/v1/user', place)),
  )
  expect(statuses(answers)).toEqual([200, 200])
  expect((await call(who, 'GET', '/api/v1/user')).body.data).toMatchObject({
    location: 'Kota Administrasi Jakarta Pusat, DKI Jakarta',
    member: places[1],
  })
})

test('a bank account is added once by concurrent requests', async () => {
  const [who] = (await members(1)) as [TestMember]
  const account = { bankcode: '01', accountno: '8290123456', accountname: 'SARI WULANDARI' }
  const answers = await times(6, () => call(who, 'POST', '/api/v1/seller/banks', account))
  expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
})

test('a Jabber address that four members have registered is verified for one of them by concurrent commands', async () => {
  const asking = await members(4)
  const proofs = await xmppCodes(asking)
  const jid = 'toko@jabber.example'
  const answers = await Promise.all(asking.map((who, nth) => call(who, 'POST', '/api/v1/user/jabber', { jid, ...proofs[nth] })))
  expect(statuses(answers)).toEqual([200, 200, 200, 200])
  const { db } = app
  const audit = createAudit({ db, log: { info: () => undefined } })
  const outbox = createOutbox({ cipher: createCipher(readConfig({ NODE_ENV: 'test' }).secretKey), sendsWhatsappTexts: true })
  const verified = await Promise.all(
    asking.map(({ id: memberId }, nth) => {
      const id = BigInt(answers[nth]?.body.data.id)
      const address = { id, memberId, jid, verified: false, receivesAll: false, ordersSince: new Date(0) }
      return db.transaction((tx) => verifyAddress(tx, { audit, outbox }, address))
    }),
  )
  expect(verified.filter((one) => one)).toHaveLength(1)
  const listed = await Promise.all(asking.map((who) => call(who, 'GET', '/api/v1/user/jabber')))
  expect(listed.map(({ body }) => body.data.map((one: Json) => one.terverifikasi))).toEqual(verified.map((one) => (one ? [1] : [])))
})

test('a member has at most ten Jabber addresses, also after concurrent requests', async () => {
  const [who] = (await members(1)) as [TestMember]
  const known = Array.from({ length: 9 }, (_, nth) => ({ member_id: who.id, jid: `lama${nth}@jabber.example` }))
  await app.tables.insertInto('jabber_id').values(known).execute()
  const proofs = [...(await xmppCodes([who], 'jabber')), ...(await xmppCodes([who], 'confirm'))]
  const answers = await allInTheMiddle(
    sql`lock table jabber_id in share row exclusive mode`,
    proofs.map((code, nth) => () => call(who, 'POST', '/api/v1/user/jabber', { jid: `baru${nth}@jabber.example`, ...code })),
  )
  expect(statuses(answers)).toEqual([200, 422])
  expect(answers.flatMap(({ body }) => (body.success ? [] : [body.code]))).toEqual(['jabber.too_many'])
  expect((await call(who, 'GET', '/api/v1/user/jabber')).body.data).toHaveLength(10)
})

test('the acceptance of the terms is recorded once by concurrent requests', async () => {
  const [who] = (await members(1)) as [TestMember]
  await app.tables.deleteFrom('terms_acceptance').where('member_id', '=', who.id).execute()
  expect(statuses(await times(6, () => call(who, 'POST', '/api/v1/user/syaratketentuan')))).toEqual(Array(6).fill(200))
  const rows: Json[] = await app.db.read.selectFrom('terms_acceptance').select('terms_id').where('member_id', '=', who.id).execute()
  expect(rows).toHaveLength(1)
})
