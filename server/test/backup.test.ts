/** Backups of a real PostgreSQL server, what is restored from them, and what is refused. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ObjectStoreSimulator, startObjectStore } from '@lapak/simulators/object-store'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lapak } from '#app.ts'
import { backupJobs, shipNow } from '#contexts/backoffice/backups/backups.jobs.ts'
import { chooseBackup, listBackups, type Manifest, writeManifest } from '#contexts/backoffice/backups/manifest.ts'
import { restoreCopy } from '#contexts/backoffice/backups/restore.ts'
import { purgeBackups } from '#contexts/backoffice/backups/retention.ts'
import { packed } from '#contexts/backoffice/backups/streams.ts'
import { takeBackup } from '#contexts/backoffice/backups/take.ts'
import { type EmbeddedPostgres, embeddedAt, startEmbeddedPostgres } from '#db/embedded-postgres.ts'
import { createObjectStore, type ObjectStore } from '#integrations/object-storage/object-storage.ts'
import { readConfig } from '#shared/config.ts'
import { prepareDatabase } from '../src/database.ts'
import { startTestApp, type TestApp, type TestMember } from './app.ts'
import { type HostileSeller, hostileTemplates, startHostileSeller } from './hostile-seller.ts'

const secretKey = 'a-key-for-the-backup-test-0123456789abcdef'
const log = { error: () => undefined, info: () => undefined }
/** The data is deleted after the test. */
const quick = { fsync: 'off', shared_buffers: '32MB' }

let root: string
let server: EmbeddedPostgres
let app: TestApp
let worker: Lapak
let seller: HostileSeller
let buyer: TestMember
let store: ObjectStore
let environment: Record<string, string>
let keyFile: string
let identity: string
let serial = 0

const dataDir = () => join(root, 'data')
const target = () => join(root, 'target')

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lapak-backup-'))
  await chmod(root, 0o755)
  identity = await generateX25519Identity()
  keyFile = join(root, 'key.txt')
  await writeFile(keyFile, `# created by a test\n${identity}\n`)
  await mkdir(dataDir())
  server = await startEmbeddedPostgres({ dataDir: dataDir(), log, settings: quick, archiveSeconds: 3600 })
  await prepareDatabase({ databaseUrl: server.programUrl, databaseOwnerUrl: server.url })
  environment = {
    NODE_ENV: 'test',
    SECRET_KEY: secretKey,
    DATA_DIR: dataDir(),
    BACKUP_FOLDER: target(),
    BACKUP_RECIPIENT: await identityToRecipient(identity),
  }
  store = createObjectStore({ folder: target(), s3: null })
  seller = await startHostileSeller()
  const database = { url: server.programUrl, ownerUrl: server.url, drop: () => server.stop() }
  app = await startTestApp({ SECRET_KEY: secretKey, DATA_DIR: dataDir() }, ['http'], database)
  worker = await app.startAnother(['worker'])
  const member = await app.seller({ kind: 3, apiUrl: seller.url, templates: hostileTemplates(seller.url) })
  buyer = await app.member({ balance: 10_000_000n })
  const product = await app.product({ code: 'S10' })
  await app.map(buyer, await app.offer({ seller: member, product, price: 10_000n }))
  await mkdir(join(dataDir(), 'uploads/public'), { recursive: true })
  await writeFile(join(dataDir(), 'uploads/public/toko.webp'), 'gambar')
}, 180_000)

afterAll(async () => {
  await app?.stop()
  await seller?.close()
  await rm(root, { recursive: true, force: true })
})

/** An order that is delivered; returns its number. */
async function buy(at?: string): Promise<{ id: bigint; target: string; serialNumber: string }> {
  serial += 1
  const [reffclient, target] = [`B${serial}`, `0812${String(3_000_000 + serial)}`]
  const { body } = await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: 'S10', target, reffclient }, at)
  expect(body).toMatchObject({ success: true })
  const path = `/h2h/v1/transactions/${reffclient}`
  const serialNumber = await expect
    .poll(async () => (await app.h2h(buyer, 'GET', path, undefined, at)).body.data?.serialnumber ?? '')
    .not.toBe('')
    .then(async () => (await app.h2h(buyer, 'GET', path, undefined, at)).body.data.serialnumber as string)
  return { id: BigInt(body.data.id), target, serialNumber }
}

const run = promisify(execFile)

/** What a command of `npm run` prints, and its exit code. */
const command = (file: string, words: string[] = [], own: Record<string, string> = {}) =>
  run(process.execPath, [`server/src/commands/${file}.ts`, ...words], {
    env: { ...process.env, ...environment, DATABASE_URL: server.programUrl, ...own },
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  )

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const purchases = async (url: string) => (await query<{ id: bigint }>(url, 'select id from purchase order by id')).map(({ id }) => id)

/** As after a minute: what PostgreSQL has written is in the backup. */
async function archiveAll() {
  const [written] = await query<{ file: string }>(server.url, 'select pg_walfile_name(pg_current_wal_lsn()) as file')
  await query(server.url, 'select pg_switch_wal()')
  await expect
    .poll(async () => (await query<{ file: string }>(server.url, 'select last_archived_wal as file from pg_stat_archiver'))[0]?.file)
    .toBe(written?.file)
  await shipNow(shipping())
}

const shipping = () => ({
  dataDir: dataDir(),
  databaseUrl: server.programUrl,
  store,
  recipient: environment.BACKUP_RECIPIENT ?? '',
  secretKeys: [secretKey],
})

const restored = (options: Partial<Parameters<typeof restoreCopy>[0]>) =>
  restoreCopy({
    store,
    secretKeys: [secretKey],
    identity,
    to: 'archive',
    name: null,
    timeline: null,
    folder: join(root, 'unused'),
    onStep: () => undefined,
    ...options,
  })

const newest = async (): Promise<Manifest> => chooseBackup(await listBackups(store, [secretKey]), { to: null, name: null })

async function flip(file: string): Promise<void> {
  const content = await readFile(file)
  const middle = Math.floor(content.length / 2)
  content[middle] = (content[middle] ?? 0) ^ 1
  await writeFile(file, content)
}

const until: { moment: Date; before: bigint[] } = { moment: new Date(0), before: [] }

test('a backup under load, restored to a moment between two orders, has exactly the orders before it; a hostile seller then delivers nothing wrong', {
  timeout: 300_000,
}, async () => {
  await buy()
  let isLoading = true
  const load = (async () => {
    let count = 0
    for (; isLoading; count += 1) await buy()
    return count
  })()
  const made = await command('backup')
  isLoading = false
  expect(await load).toBeGreaterThan(2)
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('verified') })
  await buy()
  until.before = await purchases(server.url)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  until.moment = new Date()
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const lost = [await buy(), await buy()]
  await archiveAll()

  const folder = join(root, 'restored')
  const { code, output } = await command('restore', ['--to', until.moment.toISOString(), '--key', keyFile, folder])
  expect(output).toContain('purchases: 2 lacking')
  expect(code).toBe(0)
  expect(await readFile(join(folder, 'uploads/public/toko.webp'), 'utf8')).toBe('gambar')
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log', 'postgres.password', 'uploads'])

  await worker.stop()
  const copy = await startEmbeddedPostgres({ dataDir: folder, log, settings: quick })
  expect(await purchases(copy.url)).toEqual(until.before)
  const onCopy = await app.startAnother(['http', 'worker'], copy.programUrl, { DATA_DIR: folder })
  const refused = await app.h2h(
    buyer,
    'POST',
    '/h2h/v1/transactions',
    { productcode: 'S10', target: '081233334444', reffclient: 'EARLY' },
    onCopy.address,
  )
  expect(refused.body).toMatchObject({ success: false, code: 'system.maintenance' })
  const confirmed = await command('restored', ['--confirm', 'Jurnal suplier sudah dibandingkan'], { DATABASE_URL: copy.programUrl })
  expect(confirmed.code).toBe(0)
  await expect
    .poll(async () => {
      const { body } = await app.h2h(
        buyer,
        'POST',
        '/h2h/v1/transactions',
        { productcode: 'S10', target: '081233334444', reffclient: 'EARLY' },
        onCopy.address,
      )
      return body.success
    })
    .toBe(true)
  for (const { target, serialNumber } of [await buy(onCopy.address), await buy(onCopy.address)]) {
    expect(seller.sold.find((one) => one.serialNumber === serialNumber)?.target).toBe(target)
    expect(lost.map((one) => one.serialNumber)).not.toContain(serialNumber)
  }
  await onCopy.stop()
  await copy.stop()
})

test('backups are encrypted: each part begins as an age file, and without the private key nothing is restored', async () => {
  const files = (await store.list('')).filter((name) => !name.endsWith('.json'))
  expect(files.some((name) => name.startsWith('wal/'))).toBe(true)
  const starts = await Promise.all(
    files.filter((name) => /-000001$|^wal/.test(name)).map(async (name) => String(await store.get(name)).slice(0, 22)),
  )
  expect(new Set(starts)).toEqual(new Set(['age-encryption.org/v1\n']))
  await expect(restored({ identity: '' })).rejects.toThrow('private key')
  await expect(restored({ identity: await generateX25519Identity(), folder: join(root, 'other-key') })).rejects.toThrow()
})

test('a restore with another SECRET_KEY is refused before it writes anything, and the key itself is in no backup', async () => {
  const folder = join(root, 'wrong-key')
  const { code, output } = await command('restore', [folder], { SECRET_KEY: `${secretKey}-other` })
  expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining('SECRET_KEY is not the one of this backup') })
  await expect(stat(folder)).rejects.toThrow('ENOENT')
  for (const name of (await store.list('backups/')).filter((one) => one.endsWith('.json')))
    expect(String(await store.get(name))).not.toContain(secretKey)
})

test('a restore over existing data, or to a time before the first backup, is refused', async () => {
  await expect(restored({ folder: dataDir() })).rejects.toThrow('is not empty')
  await expect(restored({ to: new Date(0) })).rejects.toThrow('no backup ended before')
  await expect(restored({ name: 'none' })).rejects.toThrow('there is no backup none')
})

test('a restore to a time after the last commit says that the archive ends before, and restores all of it', {
  timeout: 120_000,
}, async () => {
  const copy = await restored({ to: new Date(Date.now() + 60_000), folder: join(root, 'ended-early') })
  expect(copy.endedEarly).toBe(true)
  expect(await purchases(copy.url)).toEqual(await purchases(server.url))
  await copy.stop()
  // It was not finished: no Lapak starts there.
  await expect(startEmbeddedPostgres({ dataDir: join(root, 'ended-early'), log })).rejects.toThrow('was not finished')
})

test('a drill restores the newest backup, stores its success, and leaves nothing behind; a flipped byte makes it and a restore fail', {
  timeout: 120_000,
}, async () => {
  const config = readConfig({ ...environment, BACKUP_KEY_FILE: keyFile })
  const jobs = backupJobs({
    db: app.db,
    databaseUrl: server.programUrl,
    config,
    log,
    environment: { ...environment, BACKUP_KEY_FILE: keyFile },
  })
  await jobs.find(({ name }) => name === 'drill-restore')?.run({}, true)
  const drill = () => command('restore-drill', ['--key', keyFile])
  const { database } = await newest()
  const part = database[0]?.name ?? ''
  await flip(join(target(), part))
  expect(await drill()).toMatchObject({ code: 2, output: expect.stringContaining(`${part} of the backup is damaged`) })
  await expect(restored({ folder: join(root, 'damaged') })).rejects.toThrow(`${part} of the backup is damaged`)
  await expect(startEmbeddedPostgres({ dataDir: join(root, 'damaged'), log })).rejects.toThrow('was not finished')
  await flip(join(target(), part))
  const runs = await query<{ kind: string; ok: boolean }>(server.url, `select kind, error is null as ok from backup_run order by id`)
  expect(runs).toEqual([
    { kind: 'backup', ok: true },
    { kind: 'drill', ok: true },
    { kind: 'drill', ok: false },
  ])
  expect((await readdir(dataDir())).filter((name) => name.startsWith('lapak-drill'))).toEqual([])
})

test('a missing, a damaged or a planted file of the WAL is named, and no copy is made in silence', async () => {
  const { stopSegment, systemId } = await newest()
  const files = await store.list(`wal/${systemId}/`)
  const file = files.find((name) => name.includes(stopSegment)) ?? ''
  const content = await store.get(file)
  await store.remove(file)
  await expect(restored({ folder: join(root, 'gap') })).rejects.toThrow(`the WAL file ${stopSegment} is missing`)
  await expect(stat(join(root, 'gap'))).rejects.toThrow('ENOENT')
  await store.put(file, content ?? Buffer.alloc(0), '')
  await flip(join(target(), file))
  await expect(restored({ folder: join(root, 'damaged-wal') })).rejects.toThrow('is damaged')
  // Encrypted for the public key, which everybody may know, but not made by whoever has the secret key.
  await store.remove(file)
  const planted = Buffer.alloc(16 * 1024 ** 2)
  const plantedName = `${file.slice(0, file.lastIndexOf('.'))}.${createHash('sha256').update(planted).digest('hex')}`
  await store.put(plantedName, await packed(planted, environment.BACKUP_RECIPIENT ?? ''), '')
  await expect(restored({ folder: join(root, 'planted-wal') })).rejects.toThrow('is damaged')
  await store.remove(plantedName)
  await store.put(file, content ?? Buffer.alloc(0), '')
})

const taking = async (into: ObjectStore) => {
  const postgres = await embeddedAt(dataDir(), server.programUrl)
  if (postgres === null) throw new Error('the server is not found by its address')
  return takeBackup({ store: into, recipient: '', secretKeys: [secretKey], dataDir: dataDir(), hasPictures: true, postgres })
}

test('an interrupted backup is not offered, and what is left of it is deleted at once, or two days after a power cut', {
  timeout: 120_000,
}, async () => {
  const before = await listBackups(store, [secretKey])
  const full: ObjectStore = {
    ...store,
    put: (name, content, type) =>
      name.includes('pictures')
        ? Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
        : store.put(name, content, type),
  }
  const files = await store.list('backups/')
  await expect(taking(full)).rejects.toThrow('no space')
  expect(await store.list('backups/')).toEqual(files)
  // As after a power cut, in which it cannot delete what it has written.
  await expect(taking({ ...full, remove: () => Promise.reject(new Error('power cut')) })).rejects.toThrow('no space')
  expect(await listBackups(store, [secretKey])).toEqual(before)
  expect((await store.list('backups/')).length).toBeGreaterThan(files.length)
  await purgeBackups(store, before, 14, new Date(Date.now() + 3 * 86_400_000))
  expect(await store.list('backups/')).toEqual(files)
})

test('retention deletes old backups and the WAL before the oldest one that is kept, and never the newest two', async () => {
  const folder = createObjectStore({ folder: join(root, 'retention'), s3: null })
  const model = await newest()
  const day = 86_400_000
  const now = Date.now()
  const segment = (number: number) => `0000000100000000000000${number.toString(16).toUpperCase().padStart(2, '0')}`
  const backupOf = async (ageDays: number, number: number) => {
    const stoppedAt = new Date(now - ageDays * day)
    const manifest = {
      ...model,
      name: `b${ageDays}`,
      startedAt: stoppedAt,
      stoppedAt,
      startSegment: segment(number),
      stopSegment: segment(number),
    }
    await writeManifest(folder, manifest, secretKey)
  }
  for (let number = 1; number <= 9; number += 1) await folder.put(`wal/${model.systemId}/${segment(number)}.hash`, Buffer.from('wal'), '')
  for (const [age, number] of [
    [40, 2],
    [30, 4],
    [20, 6],
  ] as const)
    await backupOf(age, number)
  const names = async () => (await listBackups(folder, [secretKey])).map(({ name }) => name)
  expect(await purgeBackups(folder, await listBackups(folder, [secretKey]), 14, new Date(now))).toEqual(['b40'])
  expect((await names()).sort()).toEqual(['b20', 'b30'])
  expect((await folder.list('wal/')).map((name) => name.split('/')[2])).toEqual(
    [4, 5, 6, 7, 8, 9].map((number) => `${segment(number)}.hash`),
  )
  await backupOf(10, 8)
  await purgeBackups(folder, await listBackups(folder, [secretKey]), 14, new Date(now))
  expect((await names()).sort()).toEqual(['b10', 'b20'])
})

test('an archive that PostgreSQL cannot write to is a fault, although nothing waits in it, until it can again', async () => {
  const folder = join(dataDir(), 'postgres-archive')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
  try {
    await query(server.url, `select pg_logical_emit_message(true, 'test', 'WAL'), pg_switch_wal()`)
    const failed = () =>
      query<{ since: boolean }>(server.url, 'select last_failed_time > last_archived_time as since from pg_stat_archiver')
    await expect.poll(async () => (await failed())[0]?.since).toBe(true)
  } finally {
    await rm(folder)
    await rename(`${folder}-away`, folder)
  }
  await expect(shipNow(shipping())).rejects.toThrow('cannot archive')
  await expect.poll(() => shipNow(shipping()).catch(() => false)).toBe(true)
})

test('two databases that archive into the same place are noticed, and the first one keeps its WAL', async () => {
  const [file = ''] = (await store.list('wal/')).filter((name) => !name.includes('history'))
  const segment = file.split('/')[2]?.split('.')[0] ?? ''
  const content = await store.get(file)
  await writeFile(join(dataDir(), 'postgres-archive', segment), 'of another copy')
  await expect(shipNow(shipping())).rejects.toThrow('another copy of this database')
  await rm(join(dataDir(), 'postgres-archive', segment))
  expect(await store.get(file)).toEqual(content)
})

test('a backup in an S3-compatible store is restored from there', { timeout: 120_000 }, async () => {
  const account = { key: 'kunci', secret: 'rahasia', region: 'ap-southeast-3', bucket: 'cadangan' }
  const simulator: ObjectStoreSimulator = await startObjectStore(account)
  try {
    const s3 = createObjectStore({ folder: '', s3: { ...account, url: simulator.url }, timeoutMs: 60_000 })
    const { name } = await taking(s3)
    const copy = await restored({ store: s3, to: 'backup', name, folder: join(root, 'from-s3') })
    expect(await purchases(copy.url)).toEqual(await purchases(server.url))
    await copy.stop()
  } finally {
    await simulator.close()
  }
})

test('two restores to the same moment begin different timelines, because the first one is known in the archive', {
  timeout: 120_000,
}, async () => {
  const folder = join(root, 'restored')
  const copy = await startEmbeddedPostgres({ dataDir: folder, log, settings: quick, archiveSeconds: 3600 })
  await shipNow({ ...shipping(), dataDir: folder, databaseUrl: copy.programUrl })
  await copy.stop()
  const again = await restored({ to: until.moment, timeline: '00000001', folder: join(root, 'again') })
  expect(await purchases(again.url)).toEqual(until.before)
  await again.finish()
  expect((await readdir(join(root, 'again/postgres/pg_wal'))).filter((name) => name.endsWith('.history'))).toContain('00000003.history')
})
