import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbox } from '#contexts/system/outbox/outbox.ts'
import { createSettings } from '#contexts/system/settings/settings.ts'
import { readConfig } from '#shared/config.ts'
import { platformKeys } from '#shared/platform-keys.ts'
import { createCipher } from '#shared/secrets.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { createOtp, type Otp, type OtpPurpose } from './otp.ts'

let app: TestApp
/** The one-time codes as the features call them. */
let otp: Otp
/** The key that hashes codes in this installation. */
let key: KeyObject
beforeAll(async () => {
  app = await startTestApp()
  const { secretKey } = readConfig({})
  key = (await platformKeys({ db: app.db, cipher: createCipher(secretKey), firstKey: secretKey }, ['otp'])).otp
  otp = createOtp({
    db: app.db,
    settings: createSettings({ production: false }),
    outbox: createOutbox({ cipher: createCipher(secretKey), sendsWhatsappTexts: true }),
    key,
    whatsapp: true,
  })
})
afterAll(() => app.stop())

let serial = 0
/** A phone number that no other test uses. */
const freshPhone = () => `62813${String(30_000_000 + serial++)}`

const ask = (member: TestMember, purpose?: string) =>
  app.call('GET', `/api/v1/otp${purpose ? `?purpose=${purpose}` : ''}`, { token: member.token })
const askForPhone = (member: TestMember, phone: string) =>
  app.call('GET', `/api/v1/otpprofile?phone=${encodeURIComponent(phone)}`, { token: member.token })

/** Moves the codes of this member into the past by this number of seconds. */
const later = (member: TestMember, seconds: number) =>
  sql`update otp set created_at = created_at - ${seconds} * interval '1 second', expires_at = expires_at - ${seconds} * interval '1 second'
    where member_id = ${member.id}`.execute(app.tables)

/** The newest code that was sent to this destination. */
async function codeAt(destination: string): Promise<string> {
  const kept = async () => (await app.call('GET', `/dev/outbox.json?to=${encodeURIComponent(destination)}`)).body.messages[0]
  await expect.poll(async () => (await kept())?.state, { interval: 20 }).toBe('kept')
  return (await kept()).content.message.code
}

async function sent(member: TestMember, purpose = 'confirm'): Promise<{ sid: string; code: string }> {
  const { body } = await ask(member, purpose)
  return { sid: body.data.sid, code: await codeAt(member.email) }
}

/** Codes for step-up authentication and cash-outs are bound to a session; these codes are not. */
const asking = ({ id }: TestMember) => ({ memberId: id, sessionId: null, ipAddress: '127.0.0.1' })

/** Calls `verify` and returns 'right', or the code of the refusal. */
const proving = (member: TestMember, sid: string, code: string, purposes: readonly OtpPurpose[] = ['confirm']) =>
  otp.verify({ by: asking(member), sid, code, purposes }).then(
    () => 'right',
    (refusal: { code: string }) => refusal.code,
  )

const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')

test('a member gets a code by e-mail and can use it once [B-API-20, B-MSG-13]', async () => {
  const member = await app.member()
  const { status, body } = await ask(member)
  expect(status).toBe(200)
  expect(body.msg).toBe('Otp Terkirim')
  expect(body.data).toMatchObject({ channel: 'mail', destination: 'm•••@lapak.test', key: body.data.sid, otpkey: body.data.sid })
  const code = await codeAt(member.email)
  expect(code).toMatch(/^\d{6}$/)
  expect(JSON.stringify(body)).not.toContain(code)

  const asked = { by: asking(member), sid: body.data.sid, code, purposes: ['cash_out', 'confirm'] } as const
  const [first, second] = [await otp.verify(asked), await otp.verify(asked)]
  expect(first.destination).toBe(member.email)
  const uses = await Promise.allSettled([first, second].map((verifiedOtp) => app.db.transaction((tx) => verifiedOtp.use(tx))))
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await proving(member, body.data.sid, code)).toBe('otp.expired')
})

test('a code stays valid if the transaction that used it is rolled back', async () => {
  const member = await app.member()
  const { sid, code } = await sent(member)
  const verifiedOtp = await otp.verify({ by: asking(member), sid, code, purposes: ['confirm'] })
  await expect(
    app.db.transaction(async (tx) => {
      await verifiedOtp.use(tx)
      throw new Error('something else')
    }),
  ).rejects.toThrow('something else')
  expect(await proving(member, sid, code)).toBe('right')
})

test('a member with a verified phone gets the code by WhatsApp', async () => {
  const member = await app.member()
  const phone = freshPhone()
  await app.tables.updateTable('member').set({ phone, phone_verified_at: new Date() }).where('id', '=', member.id).execute()
  const { body } = await ask(member, 'bank')
  expect(body.data).toMatchObject({ channel: 'whatsapp', destination: `08••••••${phone.slice(-4)}` })
  expect(await proving(member, body.data.sid, await codeAt(phone), ['bank'])).toBe('right')
})

test('a phone number in any format is verified by a code that is sent to it [B-API-21, B-MSG-13]', async () => {
  const digits = freshPhone()
  const local = digits.slice(2)
  const typed = [`0${local}`, local, `+62 ${local}`, digits, `0${local.slice(0, 3)}-${local.slice(3, 7)}-${local.slice(7)}`]
  for (const phone of typed) {
    await sql`update otp set created_at = created_at - interval '1 minute'`.execute(app.tables)
    const member = await app.member()
    const { body } = await askForPhone(member, phone)
    expect(body).toMatchObject({ msg: 'Otp Terkirim', data: { channel: 'whatsapp', destination: `08••••••${digits.slice(-4)}` } })
    const verifiedOtp = await otp.verify({ by: asking(member), sid: body.data.sid, code: await codeAt(digits), purposes: ['phone'] })
    expect(verifiedOtp.destination).toBe(digits)
  }
})

test('a phone number that is not an Indonesian mobile number is refused [B-API-21]', async () => {
  const member = await app.member()
  const answers = async (...phones: string[]) =>
    Promise.all(
      phones.map(async (phone) => {
        const { status, body } = await askForPhone(member, phone)
        return `${status} ${body.code}`
      }),
    )
  expect(await answers('021 3000 2001', '+65 9123 4567', '08133000200x', '0813300020010000', 'nomor saya', '06281330002001')).toEqual(
    Array(6).fill('422 phone.invalid'),
  )
  expect(await answers('', '0813')).toEqual(['400 input.invalid', '400 input.invalid'])
  expect((await app.call('GET', '/api/v1/otpprofile?phone=081330002001')).status).toBe(401)
  expect((await app.call('GET', '/api/v1/otp')).status).toBe(401)
})

test('a verified phone number cannot be replaced by another number', async () => {
  const member = await app.member()
  const phone = freshPhone()
  await app.tables.updateTable('member').set({ phone, phone_verified_at: new Date() }).where('id', '=', member.id).execute()
  expect((await askForPhone(member, freshPhone())).body.code).toBe('phone.locked')
  expect((await askForPhone(member, phone)).status).toBe(200)
})

test('the sixth attempt is refused even with the correct code', async () => {
  const member = await app.member()
  const { sid, code } = await sent(member)
  for (let step = 1; step <= 5; step++) expect(await proving(member, sid, otherThan(code, step))).toBe('otp.wrong')
  expect(await proving(member, sid, code)).toBe('otp.expired')
})

test('concurrent attempts are all counted', async () => {
  const member = await app.member()
  const { sid, code } = await sent(member)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, step) => proving(member, sid, otherThan(code, step + 1))))
  expect(answers.filter((answer) => answer === 'otp.wrong')).toHaveLength(5)
  expect(answers.filter((answer) => answer === 'otp.expired')).toHaveLength(15)
})

test('a code is valid only for its member and its purpose, and for five minutes', async () => {
  const [member, other] = [await app.member(), await app.member()]
  const { sid, code } = await sent(member, 'jabber')
  expect(await proving(other, sid, code, ['jabber'])).toBe('otp.expired')
  expect(await proving(member, sid, code, ['cash_out', 'confirm'])).toBe('otp.expired')
  expect(await proving(member, 'no-such-sid', code, ['jabber'])).toBe('otp.expired')
  expect(await proving(member, sid, code, ['jabber', 'confirm'])).toBe('right')
  await later(member, 290)
  expect(await proving(member, sid, code, ['jabber'])).toBe('right')
  await later(member, 11)
  expect(await proving(member, sid, code, ['jabber'])).toBe('otp.expired')
})

test('a newer code voids the older code of the same purpose', async () => {
  const member = await app.member()
  const bank = await sent(member, 'bank')
  await later(member, 61)
  const first = await sent(member)
  await later(member, 61)
  const { sid } = (await ask(member)).body.data
  expect(sid).not.toBe(first.sid)
  expect(await proving(member, first.sid, first.code)).toBe('otp.expired')
  expect(await proving(member, bank.sid, bank.code, ['bank'])).toBe('right')
})

test('the next code can be requested after a minute, whatever its purpose [B-API-20, B-API-21]', async () => {
  const member = await app.member()
  const phone = freshPhone()
  await ask(member)
  for (const again of [await ask(member, 'bank'), await askForPhone(member, phone)]) {
    expect(again).toMatchObject({ status: 429, body: { code: 'otp.wait' } })
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(again.body.msg).toMatch(/^Kode baru bisa diminta lagi dalam \d+ detik$/)
  }
  await later(member, 61)
  expect((await askForPhone(member, phone)).status).toBe(200)
  // Another account that requests a code for the same number has to wait as well.
  const other = await app.member()
  expect((await askForPhone(other, phone)).body.code).toBe('otp.wait')
  await later(member, 61)
  expect((await askForPhone(other, phone)).status).toBe(200)
})

test('only one of several concurrent requests sends a code', async () => {
  const member = await app.member()
  const phone = freshPhone()
  const members = await Promise.all([app.member(), app.member(), app.member()])
  const statuses = async (asked: Promise<{ status: number }>[]) => (await Promise.all(asked)).map(({ status }) => status).sort()
  // One request is sent to another process, which shares only the database.
  expect(
    await statuses([
      ask(member),
      ask(member),
      otp.send(asking(member), 'confirm').then(
        () => ({ status: 200 }),
        () => ({ status: 429 }),
      ),
    ]),
  ).toEqual([200, 429, 429])
  expect(await statuses(members.map((one) => askForPhone(one, phone)))).toEqual([200, 429, 429])
})

test('a member can get ten codes a day', async () => {
  const member = await app.member()
  for (let count = 0; count < 10; count++) {
    expect((await ask(member)).status).toBe(200)
    await later(member, 61)
  }
  const refused = await ask(member)
  expect(refused).toMatchObject({ status: 429, body: { code: 'otp.too_many' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  expect((await askForPhone(member, freshPhone())).body.code).toBe('otp.too_many')
  await later(member, 86_400)
  expect((await ask(member)).status).toBe(200)
})

describe('a phone number that nobody has verified', () => {
  /** Requests codes for this phone, a minute apart, until a request is refused. Returns the number of codes that were sent. */
  async function askUntilRefused(asker: TestMember, phone: string): Promise<number> {
    for (let count = 0; ; count++) {
      const { status, body } = await askForPhone(asker, phone)
      if (status !== 200) {
        expect(body.code).toBe('otp.too_many')
        return count
      }
      await later(asker, 61)
    }
  }

  test('can be verified by its owner although another member has requested as many codes for it as possible', async () => {
    const phone = freshPhone()
    const [outsider, owner] = [await app.member(), await app.member()]
    expect(await askUntilRefused(outsider, phone)).toBe(5)
    const { status, body } = await askForPhone(owner, phone)
    expect(status).toBe(200)
    const verified = await otp.verify({ by: asking(owner), sid: body.data.sid, code: await codeAt(phone), purposes: ['phone'] })
    expect(verified.destination).toBe(phone)
    // The outsider may still verify its own phone.
    expect((await askForPhone(outsider, freshPhone())).status).toBe(200)
  })

  test('gets thirty codes a day at most, however many members request them, which does not affect its verified owner', async () => {
    const phone = freshPhone()
    const counts: number[] = []
    for (let n = 0; n < 7; n++) counts.push(await askUntilRefused(await app.member(), phone))
    expect(counts).toEqual([5, 5, 5, 5, 5, 5, 0])
    const owner = await app.member()
    await app.tables.updateTable('member').set({ phone, phone_verified_at: new Date() }).where('id', '=', owner.id).execute()
    expect((await ask(owner)).body.data).toMatchObject({ channel: 'whatsapp' })
  })
})

test('requests that are refused, such as those of a member that asks again and again, do not count for the others in its network', async () => {
  const [impatient, other] = [await app.member(), await app.member()]
  const counted = async () => {
    const { rows } = await sql<{ count: number }>`select count from rate_count where subject like 'otp from %'`.execute(app.db.read)
    return rows[0]?.count ?? 0
  }
  const before = await counted()
  expect((await ask(impatient)).status).toBe(200)
  for (let n = 0; n < 5; n++) expect((await ask(impatient)).body.code).toBe('otp.wait')
  expect(await counted()).toBe(before + 1)
  await app.setting('otp.perHourAndNetwork', Math.max(10, before + 2))
  expect((await ask(other)).status).toBe(200)
  await app.setting('otp.perHourAndNetwork', 100)
})

test('one IP address can get a hundred codes an hour for all accounts and destinations, because each code costs money', async () => {
  const member = await app.member()
  const count = (set: number) => sql`update rate_count set count = ${set} where subject like 'otp from %'`.execute(app.tables)
  expect((await ask(member)).status).toBe(200)
  await count(100)
  const [second, third] = [await app.member(), await app.member()]
  const answers = [await ask(second), await askForPhone(third, freshPhone())]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([429, 'rate.too_many']))
  expect(Number(answers[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await count(99)
  expect((await ask(second)).status).toBe(200)
  await count(0)
})

test('the table contains neither codes nor hashes that can be computed without the key', async () => {
  const member = await app.member()
  const { code } = await sent(member)
  const { rows } = await sql<{ row: string }>`select otp::text as row from otp where member_id = ${member.id}`.execute(app.db.read)
  expect(rows[0]?.row).not.toContain(Buffer.from(code).toString('hex'))
  expect(rows[0]?.row.split(',')).not.toContain(code)
})

test('a code for a member with a verified phone is sent by e-mail if no WhatsApp transport is configured', async () => {
  const { secretKey } = readConfig({})
  const withoutWhatsapp = createOtp({
    settings: createSettings({ production: false }),
    db: app.db,
    outbox: createOutbox({ cipher: createCipher(secretKey), sendsWhatsappTexts: true }),
    key,
    whatsapp: false,
  })
  const member = await app.member()
  await app.tables.updateTable('member').set({ phone: freshPhone(), phone_verified_at: new Date() }).where('id', '=', member.id).execute()
  expect(await withoutWhatsapp.send(asking(member), 'confirm')).toMatchObject({ channel: 'mail' })
})
