/* Changes of administrators that meet at the lock of the mirror. The other tests run on one connection, where nothing can ever meet. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../test/app.ts'
import { lockedOut } from '../../../test/locks.ts'

let app: TestApp
let admin: TestMember
let other: TestMember
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  other = await app.member({ roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())

const base = '/api/admin/v1'
const ask = (who: TestMember, method: string, path: string, body: Json) => app.call(method, `${base}${path}`, { token: who.token, body })

/** Both wait for the lock, the first for longer; what each of them looked at before, it saw without the other. */
async function oneAfterTheOther(first: () => Promise<Json>, second: () => Promise<Json>): Promise<Json[]> {
  const answers: Promise<Json>[] = []
  await app.tables.transaction().execute(async (tx) => {
    await sql`select version from mirror_clock for update`.execute(tx)
    for (const send of [first, second]) {
      answers.push(send())
      await lockedOut(app, answers.length)
    }
  })
  return Promise.all(answers)
}

let serial = 0
async function uploaded(who: TestMember): Promise<string> {
  const name = `${'abcdefghijklmnopqrstuvwxyz012345'.slice(0, 30)}${String(++serial).padStart(2, '0')}.webp`
  await app.tables.insertInto('upload').values({ name, owner_id: who.id, private: false, bytes: 9, width: 1, height: 1 }).execute()
  return `/public/images/${name}`
}

const newBrand = async (more: Json = {}): Promise<Json> => {
  const name = `Kategori ${++serial}`
  const { id } = await app.tables.insertInto('category').values({ name }).returning('id').executeTakeFirstOrThrow()
  return (await ask(admin, 'POST', '/brand', { brandname: `Brand ${serial}`, productcategoryid: Number(id), ...more })).body.data
}

test.each<[string, string, string, string, (picture: string) => Promise<Json>]>([
  ['a brand', '/brand', 'brandlogo', 'brandname', (brandlogo) => newBrand({ brandlogo })],
  [
    'a brand group',
    '/brandgroup',
    'logo',
    'name',
    async (logo) => {
      const { productcategoryid: categoryid } = await newBrand()
      return (await ask(admin, 'POST', '/brandgroup', { name: `Grup ${serial}`, categoryid, logo })).body.data
    },
  ],
  [
    'a product',
    '/product',
    'image',
    'productname',
    async (image) => {
      const { id: brandid } = await newBrand()
      const product = { productname: 'Pulsa 5.000', productcode: `R${serial}`, brandid, image }
      return (await ask(admin, 'POST', '/product', product)).body.data
    },
  ],
])('%s keeps the picture that another administrator brought while a change of its name waited', async (_, path, picture, name, make) => {
  const row = await make(await uploaded(admin))
  const brought = await uploaded(other)
  const answers = await oneAfterTheOther(
    () => ask(other, 'PATCH', path, { id: row.id, [picture]: brought }),
    () => ask(admin, 'PATCH', path, { id: row.id, [name]: `Nama baru ${serial}` }),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1].body.data).toMatchObject({ [picture]: brought, [name]: `Nama baru ${serial}` })
})
