import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { asClient, signIn } from '../../../../test/client.ts'
import { codesTo, emailsTo, emailTo, tokenOf } from '../../../../test/emails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

const path = '/api/v1/user/jabber'
const newPassword = 'kucing-oranye-71'
const day = 86_400_000

/** Adds a Jabber address as the form does, and makes it as old as it is said. */
async function addedDaysAgo(who: TestMember, jid: string, days: number): Promise<number> {
  await app.tables
    .updateTable('otp')
    .set({ created_at: new Date(Date.now() - 120_000) })
    .where('member_id', '=', who.id)
    .execute()
  const { sid } = (await app.call('GET', '/api/v1/otp?purpose=jabber', { token: who.token })).body.data
  const otp = (await codesTo(app, who.email)).at(-1)?.code ?? ''
  const { id } = (await app.call('POST', path, { token: who.token, body: { jid, otp, sid } })).body.data
  const at = new Date(Date.now() - days * day + 60_000)
  await app.tables
    .updateTable('jabber_id')
    .set({ created_at: at, orders_since: at, verified_at: at })
    .where('id', '=', BigInt(id))
    .execute()
  return id
}

async function secretMadeDaysAgo(who: TestMember, days: number) {
  expect((await app.call('POST', `${path}/secret`, { token: who.token })).status).toBe(200)
  await app.tables
    .updateTable('jabber_secret')
    .set({ created_at: new Date(Date.now() - days * day + 60_000) })
    .where('member_id', '=', who.id)
    .execute()
}

async function resetByEmail(who: TestMember): Promise<void> {
  await asClient(app, '/forgotpassword', { email: who.email })
  const token = tokenOf(await emailTo(app, who.email, 'Reset password Lapak'))
  const { status } = await asClient(app, '/resetpassword', { token, password: newPassword, passwordconf: newPassword })
  expect(status).toBe(200)
}

/** What may order by Jabber, as the owner sees it after signing in with the new password. */
async function orderingAfter(who: TestMember): Promise<{ on: string[]; ownSecret: boolean }> {
  const { access_token: token } = (await signIn(app, who.email, newPassword)).body
  const ids: Json[] = (await app.call('GET', path, { token })).body.data
  const { kuncisendiri } = (await app.call('GET', `${path}/house`, { token })).body.data
  return { on: ids.filter(({ status }) => status === 1).map(({ jid }) => jid), ownSecret: kuncisendiri }
}

const enable = (who: TestMember, id: number) => app.call('PATCH', `${path}/${id}`, { token: who.token, body: { status: 1 } })

test('a reset by e-mail disables Jabber addresses and removes a secret of the last seven days, and tells the owner', async () => {
  const who = await app.member()
  await addedDaysAgo(who, 'toko.lama@jabber.example', 8)
  await addedDaysAgo(who, 'pencuri@jabber.example', 1)
  await secretMadeDaysAgo(who, 1)
  await resetByEmail(who)
  expect(await orderingAfter(who)).toEqual({ on: ['toko.lama@jabber.example'], ownSecret: false })
  const { paragraphs, action } = await emailTo(app, who.email, 'Jabber diistirahatkan')
  expect(paragraphs.join(' ')).toContain('pencuri@jabber.example.')
  expect(paragraphs.join(' ')).not.toContain('toko.lama')
  expect(paragraphs.join(' ')).toContain('Kunci Jabber')
  expect(action?.url).toBe(`${app.url}/periksaakun`)
  const audited = app.db.read.selectFrom('audit').select('event').where('event', 'in', ['jabber.changed', 'jabber.secret_removed'])
  expect((await audited.orderBy('id').execute()).map(({ event }) => event)).toEqual(['jabber.changed', 'jabber.secret_removed'])
})

test('a change of the password disables an address that a thief enabled again, although it is old', async () => {
  const who = await app.member()
  const id = await addedDaysAgo(who, 'toko.tua@jabber.example', 30)
  await app.call('PATCH', `${path}/${id}`, { token: who.token, body: { status: 0 } })
  expect((await enable(who, id)).status).toBe(200)
  const body = { passlama: testPassword, passbaru: newPassword, passkonfirmasi: newPassword }
  expect((await app.call('PATCH', '/api/v1/user/gantipassword', { token: who.token, body })).status).toBe(200)
  expect(await orderingAfter(who)).toEqual({ on: [], ownSecret: false })
  await emailTo(app, who.email, 'Jabber diistirahatkan')
})

test('older addresses and secrets stay, and nothing is disabled while the setting is 0', async () => {
  const [old, young] = [await app.member(), await app.member()]
  await addedDaysAgo(old, 'lama@jabber.example', 8)
  await secretMadeDaysAgo(old, 8)
  await resetByEmail(old)
  expect(await orderingAfter(old)).toEqual({ on: ['lama@jabber.example'], ownSecret: true })
  await addedDaysAgo(young, 'baru@jabber.example', 1)
  await secretMadeDaysAgo(young, 1)
  await app.setting('apiKeys.suspendRecentDays', 0)
  await resetByEmail(young)
  expect(await orderingAfter(young)).toEqual({ on: ['baru@jabber.example'], ownSecret: true })
  for (const { email } of [old, young])
    expect((await emailsTo(app, email)).map(({ subject }) => subject)).not.toContain('Jabber diistirahatkan')
})
