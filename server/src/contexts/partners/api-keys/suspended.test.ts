import { getCalls } from '@lapak/contract/partner-api/get'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { emailTo, tokenOf } from '../../../../test/emails.ts'
import { byKey } from '../../../../test/on-channels.ts'

let app: TestApp
let elsewhere: string
beforeAll(async () => {
  app = await startTestApp({}, ['http', 'worker'])
  elsewhere = (await app.startAnother(['http'])).address
})
afterAll(() => app?.stop())

const path = '/api/v1/user/api'
type Pair = Pick<TestMember, 'apikey' | 'secret'>
type Made = Pair & { id: number }

/** Calls both API channels (JSON and GET) in a different process than the one that changed the password, and returns the answers. */
const onBothChannels = async (buyer: TestMember, pair: Pair) => {
  const json = await app.h2h({ ...buyer, ...pair }, 'GET', '/h2h/v1/balance', undefined, elsewhere)
  const asked = byKey(pair, getCalls.order, getCalls.order.path, null)
  const get = await (await fetch(elsewhere + asked.path, { headers: asked.headers })).text()
  return { json: json.body.code ?? json.status, rests: get.includes('diistirahatkan') }
}

const suspended = { json: 'key.resting', rests: true }
const working = { json: 200, rests: false }

async function withKeys(...daysAgo: number[]) {
  const buyer = await app.member()
  const made: Made[] = []
  for (const days of daysAgo) {
    const { data } = (await app.call('POST', `${path}/keys`, { token: buyer.token, body: { name: `Key ${days} hari` } })).body
    made.push(data)
    const created_at = new Date(Date.now() - days * 86_400_000 + 60_000)
    await app.tables.updateTable('api_key').set({ created_at }).where('id', '=', BigInt(data.id)).execute()
  }
  // Makes the key that was created with the account older than every limit in the tests.
  await app.tables
    .updateTable('api_key')
    .set({ created_at: new Date(0) })
    .where('key', '=', buyer.apikey)
    .execute()
  return { buyer, made }
}

const changeTo = (who: TestMember, passbaru: string) =>
  app.call('PATCH', '/api/v1/user/gantipassword', {
    token: who.token,
    body: { passlama: testPassword, passbaru, passkonfirmasi: passbaru },
  })

async function clientHeaders() {
  const { clientid, clientsecret } = (await app.call('GET', '/public/config')).body.data
  return { authorization: `Basic ${Buffer.from(`${clientid}:${clientsecret}`).toString('base64')}` }
}

async function signedInAnew(who: TestMember, password: string): Promise<TestMember> {
  const answer = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    headers: await clientHeaders(),
    body: new URLSearchParams({ grant_type: 'password', username: who.email, password }),
  })
  return { ...who, token: ((await answer.json()) as { access_token: string }).access_token }
}

const newPassword = 'kucing-oranye-71'

describe('a change of the password', () => {
  test('suspends keys of the last seven days including test keys, in every process within a second, but not older keys', async () => {
    const { buyer, made } = await withKeys(1, 6, 8)
    const { data: trial } = (await app.call('POST', `${path}/keys`, { token: buyer.token, body: { name: 'Uji', test: true } })).body
    expect((await changeTo(buyer, newPassword)).status).toBe(200)
    const [young, week, old] = made as unknown as [Made, Made, Made]
    await expect.poll(() => onBothChannels(buyer, young)).toEqual(suspended)
    expect(await onBothChannels(buyer, week)).toEqual(suspended)
    expect(await onBothChannels(buyer, old)).toEqual(working)
    expect(await onBothChannels(buyer, buyer)).toEqual(working)
    expect(await onBothChannels(buyer, trial)).toEqual(suspended)
    const email = await emailTo(app, buyer.email, 'API key diistirahatkan')
    expect(email.paragraphs.join(' ')).toContain('Key 1 hari, Key 6 hari, Uji.')
    expect(email.action?.url).toBe(`${app.url}/periksaakun`)
    const { facts } = await emailTo(app, buyer.email, 'Password Lapak Anda diganti')
    expect(facts?.map(({ value }) => value)).toEqual([`${app.url}/periksaakun`])
    const noted = await app.db.read.selectFrom('audit').select('subject').where('event', '=', 'key.rested').execute()
    expect(noted.map(({ subject }) => Number(subject))).toEqual([...made.slice(0, 2), trial].map(({ id }) => id))
  })

  test('leaves a key suspended until its owner confirms it, which sends an e-mail; other members cannot confirm it', async () => {
    const { buyer, made } = await withKeys(1, 2)
    await changeTo(buyer, newPassword)
    const [mine, left] = made as unknown as [Made, Made]
    await expect.poll(() => onBothChannels(buyer, mine)).toEqual(suspended)
    const owner = await signedInAnew(buyer, newPassword)
    const confirm = (who: TestMember) => app.call('POST', `${path}/keys/${mine.id}/confirm`, { token: who.token })
    expect((await confirm(await app.member())).body.code).toBe('not_found.key')
    expect(
      (await app.call('GET', path, { token: owner.token })).body.data.keys.map((key: { restingat: unknown }) => key.restingat),
    ).toEqual([null, expect.any(String), expect.any(String)])
    const { status, body } = await confirm(owner)
    expect({ status, msg: body.msg }).toEqual({ status: 200, msg: 'API key dipakai lagi' })
    expect(body.data.keys[1].restingat).toBeNull()
    await expect.poll(() => onBothChannels(buyer, mine)).toEqual(working)
    expect(await onBothChannels(buyer, left)).toEqual(suspended)
    await emailTo(app, buyer.email, 'API key dipakai lagi')
    expect(await app.db.read.selectFrom('audit').select('subject').where('event', '=', 'key.confirmed').execute()).toEqual([
      { subject: String(mine.id) },
    ])
  })

  test('suspends keys also if it is made with a mailed link, and does not suspend keys if the setting is 0', async () => {
    const reset = async () => {
      const { buyer, made } = await withKeys(1)
      await fetch(`${app.url}/forgotpassword`, {
        method: 'POST',
        headers: { ...(await clientHeaders()), 'content-type': 'application/json' },
        body: JSON.stringify({ email: buyer.email }),
      })
      const token = tokenOf(await emailTo(app, buyer.email, 'Reset password Lapak'))
      const answer = await fetch(`${app.url}/resetpassword`, {
        method: 'POST',
        headers: { ...(await clientHeaders()), 'content-type': 'application/json' },
        body: JSON.stringify({ token, password: newPassword, passwordconf: newPassword }),
      })
      expect(answer.status).toBe(200)
      await app.lapak.refresh()
      const { suspended_at } = await app.db.read
        .selectFrom('api_key')
        .select('suspended_at')
        .where('id', '=', BigInt(made[0]?.id ?? 0))
        .executeTakeFirstOrThrow()
      return suspended_at
    }
    expect(await reset()).toBeInstanceOf(Date)
    await app.setting('apiKeys.suspendRecentDays', 0)
    expect(await reset()).toBeNull()
  })
})
