import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { runJob } from '../../../../test/run-job.ts'
import { pictureColumns } from './uploads.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapak-pictures-'))
  app = await startTestApp({ DATA_DIR: folder })
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('unused pictures', () => {
  async function uploaded(who: TestMember, isPrivate = false) {
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(picture)]), 'foto.png')
    const answer = await fetch(`${app.url}/api/admin/v2/upload/image${isPrivate ? '?private=1' : ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}` },
      body: form,
    })
    const { data } = (await answer.json()) as { data: string }
    return { shown: data, stored: data.split('?')[0] ?? '', name: data.split('?')[0]?.split('/').at(-1) ?? '' }
  }
  const age = () =>
    app.tables
      .updateTable('upload')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
      .execute()
  const files = async () => (await Promise.all(['public', 'private'].map((area) => readdir(join(folder, 'uploads', area))))).flat()

  test('are removed from the store and the table after a week, while used and new ones stay', async () => {
    const who = await app.member()
    const used = { avatar: await uploaded(who), ktp: await uploaded(who, true), npwp: await uploaded(who, true) }
    await app.tables
      .updateTable('member')
      .set({ avatar: used.avatar.stored, ktp: used.ktp.stored, npwp: used.npwp.stored })
      .where('id', '=', who.id)
      .execute()
    const [category, logo, image, banner] = [await uploaded(who), await uploaded(who), await uploaded(who), await uploaded(who)]
    const product = await app.product({ code: 'GAMBAR' })
    await app.tables.updateTable('product').set({ image: image.stored }).where('id', '=', product.id).execute()
    await app.tables.updateTable('brand').set({ logo: logo.stored }).where('name', '=', 'Brand GAMBAR').execute()
    await app.tables
      .updateTable('category')
      .set({ image: `https://lapak.example${category.stored}` })
      .where('name', '=', 'Kategori GAMBAR')
      .execute()
    await app.tables.insertInto('banner').values({ image: banner.stored, caption: 'Promo' }).execute()
    const [unused, unusedCard] = [await uploaded(who), await uploaded(who, true)]
    await age()
    const fresh = await uploaded(who)
    await runJob(app, 'purge-uploads')
    const kept = [used.avatar, used.ktp, used.npwp, category, logo, image, banner, fresh].map(({ name }) => name).sort()
    expect((await files()).sort()).toEqual(kept)
    const rows = await app.db.read.selectFrom('upload').select('name').execute()
    expect(rows.map(({ name }) => name).sort()).toEqual(kept)
    for (const { shown } of [unused, unusedCard]) expect((await fetch(app.url + shown)).status).toBe(404)
    for (const { shown } of [used.avatar, used.ktp, fresh]) expect((await fetch(app.url + shown)).status).toBe(200)
  })

  test('are found by checking every column that contains URLs of pictures', async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name ~ '(image|picture|photo|foto|logo|avatar|ktp|npwp|proof)'`.execute(
      app.db.read,
    )
    expect(pictureColumns.map((column) => column.join('.')).sort()).toEqual(rows.map(({ place }) => place).sort())
  })
})
