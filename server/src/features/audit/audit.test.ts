import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember, testPassword } from '../../../test/app.ts'
import { newAddress, signIn } from '../../../test/client.ts'
import { type Audit, createAudit, stranger } from './audit.ts'

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

/** An audit whose lines are kept, over the same tables. */
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

test('a changed rule is found with before, after, who, by which session, from where and why', async () => {
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

test('is searched by event, actor, subject and day, newest first, page by page', async () => {
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

test('nobody but an administrator reads it', async () => {
  const seller = await app.member({ roles: ['ROLE_SELLER'] })
  expect((await ask('/api/admin/v1/audit', { token: seller.token })).body.code).toBe('access.denied')
  expect((await ask('/api/admin/v1/audit', { token: 'invented' })).status).toBe(401)
})

test.each(["update audit set address = 'lain'", 'delete from audit', 'truncate audit'])('the database refuses: %s', async (statement) => {
  await expect(sql.raw(statement).execute(app.tables)).rejects.toMatchObject({ constraint: 'append_only' })
})

describe('signing in', () => {
  const failures = (subject: bigint | '') => search({ event: 'sign_in.failed', subjectkind: 'member', subject: `${subject}` })

  test('is found with the way in, the session and the address, and the password is nowhere', async () => {
    const member = await app.member()
    const from = newAddress()
    expect((await signIn(app, member.email, testPassword, from)).status).toBe(200)
    const { content } = await search({ event: 'sign_in.ok', actorid: member.id })
    const [newest] = (await app.call('GET', '/api/v1/user/sessions', { token: member.token })).body.data
    expect(content[0]).toMatchObject({ address: from, sessionid: newest.id, after: { way: 'password' }, before: null, reason: null })
  })

  test('that failed is found at its account with the reason', async () => {
    const member = await app.member()
    const from = newAddress()
    expect((await signIn(app, member.email, 'bukan-ini', from)).status).toBe(400)
    const { content } = await failures(member.id)
    expect(content).toMatchObject([{ actorid: null, address: from, after: { why: 'access.wrong_password' } }])
    expect(JSON.stringify(content)).not.toContain('bukan-ini')
  })

  test('by a name that is nobody’s is found without the name, which might be a password', async () => {
    const from = newAddress()
    await signIn(app, 'RahasiaSaya99', 'x', from)
    const { rows } = await sql<{ row: string }>`select audit::text as row from audit where address = ${from}`.execute(app.tables)
    expect(rows.map(({ row }) => row)).toEqual([expect.stringContaining('access.wrong_password')])
    expect(rows[0]?.row.toLowerCase()).not.toContain('rahasiasaya99')
  })

  test('a flood at one account from everywhere, or from one network at everybody, leaves twenty rows of an hour and all lines', async () => {
    const { audit, lines } = listening()
    const member = await app.member()
    const failed = (subject: bigint | string, from: string, account: string) =>
      audit.noteRefused({ event: 'sign_in.failed', by: stranger(from), subject, after: { why: 'access.wrong_password' } }, account)
    await Promise.all(Array.from({ length: 50 }, () => failed(member.id, newAddress(), member.email)))
    expect((await failures(member.id)).totalElements).toBe(20)
    const from = newAddress()
    await Promise.all(Array.from({ length: 50 }, (_, nth) => failed(`invented ${nth}`, from, `nobody-${nth}@lapak.test`)))
    const { rows } = await sql`select from audit where address = ${from}`.execute(app.tables)
    expect([rows.length, lines.length]).toEqual([20, 100])
    // Somebody else, from elsewhere, is seen all the same.
    const other = await app.member()
    await failed(other.id, newAddress(), other.email)
    expect((await failures(other.id)).totalElements).toBe(1)
  })
})

test('who is signed in and reaches for what is not theirs is found with the call', async () => {
  const member = await app.member()
  const from = newAddress()
  await ask('/api/admin/v1/transaction/7/2', { token: member.token, method: 'PATCH', from })
  expect((await search({ event: 'access.refused', actorid: member.id })).content).toMatchObject([
    { subjectkind: 'call', subject: 'PATCH /api/admin/v1/transaction/:idtrx/:status', address: from, after: { why: 'access.denied' } },
  ])
})

test('what is not committed is neither a row nor a line; what is, is both', async () => {
  const { audit, lines } = listening()
  const note = (reason: string) =>
    app.db.transaction(async (tx) => {
      await audit.note(tx, { event: 'account.activated', by: stranger('203.0.113.9'), subject: 77n, reason })
      expect(lines).toEqual([])
      if (reason === 'gagal') throw new Error('rolled back')
    })
  await expect(note('gagal')).rejects.toThrow('rolled back')
  expect([lines, (await search({ subjectkind: 'member', subject: 77 })).totalElements]).toEqual([[], 0])
  await note('jadi')
  expect(lines).toEqual([expect.objectContaining({ security: true, event: 'account.activated', subject: '77', reason: 'jadi' })])
  expect((await search({ subjectkind: 'member', subject: 77 })).totalElements).toBe(1)
})
