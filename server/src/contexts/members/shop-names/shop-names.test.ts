import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { honestNames, knownShops, lookAlikes } from './names.corpus.ts'
import { reserveNamesOfSellers } from './shop-names.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  await app.setting('profile.changesPerHour', 1_000)
})
afterAll(() => app?.stop())

const shop = (name?: string) => app.member({ roles: ['ROLE_SELLER'], ...(name !== undefined && { name }) })
const rename = (who: TestMember, membername: string) => app.call('PATCH', '/api/v1/user', { token: who.token, body: { membername } })
const nameOf = async ({ id }: TestMember) =>
  (await app.db.read.selectFrom('member').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

describe('a shop', () => {
  test('cannot use a name that looks like that of another shop', async () => {
    for (const name of knownShops) expect((await rename(await shop(), name)).status).toBe(200)
    const impostor = await shop('Penjual Baru')
    const passed: string[] = []
    for (const name of lookAlikes) {
      const { status, body } = await rename(impostor, name)
      if (!['name.taken', 'input.invalid'].includes(body.code)) passed.push(`${status} ${name} ${JSON.stringify(name)}`)
      else expect(body.errors, name).toEqual({ membername: expect.any(String) })
    }
    expect(lookAlikes).toHaveLength(100)
    expect(passed).toEqual([])
    expect(await nameOf(impostor)).toBe('Penjual Baru')
  })

  test('can use an honest name in any script', async () => {
    expect(new Set(honestNames).size).toBe(100)
    const answers = await Promise.all(honestNames.map(async (name) => ({ name, ...(await rename(await shop(), name)) })))
    expect(answers.flatMap(({ status, name, body }) => (status === 200 ? [] : [`${name}: ${JSON.stringify(body)}`]))).toEqual([])
  })

  test('cannot use a name that imitates the platform or its staff', async () => {
    const impostor = await shop('Toko Jujur')
    for (const name of ['Lapak Official', 'Admin Lapak', 'CS Lapak', 'Layanan Pelanggan', 'L4pak Resmi']) {
      const { status, body } = await rename(impostor, name)
      expect([status, body.code, body.errors], name).toEqual([422, 'name.of_platform', { membername: expect.any(String) }])
    }
    expect(await nameOf(impostor)).toBe('Toko Jujur')
  })

  test('can change the spelling of its name, and its former name becomes free for others when it takes another one', async () => {
    const owner = await shop()
    const other = await shop()
    expect((await rename(owner, 'Pelangi Cell')).status).toBe(200)
    expect((await rename(owner, 'PELANGI CELL')).status).toBe(200)
    expect((await rename(other, 'Pelangi Cell')).body.code).toBe('name.taken')
    expect((await rename(owner, 'Mentari Cell')).status).toBe(200)
    expect((await rename(other, 'Pelangi Cell')).status).toBe(200)
  })

  test('is the only one that gets a name which several shops request concurrently', async () => {
    const shops = await Promise.all(Array.from({ length: 8 }, () => shop()))
    const answers = await Promise.all(shops.map((one, nth) => rename(one, nth % 2 ? 'Serempak Cell' : 'SEREMPAK-CELL')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ body }) => (body.success ? [] : [body.code])))).toEqual(new Set(['name.taken']))
  })
})

test('a buyer may have the same name as a shop, but no name with look-alike or invisible characters', async () => {
  expect((await rename(await shop(), 'Cahaya Cell')).status).toBe(200)
  const buyer = await app.member({ name: 'Sari' })
  expect((await rename(buyer, 'Cahaya Cell')).status).toBe(200)
  for (const name of ['Cah\u0430ya Cell', 'Cahaya\u200b Cell', '\u202elleC ayahaC', '\u{1d402}ahaya Cell']) {
    const { status, body } = await rename(buyer, name)
    expect([status, body.code], JSON.stringify(name)).toEqual([400, 'input.invalid'])
  }
})

test('a name is stored in composed Unicode form and with plain spaces', async () => {
  const buyer = await app.member()
  expect((await rename(buyer, '\u00a0Ame\u0301lie \u2003 Cell ')).status).toBe(200)
  expect(await nameOf(buyer)).toBe('Am\u00e9lie Cell')
})

test('names of existing sellers are reserved from old to new, and a newer name that looks like an older one is reported', async () => {
  const older = await shop('Warung Kita')
  const later = await shop('WARUNG  KITA')
  const clashes = await reserveNamesOfSellers(app.db)
  expect(clashes).toEqual([{ memberId: later.id, name: 'WARUNG  KITA' }])
  expect(await reserveNamesOfSellers(app.db)).toEqual(clashes)
  expect((await rename(await shop(), 'Warung Kita')).body.code).toBe('name.taken')
  expect((await rename(older, 'Warung Kami')).status).toBe(200)
  expect((await rename(later, 'Warung Kita')).body.success).toBe(true)
})

test('a worker reserves the names of existing sellers when it starts', async () => {
  const seller = await shop('Toko Dini Hari')
  const taken = async () =>
    (await app.db.read.selectFrom('shop_name').select('skeleton').where('member_id', '=', seller.id).execute()).map(
      ({ skeleton }) => skeleton,
    )
  expect(await taken()).toEqual([])
  const worker = await app.startAnother(['worker'])
  await expect.poll(taken).toEqual(['tokodlnlharl'])
  await worker.stop()
})
