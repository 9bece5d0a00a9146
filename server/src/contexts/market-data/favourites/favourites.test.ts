import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  await app.product({ code: 'PLN20', targetKind: 'digits' })
  await app.product({ code: 'S10', targetKind: 'mobile' })
  await app.lapak.refresh()
})
afterAll(() => app?.stop())

const path = '/api/v1/favourites'
const list = async (who: TestMember) => (await app.call('GET', path, { token: who.token })).body.data
const add = (who: TestMember, body: unknown) => app.call('POST', path, { token: who.token, body })
const change = (who: TestMember, id: number, body: object) => app.call('PATCH', `${path}/${id}`, { token: who.token, body })
const rename = (who: TestMember, id: number, name: unknown) => change(who, id, { name })
const remove = (who: TestMember, id: number) => app.call('DELETE', `${path}/${id}`, { token: who.token })

const sari = { name: 'Ibu Sari – token', target: '14123456789', productcode: 'PLN20' }
const budi = { name: 'budi', target: '081234567890' }

describe('favourite numbers', () => {
  test('are stored with a name and the usual product, and listed by name', async () => {
    const who = await app.member()
    expect(await list(who)).toEqual([])
    const saved = await add(who, sari)
    expect(saved).toMatchObject({ status: 200, body: { msg: 'Tersimpan di favorit' } })
    expect(saved.body.data).toEqual({ id: expect.any(Number), ...sari, productname: expect.any(String), createat: expect.any(String) })
    await add(who, budi)
    await add(who, { ...budi, name: 'Andi', target: '081234567891' })
    expect((await list(who)).map(({ name }: { name: string }) => name)).toEqual(['Andi', 'budi', 'Ibu Sari – token'])
    expect((await list(who))[1]).toMatchObject({ productcode: null, productname: null })
  })

  test('are normalized as in orders, and are unique per product and among numbers without a product', async () => {
    const who = await app.member()
    expect((await add(who, { name: 'Budi', target: '+62 812-3456-7890', productcode: 's10' })).body.data).toMatchObject({
      target: '081234567890',
      productcode: 'S10',
    })
    for (const target of ['081234567890', '62812 3456 7890'])
      expect(await add(who, { name: 'Lain', target, productcode: 'S10' })).toMatchObject({
        status: 409,
        body: { code: 'favourite.exists' },
      })
    expect((await add(who, budi)).status).toBe(200)
    expect(await add(who, { ...budi, name: 'Budi lagi' })).toMatchObject({ status: 409, body: { code: 'favourite.exists' } })
    expect(await list(who)).toHaveLength(2)
  })

  test('are added only once by concurrent calls', async () => {
    const who = await app.member()
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(who, sari)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('are renamed and removed', async () => {
    const who = await app.member()
    const { id } = (await add(who, sari)).body.data
    expect(await rename(who, id, '  Bu Sari  ')).toMatchObject({
      status: 200,
      body: { msg: 'Nama favorit diganti', data: { name: 'Bu Sari' } },
    })
    expect(await list(who)).toMatchObject([{ id, name: 'Bu Sari', target: sari.target }])
    // Omitted fields stay unchanged.
    expect((await change(who, id, {})).body.data).toEqual((await list(who))[0])
    expect((await list(who))[0]).toMatchObject({ name: 'Bu Sari' })
    expect(await remove(who, id)).toMatchObject({ status: 200, body: { msg: 'Favorit dihapus' } })
    expect(await list(who)).toEqual([])
    expect((await remove(who, id)).body.code).toBe('not_found.favourite')
    expect((await rename(who, id, 'Lagi')).body.code).toBe('not_found.favourite')
  })

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(41)],
    ['name', 'Sari\u0000'],
    ['name', 'Sari\u200b'],
    ['target', ''],
    ['target', '08'],
    ['target', '1'.repeat(101)],
    ['target', '\u200b\u200b\u200b'],
  ])('are refused with the %s %j', async (field, value) => {
    const who = await app.member()
    const answer = await add(who, { ...sari, [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(await list(who)).toEqual([])
  })

  test('are refused for unknown products', async () => {
    expect(await add(await app.member(), { ...sari, productcode: 'TIDAKADA' })).toMatchObject({
      status: 404,
      body: { code: 'not_found.product' },
    })
  })

  test('have a maximum number per member that a setting defines, also for concurrent calls', async () => {
    const [who, other] = [await app.member(), await app.member()]
    await app.setting('favourites.max', 3)
    try {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => add(who, { ...budi, target: `08123456780${n}` })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(answers.find(({ status }) => status !== 200)).toMatchObject({
        status: 422,
        body: { code: 'favourite.too_many', msg: 'Paling banyak 3 favorit, hapus yang tidak dipakai' },
      })
      expect((await add(other, budi)).status).toBe(200)
      await remove(who, (await list(who))[0].id)
      expect((await add(who, sari)).status).toBe(200)
    } finally {
      await app.setting('favourites.max', 300)
    }
  })

  test('can be changed at most as many times an hour as a setting allows', async () => {
    const who = await app.member()
    await app.setting('favourites.changesPerHour', 2)
    try {
      const { id } = (await add(who, sari)).body.data
      expect((await rename(who, id, 'Bu Sari')).status).toBe(200)
      expect(await remove(who, id)).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
      expect(await list(who)).toHaveLength(1)
    } finally {
      await app.setting('favourites.changesPerHour', 300)
    }
  })

  test('cannot be seen, renamed or removed by other members, and are not audited', async () => {
    const [owner, other] = [await app.member(), await app.member({ roles: ['ROLE_ADMIN'] })]
    const { id } = (await add(owner, sari)).body.data
    expect(await list(other)).toEqual([])
    expect((await rename(other, id, 'Curi')).body.code).toBe('not_found.favourite')
    expect((await remove(other, id)).body.code).toBe('not_found.favourite')
    expect(await list(owner)).toMatchObject([sari])
    const trail = await app.db.read.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify(trail, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(sari.target)
    expect((await app.call('GET', path)).status).toBe(401)
  })
})
