import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { asClient, newAddress, signIn } from '../../test/client.ts'
import { createTestDatabase, openTables } from '../../test/database.ts'
import { emailsTo, emailTo } from '../../test/emails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: '127.0.0.1' }, ['http'])
})
afterAll(() => app?.stop())

const program = join(import.meta.dirname, 'admin-create.ts')

/** Runs the command with these variables only, as in an operator's shell. */
function run(asked: string[], env: Record<string, string>): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...asked], { env: { PATH: process.env.PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
    )
  })
}

const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'http://lapak.test/' }
const create = (asked: string[], env: Record<string, string> = smtp) =>
  run(asked, { NODE_ENV: 'test', DATABASE_URL: app.databaseUrl, ...env })

const linkIn = (text: string) => /\/activate\/([\w-]{43})\?undangan=1/.exec(text)?.[1] ?? ''
const eventsOf = (email: string) =>
  app.db.read
    .selectFrom('audit')
    .innerJoin('member', (join) => join.onRef('audit.subject', '=', (as) => as.cast('member.id', 'text')))
    .select(['audit.event', 'audit.address', 'audit.after', 'audit.reason'])
    .where('member.email', '=', email)
    .where('event', 'in', ['role.given', 'setup.administrator', 'account.activated'])
    .orderBy('audit.id')
    .execute()

const activate = (token: string, password: string) => asClient(app, '/activate', { token, password, passwordconf: password })

test('invites an administrator by an e-mail whose link sets the password, and tells the other administrators', async () => {
  const before = await app.member({ roles: ['ROLE_ADMIN'] })
  const email = 'pertama@lapak.test'
  expect(await create([email.toUpperCase(), '--name', 'Ibu Sari', '--reason', 'Awal'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('was mailed'),
  })
  const mailed = await emailTo(app, email, 'Undangan menjadi admin Lapak')
  const token = linkIn(mailed.action?.url ?? '')
  expect(mailed.action?.url).toBe(`http://lapak.test/activate/${token}?undangan=1`)
  expect((await emailTo(app, before.email, 'Admin Lapak: Ibu Sari menjadi admin')).paragraphs).toContain('Alasan: Awal')
  // Nobody knows a password yet, and who has not chosen one approves nothing.
  expect((await signIn(app, email, 'lapak1234')).status).toBe(400)

  expect((await activate(token, 'kunci-ibu-sari')).status).toBe(200)
  const signedIn = await signIn(app, email, 'kunci-ibu-sari')
  expect(signedIn.status).toBe(200)
  expect((await app.call('GET', '/api/v1/user', { token: signedIn.body.access_token })).body.data).toMatchObject({
    name: 'Ibu Sari',
    roles: [expect.objectContaining({ name: 'ROLE_ADMIN' })],
  })
  expect(await eventsOf(email)).toEqual([
    { event: 'role.given', address: 'command line', after: { role: 'ROLE_ADMIN' }, reason: 'Awal' },
    { event: 'setup.administrator', address: 'command line', after: { way: 'link' }, reason: 'Awal' },
    expect.objectContaining({ event: 'account.activated' }),
  ])
  expect(await create([email])).toMatchObject({ code: 0, out: expect.stringContaining('already') })
})

test('repeated before the activation sends a new link, and the one before is void', async () => {
  const email = 'dua-kali@lapak.test'
  await create([email])
  expect(await create([email])).toMatchObject({ code: 0, out: expect.stringContaining('new link') })
  const [first, second] = (await emailsTo(app, email)).map(({ action }) => linkIn(action?.url ?? ''))
  expect((await activate(first ?? '', 'kunci-kedua-kali')).body.code).toBe('access.activation_invalid')
  expect((await activate(second ?? '', 'kunci-kedua-kali')).status).toBe(200)
  expect((await eventsOf(email)).map(({ event }) => event)).toEqual([
    'role.given',
    'setup.administrator',
    'setup.administrator',
    'account.activated',
  ])
})

test('an invited administrator who has not activated the account is no second administrator', async () => {
  const [admin, member] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.member()]
  await app.tables.deleteFrom('member_role').where('role_id', '=', 1n).where('member_id', '!=', admin.id).execute()
  await create(['calon@lapak.test'])
  const body = { memberid: Number(member.id), memberemail: 'baru@lapak.test', reason: 'Permintaan member' }
  expect((await app.call('PATCH', '/api/admin/v1/user/member', { token: admin.token, body })).status).toBe(200)
  expect(await app.db.read.selectFrom('member').select('email').where('id', '=', member.id).executeTakeFirst()).toEqual({
    email: 'baru@lapak.test',
  })
})

test('makes a member an administrator only with --promote, and keeps the password', async () => {
  const who = await app.member()
  expect(await create([who.email])).toMatchObject({ code: 1, out: expect.stringContaining('--promote') })
  expect((await app.call('GET', '/api/admin/v1/terms', { token: who.token })).status).toBe(403)
  expect(await create([who.email, '--promote'])).toMatchObject({ code: 0, out: expect.stringContaining('is an administrator now') })
  expect((await app.call('GET', '/api/admin/v1/terms', { token: who.token })).status).toBe(200)
  await emailTo(app, who.email, 'Anda sekarang admin Lapak')
  expect((await eventsOf(who.email)).map(({ after }) => after)).toEqual([{ role: 'ROLE_ADMIN' }, { way: 'promoted' }])
})

test('refuses a text that is no e-mail, an impossible name and a blocked member', async () => {
  for (const asked of [[], ['tanpa-at'], ['a@lapak.test', 'b@lapak.test'], ['a@lapak.test', '--name', 'x']])
    expect(await create(asked)).toMatchObject({ code: 2, out: expect.stringContaining('usage') })
  const who = await app.member()
  await app.tables.updateTable('member').set({ status: 0 }).where('id', '=', who.id).execute()
  expect(await create([who.email, '--promote'])).toMatchObject({ code: 1, out: expect.stringContaining('blocked') })
  expect(await app.db.read.selectFrom('member').select('id').where('email', '=', 'a@lapak.test').execute()).toEqual([])
})

test('needs an empty database alone, prints the link there and encrypts nothing with the public development key', async () => {
  const empty = await createTestDatabase()
  const tables = openTables(empty.ownerUrl)
  try {
    const done = await run(['awal@lapak.test'], { DATABASE_URL: empty.url })
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('<PUBLIC_URL>/activate/') })
    expect(await tables.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(await tables.selectFrom('member').select(['email', 'callback_secret', 'activated']).execute()).toEqual([
      { email: 'awal@lapak.test', callback_secret: null, activated: false },
    ])
    const other = await startTestApp({ TRUST_PROXY: '127.0.0.1', SECRET_KEY: 'another-key-0123456789-abcdefghij' }, ['http'], empty)
    const body = { token: linkIn(done.out), password: 'kunci-paling-awal', passwordconf: 'kunci-paling-awal' }
    expect((await asClient(other, '/activate', body, newAddress())).status).toBe(200)
    await other.stop()
  } finally {
    await tables.destroy()
  }
})
