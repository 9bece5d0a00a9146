import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let app: TestApp
let admin: TestMember
let buyer: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  buyer = await app.member({ balance: 1_000_000n })
})
afterAll(() => app?.stop())

const path = '/api/admin/v1/operator'
const listed = async (): Promise<Json[]> => (await app.call('GET', path, { token: admin.token })).body.data
const of = async (code: string): Promise<Json> => (await listed()).find((operator) => operator.code === code)
const save = (method: 'POST' | 'PATCH', body: Json, who = admin) => app.call(method, path, { token: who.token, body })
const operatorAt = async (target: string, address = app.url) => {
  const answer = await fetch(`${address}/api/v1/transactions/orderable?target=${target}`, {
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  return ((await answer.json()) as Json).data.operator
}

describe('the prefixes of operators', () => {
  test('are listed by operator name, with the number of brands that accept only numbers of the operator', async () => {
    await app.product({ code: 'XL5', operator: 'XL' })
    expect(await of('XL')).toMatchObject({ name: 'XL', prefixes: ['0817', '0818', '0819', '0859', '0877', '0878'], brands: 1 })
    const names = (await listed()).map(({ name }) => name)
    expect(names).toEqual([...names].sort())
  })

  test('determine the operator of a number in every process once the request that changes them is answered', async () => {
    const other = await app.startAnother(['http'])
    const target = '081012345678'
    const product = await app.product({ code: 'ISAT5', operator: 'ISAT' })
    const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
    await app.map(buyer, await app.offer({ seller, product, price: 5_500n }))
    const order = () =>
      app.call('POST', '/api/v1/transactions/buyer', { token: buyer.token, body: { productcode: 'ISAT5', target, reffclient: 'PREFIX1' } })
    expect([await operatorAt(target), (await order()).body.code]).toEqual([null, 'purchase.wrong_prefix'])
    const before = await of('ISAT')
    const { status, body } = await save('PATCH', { ...before, prefixes: ['0810', ...before.prefixes, '0810'] })
    expect([status, body.msg, body.data.prefixes]).toEqual([200, 'Operator disimpan', ['0810', ...before.prefixes]])
    expect(await operatorAt(target)).toEqual({ code: 'ISAT', name: 'Indosat (IM3)' })
    expect((await order()).status).toBe(200)
    await expect.poll(() => operatorAt(target, other.address)).toEqual({ code: 'ISAT', name: 'Indosat (IM3)' })
    const [row] = (await app.call('GET', '/api/admin/v1/audit?event=operator.changed&subject=ISAT', { token: admin.token })).body.data
      .content
    expect(row).toMatchObject({ actorid: Number(admin.id), before: { prefixes: before.prefixes }, after: { prefixes: body.data.prefixes } })
  })

  test('select the listed products as soon as four digits are typed, but an order needs the whole number', async () => {
    const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
    const somebody = await app.member({ balance: 1_000_000n })
    const { token } = somebody
    await app.map(somebody, await app.offer({ seller, product: await app.product({ code: 'TRI5', operator: 'TRI' }), price: 5_500n }))
    const offered = async (target: string) => {
      const { body } = await app.call('GET', `/api/v1/transactions/orderable?target=${encodeURIComponent(target)}`, { token })
      return body.data.products.map(({ productcode }: Json) => productcode)
    }
    for (const beginning of ['0895', '+62895', '0895123', '089512345678']) expect(await offered(beginning), beginning).toEqual(['TRI5'])
    for (const other of ['089', '0812', '08951234567890', 'toko']) expect(await offered(other), other).toEqual([])
    const half = { productcode: 'TRI5', target: '0895123', reffclient: 'HALF1' }
    expect((await app.call('POST', '/api/v1/transactions/buyer', { token, body: half })).body.code).toBe('purchase.wrong_prefix')
  })

  test('may be longer than a prefix of another operator, and the longer prefix determines the operator', async () => {
    expect((await save('POST', { code: 'live', name: 'Live.On', prefixes: ['085934'] })).body.data).toMatchObject({ code: 'LIVE' })
    expect([await operatorAt('085934123456'), await operatorAt('085912345678')]).toMatchObject([{ code: 'LIVE' }, { code: 'XL' }])
  })

  test.each<[string, 'POST' | 'PATCH', Json, number, Json]>([
    ['another operator has', 'PATCH', { code: 'TRI', prefixes: ['0895', '0811'] }, 409, { code: 'operator.prefix_used' }],
    ['another operator has', 'POST', { code: 'BARU', name: 'Baru', prefixes: ['0811'] }, 409, { code: 'operator.prefix_used' }],
    ['no mobile number has', 'PATCH', { code: 'TRI', prefixes: ['021'] }, 400, { code: 'input.invalid' }],
    ['are too long', 'PATCH', { code: 'TRI', prefixes: ['0895123'] }, 400, { code: 'input.invalid' }],
    ['are none', 'PATCH', { code: 'TRI', prefixes: [] }, 400, { errors: { prefixes: 'Isi paling sedikit satu prefix' } }],
  ])('cannot be prefixes that %s (%s), and nothing changes', async (_, method, body, status, expected) => {
    const before = await listed()
    const answer = await save(method, { name: 'Tri', ...body })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject(expected)
    expect(await listed()).toEqual(before)
  })

  test('are refused with a code or name that exists, or for an unknown operator', async () => {
    expect((await save('POST', { code: 'TSEL', name: 'Telkomsel Dua', prefixes: ['0800'] })).body.code).toBe('operator.exists')
    expect((await save('POST', { code: 'TS2', name: 'Telkomsel', prefixes: ['0800'] })).body.errors).toEqual({
      name: 'Operator Telkomsel sudah ada',
    })
    expect((await save('PATCH', { code: 'TIDAK', name: 'Tidak', prefixes: ['0800'] })).body.code).toBe('not_found.operator')
  })

  test('are changed by the first of two concurrent requests, and the second request is refused', async () => {
    const seen = await of('SMART')
    const answers = await Promise.all(['Smartfren A', 'Smartfren B'].map((name) => save('PATCH', { ...seen, name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('catalogue.changed')
  })

  test('can be changed by administrators only, after step-up authentication', async () => {
    const seen = await of('AXIS')
    const answers = await Promise.all([
      app.call('GET', path, { token: buyer.token }),
      save('POST', { ...seen, code: 'AX2' }, buyer),
      save('PATCH', seen, buyer),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
    await steppedUpAgo(app, admin, 30)
    expect((await save('PATCH', { ...seen, name: 'Axis Dua' })).body.code).toBe('access.proof_needed')
    expect(await of('AXIS')).toEqual(seen)
  })
})
