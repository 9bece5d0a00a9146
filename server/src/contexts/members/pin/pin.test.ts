import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { signIn } from '../../../../test/client.ts'

let app: TestApp
let offer: bigint
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '6' }, ['http'])
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  offer = await app.offer({ seller, product: await app.product({ code: 'S10' }), price: 10_000n })
})
afterAll(() => app?.stop())

const setPin = (who: TestMember, pin: string, password = testPassword) =>
  app.call('PATCH', '/api/v1/user/pin', { token: who.token, body: { password, pin } })
const buy = (who: TestMember, reffclient: string, pin?: string) =>
  app.call('POST', '/api/v1/transactions/buyer', {
    token: who.token,
    body: { productcode: 'S10', target: '081234', reffclient, ...(pin !== undefined && { pin }) },
  })
const hasPin = async (who: TestMember) => (await app.call('GET', '/api/v1/user', { token: who.token })).body.data.pin
const ordersOf = async (who: TestMember) =>
  (await app.db.read.selectFrom('purchase').select('id').where('buyer_id', '=', who.id).execute()).length

async function newBuyer(): Promise<TestMember> {
  const buyer = await app.member({ balance: 1_000_000n, guardMinutes: 0 })
  await app.map(buyer, offer)
  return buyer
}

test('an order in the web app needs the PIN if its buyer has one, also when the order is repeated', async () => {
  const buyer = await newBuyer()
  expect(await hasPin(buyer)).toBe(false)
  expect((await buy(buyer, 'A')).status).toBe(200)
  expect(await setPin(buyer, '481516')).toMatchObject({ status: 200, body: { msg: 'PIN transaksi disimpan' } })
  expect(await hasPin(buyer)).toBe(true)
  const needed = { status: 422, body: { code: 'purchase.pin_needed', msg: 'Masukkan PIN transaksi' } }
  const wrong = { status: 422, body: { code: 'purchase.pin_wrong', msg: 'PIN transaksi salah' } }
  expect(await buy(buyer, 'B')).toMatchObject(needed)
  expect(await buy(buyer, 'B', '')).toMatchObject(needed)
  expect(await buy(buyer, 'B', '481517')).toMatchObject(wrong)
  expect(await ordersOf(buyer)).toBe(1)
  expect((await buy(buyer, 'B', '481516')).status).toBe(200)
  expect(await buy(buyer, 'A')).toMatchObject(needed)
  expect(await buy(buyer, 'A', '999999')).toMatchObject(wrong)
  expect((await buy(buyer, 'A', '481516')).status).toBe(200)
  expect(await ordersOf(buyer)).toBe(2)
  expect((await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: 'S10', target: '081234', reffclient: 'C' })).status).toBe(200)
})

test('a PIN is changed and removed with the password, and the owner gets an e-mail each time', async () => {
  const buyer = await newBuyer()
  await setPin(buyer, '481516')
  expect(await setPin(buyer, '234815', 'salah')).toMatchObject({ status: 422, body: { code: 'access.old_password' } })
  expect((await buy(buyer, 'A', '481516')).status).toBe(200)
  await setPin(buyer, '234815')
  expect((await buy(buyer, 'B', '481516')).body.code).toBe('purchase.pin_wrong')
  expect((await buy(buyer, 'B', '234815')).status).toBe(200)
  expect((await setPin(buyer, '')).status).toBe(200)
  expect(await hasPin(buyer)).toBe(false)
  expect((await buy(buyer, 'C')).status).toBe(200)
  const emails = await app.db.read.selectFrom('outbox').select('subject').where('member_id', '=', buyer.id).orderBy('id').execute()
  expect(emails.map(({ subject }) => subject)).toEqual([
    'PIN transaksi Lapak Anda diganti',
    'PIN transaksi Lapak Anda diganti',
    'PIN transaksi Lapak Anda dimatikan',
  ])
})

test.each(['000000', '777777', '123456', '012345', '890123', '654321', '987654', '121212', '123123'])('refuses the PIN %s', async (pin) => {
  const buyer = await newBuyer()
  expect(await setPin(buyer, pin)).toMatchObject({ status: 422, body: { code: 'pin.too_simple', msg: 'PIN terlalu mudah ditebak' } })
  expect(await hasPin(buyer)).toBe(false)
})

test.each(['12345', '1234567', '12a456', ' 481516'])('refuses the invalid PIN %j', async (pin) => {
  expect((await setPin(await newBuyer(), pin)).status).toBe(400)
})

test('only the first few of many concurrent PIN attempts are checked, and afterwards even the correct PIN has to wait', async () => {
  const buyer = await newBuyer()
  await setPin(buyer, '481516')
  const sessionAttempts = await Promise.all(Array.from({ length: 30 }, (_, nth) => buy(buyer, `T${nth}`, `${700_001 + nth}`)))
  const codes = sessionAttempts.map(({ body }) => body.code)
  // On a very slow machine the first wait of one second may end in between, so one or two more attempts are checked.
  const looked = codes.filter((code) => code === 'purchase.pin_wrong').length
  expect([5, 6, 7]).toContain(looked)
  expect(codes.filter((code) => code === 'access.too_many')).toHaveLength(30 - looked)
  await app.tables
    .updateTable('sign_in_failure')
    .set({ blocked_until: new Date(Date.now() + 60_000) })
    .where('subject', 'like', `pin:${buyer.id} in %`)
    .execute()
  const waiting = await buy(buyer, 'R', '481516')
  expect(waiting).toMatchObject({ status: 429, body: { code: 'access.too_many' } })
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await ordersOf(buyer)).toBe(0)
  // Other buyers can order, and so can the owner after setting a new PIN.
  expect((await buy(await newBuyer(), 'R')).status).toBe(200)
  await setPin(buyer, '234815')
  expect((await buy(buyer, 'R', '234815')).status).toBe(200)
})

test('a session ends with an e-mail after ten wrong PINs, whatever the owner enters correctly in another session', async () => {
  const thief = await newBuyer()
  await setPin(thief, '481516')
  const owner = { ...thief, token: (await signIn(app, thief.email, testPassword)).body.access_token as string }
  const codes: string[] = []
  for (let nth = 0; nth < 11; nth++) {
    codes.push((await buy(thief, `W${nth}`, `${700_001 + nth}`)).body.code)
    expect((await buy(owner, `R${nth}`, '481516')).status).toBe(200)
    await app.tables
      .updateTable('sign_in_failure')
      .set({ blocked_until: new Date(0) })
      .execute()
  }
  expect(codes).toEqual([...Array(10).fill('purchase.pin_wrong'), 'access.no_session'])
  expect((await app.call('GET', '/api/v1/user', { token: owner.token })).status).toBe(200)
  const emails = await app.db.read.selectFrom('outbox').select('subject').where('member_id', '=', thief.id).orderBy('id').execute()
  expect(emails.map(({ subject }) => subject)).toEqual(['PIN transaksi Lapak Anda diganti', 'Satu sesi Lapak Anda diakhiri'])
  const noted = await app.db.read.selectFrom('audit').select('after').where('event', '=', 'session.shut').execute()
  expect(noted).toEqual([{ after: { secret: 'pin' } }])
})

test('password attempts for a change of the PIN are throttled like sign-ins', async () => {
  const buyer = await newBuyer()
  const tries = await Promise.all(Array.from({ length: 20 }, (_, nth) => setPin(buyer, '481516', `tebak ${nth}`)))
  const codes = tries.map(({ body }) => body.code)
  const looked = codes.filter((code) => code === 'access.old_password').length
  expect([5, 6, 7]).toContain(looked)
  expect(codes.filter((code) => code === 'access.too_many')).toHaveLength(20 - looked)
  expect(await hasPin(buyer)).toBe(false)
})

test('the PIN is also required for changes with which software could order: live keys and lists of allowed IP addresses', async () => {
  const buyer = await newBuyer()
  const key = await app.db.read.selectFrom('api_key').select('id').where('member_id', '=', buyer.id).executeTakeFirstOrThrow()
  await setPin(buyer, '481516')
  const settings = (method: string, path: string, body: object) => app.call(method, `/api/v1/user/api${path}`, { token: buyer.token, body })
  const guarded = [
    (pin: object) => settings('POST', '/keys', { name: 'Server', ...pin }),
    (pin: object) => settings('PATCH', `/keys/${key.id}`, { ip: '203.0.113.8', ...pin }),
    (pin: object) => settings('PATCH', '', { ip: '203.0.113.9', ...pin }),
  ]
  for (const ask of guarded) {
    expect((await ask({})).body.code).toBe('purchase.pin_needed')
    expect((await ask({ pin: '481517' })).body.code).toBe('purchase.pin_wrong')
    expect((await ask({ pin: '481516' })).status).toBe(200)
  }
  expect((await settings('POST', '/keys', { name: 'Uji', test: true })).status).toBe(200)
  expect((await settings('PATCH', `/keys/${key.id}`, { name: 'Nama lain' })).status).toBe(200)
  // The list of IP addresses does not change here, so no PIN is required.
  expect((await settings('PATCH', '', { ip: ' 203.0.113.9 ', doubleguard: 3 })).status).toBe(200)
})
