import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ObjectStoreSimulator, startObjectStore } from '@lapak/simulators/object-store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createObjectStore } from './object-storage.ts'

const account = { key: 'kunci', secret: 'rahasia', region: 'ap-southeast-3', bucket: 'gambar' }

let folder: string
let simulator: ObjectStoreSimulator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapak-objects-'))
  simulator = await startObjectStore(account)
})
afterAll(async () => {
  await simulator?.close()
  await rm(folder, { recursive: true, force: true })
})

const s3 = (secret = account.secret) => createObjectStore({ folder, s3: { ...account, secret, url: `${simulator.url}/` } })
const disk = () => createObjectStore({ folder, s3: null })

describe.each([
  ['a folder', disk],
  ['an S3-compatible store', s3],
])('%s', (_, open) => {
  test('stores a file, returns it byte for byte and removes it', async () => {
    const store = open()
    const content = Buffer.from([0, 255, 1, 254, 10, 13])
    await store.put('private/satu.webp', content, 'image/webp')
    expect(await store.get('private/satu.webp')).toEqual(content)
    expect(await store.get('public/satu.webp')).toBeNull()
    await store.put('private/satu.webp', Buffer.from('lain'), 'image/webp')
    expect(String(await store.get('private/satu.webp'))).toBe('lain')
    await store.remove('private/satu.webp')
    expect(await store.get('private/satu.webp')).toBeNull()
    await store.remove('private/satu.webp')
  })

  test('lists the names that begin with a prefix, whatever their number', async () => {
    const store = open()
    const names = ['daftar/a/1', 'daftar/a/2', 'daftar/a/3', 'daftar/a/4', 'daftar/ab']
    for (const name of names) await store.put(name, Buffer.from('isi'), 'text/plain')
    expect(await store.list('daftar/')).toEqual(names)
    expect(await store.list('daftar/a/')).toEqual(names.slice(0, 4))
    expect(await store.list('daftar/a/2')).toEqual(['daftar/a/2'])
    expect(await store.list('tidak-ada/')).toEqual([])
  })
})

test("files on disk are readable only by the platform's own system user, and a failed write does not leave a partial file", async () => {
  await disk().put('private/kartu.webp', Buffer.from('isi'), 'image/webp')
  expect((await stat(join(folder, 'private/kartu.webp'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'private'))).mode & 0o777).toBe(0o700)
  // A folder of that name cannot be replaced by a file.
  await disk().put('private/penuh/x', Buffer.from('isi'), 'image/webp')
  await expect(disk().put('private/penuh', Buffer.from('isi'), 'image/webp')).rejects.toThrow()
  expect(await readdir(join(folder, 'private'))).toEqual(['kartu.webp', 'penuh'])
  await writeFile(join(folder, 'private/penuh/y'), '')
  await expect(disk().get('private/penuh')).rejects.toThrow()
})

test('the S3 store receives the content type, and a wrong signature or a server error is not reported as a missing file', async () => {
  await s3().put('public/a.webp', Buffer.from('isi'), 'image/webp')
  expect(simulator.objects.get('public/a.webp')).toEqual({ content: Buffer.from('isi'), type: 'image/webp' })
  await expect(s3('salah').get('public/a.webp')).rejects.toThrow('403')
  await expect(s3('salah').put('public/a.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow('403')
  await expect(s3('salah').remove('public/a.webp')).rejects.toThrow('403')
  expect(simulator.refusals).toEqual(Array(3).fill('SignatureDoesNotMatch'))
  simulator.fail(503)
  await expect(s3().get('public/a.webp')).rejects.toThrow('503')
  simulator.fail(0)
})
