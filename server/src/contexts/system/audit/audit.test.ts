import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { newAddress, signIn } from '../../../../test/client.ts'
import { steppedUpByEmail } from '../../../../test/step-up.ts'
import { type Audit, anonymousActor, createAudit } from './audit.ts'

let app: TestApp
let admin: TestMember
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1', DATABASE_POOL: '4' }, ['http'])
  admin = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())

const ask = async (path: string, { token, method = 'GET', from = newAddress() }: { token: string; method?: string; from?: string }) => {
  const response = await fetch(app.url + path, { method, headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from } })
  return { status: response.status, body: (await response.json()) as Json }
}

const search = async (filters: Record<string, string | number | bigint> = {}) => {
  const query = new URLSearchParams({ size: '10000' })
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value))
  const { status, body } = await ask(`/api/admin/v1/audit?${query}`, { token: admin.token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { content: Json[]; totalElements: number }
}

/** Creates an audit that writes to the same tables and collects its log lines. */
function listening(): { audit: Audit; lines: Json[] } {
  const lines: Json[] = []
  return { audit: createAudit({ db: app.db, log: { info: (line: unknown) => void lines.push(line) } }), lines }
}

async function changeSetting(value: number, who = admin) {
  const path = '/api/admin/v1/settings'
  const { body } = await ask(path, { token: who.token })
  const { version, value: before } = body.data.find((row: Json) => row.name === 'messages.keptDays')
  const changed = await app.call('PATCH', `${path}/messages.keptDays`, {
    token: who.token,
    body: { value, version, reason: 'Sesuai audit' },
  })
  expect(changed.status).toBe(200)
  return before as number
}

test('a changed setting is recorded with before, after, actor, session, IP address and reason', async () => {
  const before = await changeSetting(41)
  const { content } = await search({ subjectkind: 'setting', subject: 'messages.keptDays', actorid: admin.id })
  const [session] = (await app.call('GET', '/api/v1/user/sessions', { token: admin.token })).body.data
  expect(content).toEqual([
    {
      id: expect.any(Number),
      createat: expect.any(String),
      event: 'setting.changed',
      actorid: Number(admin.id),
      actorname: 'Ayu',
      sessionid: session.id,
      address: '127.0.0.1',
      subjectkind: 'setting',
      subject: 'messages.keptDays',
      before: { value: before },
      after: { value: 41 },
      reason: 'Sesuai audit',
    },
  ])
  await changeSetting(41)
  expect((await search({ subjectkind: 'setting', actorid: admin.id })).totalElements).toBe(1)
})

test('the audit is searched by event, actor, subject and day, newest first, page by page', async () => {
  const other = await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
  for (const value of [50, 51, 52]) await changeSetting(value, other)
  const { content, totalElements } = await search({ actorid: other.id, event: 'setting.changed' })
  expect([content.map(({ after }) => after.value), totalElements]).toEqual([[52, 51, 50], 3])
  const pages = await Promise.all([0, 1, 2].map((page) => search({ actorid: other.id, event: 'setting.changed', page, size: 1 })))
  expect(pages.map((page) => [page.content.map(({ after }) => after.value), page.totalElements])).toEqual([
    [[52], 3],
    [[51], 3],
    [[50], 3],
  ])
  const jakartaDay = (daysFromNow: number) => new Date(Date.now() + (7 * 3600 + daysFromNow * 86_400) * 1000).toISOString().slice(0, 10)
  const within = async (awal: number, akhir: number) =>
    (await search({ actorid: other.id, event: 'setting.changed', awal: jakartaDay(awal), akhir: jakartaDay(akhir) })).totalElements
  expect([await within(-1, 1), await within(-9, -2), await within(2, 9)]).toEqual([3, 0, 0])
  expect((await search({ actorid: other.id, event: 'sign_in.ok' })).content.map(({ subject }) => subject)).toEqual([String(other.id)])
  expect((await ask('/api/admin/v1/audit?event=invented', { token: admin.token })).status).toBe(400)
})

test('the audit is readable by administrators only', async () => {
  const seller = await app.member({ roles: ['ROLE_SELLER'] })
  expect((await ask('/api/admin/v1/audit', { token: seller.token })).body.code).toBe('access.denied')
  expect((await ask('/api/admin/v1/audit', { token: 'invented' })).status).toBe(401)
})

test.each(["update audit set address = 'lain'", 'delete from audit', 'truncate audit'])('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(app.tables)).rejects.toMatchObject({ constraint: 'append_only' })
})

describe('a sign-in', () => {
  const failures = (subject: bigint | '') => search({ event: 'sign_in.failed', subjectkind: 'member', subject: `${subject}` })

  test('is recorded with its method, session and IP address, and without the password', async () => {
    const member = await app.member()
    const from = newAddress()
    expect((await signIn(app, member.email, testPassword, from)).status).toBe(200)
    const { content } = await search({ event: 'sign_in.ok', actorid: member.id })
    const [newest] = (await app.call('GET', '/api/v1/user/sessions', { token: member.token })).body.data
    expect(content[0]).toMatchObject({ address: from, sessionid: newest.id, after: { way: 'password' }, before: null, reason: null })
  })

  test('that fails is recorded for its account with the reason', async () => {
    const member = await app.member()
    const from = newAddress()
    expect((await signIn(app, member.email, 'bukan-ini', from)).status).toBe(400)
    const { content } = await failures(member.id)
    expect(content).toMatchObject([{ actorid: null, address: from, after: { why: 'access.wrong_password' } }])
    expect(JSON.stringify(content)).not.toContain('bukan-ini')
  })

  test('with an unknown name is recorded without the name, since the name might be a password', async () => {
    const from = newAddress()
    await signIn(app, 'RahasiaSaya99', 'x', from)
    const { rows } = await sql<{ row: string }>`select audit::text as row from audit where address = ${from}`.execute(app.tables)
    expect(rows.map(({ row }) => row)).toEqual([expect.stringContaining('access.wrong_password')])
    expect(rows[0]?.row.toLowerCase()).not.toContain('rahasiasaya99')
  })

  test('that fails during a flood at one account or from one network leaves at most twenty rows an hour, and all log lines', async () => {
    const { audit, lines } = listening()
    const member = await app.member()
    const failed = (subject: bigint | string, from: string, account: string) =>
      audit.recordRefused({ event: 'sign_in.failed', by: anonymousActor(from), subject, after: { why: 'access.wrong_password' } }, account)
    await Promise.all(Array.from({ length: 50 }, () => failed(member.id, newAddress(), member.email)))
    expect((await failures(member.id)).totalElements).toBe(20)
    const from = newAddress()
    await Promise.all(Array.from({ length: 50 }, (_, nth) => failed(`invented ${nth}`, from, `nobody-${nth}@lapak.test`)))
    const { rows } = await sql`select from audit where address = ${from}`.execute(app.tables)
    expect([rows.length, lines.length]).toEqual([20, 100])
    // Another member from another network is still recorded.
    const other = await app.member()
    await failed(other.id, newAddress(), other.email)
    expect((await failures(other.id)).totalElements).toBe(1)
  })
})

test('refused attempts from many networks of one IPv6 /48 site leave at most ten times the rows of one network, in two processes as well', async () => {
  const processes = [listening(), listening()]
  const refused = (from: string, nth: number) =>
    processes[nth % 2]?.audit.recordRefused({ event: 'gateway.callback_refused', by: anonymousActor(from), subject: `xendit ${nth}` })
  await Promise.all(Array.from({ length: 250 }, (_, nth) => refused(`2001:db8:2:${nth.toString(16)}::1`, nth)))
  await refused('2001:db8:3:1::1', 0)
  const { rows } = await sql<{ site: string; count: number }>`
    select left(address, 11) as site, count(*)::integer from audit where address like '2001:db8:%' group by 1 order by 1`.execute(
    app.tables,
  )
  expect(rows).toEqual([
    { site: '2001:db8:2:', count: 200 },
    { site: '2001:db8:3:', count: 1 },
  ])
  expect(processes.flatMap(({ lines }) => lines)).toHaveLength(251)
})

describe('the audit of changes to access and payment data', () => {
  const events = async (who: TestMember) =>
    (await search({ actorid: who.id })).content
      .filter(({ event }) => event !== 'sign_in.ok')
      .map(({ event, before, after }) => ({ event, before, after }))
  const send = async (who: TestMember, method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, { token: who.token, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }

  test('records API keys and their allowed IP addresses, without secrets', async () => {
    const who = await app.member()
    const { id, apikey, secret } = await send(who, 'POST', '/api/v1/user/api/keys', { name: 'Gudang' })
    await send(who, 'PATCH', `/api/v1/user/api/keys/${id}`, { ip: '36.66.1.2' })
    await send(who, 'PATCH', `/api/v1/user/api/keys/${id}`, { ip: '36.66.1.2' })
    await send(who, 'DELETE', `/api/v1/user/api/keys/${id}`)
    const { keys } = await send(who, 'PATCH', '/api/v1/user/resetapikey')
    await send(who, 'PATCH', '/api/v1/user/api', { ip: '103.10.0.0/16' })
    const key = { name: 'Gudang', test: false, timed: false, ip: '' }
    const listed = { ...key, ip: '36.66.1.2' }
    expect(await events(who)).toEqual([
      { event: 'key.addresses_changed', before: { ip: '' }, after: { ip: '103.10.0.0/16' } },
      { event: 'key.replaced', before: { id: expect.any(Number) }, after: { id: keys[0].id } },
      { event: 'key.removed', before: listed, after: null },
      { event: 'key.changed', before: key, after: listed },
      { event: 'key.added', before: null, after: key },
    ])
    const { rows } = await sql<{ row: string }>`select audit::text as row from audit where actor_id = ${who.id}`.execute(app.tables)
    for (const text of [apikey, secret]) expect(JSON.stringify(rows)).not.toContain(text)
  })

  test('records the callback URL by its origin only, and a new callback secret without its value', async () => {
    const who = await app.member()
    await send(who, 'PATCH', '/api/v1/user/api', { callback: 'https://toko.example/cb?token=rahasia' })
    await send(who, 'POST', '/api/v1/user/api/callbacksecret')
    expect(await events(who)).toEqual([
      { event: 'callback.secret_replaced', before: null, after: null },
      { event: 'callback.address_changed', before: { origin: '' }, after: { origin: 'https://toko.example' } },
    ])
  })

  test('records bank account numbers by their last digits only', async () => {
    const who = await app.member({ roles: ['ROLE_SELLER'] })
    const account = { bankcode: '01', accountno: '1234567890', accountname: 'Budi' }
    const { id } = await send(who, 'POST', '/api/v1/seller/banks', account)
    const changed = await send(who, 'PATCH', '/api/v1/seller/banks', { ...account, id, accountno: '5550001111' })
    await send(who, 'DELETE', `/api/v1/seller/banks/${changed.id}`)
    const [first, second] = [
      { id, bank: '01', end: '7890', name: 'Budi' },
      { id: changed.id, bank: '01', end: '1111', name: 'Budi' },
    ]
    expect(await events(who)).toEqual([
      { event: 'bank_account.removed', before: second, after: null },
      { event: 'bank_account.changed', before: first, after: second },
      { event: 'bank_account.added', before: null, after: first },
    ])
  })

  test('records PIN, second factor and password without their values', async () => {
    const who = await app.member()
    await send(who, 'PATCH', '/api/v1/user/pin', { password: testPassword, pin: '806142' })
    await send(who, 'PATCH', '/api/v1/user/pin', { password: testPassword, pin: '' })
    await steppedUpByEmail(app, who)
    const { secret } = await send(who, 'GET', '/api/v1/user/2fa/generate')
    await send(who, 'PATCH', '/api/v1/user/2fa/validate', { code: generateSync({ secret }) })
    const other = await app.member()
    const passbaru = 'sandi-baru-88'
    await send(other, 'PATCH', '/api/v1/user/gantipassword', { passlama: testPassword, passbaru, passkonfirmasi: passbaru })
    const kept = [...(await events(other)), ...(await events(who))].filter(({ event }) => !event.startsWith('key.'))
    expect(kept).toEqual(
      ['password.changed', 'two_factor.enabled', 'pin.removed', 'pin.changed'].map((event) => ({ event, before: null, after: null })),
    )
  })

  test('records published terms', async () => {
    const who = await app.member({ roles: ['ROLE_ADMIN'] })
    const { id } = await send(who, 'POST', '/api/admin/v1/terms', { content: 'Syarat baru. '.repeat(20) })
    expect((await search({ event: 'terms.published' })).content).toMatchObject([
      { subjectkind: 'terms', subject: `${id}`, actorid: Number(who.id) },
    ])
  })
})

test('a refused key is recorded without delaying orders, and a flood of refusals adds few rows', async () => {
  const who = await app.member()
  const refused = () => search({ event: 'key.refused', actorid: who.id })
  expect((await app.h2h({ ...who, secret: 'salah' }, 'GET', '/h2h/v1/balance')).status).toBe(401)
  await expect.poll(async () => (await refused()).content).toMatchObject([{ subjectkind: 'key', after: { why: 'key.bad_signature' } }])
  await app.call('PATCH', '/api/v1/user/api', { token: who.token, body: { ip: '36.66.1.2' } })
  expect((await app.h2h(who, 'GET', '/h2h/v1/balance')).status).toBe(403)
  await expect.poll(async () => (await refused()).content[0]).toMatchObject({ after: { why: 'key.address' }, address: '127.0.0.1' })
  await Promise.all(Array.from({ length: 50 }, () => app.h2h({ ...who, secret: 'salah' }, 'GET', '/h2h/v1/balance')))
  await expect.poll(async () => (await refused()).totalElements).toBe(20)
})

test('a forbidden call of a signed-in member is recorded with the call', async () => {
  const member = await app.member()
  const from = newAddress()
  await ask('/api/admin/v1/transaction/7/2', { token: member.token, method: 'PATCH', from })
  expect((await search({ event: 'access.refused', actorid: member.id })).content).toMatchObject([
    { subjectkind: 'call', subject: 'PATCH /api/admin/v1/transaction/:idtrx/:status', address: from, after: { why: 'access.denied' } },
  ])
})

test('an event that is not committed leaves neither a row nor a log line, and a committed one leaves both', async () => {
  const { audit, lines } = listening()
  const note = (reason: string) =>
    app.db.transaction(async (tx) => {
      await audit.record(tx, { event: 'account.activated', by: anonymousActor('203.0.113.9'), subject: 77n, reason })
      expect(lines).toEqual([])
      if (reason === 'gagal') throw new Error('rolled back')
    })
  await expect(note('gagal')).rejects.toThrow('rolled back')
  expect([lines, (await search({ subjectkind: 'member', subject: 77 })).totalElements]).toEqual([[], 0])
  await note('jadi')
  expect(lines).toEqual([expect.objectContaining({ security: true, event: 'account.activated', subject: '77', reason: 'jadi' })])
  expect((await search({ subjectkind: 'member', subject: 77 })).totalElements).toBe(1)
})
