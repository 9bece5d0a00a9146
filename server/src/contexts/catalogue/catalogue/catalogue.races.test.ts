/*
 * Concurrent changes by administrators, which wait for the cache lock. The other tests of the catalogue use one connection, so their changes cannot
 * be concurrent.
 */
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '#db/schema.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'

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

/** Both calls wait for the lock, the first call longer; each call read its rows before the other call wrote. */
async function oneAfterTheOther(first: () => Promise<Json>, second: () => Promise<Json>): Promise<Json[]> {
  const answers: Promise<Json>[] = []
  await app.tables.transaction().execute(async (tx) => {
    await sql`select version from cache_version for update`.execute(tx)
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
])('%s keeps the picture that another administrator set while a rename waited for a lock', async (_, path, picture, name, make) => {
  const row = await make(await uploaded(admin))
  const brought = await uploaded(other)
  const answers = await oneAfterTheOther(
    () => ask(other, 'PATCH', path, { id: row.id, [picture]: brought }),
    () => ask(admin, 'PATCH', path, { id: row.id, [name]: `Nama baru ${serial}` }),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1].body.data).toMatchObject({ [picture]: brought, [name]: `Nama baru ${serial}` })
})

describe('an import that waits for the lock', () => {
  async function send(text: string, query: string): Promise<{ status: number; body: Json }> {
    const form = new FormData()
    form.append('file', new Blob([text]), 'katalog.csv')
    const headers = { authorization: `Bearer ${admin.token}` }
    const answer = await fetch(`${app.url}${base}/product/import?${query}`, { method: 'POST', headers, body: form })
    return { status: answer.status, body: await answer.json() }
  }

  /** Previews and imports a file, and makes this change while the import waits for the lock. Returns the response of the import. */
  async function whileItWaits(text: string, change: (tx: Kysely<DB>) => Promise<unknown>) {
    const { digest } = (await send(text, 'simpan=0')).body.data
    const { sent } = await app.tables.transaction().execute(async (tx) => {
      await sql`select version from cache_version for update`.execute(tx)
      const sent = send(text, `simpan=1&digest=${digest}`)
      await lockedOut(app, 1)
      await change(tx)
      return { sent }
    })
    const { status, body } = await sent
    return [status, body.code]
  }
  const products = async () => [await app.product({ code: `W${++serial}` }), await app.product({ code: `W${++serial}` })] as const
  const read = (id: bigint) => app.db.read.selectFrom('product').select(['name', 'type']).where('id', '=', id).executeTakeFirst()

  test('is refused if one of its products was changed during the wait', async () => {
    const [one, other] = await products()
    const text = `Kode produk,Nama produk\n${one.code},Nama baru\n${other.code},Produk ${other.code}`
    const change = (tx: Kysely<DB>) => tx.updateTable('product').set({ name: 'Sudah lain' }).where('id', '=', other.id).execute()
    expect(await whileItWaits(text, change), 'what stays would not stay').toEqual([409, 'catalogue.changed_meanwhile'])
    expect(await read(one.id)).toMatchObject({ name: `Produk ${one.code}` })
  })

  test('is refused if its brand was renamed, or its new code was used, during the wait', async () => {
    const [one] = await products()
    const text = `Kode produk,Nama produk,Brand\nBARU${serial},Nama baru,Brand ${one.code}`
    const renamed = (tx: Kysely<DB>) => tx.updateTable('brand').set({ name: 'Lain' }).where('name', '=', `Brand ${one.code}`).execute()
    expect(await whileItWaits(text, renamed)).toEqual([422, 'catalogue.lines_refused'])
    const taken = `Kode produk,Nama produk,Brand\nBARU${serial},Nama baru,Lain`
    const take = (tx: Kysely<DB>) =>
      tx
        .updateTable('product')
        .set({ code: `BARU${serial}` })
        .where('id', '=', one.id)
        .execute()
    expect(await whileItWaits(taken, take)).toEqual([409, 'catalogue.changed_meanwhile'])
  })

  test('does not change the type of a product that a seller began to offer during the wait', async () => {
    const [one] = await products()
    const { id: sellerId } = await app.seller({ apiUrl: 'http://127.0.0.1:9/api' })
    const offer = { seller_id: sellerId, product_id: one.id, supplier_code: 'S', sell_price: 500n }
    const offered = (tx: Kysely<DB>) => tx.insertInto('offer').values(offer).execute()
    expect(await whileItWaits(`Kode produk,Tipe\n${one.code},Open Denom`, offered)).toEqual([422, 'catalogue.lines_refused'])
    expect(await read(one.id)).toMatchObject({ type: 0 })
  })

  test('is stored if the wait changed only products that the file does not contain', async () => {
    const [one, other] = await products()
    const change = (tx: Kysely<DB>) => tx.updateTable('product').set({ name: 'Sudah lain' }).where('id', '=', other.id).execute()
    expect(await whileItWaits(`Kode produk,Nama produk\n${one.code},Nama baru`, change)).toEqual([200, undefined])
    expect(await read(one.id)).toMatchObject({ name: 'Nama baru' })
  })
})
