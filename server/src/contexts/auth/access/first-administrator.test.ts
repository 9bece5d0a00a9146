import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { asClient, newAddress, patiently, signIn } from '../../../../test/client.ts'
import { createTestDatabase } from '../../../../test/database.ts'
import { emailTo } from '../../../../test/emails.ts'
import { startLapakProcess } from '../../../../test/fault/lapak-process.ts'
import { issueSetupToken } from './first-administrator.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1', DATABASE_POOL: '8' }, ['http'])
})
afterAll(() => app?.stop())

/** As before the first start: nobody has the role, and no token is known. */
beforeEach(async () => {
  await app.tables.deleteFrom('member_role').execute()
  await app.tables.deleteFrom('setup_token').execute()
})

let serial = 0
const person = (part: Record<string, unknown> = {}) => {
  serial += 1
  const password = 'kunci-admin-pertama'
  return { nama: 'Ibu Sari', email: `awal${serial}@lapak.test`, password, confmpassword: password, ...part }
}
const setUp = (part: Record<string, unknown>, from?: string) => asClient(app, '/setup', person(part), from)
const isOpen = async () => (await app.call('GET', '/public/setup')).body.data.open

test('first start: the token makes the administrator, who switches the second factor on without a mailed code', async () => {
  const token = await issueSetupToken(app.db)
  expect(token.length).toBeGreaterThanOrEqual(32)
  expect(await app.db.read.selectFrom('setup_token').select('token_hash').execute()).not.toEqual([{ token_hash: Buffer.from(token) }])
  expect(await isOpen()).toBe(true)
  const { email, ...rest } = person()
  const made = await asClient(app, '/setup', { ...rest, email: email.toUpperCase(), token })
  expect(made.status).toBe(200)
  const session = made.body.access_token
  expect((await app.call('GET', '/api/v1/user', { token: session })).body.data).toMatchObject({ email, name: 'Ibu Sari', twofactor: false })
  await app.setting('access.twoFactorDemanded', 'admins')
  expect((await app.call('GET', '/api/admin/v1/terms', { token: session })).body.code).toBe('access.two_factor_needed')
  const { secret } = (await app.call('GET', '/api/v1/user/2fa/generate', { token: session })).body.data
  const body = { code: generateSync({ secret }) }
  expect((await app.call('PATCH', '/api/v1/user/2fa/validate', { token: session, body })).status).toBe(200)
  expect((await signIn(app, email, rest.password)).body.code).toBe('access.mfa_needed')
  await app.setting('access.twoFactorDemanded', 'none')
  await emailTo(app, email, 'Lapak Anda siap diatur')
  const { id } = await app.db.read.selectFrom('member').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const audited = app.db.read.selectFrom('audit').select(['event', 'after']).where('subject', '=', id.toString()).orderBy('id').limit(2)
  expect(await audited.execute()).toEqual([
    { event: 'role.given', after: { role: 'ROLE_ADMIN' } },
    { event: 'setup.administrator', after: { way: 'screen' } },
  ])

  expect(await isOpen()).toBe(false)
  expect((await setUp({ token })).body.code).toBe('setup.closed')
})

test('first start: of requests at once, with one token or two, one makes the administrator', async () => {
  const tokens = [await issueSetupToken(app.db), await issueSetupToken(app.db)]
  const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((nth) => patiently(() => setUp({ token: tokens[nth % 2] }))))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  expect(await app.db.read.selectFrom('member_role').select('member_id').execute()).toHaveLength(1)
})

test('first start: a token closes for good with any administrator, also one that an operator invited', async () => {
  const token = await issueSetupToken(app.db)
  const member = await app.member({ roles: ['ROLE_ADMIN'] })
  await app.tables.updateTable('member').set({ activated: false }).where('id', '=', member.id).execute()
  expect(await isOpen()).toBe(false)
  expect((await setUp({ token })).body.code).toBe('setup.closed')
})

test('first start: a token ends after a day', async () => {
  const token = await issueSetupToken(app.db)
  await app.tables
    .updateTable('setup_token')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect(await isOpen()).toBe(false)
  expect((await setUp({ token })).body.code).toBe('setup.closed')
})

test('first start: wrong tokens are limited per network and keep the right one from nobody', async () => {
  const token = await issueSetupToken(app.db)
  const from = newAddress()
  const wrong = () => setUp({ token: token.replace(/^./, '~') }, from)
  expect(await wrong()).toMatchObject({ status: 422, body: { code: 'setup.token', errors: { token: expect.any(String) } } })
  for (let nth = 0; nth < 19; nth++) await wrong()
  expect((await wrong()).status).toBe(429)
  expect((await setUp({ token }, from)).status).toBe(200)
})

test('first start: an account keeps its password, a sign-up that nobody activated is taken over', async () => {
  const token = await issueSetupToken(app.db)
  const member = await app.member()
  expect((await setUp({ token, email: member.email })).body).toMatchObject({
    code: 'member.email_taken',
    errors: { email: expect.any(String) },
  })
  await app.tables.updateTable('member').set({ activated: false }).where('id', '=', member.id).execute()
  expect((await setUp({ token, email: member.email })).status).toBe(200)
  expect((await signIn(app, member.email, 'kunci-admin-pertama')).status).toBe(200)
})

test('first start: a common or short password and a name of one letter are refused', async () => {
  const token = await issueSetupToken(app.db)
  expect((await setUp({ token, password: 'password123', confmpassword: 'password123' })).body.code).toBe('access.password_common')
  expect((await setUp({ token, nama: 'x' })).body.errors).toEqual({ nama: expect.any(String) })
  expect(await isOpen()).toBe(true)
})

test('first start: each http process logs a token of its own while there is no administrator, a worker none', async () => {
  const database = await createTestDatabase()
  const environment = { LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' }
  const start = (role: 'http' | 'worker') => startLapakProcess({ databaseUrl: database.url, roles: [role], environment })
  const tokenIn = (output: string) => /"setup":"http[^"]*\/setup#([\w-]{43})"/.exec(output)?.[1]
  const [first, second, worker] = await Promise.all([start('http'), start('http'), start('worker')])
  try {
    const tokens = [tokenIn(first.output), tokenIn(second.output)]
    expect(tokens.every(Boolean) && tokens[0] !== tokens[1]).toBe(true)
    expect(worker.output).not.toContain('/setup#')
    const at = { ...app, url: second.url }
    expect((await asClient(at, '/setup', person({ token: tokens[0] }))).status).toBe(200)
    const third = await start('http')
    expect(third.output).not.toContain('/setup#')
    third.signal('SIGKILL')
    await third.end
  } finally {
    for (const one of [first, second, worker]) {
      one.signal('SIGKILL')
      await one.end
    }
    await database.drop()
  }
})
