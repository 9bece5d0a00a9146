import { execFile } from 'node:child_process'
import { mkdtemp, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from './app.ts'
import { startOwnCluster } from './own-cluster.ts'

/** PostgreSQL on a small file system of its own, which the test fills. Only root may mount one. */
const run = promisify(execFile)
const disk = await mountDisk()

let app: TestApp
let buyer: TestMember
let serial = 0

beforeAll(async () => {
  if (disk === null) return
  app = await startTestApp({}, ['http'], (await startOwnCluster(disk)).database)
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  buyer = await app.member({ balance: 100_000_000n })
  await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'S10' }), price: 10_000n }))
})

afterAll(async () => {
  if (disk === null) return
  await app?.stop()
  await run('umount', ['-l', disk])
  await rmdir(disk)
})

/** Null where this process may not mount. */
async function mountDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0755', 'lapak-disk', folder])
    return folder
  } catch {
    await rmdir(folder)
    return null
  }
}

/** Returns the function that makes room again. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const ballast = join(folder, 'ballast')
  const { bavail, bsize } = await statfs(folder)
  await run('fallocate', ['-l', String(bavail * bsize), ballast])
  return () => rm(ballast)
}

const readiness = async () => {
  const answer = await fetch(`${app.url}/readyz`)
  return { status: answer.status, msg: ((await answer.json()) as { msg: string }).msg }
}

async function order(): Promise<number> {
  serial += 1
  const reffclient = `R${serial}`
  const target = `0812${String(3_000_000 + serial)}`
  return (await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: 'S10', target, reffclient })).status
}

test.skipIf(disk === null)(
  'a full disk of the database turns readiness red without an order, pages are served, and room makes it green',
  async () => {
    expect(await readiness()).toMatchObject({ status: 200 })
    expect(await order()).toBe(200)
    const makeRoom = await fill(disk ?? '')
    await expect.poll(readiness, { interval: 200 }).toEqual({ status: 503, msg: 'the disk of the database is full' })
    // Orders fail as soon as one of their tables needs a page.
    await expect.poll(order, { interval: 0 }).toBe(500)
    expect((await readiness()).status).toBe(503)
    expect((await app.call('GET', '/api/v1/transactions/orderable', { token: buyer.token })).status).toBe(200)
    await makeRoom()
    await expect.poll(readiness, { interval: 200 }).toMatchObject({ status: 200 })
    expect(await order()).toBe(200)
  },
)
