import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { withinOneDay } from '../../../../test/one-day.ts'
import { knownFirstPicture } from './first-picture.ts'

await withinOneDay()

let app: TestApp
let admin: TestMember
let other: TestMember
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  other = await app.member({ roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())
beforeEach(() => app.tables.updateTable('banner').set({ archived_at: new Date() }).where('archived_at', 'is', null).execute())

const path = '/api/admin/v1/slider'
const call = (method: string, at: string, body?: unknown, who = admin) => app.call(method, at, { token: who.token, body })
const shown = async () => (await app.call('GET', '/public/sliders')).body.data.map(({ caption }: { caption: string }) => caption)
const listed = async (query = '') => (await call('GET', `${path}?size=100&sort=sortorder,ASC${query}`)).body.data.content

async function picture(who = admin): Promise<string> {
  const form = new FormData()
  const file = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  form.append('file', new Blob([new Uint8Array(file)]), 'banner.png')
  const answer = await fetch(`${app.url}/api/admin/v2/upload/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  })
  return ((await answer.json()) as { data: string }).data
}
const add = async (fields: object = {}) => {
  const answer = await call('POST', path, { image: await picture(), caption: 'Promo', ...fields })
  return answer.body.data
}
const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10)

describe('a banner', () => {
  test('is added with all its fields and appears on the home page at once [A-API-32, A-ENT-13, A-BAN-05, A-BAN-06]', async () => {
    const image = await picture()
    const answer = await call('POST', path, { image, caption: 'Promo Lebaran', expdate: day(3), status: '1' })
    expect(answer).toMatchObject({ status: 200, body: { success: true, msg: 'Add Slider Ok!' } })
    expect(answer.body.data).toMatchObject({
      id: expect.any(Number),
      image,
      caption: 'Promo Lebaran',
      expdate: day(3),
      sortorder: 0,
      status: 1,
    })
    expect(await shown()).toEqual(['Promo Lebaran'])
  })

  test('is shown while it is active and its last day has not passed', async () => {
    await add({ caption: 'hari ini', expdate: day(0) })
    await add({ caption: 'kemarin', expdate: day(-1) })
    await add({ caption: 'mati', status: '0' })
    await add({ caption: 'selamanya', expdate: '' })
    expect(await shown()).toEqual(['hari ini', 'selamanya'])
    expect((await listed()).map(({ caption }: { caption: string }) => caption)).toEqual(['hari ini', 'kemarin', 'mati', 'selamanya'])
  })

  test('is changed in every field, given as text or number, and keeps the picture of another administrator [A-API-33]', async () => {
    const { id, image } = await add()
    const changed = await call('PATCH', path, { id, image, caption: 'Lain', expdate: null, sortorder: '7', status: 0 }, other)
    expect(changed).toMatchObject({
      status: 200,
      body: { msg: 'Update Slider Ok!', data: { id, image, caption: 'Lain', sortorder: 7, status: 0 } },
    })
    expect(await shown()).toEqual([])
    const [row] = await app.db.read
      .selectFrom('audit')
      .selectAll()
      .where('event', '=', 'banner.changed')
      .where('subject', '=', String(id))
      .execute()
    expect(row).toMatchObject({ actor_id: other.id, before: { caption: 'Promo', active: true }, after: { caption: 'Lain', active: false } })
  })

  test('is deleted by an update call: it disappears from every list, its row is kept, and it cannot be changed any more [A-API-34, A-BAN-03]', async () => {
    const { id, image } = await add()
    expect(await call('PATCH', `${path}/${id}`)).toMatchObject({ status: 200, body: { msg: 'Delete Slider Ok!' } })
    expect([await shown(), await listed()]).toEqual([[], []])
    const gone = { status: 404, body: { code: 'not_found.banner' } }
    expect(await call('PATCH', `${path}/${id}`)).toMatchObject(gone)
    expect(await call('PATCH', path, { id, image, caption: 'Lagi' })).toMatchObject(gone)
    expect(await call('PATCH', `${path}/order`, { ids: [id] })).toMatchObject(gone)
    const row = await app.db.read.selectFrom('banner').select('archived_at').where('id', '=', BigInt(id)).executeTakeFirstOrThrow()
    expect(row.archived_at).toBeInstanceOf(Date)
  })

  test('is refused with a message at the field, and nothing is stored', async () => {
    const image = await picture()
    const wrong = async (fields: object) => (await call('POST', path, { image, caption: 'x', ...fields })).body
    expect((await wrong({ caption: ' ' })).errors).toMatchObject({ caption: 'Judul wajib diisi' })
    expect((await wrong({ image: '' })).errors).toMatchObject({ image: 'Unggah gambar banner' })
    expect((await wrong({ expdate: '31/12/2026' })).errors).toHaveProperty('expdate')
    expect((await wrong({ sortorder: -1 })).errors).toMatchObject({ sortorder: 'Urutan tidak valid' })
    expect((await wrong({ status: '2' })).errors).toHaveProperty('status')
    for (const foreign of [await picture(other), 'https://evil.example/x.png', '/private/images/x.webp'])
      expect(await wrong({ image: foreign })).toMatchObject({ code: 'upload.unknown' })
    expect(await listed()).toEqual([])
  })

  test('is refused beyond a hundred banners, also by concurrent requests', async () => {
    const image = await picture()
    await app.tables
      .insertInto('banner')
      .values(Array.from({ length: 98 }, (_, nth) => ({ image, caption: `Nomor ${nth}` })))
      .execute()
    const answers = await Promise.all(Array.from({ length: 6 }, () => call('POST', path, { image, caption: 'Satu lagi' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'banner.too_many' })
    expect(await listed()).toHaveLength(100)
  })

  test('is managed by administrators only', async () => {
    const seller = await app.member({ roles: ['ROLE_SELLER'] })
    for (const [method, at] of [
      ['GET', path],
      ['POST', path],
      ['PATCH', path],
      ['PATCH', `${path}/order`],
      ['PATCH', `${path}/1`],
    ] as const)
      expect((await call(method, at, method === 'GET' ? undefined : {}, seller)).status).toBe(403)
  })
})

describe('the order of banners', () => {
  test('is set as requested, with banners that the request does not contain at the end, and recorded in the audit', async () => {
    const [a, b, c, d] = [
      await add({ caption: 'a' }),
      await add({ caption: 'b' }),
      await add({ caption: 'c' }),
      await add({ caption: 'd' }),
    ]
    expect(await call('PATCH', `${path}/order`, { ids: [d.id, b.id] })).toMatchObject({
      status: 200,
      body: { msg: 'Urutan banner disimpan' },
    })
    expect(await shown()).toEqual(['d', 'b', 'a', 'c'])
    const row = await app.db.read
      .selectFrom('audit')
      .selectAll()
      .where('event', '=', 'banner.ordered')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(row).toMatchObject({ before: { ids: [a.id, b.id, c.id, d.id] }, after: { ids: [d.id, b.id, a.id, c.id] } })
  })

  test('is exactly the order of one of two concurrent requests, never a mixture', async () => {
    const ids: number[] = []
    for (const caption of ['a', 'b', 'c', 'd', 'e']) ids.push((await add({ caption })).id)
    const orders = [ids.toReversed(), [ids[2], ids[0], ids[4], ids[1], ids[3]]]
    for (let round = 0; round < 5; round++) {
      await Promise.all(orders.map((order, nth) => call('PATCH', `${path}/order`, { ids: order }, nth ? other : admin)))
      const now = (await listed()).map(({ id }: { id: number }) => id)
      expect(orders).toContainEqual(now)
    }
  })

  test('is refused when the request contains a banner twice', async () => {
    const { id } = await add()
    expect((await call('PATCH', `${path}/order`, { ids: [id, id] })).status).toBe(400)
  })
})

test('the list of banners is searched, filtered and sorted [A-API-31]', async () => {
  await add({ caption: 'Pulsa murah', sortorder: 2 })
  await add({ caption: 'Token PLN 100%', sortorder: 1, status: '0' })
  const captions = async (query: string) => (await listed(query)).map(({ caption }: { caption: string }) => caption)
  expect(await captions('&search=PULSA')).toEqual(['Pulsa murah'])
  expect(await captions('&search=%25')).toEqual(['Token PLN 100%'])
  expect(await captions('&status=0')).toEqual(['Token PLN 100%'])
  expect(await captions('&search=')).toEqual(['Token PLN 100%', 'Pulsa murah'])
  expect((await call('GET', `${path}?sort=image`)).status).toBe(400)
})

test('concurrent changes, archiving and reordering of banners never deadlock', async () => {
  const ids: number[] = []
  const image = await picture()
  for (const caption of ['a', 'b', 'c', 'd']) ids.push((await add({ caption, image })).id)
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([
      ...ids.map((id) => call('PATCH', path, { id, image, caption: `Putaran ${round}` })),
      call('PATCH', `${path}/order`, { ids: round % 2 ? ids : ids.toReversed() }),
      call('PATCH', `${path}/order`, { ids }, other),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
})

test('the preload hint of the first picture follows the shown banners, and stays unchanged during a database outage', async () => {
  let isDown = false
  const read = new Proxy(app.db.read, {
    get: (reader, name) => {
      if (isDown) throw new Error('no database')
      const part = Reflect.get(reader, name)
      return typeof part === 'function' ? part.bind(reader) : part
    },
  })
  const known = knownFirstPicture(read, 0)
  expect(known()).toBe(undefined)
  const { id, image } = await add()
  await expect.poll(known).toBe(image)
  isDown = true
  expect([known(), known()]).toEqual([image, image])
  isDown = false
  await app.tables.updateTable('banner').set({ image: '/a>; rel=preload, </b' }).where('id', '=', id).execute()
  await expect.poll(known).toBe(undefined)
  await app.tables.updateTable('banner').set({ image, active: false }).where('id', '=', id).execute()
  expect(known()).toBe(undefined)
})
