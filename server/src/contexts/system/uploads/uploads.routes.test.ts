import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { type ObjectStoreSimulator, startObjectStore } from '@lapak/simulators/object-store'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Audit, createAudit } from '#contexts/system/audit/audit.ts'
import { createSettings } from '#contexts/system/settings/settings.ts'
import { createObjectStore } from '#integrations/object-storage/object-storage.ts'
import { readConfig } from '#shared/config.ts'
import { createLog } from '#shared/log.ts'
import { platformKeys } from '#shared/platform-keys.ts'
import { createCipher } from '#shared/secrets.ts'
import { type Answer, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { createUploads, signedAddressOf, type Uploads } from './uploads.ts'

const path = '/api/admin/v2/upload/image'
const olderPath = '/api/admin/v1/upload/image'
const { secretKey } = readConfig({ NODE_ENV: 'test' })

let app: TestApp
let folder: string
/** An `Uploads` object as other features use it, with the same database and folder. */
let uploads: Uploads
let audit: Audit
/** The key that signs URLs of private pictures of this installation. */
let key: KeyObject
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapak-uploads-'))
  app = await startTestApp({ DATA_DIR: folder }, ['http'])
  const store = createObjectStore({ folder: join(folder, 'uploads'), s3: null })
  audit = createAudit({ db: app.db, log: createLog('fatal') })
  key = (await platformKeys({ db: app.db, cipher: createCipher(secretKey), firstKey: secretKey }, ['private pictures']))['private pictures']
  uploads = createUploads({
    db: app.db,
    audit,
    store,
    settings: createSettings({ production: false }),
    log: createLog('fatal'),
    key,
  })
})
afterAll(async () => {
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

// — Pictures, and files that pretend to be pictures

const blank = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
const jpeg = () => blank().jpeg().toBuffer()
const png = () => blank().png().toBuffer()

function pngChunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Returns a small PNG file that declares the given width and height. */
function promisingPng(width: number, height: number, more: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(Math.min(1_000_000, (1 + Math.ceil(width / 8)) * height))))
  return Buffer.concat([signature, pngChunk('IHDR', header), ...more, pixels, pngChunk('IEND', Buffer.alloc(0))])
}

/** Red at the top, blue below; its metadata states that it is rotated. */
async function photoOnItsSide(): Promise<Buffer> {
  const blue = await sharp({ create: { width: 60, height: 20, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .composite([{ input: blue, top: 20, left: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'KameraRahasia', Artist: 'Budi' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '6/1 10/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '106/1 49/1 0/1' },
    })
    .jpeg({ quality: 95 })
    .toBuffer()
}

// — Upload and display

interface Sending {
  to?: string
  field?: string
  name?: string
  type?: string
  more?: (form: FormData) => void
}

async function send(who: TestMember | null, file: Buffer, { to = path, field = 'file', name = 'foto.jpg', type, more }: Sending = {}) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(file)], { type: type ?? 'image/jpeg' }), name)
  more?.(form)
  return posted(who, to, form)
}

async function posted(who: TestMember | null, to: string, body: FormData | string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(app.url + to, {
    method: 'POST',
    headers: { ...headers, ...(who && { authorization: `Bearer ${who.token}` }) },
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const look = (address: string, headers: Record<string, string> = {}) => fetch(app.url + address, { headers })
const bytesOf = async (address: string) => Buffer.from(await (await look(address)).arrayBuffer())
const nothingStored = async (who: TestMember) =>
  expect(await app.db.read.selectFrom('upload').select('id').where('owner_id', '=', who.id).execute()).toEqual([])

describe('a picture [B-API-33, B-API-34, A-API-46, B-OPEN-56]', () => {
  test.each([path, olderPath])('gets a URL, returned as data and as imageurl, when it is uploaded to %s', async (to) => {
    const member = await app.member()
    const { status, body } = await send(member, await jpeg(), { to })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      msg: 'Upload Ok!',
      data: expect.stringMatching(/^\/public\/images\/[\w-]{32}\.webp$/),
      imageurl: body.data,
    })
    const shown = await look(body.data)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const bytes = await bytesOf(body.data)
    const row = await app.db.read.selectFrom('upload').selectAll().where('owner_id', '=', member.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ private: false, bytes: bytes.length, width: 40, height: 30 })
  })

  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', () => blank().webp().toBuffer()],
  ])('may be %s, whatever its name and type, and is stored as WebP [B-VAL-47]', async (_, make) => {
    const { body } = await send(await app.member(), await make(), { name: 'catatan.txt', type: 'text/plain' })
    expect(await sharp(await bytesOf(body.data)).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  })

  test('is at most 2000 pixels long afterwards, and never enlarged', async () => {
    const { body } = await send(await app.member(), await blank(3000, 1500).jpeg().toBuffer())
    expect(await sharp(await bytesOf(body.data)).metadata()).toMatchObject({ width: 2000, height: 1000 })
  })

  test('is turned upright by its metadata, and is stored without metadata, which could contain the place where it was taken', async () => {
    const photo = await photoOnItsSide()
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('KameraRahasia')
    const { body } = await send(await app.member(), photo)
    const stored = await bytesOf(body.data)
    const metadata = await sharp(stored).metadata()
    expect(metadata).toMatchObject({ width: 40, height: 60 })
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(stored.toString('latin1')).not.toMatch(/KameraRahasia|Budi|Exif/)
    // Turned to the right: the former top is on the right.
    const { data, info } = await sharp(stored).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)].map((value) => value > 128)
    expect([at(5, 30), at(35, 30)]).toEqual([
      [false, false, true],
      [true, false, false],
    ])
  })

  test('does not contain a script after the upload, even if the file was also a script', async () => {
    const script = '<script>alert(document.cookie)</script><?php system($_GET["c"]); ?>'
    const { body } = await send(await app.member(), Buffer.concat([await jpeg(), Buffer.from(script)]))
    const stored = await bytesOf(body.data)
    expect(stored.subarray(0, 4).toString()).toBe('RIFF')
    expect(stored.toString('latin1')).not.toMatch(/script|php|alert/)
  })

  test('may be uploaded concurrently with others', async () => {
    const member = await app.member()
    const photo = await blank(1500, 1000).jpeg().toBuffer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(member, photo)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ body }) => body.data)).size).toBe(8)
    expect((await app.db.read.selectFrom('upload').select('id').where('owner_id', '=', member.id).execute()).length).toBe(8)
  })
})

describe('the upload [B-VAL-47]', () => {
  const animated = async () =>
    sharp([await png(), await blank(40, 30).negate().png().toBuffer()], { join: { animated: true } })
      .webp()
      .toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a text', () => Buffer.from('bukan gambar')],
    ['an SVG', () => Buffer.from(svg)],
    ['an HTML page', () => Buffer.from('<html><body><script>alert(1)</script></body></html>')],
    ['a GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a GIF that is a script too', () => Buffer.from('GIF89a=1;alert(document.domain)//')],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['a TIFF', () => blank().tiff().toBuffer()],
    ['a JPEG that ends in the middle', async () => (await blank(600, 600).jpeg().toBuffer()).subarray(0, 1200)],
    ['a PNG that ends in the middle', async () => (await png()).subarray(0, 60)],
    ['a JPEG of its first bytes only', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['an animated WebP', animated],
    ['an animated PNG', () => promisingPng(8, 8, [pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))])],
  ])('refuses %s, and stores nothing', async (_, make) => {
    const member = await app.member()
    const refused = await send(member, await make(), { name: 'foto.png', type: 'image/png' })
    expect(refused).toMatchObject({ status: 400, body: { success: false, code: 'upload.not_an_image' } })
    await nothingStored(member)
  })

  test.each([
    [50_000, 50_000],
    [5001, 5000],
    [2_500_001, 10],
  ])('refuses a small file that decodes to %i × %i pixels', async (width, height) => {
    const member = await app.member()
    const refused = await send(member, promisingPng(width, height))
    expect(refused.status).toBe(400)
    expect(['upload.too_many_pixels', 'upload.not_an_image']).toContain(refused.body.code)
    if (width < 1_000_000) expect(refused.body.code).toBe('upload.too_many_pixels')
    await nothingStored(member)
  })

  test('refuses a file above five megabytes, and judges a file just below by its content', async () => {
    const member = await app.member()
    const megabyte = 1024 * 1024
    expect(await send(member, Buffer.concat([await jpeg(), Buffer.alloc(6 * megabyte)]))).toMatchObject({
      status: 400,
      body: { code: 'upload.too_large', msg: 'Gambar paling besar 5 MB' },
    })
    const more = (form: FormData) => form.append('file', new Blob(['a']), 'dua.jpg')
    expect(await send(member, Buffer.alloc(6 * megabyte), { more })).toMatchObject({ body: { code: 'upload.too_large' } })
    await nothingStored(member)
    expect((await send(member, Buffer.concat([await jpeg(), Buffer.alloc(4.9 * megabyte)]))).status).toBe(200)
  })

  test('refuses a form without a file, with another field, with an empty or a second file, and a request without a form', async () => {
    const member = await app.member()
    const none = { status: 400, body: { code: 'upload.none', msg: 'Pilih file gambar' } }
    const empty = new FormData()
    empty.append('catatan', 'tanpa file')
    expect(await posted(member, path, empty)).toMatchObject(none)
    expect(await send(member, await jpeg(), { field: 'image' })).toMatchObject(none)
    expect(await send(member, Buffer.alloc(0))).toMatchObject(none)
    expect(await posted(member, path, '{"file":"x"}', { 'content-type': 'application/json' })).toMatchObject(none)
    const second = await jpeg()
    const two = await send(member, await jpeg(), { more: (form) => form.append('file', new Blob([new Uint8Array(second)]), 'dua.jpg') })
    expect(two).toMatchObject({ status: 400, body: { code: 'input.invalid', errors: { file: 'Kirim satu file saja' } } })
    const broken = await posted(member, path, '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc', {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(broken).toMatchObject({ status: 400, body: { success: false } })
    expect((await send(member, await jpeg(), { to: `${path}?private=2` })).status).toBe(400)
    await nothingStored(member)
  })

  test('refuses requests without a session', async () => {
    expect(await send(null, await jpeg())).toMatchObject({ status: 401, body: { code: 'access.no_session' } })
    expect((await send(null, await jpeg(), { to: olderPath })).status).toBe(401)
  })

  test('refuses the sixty-first picture within an hour, without effect on other members', async () => {
    const [member, other] = [await app.member(), await app.member()]
    await app.tables
      .insertInto('rate_count')
      .values({ subject: `uploads.perHour:${member.id}`, began_at: new Date(), count: 59 })
      .execute()
    expect((await send(member, await jpeg())).status).toBe(200)
    const refused = await send(member, await jpeg())
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await send(other, await jpeg())).status).toBe(200)
  })
})

describe('a private picture', () => {
  const passOf = (address: string) => {
    const { searchParams } = new URL(address, app.url)
    return { until: searchParams.get('until') ?? '', by: searchParams.get('by') ?? '', sig: searchParams.get('sig') ?? '' }
  }
  const looksAt = (upload: bigint) =>
    app.db.read
      .selectFrom('audit')
      .select(['actor_id', 'address', 'after'])
      .where('event', '=', 'private_picture.seen')
      .where('subject', '=', `${upload}`)
      .execute()
  const card = async (owner: TestMember) => {
    const { body } = await send(owner, await jpeg(), { to: `${path}?private=1` })
    const address: string = body.data
    expect(body.imageurl).toBe(address)
    return { address, stored: address.split('?')[0] ?? '', name: address.split('?')[0]?.split('/').at(-1) ?? '' }
  }

  test('is shown to anyone with its signed URL, for ten minutes and without caching', async () => {
    const { address } = await card(await app.member())
    expect(address).toMatch(/^\/private\/images\/[\w-]{32}\.webp\?until=\d+&by=\d+&sig=[\w-]{43}$/)
    const until = Number(new URL(address, app.url).searchParams.get('until')) - Date.now() / 1000
    expect(until).toBeGreaterThan(590)
    expect(until).toBeLessThanOrEqual(600)
    const shown = await look(address)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
    })
  })

  test('is not found without its signature, after ten minutes, under another path, or with the signature of another picture', async () => {
    const owner = await app.member()
    const admin = await app.member({ roles: ['ROLE_ADMIN'] })
    const outsider = await app.member()
    const [one, two] = [await card(owner), await card(owner)]
    const [, oneSigned = ''] = one.address.split('?')
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const bearer = ({ token }: TestMember) => ({ authorization: `Bearer ${token}`, accept: 'text/html' })
    const missing = await (await look('/private/images/nothing')).json()
    expect(missing).toEqual({ success: false, msg: 'Gambar tidak ditemukan', code: 'not_found.image' })
    for (const [address, headers] of [
      [one.stored, {}],
      [one.stored, bearer(owner)],
      [one.stored, bearer(admin)],
      [one.stored, bearer(outsider)],
      [`${two.stored}?${oneSigned}`, bearer(owner)],
      [`${one.address}0`, {}],
      [one.address.replace('until=', 'until=9'), {}],
      [one.address.replace(`by=${owner.id}`, `by=${outsider.id}`), bearer(outsider)],
      [one.address.replace(/by=\d+&/, ''), bearer(owner)],
      [`${one.address}&until=99999999999`, {}],
      [signedAddressOf(key, one.name, owner.id, minutesAgo(11)), bearer(owner)],
      [signedAddressOf(createSecretKey(randomBytes(32)), one.name, owner.id, new Date()), {}],
      [signedAddressOf(key, 'x'.repeat(32), owner.id, new Date()), {}],
      [signedAddressOf(key, `${'x'.repeat(32)}.webp`, owner.id, new Date()), {}],
      [one.address.replace('/private/', '/public/'), {}],
    ] as const) {
      const answer = await look(address, headers)
      expect([answer.status, await answer.json()], address).toEqual([404, missing])
    }
    expect((await look(signedAddressOf(key, one.name, owner.id, minutesAgo(9)))).status).toBe(200)
  })

  test('is usable by its owner only, and only for the purpose of its upload', async () => {
    const [owner, outsider] = [await app.member(), await app.member()]
    const { address, stored } = await card(owner)
    const avatar: string = (await send(owner, await jpeg())).body.data
    expect(await uploads.ownPrivate(owner.id, address)).toMatchObject({ url: stored })
    expect(await uploads.ownPrivate(owner.id, stored)).toMatchObject({ url: stored })
    expect(await uploads.ownPublic(owner.id, avatar)).toBe(avatar)
    const refused = { code: 'upload.unknown' }
    for (const claim of [
      () => uploads.ownPrivate(outsider.id, address),
      () => uploads.ownPublic(outsider.id, avatar),
      () => uploads.ownPublic(owner.id, stored),
      () => uploads.ownPublic(owner.id, stored.replace('private', 'public')),
      () => uploads.ownPrivate(owner.id, avatar),
      () => uploads.ownPrivate(owner.id, `https://jahat.example${stored}`),
      () => uploads.ownPublic(owner.id, 'https://jahat.example/x.webp'),
      () => uploads.ownPublic(owner.id, '/public/images/../../etc/passwd'),
      () => uploads.ownPublic(owner.id, ''),
    ])
      await expect(claim()).rejects.toMatchObject(refused)
  })

  test('is logged, and not audited, when its owner opens it', async () => {
    const owner = await app.member()
    const { address, name } = await card(owner)
    const notes: unknown[] = []
    const log = { info: (details: unknown) => notes.push(details), error: () => undefined }
    const store = createObjectStore({ folder: join(folder, 'uploads'), s3: null })
    const noting = createUploads({ db: app.db, audit, store, settings: createSettings({ production: false }), log, key })
    const pass = passOf(address)
    await noting.readPrivate(name, pass, '203.0.113.5')
    const forged = { ...pass, sig: 'x'.repeat(43) }
    await expect(noting.readPrivate(name, forged, '203.0.113.5')).rejects.toMatchObject({ code: 'not_found.image' })
    const { id } = await app.db.read.selectFrom('upload').select('id').where('owner_id', '=', owner.id).executeTakeFirstOrThrow()
    expect(notes).toEqual([{ upload: id, owner: owner.id, viewer: owner.id }])
    expect(await looksAt(id)).toEqual([])
  })

  test('is audited with viewer, owner and IP address when another member opens it', async () => {
    const [owner, admin] = [await app.member(), await app.member({ roles: ['ROLE_ADMIN'] })]
    const { stored } = await card(owner)
    const { id } = await app.db.read.selectFrom('upload').select('id').where('owner_id', '=', owner.id).executeTakeFirstOrThrow()
    const address = uploads.signedUrl(stored, admin.id) ?? ''
    expect(await looksAt(id)).toEqual([])
    expect((await look(address)).status).toBe(200)
    expect((await look(address)).status).toBe(200)
    const seen = { actor_id: admin.id, address: '127.0.0.1', after: { owner: Number(owner.id) } }
    expect(await looksAt(id)).toEqual([seen, seen])
  })

  test.each([
    ['whose role was taken', (id: bigint) => app.tables.deleteFrom('member_role').where('member_id', '=', id).execute()],
    ['who was shut out', (id: bigint) => shutOut(app.tables, id)],
  ])('is not shown to an administrator %s since the URL was signed, and the refusal is not audited as an access', async (_, end) => {
    const [owner, admin] = [await app.member(), await app.member({ roles: ['ROLE_ADMIN'] })]
    const { stored } = await card(owner)
    const { id } = await app.db.read.selectFrom('upload').select('id').where('owner_id', '=', owner.id).executeTakeFirstOrThrow()
    const address = uploads.signedUrl(stored, admin.id) ?? ''
    expect((await look(address)).status).toBe(200)
    await end(admin.id)
    expect((await look(address)).status).toBe(404)
    expect((await looksAt(id)).map(({ actor_id }) => actor_id)).toEqual([admin.id])
    expect((await look(uploads.signedUrl(stored, owner.id) ?? '')).status).toBe(200)
  })

  test('gets a new signature wherever its stored URL is shown', async () => {
    const owner = await app.member()
    const { stored } = await card(owner)
    expect((await look(uploads.signedUrl(stored, owner.id) ?? '')).status).toBe(200)
    expect(uploads.signedUrl('/public/images/x.webp', 1n)).toBe('/public/images/x.webp')
    expect(uploads.signedUrl(null, 1n)).toBeNull()
  })
})

test('no URL gives access to files outside the folder of pictures', async () => {
  await mkdir(join(folder, 'uploads'), { recursive: true })
  await writeFile(join(folder, 'uploads', `${'r'.repeat(32)}.webp`), 'rahasia')
  for (const name of [
    `..%2f${'r'.repeat(32)}.webp`,
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    `${'x'.repeat(32)}.webp%00`,
    'x',
    `${'x'.repeat(33)}.webp`,
  ]) {
    for (const area of ['public', 'private']) {
      const answer = await look(`/${area}/images/${name}`)
      expect([400, 404], `${area} ${name}`).toContain(answer.status)
      expect(await answer.text()).not.toContain('rahasia')
    }
  }
  for (const address of ['/private/x', '/private/images/', '/public/images/'])
    expect((await look(address, { accept: 'text/html' })).status, address).toBe(404)
})

test('pictures are stored in files with random names, private ones separately, and nothing else is stored there', async () => {
  const member = await app.member()
  await send(member, await jpeg())
  await send(member, await jpeg(), { to: `${path}?private=1` })
  for (const area of ['public', 'private']) {
    const names = await readdir(join(folder, 'uploads', area))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !/^[\w-]{32}\.webp$/.test(name))).toEqual([])
    expect((await readFile(join(folder, 'uploads', area, names[0] ?? ''))).subarray(8, 12).toString()).toBe('WEBP')
  }
})

describe('the quota of a member', () => {
  /** About 300 kB of noise, which cannot be compressed. */
  const large = () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
      .webp({ quality: 82 })
      .toBuffer()
  const used = async ({ id }: TestMember) =>
    Number(
      (await sql<{ bytes: bigint }>`select coalesce(sum(bytes), 0) as bytes from upload where owner_id = ${id}`.execute(app.tables)).rows[0]
        ?.bytes,
    )
  const most = 1024 * 1024
  beforeAll(() => app.setting('uploads.megabytesPerMember', 1))
  afterAll(() => app.setting('uploads.megabytesPerMember', 500))

  test('ends at the number of megabytes in the setting, also for concurrent uploads, and does not affect other members', async () => {
    const member = await app.member()
    const picture = await large()
    const answers: Answer[] = await Promise.all(Array.from({ length: 8 }, () => send(member, picture)))
    const kept = answers.filter(({ status }) => status === 200).length
    expect(kept).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status !== 200)).toEqual(
      Array(8 - kept).fill(expect.objectContaining({ status: 422, body: expect.objectContaining({ code: 'upload.quota' }) })),
    )
    expect(await used(member)).toBeLessThanOrEqual(most)
    expect(await used(member)).toBeGreaterThan(most / 2)
    expect((await send(await app.member(), picture)).status).toBe(200)
  })

  test('includes a picture that a message uses, and becomes free when unused pictures are purged', async () => {
    const member = await app.member({ complete: true })
    const picture = await large()
    const first = (await send(member, picture)).body.data
    const until = async () => {
      for (let sent = 0; ; sent++) if ((await send(member, picture)).body.code === 'upload.quota') return sent
    }
    const remaining = await until()
    const message = { touser: 'cso', msg: 'Bukti transfer saya', image: first }
    expect(await app.call('POST', '/api/messanger/v1/message', { token: member.token, body: message })).toMatchObject({ status: 200 })
    await sql`update upload set created_at = now() - interval '8 days' where owner_id = ${member.id}`.execute(app.tables)
    await uploads.purge()
    expect(await used(member)).toBe((await bytesOf(first)).length)
    expect(await until()).toBe(remaining)
  })
})

describe('an S3-compatible store', () => {
  const account = { key: 'kunci', secret: 'rahasia', region: 'us-east-1', bucket: 'gambar' }
  let simulator: ObjectStoreSimulator
  let other: TestApp
  beforeAll(async () => {
    simulator = await startObjectStore(account)
    other = await startTestApp(
      {
        DATA_DIR: join(folder, 's3'),
        S3_URL: simulator.url,
        S3_BUCKET: account.bucket,
        S3_REGION: account.region,
        S3_KEY: account.key,
        S3_SECRET: account.secret,
      },
      ['http'],
    )
  })
  afterAll(async () => {
    await other?.stop()
    await simulator?.close()
  })

  const upload = async (member: TestMember, query = '') => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await jpeg())]), 'foto.jpg')
    const response = await fetch(`${other.url}${path}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}` },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as { data: string } }
  }

  test('stores the pictures, and Lapak serves them', async () => {
    const member = await other.member()
    for (const [query, area] of [
      ['', 'public'],
      ['?private=1', 'private'],
    ] as const) {
      const { body } = await upload(member, query)
      const shown = await fetch(other.url + body.data)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
      const name = new URL(body.data, other.url).pathname.split('/').at(-1)
      expect(simulator.objects.get(`${area}/${name}`)).toEqual({ content: Buffer.from(await shown.arrayBuffer()), type: 'image/webp' })
    }
    expect((await fetch(`${other.url}/public/images/${'x'.repeat(32)}.webp`)).status).toBe(404)
    expect(simulator.refusals).toEqual([])
  })

  test('fails the upload when it is down or returns an error, and leaves no row behind', async () => {
    const member = await other.member()
    simulator.fail(500)
    expect((await upload(member)).status).toBe(500)
    simulator.fail(0)
    await simulator.goDown()
    expect((await upload(member)).status).toBe(500)
    await simulator.comeUp()
    expect(await other.db.read.selectFrom('upload').select('id').where('owner_id', '=', member.id).execute()).toEqual([])
    expect((await upload(member)).status).toBe(200)
  })
})
