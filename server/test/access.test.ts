import { randomUUID } from 'node:crypto'
import type { Access, Call } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { randomToken, tokenHash } from '#shared/secrets.ts'
import type { Answer, TestMember } from './app.ts'
import { allCalls } from './calls.ts'
import { startMarket, type TestMarket } from './market.ts'
import { askCashOut, askTopUp } from './money.ts'
import { byKey } from './on-channels.ts'
import { shutOut } from './shut-out.ts'

/**
 * Checks the access to every call of the contract by every kind of caller. The list of calls comes from the contract, so new calls are included. For
 * a call with an owned resource in its path, this file must define a resource of another member.
 */
const calls = await allCalls()

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`

let market: TestMarket
let buyer: TestMember
/** The member for requests by API key, apart from the buyer: one of the calls replaces the buyer's own key. */
let software: TestMember
let seller: TestMember
let admin: TestMember
let blocked: TestMember
let victim: TestMember
let victimSeller: TestMember

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  const { app } = market
  buyer = await app.member({ balance: 100_000n })
  software = await app.member({ balance: 100_000n })
  seller = (await market.addSeller()).seller
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  blocked = await app.member()
  victim = await app.member({ balance: 100_000n })
  victimSeller = (await market.addSeller()).seller
  await shutOut(app.tables, blocked.id)
  await app.lapak.refresh()
})

afterAll(() => market?.stop())

// — Callers

const clientHeader = () => {
  const { clientId, clientSecret } = readConfig({ NODE_ENV: 'test' })
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
}

/** A new session for each request, because some calls end sessions. */
async function bearer(member: TestMember, usedAt = new Date(), createdAt = usedAt): Promise<Record<string, string>> {
  const token = randomToken(32)
  await market.app.tables
    .insertInto('session')
    .values({ token_hash: tokenHash(token), member_id: member.id, used_at: usedAt, created_at: createdAt })
    .execute()
  await market.app.tables
    .insertInto('session_step_up')
    .values({ token_hash: tokenHash(token), way: 'mail' })
    .execute()
  return { authorization: `Bearer ${token}` }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

type Ask = (call: Call, path: string, body: string | null) => Promise<{ headers: Record<string, string>; path?: string }>

type Who = keyof typeof asks
const asks = {
  anonymous: async () => ({ headers: {} }),
  'an invented token': async () => ({ headers: { authorization: `Bearer ${randomToken(32)}` } }),
  'a token that was idle for a month': async () => ({ headers: await bearer(admin, daysAgo(31)) }),
  'a token that was used every day for a quarter': async () => ({ headers: await bearer(admin, new Date(), daysAgo(91)) }),
  'a blocked member': async () => ({ headers: await bearer(blocked) }),
  'the application': async () => ({ headers: { authorization: clientHeader() } }),
  'a buyer': async () => ({ headers: await bearer(buyer) }),
  'a seller': async () => ({ headers: await bearer(seller) }),
  'an admin': async () => ({ headers: await bearer(admin) }),
  'a key': async (...asked) => byKey(software, ...asked),
  'a key with a wrong signature': async (...asked) => byKey({ ...software, secret: 'another secret' }, ...asked),
  'the key of a blocked member': async (...asked) => byKey(blocked, ...asked),
} satisfies Record<string, Ask>

const whoMay: Record<Access, readonly Who[]> = {
  public: Object.keys(asks) as Who[],
  client: ['the application'],
  member: ['a buyer', 'a seller', 'an admin'],
  seller: ['a seller'],
  admin: ['an admin'],
  key: ['a key'],
  // The path contains a random secret that no caller knows, so every caller is refused.
  secret: [],
}

const signedIn: readonly Who[] = ['a buyer', 'a seller', 'an admin']

/** 404 for a wrong secret; 403 if the caller is signed in without the role or blocked; 401 otherwise. */
const refusalFor = (access: Access, who: Who): 401 | 403 | 404 => {
  if (access === 'secret') return 404
  if (access === 'key') return who === 'the key of a blocked member' ? 403 : 401
  return access !== 'client' && signedIn.includes(who) ? 403 : 401
}

async function ask(
  call: Call,
  who: Who,
  path = call.path.replace(/\{\w+\}/g, '999999'),
  body: unknown = call.body ? {} : undefined,
): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body)
  const { headers, path: asked = path }: Awaited<ReturnType<Ask>> = await asks[who](call, path, text)
  const response = await fetch(market.app.url + asked, {
    method: call.method,
    headers: { ...headers, ...(text !== null && { 'content-type': 'application/json' }) },
    ...(text !== null && { body: text }),
  })
  const isText = response.headers.get('content-type')?.startsWith('text/')
  return { status: response.status, headers: response.headers, body: isText ? { text: await response.text() } : await response.json() }
}

test('the server answers exactly the calls of the contract, and its own document lists them', async () => {
  const { body } = await market.app.call('GET', '/openapi.json')
  const documented = Object.entries(body.paths as Record<string, Record<string, unknown>>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(calls.map(nameOf).sort())
})

test('the path of a call shows its area: members under /api/v1, sellers under /api/v1/seller, admins under /api/admin/v1, keys under /h2h [A-ROLE-11]', () => {
  for (const call of calls) {
    // The specification itself defines member calls elsewhere: chat, and uploads with an older path (B-OPEN-56).
    if (call.access === 'member') expect(call.path).toMatch(/^\/api\/(v1|messanger\/v1|admin\/v[12]\/upload)\//)
    if (call.access === 'key') expect(call.path).toMatch(/^\/h2h\//)
    if (call.access === 'seller') expect(call.path).toMatch(/^\/api\/v1\/seller\//)
    expect(call.access === 'admin', nameOf(call)).toBe(/^\/api\/admin\/v1\/(?!upload\/)/.test(call.path))
  }
})

/** The text that unauthorized software receives: about the authentication, and no data. */
const refusalLine =
  /^(UNKNOWN|(Mohon tunggu, status belum diketahui: )?(API key tidak dikenal|Tanda tangan salah|Akun diblokir, hubungi admin)\.( CLIENTID=A-1\.)?)$/

describe.each(calls.map((call) => ({ name: nameOf(call), call })))('$name', ({ call }) => {
  test(`is open only to ${call.access === 'public' ? 'everybody' : whoMay[call.access].join(', ')}`, async () => {
    for (const who of Object.keys(asks) as Who[]) {
      const { status, body } = await ask(call, who)
      const message = `${who}: ${status} ${JSON.stringify(body)}`
      if (whoMay[call.access].includes(who)) {
        expect([401, 500], message).not.toContain(status)
        expect(body.code, message).not.toBe('access.denied')
      } else {
        expect(status, message).toBe(refusalFor(call.access, who))
        if (call.text) expect(body.text, message).toMatch(refusalLine)
        else expect(body, message).toMatchObject({ success: false, msg: expect.any(String), code: expect.any(String) })
        expect(body.data, message).toBe(undefined)
      }
    }
  })
})

test('a call without an API key and an unknown path reveal nothing', async () => {
  for (const path of ['/h2h/trx?product=S5&dest=1&refid=1', '/h2h/status?refid=1', '/h2h/balance'])
    expect((await market.app.call('GET', path)).status, path).toBe(401)
  for (const path of ['/public/report/1', '/public/report/', '/api/v1/nothing', '/api/admin/v1/nothing'])
    expect((await market.app.call('GET', path)).status, path).toBe(404)
})

// — Owners of resources

interface Things {
  purchase: bigint
  reffclient: string
  ownOffer: bigint
  special: bigint
  mapping: bigint
  key: bigint
  session: bigint
  bank: bigint
  jabber: bigint
  delivery: bigint
  invoice: string
  cashOut: bigint
  dispute: bigint
  conversation: bigint
  favourite: bigint
  post: bigint
  comment: bigint
  victim: bigint
}

const picture = `/private/images/${'x'.repeat(32)}.webp`

interface Attack {
  /** The path parameters: a resource of the victim. */
  path: Record<string, string>
  body?: unknown
}

/** Calls with an owned resource in the path, and a request of another member for this resource. The answer is always 404. */
const owned: Record<string, (things: Things) => Attack> = {
  'GET /api/v1/transactions/buyer/{id}': ({ purchase }) => ({ path: { id: `${purchase}` } }),
  'GET /api/v1/seller/trx/{id}': ({ purchase }) => ({ path: { id: `${purchase}` } }),
  'PATCH /api/v1/seller/trx/{id}': ({ purchase }) => ({ path: { id: `${purchase}` }, body: { status: 1, serialnumber: 'CURI' } }),
  'GET /h2h/v1/transactions/{reffclient}': ({ reffclient }) => ({ path: { reffclient } }),
  'GET /h2h/v1/transactions/{reffclient}/callbacks': ({ reffclient }) => ({ path: { reffclient } }),
  'POST /h2h/v1/transactions/{reffclient}/callback': ({ reffclient }) => ({ path: { reffclient } }),
  'PATCH /api/v1/user/api/keys/{id}': ({ key }) => ({ path: { id: `${key}` }, body: { name: 'CURI', ip: '10.9.9.9' } }),
  'POST /api/v1/user/api/keys/{id}/confirm': ({ key }) => ({ path: { id: `${key}` } }),
  'DELETE /api/v1/user/api/keys/{id}': ({ key }) => ({ path: { id: `${key}` } }),
  'DELETE /api/v1/user/sessions/{id}': ({ session }) => ({ path: { id: `${session}` } }),
  'DELETE /api/v1/seller/banks/{id}': ({ bank }) => ({ path: { id: `${bank}` } }),
  'PATCH /api/v1/user/jabber/{id}': ({ jabber }) => ({ path: { id: `${jabber}` }, body: { status: 0 } }),
  'DELETE /api/v1/user/jabber/{id}': ({ jabber }) => ({ path: { id: `${jabber}` } }),
  'GET /api/v1/user/api/callbacks/{id}': ({ delivery }) => ({ path: { id: `${delivery}` } }),
  'POST /api/v1/user/api/callbacks/{id}/redeliver': ({ delivery }) => ({ path: { id: `${delivery}` } }),
  'GET /api/v1/payment/tiket/{invoice}': ({ invoice }) => ({ path: { invoice } }),
  'POST /api/v1/payment/tiket/{invoice}/proof': ({ invoice }) => ({ path: { invoice }, body: { image: picture } }),
  'DELETE /api/v1/payment/tiket/{invoice}': ({ invoice }) => ({ path: { invoice } }),
  'GET /api/v1/seller/cashout/bank/{id}': ({ victim: id }) => ({ path: { id: `${id}` } }),
  'DELETE /api/v1/seller/cashout/{id}': ({ cashOut }) => ({ path: { id: `${cashOut}` } }),
  'PATCH /api/v1/product/mapping/{id}/{status}': ({ mapping }) => ({ path: { id: `${mapping}`, status: '0' } }),
  'DELETE /api/v1/product/mapping/{id}': ({ mapping }) => ({ path: { id: `${mapping}` } }),
  'GET /api/v1/seller/product/{id}': ({ ownOffer }) => ({ path: { id: `${ownOffer}` } }),
  'PATCH /api/v1/seller/product/{id}': ({ ownOffer }) => ({ path: { id: `${ownOffer}` }, body: { kodesupplier: 'CURI', sellprice: 1 } }),
  'DELETE /api/v1/seller/product/{id}': ({ ownOffer }) => ({ path: { id: `${ownOffer}` } }),
  'PATCH /api/v1/seller/productspecial/{id}': ({ special }) => ({
    path: { id: `${special}` },
    body: { price: 1, sellprice: 1, specialprice: 1 },
  }),
  'DELETE /api/v1/seller/productspecial/{id}': ({ special }) => ({ path: { id: `${special}` } }),
  'PATCH /api/messanger/v1/groupreadmsg/{id}': ({ conversation }) => ({ path: { id: `${conversation}` }, body: {} }),
  'PATCH /api/v1/favourites/{id}': ({ favourite }) => ({ path: { id: `${favourite}` }, body: { name: 'Curi' } }),
  'DELETE /api/v1/favourites/{id}': ({ favourite }) => ({ path: { id: `${favourite}` } }),
  'DELETE /api/v1/posts/{id}': ({ post }) => ({ path: { id: `${post}` } }),
  'DELETE /api/v1/posts/{id}/comments/{comment}': ({ post, comment }) => ({ path: { id: `${post}`, comment: `${comment}` } }),
  'GET /api/v1/disputes/{id}': ({ dispute }) => ({ path: { id: `${dispute}` } }),
  'GET /api/v1/disputes/transaction/{id}': ({ purchase }) => ({ path: { id: `${purchase}` } }),
  'PATCH /api/v1/disputes/{id}/batal': ({ dispute }) => ({ path: { id: `${dispute}` } }),
  'PATCH /api/v1/seller/disputes/{id}/refund': ({ dispute }) => ({ path: { id: `${dispute}` }, body: { msg: 'CURI CURI' } }),
  'PATCH /api/v1/seller/disputes/{id}/tolak': ({ dispute }) => ({ path: { id: `${dispute}` }, body: { msg: 'CURI CURI' } }),
}

/** Calls whose path parameter is a resource without an owner, or a value from a fixed set. */
const ownerless = new Set([
  'GET /api/v1/seller/product/brand/{id}',
  'PATCH /api/v1/seller/tokostatus/{status}',
  'GET /api/v1/product/brand/{id}',
  'GET /api/v1/product/bybrand/{id}',
  'GET /api/v1/product/pricing/byprodid/{id}',
  'GET /api/v1/product/pricing/bybrand/{id}',
  'GET /api/v1/product/compare/{id}',
  'POST /api/v1/product/mapping/seller/{id}',
  'GET /api/v1/product/seller/{id}',
  'GET /api/v1/product/route/{productcode}',
  'GET /api/v1/review/user/{memberid}',
  // Posts are public.
  'GET /api/v1/posts/{id}',
  'PUT /api/v1/posts/{id}/like',
  'DELETE /api/v1/posts/{id}/like',
  'GET /api/v1/posts/{id}/comments',
  'POST /api/v1/posts/{id}/comments',
  'POST /api/v1/posts/{id}/report',
  'POST /api/v1/posts/{id}/comments/{comment}/report',
  // The number of a notification within the caller's own list, which every member has.
  'PATCH /api/v1/notifications/{id}/read',
])

const withParameters = calls.filter(
  ({ path, access }) => path.includes('{') && (access === 'member' || access === 'seller' || access === 'key'),
)

test('every call with a resource in its path is listed in this file with its owner or as ownerless', () => {
  const unknown = withParameters.map(nameOf).filter((name) => !(name in owned) && !ownerless.has(name))
  expect(unknown, 'add these calls to `owned` in server/test/access.test.ts with somebody else’s thing, or to `ownerless`').toEqual([])
})

async function victimsThings(): Promise<Things> {
  const { app } = market
  const product = await app.product({ code: 'S10' })
  const ownOffer = await app.offer({ seller: victimSeller, product, price: 10_000n })
  const mapping = await app.map(victim, ownOffer)
  const special = await app.tables
    .insertInto('special_price')
    .values({ offer_id: ownOffer, buyer_id: victim.id, price: 9_000n })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = await app.db.read.selectFrom('api_key').select('id').where('member_id', '=', victim.id).executeTakeFirstOrThrow()
  await app.lapak.refresh()
  const reffclient = 'KORBAN-1'
  // The purchase stays pending until a report, so that a call of another member could still change its state.
  const { data } = await market.order(victim, { productcode: 'S10', target: '081200000013', reffclient })
  const { id: session } = await app.db.read.selectFrom('session').select('id').where('member_id', '=', victim.id).executeTakeFirstOrThrow()
  const bank = await app.tables
    .insertInto('bank_account')
    .values({ member_id: victim.id, bank_code: '01', account_no: '1234567890', account_name: 'Korban' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const favourite = await app.tables
    .insertInto('favourite')
    .values({ member_id: victim.id, name: 'Ibu Korban', target: '081200000013' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const jabber = await app.tables
    .insertInto('jabber_id')
    .values({ member_id: victim.id, jid: 'korban@jabber.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = await app.tables
    .insertInto('delivery')
    .values({ member_id: victim.id, event: 'ping', url: 'http://127.0.0.1:9/', body: '{}', state: 2 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { code: installation } = await app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const deposit = await askTopUp(app.tables, victim.id, { amount: 50_000n, code: 7, at: daysAgo(2.5) })
  const cashOut = await app.db.transaction((tx) => askCashOut(tx, victim.id, 10_000n))
  const dispute = await app.tables
    .insertInto('dispute')
    .values({
      purchase_id: BigInt(data.id),
      buyer_id: victim.id,
      seller_id: victimSeller.id,
      reason: 'missing',
      story: 'Belum masuk',
      due_at: new Date(Date.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const conversation = await app.tables
    .insertInto('conversation')
    .values({ first_id: victim.id, last_seq: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const post = await app.tables
    .insertInto('post')
    .values({ member_id: victim.id, by_platform: false, client_id: randomUUID(), body: 'Milik korban', comment_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const comment = await app.tables
    .insertInto('post_comment')
    .values({ post_id: post.id, member_id: victim.id, by_platform: false, client_id: randomUUID(), body: 'Milik korban' })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The caller owns the picture, so that the request is not refused because of an unknown picture.
  await app.tables
    .insertInto('upload')
    .values({ name: picture.slice('/private/images/'.length), owner_id: buyer.id, private: true, bytes: 1, width: 1, height: 1 })
    .execute()
  return {
    purchase: BigInt(data.id),
    reffclient,
    ownOffer,
    special: special.id,
    mapping,
    key: key.id,
    session,
    bank: bank.id,
    jabber: jabber.id,
    delivery: delivery.id,
    cashOut,
    dispute: dispute.id,
    conversation: conversation.id,
    favourite: favourite.id,
    post: post.id,
    comment: comment.id,
    victim: victim.id,
    invoice: `TP-${installation}-${deposit}`,
  }
}

const looked = [
  'purchase',
  'offer',
  'special_price',
  'buying_list_entry',
  'api_key',
  'wallet',
  'entry',
  'delivery',
  'purchase_force',
  'bank_account',
  'jabber_id',
  'top_up',
  'payment_request',
  'gateway_payment',
  'cash_out',
  'dispute',
  'conversation',
  'favourite',
  'post',
  'post_comment',
] as const

async function lookAround(): Promise<string> {
  // Ignores `used_at`, because every call by a key changes it.
  const tables = await Promise.all(
    looked.map(async (table) => {
      const { rows } = await sql<{
        row: string
      }>`select (to_jsonb(${sql.ref(table)}) - 'used_at')::text as row from ${sql.table(table)} order by 1`.execute(market.app.db.read)
      return rows
    }),
  )
  return JSON.stringify(tables)
}

test('a resource of another member is not found and does not change', async () => {
  const things = await victimsThings()
  const before = await lookAround()
  for (const call of calls) {
    const attack = owned[nameOf(call)]?.(things)
    if (attack === undefined) continue
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => attack.path[name] ?? '')
    const who: Who = call.access === 'key' ? 'a key' : call.access === 'seller' ? 'a seller' : 'a buyer'
    const { status, body } = await ask(call, who, path, attack.body)
    expect({ call: nameOf(call), status, success: body.success, data: body.data, msg: body.msg }).toEqual({
      call: nameOf(call),
      status: 404,
      success: false,
      data: undefined,
      msg: expect.any(String),
    })
    // A resource that does not exist gets the same answer.
    const nothing = call.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'status' ? '0' : '999999'))
    expect((await ask(call, who, nothing, attack.body)).body).toEqual(body)
  }
  expect(await lookAround()).toBe(before)
  expect((await market.app.call('GET', `/api/v1/transactions/buyer/${things.purchase}`, { token: victim.token })).status).toBe(200)
})
