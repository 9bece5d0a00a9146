import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallbackReceiver, challengeIn, startCallbackReceiver } from '@lapak/simulators/callback-receiver'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { emailsTo, emailTo } from '../../../../test/emails.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

const path = '/api/v1/user/api'
const held = 'Alamat callback menunggu bukti'

let market: TestMarket
let offerId: bigint
/** A receiver that does not know challenges and answers them like every other request. */
let receiver: CallbackReceiver
const servers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  market = await startMarket({ CALLBACK_RETRY_MS: '10' })
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: 'S10', operator: 'TSEL' })
  offerId = await market.app.offer({ seller, product, price: 10_250n })
})
afterAll(async () => {
  await market?.booksHold()
  await market?.stop()
})
beforeEach(async () => {
  receiver = await startCallbackReceiver({ proves: false })
  servers.push(receiver.close)
})
afterEach(async () => {
  for (const close of servers.splice(0)) await close()
})

async function newBuyer(): Promise<TestMember> {
  const buyer = await market.app.member({ balance: 1_000_000n, guardMinutes: 0 })
  await market.app.map(buyer, offerId)
  return buyer
}
const ask = (who: TestMember, method: string, rest: string, body?: unknown) =>
  market.app.call(method, path + rest, { token: who.token, ...(body !== undefined && { body }) })
const save = async (who: TestMember, callback: string) => expect((await ask(who, 'PATCH', '', { callback })).status).toBe(200)
const origins = async (who: TestMember): Promise<Json[]> => (await ask(who, 'GET', '/callbackorigins')).body.data
const challengeAgain = async (who: TestMember, origin: string): Promise<Json> =>
  (await ask(who, 'POST', '/callbackorigins/challenge', { origin })).body
const verify = (who: TestMember, origin: string, challenge: string) => ask(who, 'POST', '/callbackorigins/prove', { origin, challenge })
const statesOf = async (who: TestMember): Promise<string[]> =>
  (await ask(who, 'GET', '/callbacks')).body.data.content.map(({ state }: Json) => state)

let serial = 0
async function sale(buyer: TestMember, callback?: string): Promise<string> {
  const reffclient = `ASAL-${++serial}`
  const order = { productcode: 'S10', target: '081234567890', reffclient, ...(callback !== undefined && { callback }) }
  const { status, msg } = await market.order(buyer, order)
  expect(status, msg).toBe(200)
  await market.app.settled(buyer, reffclient)
  return reffclient
}
const challenged = (count: number) => expect.poll(() => receiver.challenges.length).toBe(count)
const newestChallenge = () => challengeIn(receiver.challenges.at(-1)?.body ?? '') ?? ''

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('an unverified callback URL', () => {
  test('gets a signed challenge and no callbacks; orders continue, their callbacks wait, and one e-mail reports this', async () => {
    const buyer = await newBuyer()
    await save(buyer, `${receiver.url}/cb`)
    await challenged(1)
    const { data } = (await ask(buyer, 'POST', '/callbacksecret')).body
    receiver.secret = data.secret
    await sale(buyer)
    await sale(buyer)
    await expect.poll(() => statesOf(buyer)).toEqual(['held', 'held'])
    expect(receiver.count).toBe(0)
    expect(await origins(buyer)).toEqual([
      { origin: receiver.url, url: `${receiver.url}/cb`, state: 'waiting', askedat: expect.any(String), provedat: null, held: 2 },
    ])
    expect((await emailTo(market.app, buyer.email, 'Alamat callback diubah')).paragraphs.join()).toContain('ditahan')
    expect((await emailTo(market.app, buyer.email, held)).paragraphs.join()).toContain(receiver.url)
    expect((await challengeAgain(buyer, receiver.url)).data).toEqual({ proved: false, status: 200, reason: '' })
    await challenged(2)
    expect(receiver.challenges[1]).toMatchObject({
      path: '/cb',
      verified: true,
      headers: { 'webhook-id': expect.stringMatching(/^msg_challenge_/) },
    })
    expect((await emailsTo(market.app, buyer.email)).filter(({ subject }) => subject === held)).toHaveLength(1)
  })

  test('is verified when the member enters the newest challenge; the waiting callbacks are then sent with all their attempts', async () => {
    const [buyer, other] = [await newBuyer(), await newBuyer()]
    for (const who of [buyer, other]) await save(who, `${receiver.url}/cb`)
    await challenged(2)
    await sale(buyer)
    await sale(other)
    for (const who of [buyer, other]) await expect.poll(() => statesOf(who)).toEqual(['held'])
    await challengeAgain(buyer, receiver.url)
    await challenged(3)
    const [first, newest] = [challengeIn(receiver.challenges[0]?.body ?? '') ?? '', newestChallenge()]
    expect(newest).toMatch(/^[\w-]{24}$/)
    const wrong = { status: 422, body: { code: 'callback.challenge_wrong' } }
    for (const typed of [first, newest.slice(1), 'x']) expect(await verify(buyer, receiver.url, typed)).toMatchObject(wrong)
    expect(await verify(other, receiver.url, newest)).toMatchObject(wrong)
    expect(await verify(buyer, receiver.url, newest)).toMatchObject({ status: 200, body: { msg: 'Alamat callback terbukti' } })
    await expect.poll(() => statesOf(buyer)).toEqual(['delivered'])
    expect((await ask(buyer, 'GET', '/callbacks')).body.data.content).toMatchObject([{ tries: 1, status: 200 }])
    expect(receiver.received).toHaveLength(1)
    expect(await statesOf(other)).toEqual(['held'])
    expect((await verify(buyer, receiver.url, 'anything')).status).toBe(200)
    expect(await verify(buyer, 'https://orang-lain.example', newest)).toMatchObject({ status: 404 })
  })

  test('causes a refusal when a member requests a ping, a test or a redelivery to it', async () => {
    const buyer = await newBuyer()
    await save(buyer, `${receiver.url}/cb`)
    const reffclient = await sale(buyer)
    await expect.poll(() => statesOf(buyer)).toEqual(['held'])
    const refused = { status: 422, body: { code: 'callback.unproved', msg: expect.stringContaining(receiver.url) } }
    const [{ id }] = (await ask(buyer, 'GET', '/callbacks')).body.data.content
    expect(await ask(buyer, 'POST', `/callbacks/${id}/redeliver`)).toMatchObject(refused)
    expect(await ask(buyer, 'POST', '/callbacktest')).toMatchObject(refused)
    expect(await market.app.h2h(buyer, 'POST', '/h2h/v1/ping')).toMatchObject(refused)
    expect(await market.app.h2h(buyer, 'POST', `/h2h/v1/transactions/${reffclient}/callback`)).toMatchObject(refused)
    const { body } = await market.app.h2h(buyer, 'GET', `/h2h/v1/transactions/${reffclient}/callbacks`)
    expect(body.data).toMatchObject([{ state: 'held', nextat: null, attempts: [] }])
    expect(receiver.count).toBe(0)
  })

  test('gets one challenge, however many orders contain it', async () => {
    const buyer = await newBuyer()
    for (let n = 0; n < 3; n++) await sale(buyer, `${receiver.url}/pesanan-${n}`)
    await expect.poll(() => statesOf(buyer)).toEqual(['held', 'held', 'held'])
    await challenged(1)
    await sale(buyer, `${receiver.url}/pesanan-3`)
    await expect.poll(() => statesOf(buyer)).toEqual(['held', 'held', 'held', 'held'])
    await verify(buyer, receiver.url, newestChallenge())
    await expect.poll(() => receiver.received.map(({ path }) => path).sort()).toEqual([0, 1, 2, 3].map((n) => `/pesanan-${n}`))
    expect(receiver.challenges).toHaveLength(1)
    const subjects = (await emailsTo(market.app, buyer.email)).map(({ subject }) => subject)
    expect(subjects).toEqual([held, 'Alamat callback terbukti'])
  })
})

describe('a receiver that returns the challenge', () => {
  const proves = async (echo: (challenge: string) => { status?: number; headers?: Record<string, string>; body: string }) => {
    let deliveries = 0
    const url = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        const challenge = challengeIn(body)
        if (challenge === null) deliveries += 1
        const { status = 200, headers = {}, body: reply } = challenge === null ? { body: 'ok' } : echo(challenge)
        response.writeHead(status, headers).end(reply === 'mirror' ? body : reply)
      })
    })
    const buyer = await newBuyer()
    await save(buyer, `${url}/cb`)
    await sale(buyer)
    const { data } = await challengeAgain(buyer, url)
    if (data.proved) await expect.poll(() => deliveries).toBe(1)
    else await expect.poll(() => statesOf(buyer)).toEqual(['held'])
    expect(deliveries).toBe(data.proved ? 1 : 0)
    return data.proved
  }

  test('is verified without further steps, by a response in JSON or plain text', async () => {
    expect(await proves((challenge) => ({ body: JSON.stringify({ ok: true, challenge }) }))).toBe(true)
    expect(await proves((challenge) => ({ body: `${challenge}\n` }))).toBe(true)
  })

  test('is not verified if it returns a wrong challenge, an error, a redirect or the whole request', async () => {
    expect(await proves(() => ({ body: JSON.stringify({ challenge: 'x'.repeat(24) }) }))).toBe(false)
    expect(await proves((challenge) => ({ status: 500, body: challenge }))).toBe(false)
    expect(await proves((challenge) => ({ status: 302, headers: { location: `${receiver.url}/there` }, body: challenge }))).toBe(false)
    expect(await proves(() => ({ body: 'mirror' }))).toBe(false)
    expect([receiver.count, receiver.challenges.length]).toEqual([0, 0])
  })

  test('does not reveal its response to the member, who could otherwise read the challenge there and enter it', async () => {
    const seen: string[] = []
    const url = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        seen.push(challengeIn(body) ?? '')
        response.end(body)
      })
    })
    const buyer = await newBuyer()
    await save(buyer, `${url}/cb`)
    const answers = JSON.stringify([
      await challengeAgain(buyer, url),
      await origins(buyer),
      (await ask(buyer, 'GET', '/callbacks')).body,
      (await ask(buyer, 'GET', '')).body,
    ])
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(1)
    for (const challenge of seen) expect(answers).not.toContain(challenge)
  })

  test('is verified for all URLs with the same scheme, host and port, and for no others', async () => {
    const [echoing, buyer] = [await startCallbackReceiver(), await newBuyer()]
    servers.push(echoing.close)
    await save(buyer, `${echoing.url}/satu`)
    await expect.poll(async () => (await origins(buyer))[0].state).toBe('proved')
    await sale(buyer, `${echoing.url}/dua?x=1`)
    await sale(buyer, `${receiver.url}/lain`)
    await expect.poll(() => echoing.received.map(({ path }) => path)).toEqual(['/dua?x=1'])
    await expect
      .poll(async () => (await origins(buyer)).map(({ origin, state }) => [origin, state]))
      .toEqual([
        [receiver.url, 'waiting'],
        [echoing.url, 'proved'],
      ])
    expect(echoing.challenges).toHaveLength(1)
    await save(buyer, `${echoing.url}/tiga`)
    await sale(buyer)
    await expect.poll(() => echoing.count).toBe(2)
    expect(echoing.challenges).toHaveLength(1)
  })

  test('gets all callbacks that are stored while its verification is in progress', async () => {
    const [echoing, buyer] = [await startCallbackReceiver(), await newBuyer()]
    servers.push(echoing.close)
    const rows = (from: number) =>
      Array.from({ length: 100 }, (_, n) => ({ member_id: buyer.id, event: 'ping', url: echoing.url, body: `{"n":${from + n}}` }))
    for (let from = 0; from < 500; from += 100) await market.app.tables.insertInto('delivery').values(rows(from)).execute()
    await expect.poll(() => new Set(echoing.received.map(({ body }) => body)).size).toBe(500)
    expect(echoing.count).toBe(500)
  })
})

test('callbacks that wait for the account’s previous callback URL are sent to the new URL', async () => {
  const [echoing, buyer] = [await startCallbackReceiver(), await newBuyer()]
  servers.push(echoing.close)
  await save(buyer, `${receiver.url}/salah-ketik`)
  const [own, named] = [await sale(buyer), await sale(buyer, `${receiver.url}/pesanan`)]
  await expect.poll(() => statesOf(buyer)).toEqual(['held', 'held'])
  await save(buyer, `${echoing.url}/benar`)
  await expect.poll(() => echoing.received.map(({ path, body }) => [path, JSON.parse(body).data.reffclient])).toEqual([['/benar', own]])
  expect(await statesOf(buyer)).toEqual(['held', 'delivered'])
  await verify(buyer, receiver.url, newestChallenge())
  await expect
    .poll(() => receiver.received.map(({ path, body }) => [path, JSON.parse(body).data.reffclient]))
    .toEqual([['/pesanan', named]])
})

describe('the verification of an origin', () => {
  const noted = async (who: TestMember) =>
    market.app.db.read
      .selectFrom('audit')
      .select(['event', 'actor_id', 'address', 'before', 'after'])
      .where('subject', '=', who.id.toString())
      .where('event', 'in', ['callback.origin_proved', 'callback.proof_taken_back'])
      .orderBy('id')
      .execute()

  test('is audited and reported by e-mail once, both after a returned and after an entered challenge', async () => {
    const [echoing, buyer] = [await startCallbackReceiver(), await newBuyer()]
    servers.push(echoing.close)
    await save(buyer, `${echoing.url}/cb`)
    await expect.poll(() => noted(buyer)).toMatchObject([{ event: 'callback.origin_proved', actor_id: null, address: echoing.url }])
    await save(buyer, `${receiver.url}/cb`)
    await challenged(1)
    for (let n = 0; n < 2; n++) expect((await verify(buyer, receiver.url, newestChallenge())).status).toBe(200)
    expect((await noted(buyer)).map(({ actor_id, after }) => [actor_id, after])).toEqual([
      [null, { origin: echoing.url }],
      [buyer.id, { origin: receiver.url }],
    ])
    const emails = (await emailsTo(market.app, buyer.email)).filter(({ subject }) => subject === 'Alamat callback terbukti')
    expect(emails.map(({ paragraphs }) => paragraphs.join().split(' ')[0])).toEqual([echoing.url, receiver.url])
  })

  test('can be revoked, which stops all callbacks and requires a new verification', async () => {
    const buyer = await newBuyer()
    await save(buyer, `${receiver.url}/cb`)
    await challenged(1)
    const takeBack = () => ask(buyer, 'DELETE', `/callbackorigins?origin=${encodeURIComponent(receiver.url)}`)
    expect(await takeBack()).toMatchObject({ status: 404 })
    await verify(buyer, receiver.url, newestChallenge())
    await sale(buyer)
    await expect.poll(() => receiver.count).toBe(1)
    expect(await takeBack()).toMatchObject({ status: 200, body: { msg: 'Bukti alamat callback dicabut' } })
    await sale(buyer)
    await expect.poll(() => statesOf(buyer)).toEqual(['held', 'delivered'])
    await challenged(2)
    expect(receiver.count).toBe(1)
    expect(await origins(buyer)).toMatchObject([{ origin: receiver.url, state: 'waiting', provedat: null, held: 1 }])
    expect((await noted(buyer)).at(-1)).toMatchObject({ event: 'callback.proof_taken_back', before: { origin: receiver.url } })
    await verify(buyer, receiver.url, newestChallenge())
    await expect.poll(() => receiver.count).toBe(2)
  })

  test('stays visible in the list even if orders contained many unverified origins', async () => {
    const buyer = await newBuyer()
    const named = Array.from({ length: 150 }, (_, n) => `https://a${n}.contoh.id`)
    await market.app.tables
      .insertInto('callback_endpoint')
      .values(named.map((origin) => ({ member_id: buyer.id, origin, url: origin })))
      .execute()
    const verifiedEndpoint = { origin: 'https://z.contoh.id', url: 'https://z.contoh.id', verified_at: new Date() }
    await market.app.tables
      .insertInto('callback_endpoint')
      .values({ member_id: buyer.id, ...verifiedEndpoint })
      .execute()
    expect((await origins(buyer)).at(-1)).toMatchObject({ origin: verifiedEndpoint.origin, state: 'proved', provedat: expect.any(String) })
  })
})

describe('challenges', () => {
  /** The number of queued or running challenge jobs that match the condition. */
  async function jobs(so = sql`true`): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'verify-callback-endpoint' and ${so}`.execute(
      market.app.db.read,
    )
    return rows[0]?.count ?? Number.NaN
  }

  test('are sent to a limited number of origins (each port is one) per member and day, and callbacks to further origins wait', async () => {
    await market.app.setting('callbacks.automaticChallengesPerDay', 2)
    const [buyer, other] = [await newBuyer(), await newBuyer()]
    const ports = [receiver]
    for (let n = 0; n < 3; n++) {
      const port = await startCallbackReceiver({ proves: false })
      servers.push(port.close)
      ports.push(port)
    }
    for (const [n, { url }] of ports.entries()) {
      await sale(buyer, `${url}/cb`)
      await expect.poll(() => statesOf(buyer)).toEqual(Array(n + 1).fill('held'))
    }
    await expect.poll(() => jobs()).toBe(0)
    const counts = () => ports.map(({ challenges }) => challenges.length)
    expect(counts()).toEqual([1, 1, 0, 0])
    const [unasked] = ports.slice(-1) as [CallbackReceiver]
    await save(buyer, `${unasked.url}/cb`)
    expect((await emailTo(market.app, buyer.email, 'Alamat callback diubah')).paragraphs.join()).toContain('belum')
    await expect.poll(() => jobs()).toBe(0)
    expect(counts()).toEqual([1, 1, 0, 0])
    expect(await origins(buyer)).toContainEqual(expect.objectContaining({ origin: unasked.url, askedat: null, held: 1 }))
    await save(other, `${unasked.url}/cb`)
    await expect.poll(counts).toEqual([1, 1, 0, 1])
    await challengeAgain(buyer, unasked.url)
    expect(counts()).toEqual([1, 1, 0, 2])
    await market.app.setting('callbacks.manualChallengesPerDay', 1)
    expect(await challengeAgain(buyer, unasked.url)).toMatchObject({ code: 'rate.too_many' })
    await market.app.setting('callbacks.automaticChallengesPerDay', 20)
    await market.app.setting('callbacks.manualChallengesPerDay', 30)
  })

  test('do not delay e-mails if their receivers do not answer', async () => {
    let answering = false
    const waiting: (() => void)[] = []
    const silent: RequestListener = (_, response) => {
      const end = () => response.end('ok')
      if (answering) end()
      else waiting.push(end)
    }
    const urls = await Promise.all(Array.from({ length: 8 }, () => serve(silent)))
    const [buyer, other] = [await newBuyer(), await newBuyer()]
    for (const url of urls) await save(buyer, `${url}/cb`)
    await expect.poll(() => waiting.length).toBeGreaterThanOrEqual(1)
    await ask(other, 'POST', '/callbacksecret')
    const left = async () =>
      (await market.app.db.read.selectFrom('outbox').select('state').where('destination', '=', other.email).execute()).map(
        ({ state }) => state !== 'waiting',
      )
    await expect.poll(left).toEqual([true])
    expect(await jobs(sql`locked_at is not null`)).toBeLessThanOrEqual(1)
    answering = true
    for (const end of waiting) end()
    await expect.poll(() => jobs()).toBe(0)
  })

  test('are sent once an hour to a member whose callbacks of purchases wait, although accounts without purchases used up the limit of the origin', async () => {
    await market.app.setting('callbacks.challengesPerHour', 2)
    const outsiders = [await newBuyer(), await newBuyer()]
    for (const who of outsiders) await save(who, `${receiver.url}/cb`)
    await challenged(2)
    const owner = await newBuyer()
    await save(owner, `${receiver.url}/cb`)
    await expect.poll(() => jobs()).toBe(0)
    expect(await challengeAgain(owner, receiver.url)).toMatchObject({ code: 'rate.too_many' })
    await sale(owner)
    await expect.poll(() => statesOf(owner)).toEqual(['held'])
    expect((await challengeAgain(owner, receiver.url)).success).toBe(true)
    expect(receiver.challenges).toHaveLength(3)
    expect(await challengeAgain(owner, receiver.url)).toMatchObject({ code: 'rate.too_many' })
    expect((await verify(owner, receiver.url, newestChallenge())).status).toBe(200)
    await expect.poll(() => statesOf(owner)).toEqual(['delivered'])

    // These challenges are limited over all members as well.
    const others = [await newBuyer(), await newBuyer()]
    for (const who of others) {
      await save(who, `${receiver.url}/cb`)
      await expect.poll(() => jobs()).toBe(0)
      await sale(who)
      await expect.poll(() => statesOf(who)).toEqual(['held'])
    }
    const codes = []
    for (const who of others) codes.push((await challengeAgain(who, receiver.url)).code)
    expect(codes).toEqual([undefined, 'rate.too_many'])
    await market.app.setting('callbacks.challengesPerHour', 30)
  })

  test('cannot all be used up by a member who does not own the origin', async () => {
    await market.app.setting('callbacks.challengesPerHourAndMember', 2)
    const [rival, owner] = [await newBuyer(), await newBuyer()]
    await save(rival, `${receiver.url}/cb`)
    await challenged(1)
    expect((await challengeAgain(rival, receiver.url)).success).toBe(true)
    expect(await challengeAgain(rival, receiver.url)).toMatchObject({ code: 'rate.too_many' })
    await save(owner, `${receiver.url}/cb`)
    await challenged(3)
    expect((await verify(owner, receiver.url, newestChallenge())).status).toBe(200)
    await market.app.setting('callbacks.challengesPerHourAndMember', 3)
  })
})

test('an origin gets a limited number of challenges per hour, however many members use it', async () => {
  await market.app.setting('callbacks.challengesPerHour', 3)
  const members = [await newBuyer(), await newBuyer()]
  for (const who of members) await save(who, `${receiver.url}/cb`)
  await challenged(2)
  expect((await challengeAgain(members[0] as TestMember, receiver.url)).success).toBe(true)
  for (const who of members) expect(await challengeAgain(who, receiver.url)).toMatchObject({ code: 'rate.too_many' })
  expect(receiver.challenges).toHaveLength(3)
  expect(await challengeAgain(members[0] as TestMember, 'http://127.0.0.1:9')).toMatchObject({ code: 'not_found.callback_origin' })
})
