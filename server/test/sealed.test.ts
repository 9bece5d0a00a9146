import { execFile } from 'node:child_process'
import { createCipheriv, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createCipher, derivedBytes } from '#shared/secrets.ts'
import { encryptedColumns } from '../src/encrypted-columns.ts'
import { startTestApp, supplierCredentials, type TestApp, type TestMember, testPassword } from './app.ts'
import { askToken, signIn } from './client.ts'
import { codesTo } from './emails.ts'
import { startLapakProcess } from './fault/lapak-process.ts'
import { startMarket, type TestMarket } from './market.ts'
import { steppedUpByEmail } from './step-up.ts'

/** The key of the tests, and its successor. */
const first = readConfig({ NODE_ENV: 'test' }).secretKey
const second = 'the-key-that-comes-after-the-first-5180274'
const [oldMark, newMark] = [createCipher(first).mark, createCipher(second).mark]
/** The settings before, during and after the rotation: each process can decrypt with both keys before the first process encrypts with the new key. */
const before = { TRUST_PROXY: '127.0.0.1', SECRET_KEY: first, SECRET_KEYS_OLD: second }
const during = { SECRET_KEY: second, SECRET_KEYS_OLD: first }
const after = { SECRET_KEY: second, SECRET_KEYS_OLD: '' }

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`
const declared = encryptedColumns.map(nameOf).sort()

const script = fileURLToPath(new URL('../src/commands/secrets-rekey.ts', import.meta.url))
const run = promisify(execFile)

/** Runs the command of the operator. */
async function rekey({ databaseUrl }: TestApp): Promise<{ code: number; output: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', DATABASE_URL: databaseUrl, ...during }
  const ended = await run(process.execPath, [script], { env }).catch((error: { code: number; stdout: string; stderr: string }) => error)
  return { code: 'code' in ended ? ended.code : 0, output: ended.stdout + ended.stderr }
}

/** All columns that contain data encrypted with this key, whatever their name and format. */
async function placesOf({ tables }: TestApp, mark: Buffer): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string; type: string }>`
    select nspname as schema, relname as table, attname as column, format_type(atttypid, null) as type
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'graphile_worker') and attnum > 0 and not attisdropped
      and atttypid in ('bytea'::regtype, 'text'::regtype, 'json'::regtype, 'jsonb'::regtype)`.execute(tables)
  const inText = `%${mark.toString('base64').slice(0, 6)}%`
  const places: string[] = []
  for (const { schema, table, column, type } of columns) {
    const value = sql.ref(column)
    const holds = type === 'bytea' ? sql`substring(${value} for 5) = ${mark}` : sql`${value}::text like ${inText}`
    const { rows } = await sql`select from ${sql.table(`${schema}.${table}`)} where ${holds} limit 1`.execute(tables)
    if (rows.length > 0) places.push(`${table}.${column}`)
  }
  return places.sort()
}

test('every bytea column is declared as encrypted, or is a hash', async () => {
  const app = await startTestApp({}, [])
  try {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`.execute(app.db.read)
    // Bank files are stored as uploaded, to be read again; their rows are identified by a fingerprint. The keys of a browser for push are useless to
    // others: pushing needs the platform's own key, which is encrypted.
    const plain = [
      'audit_seal.previous',
      'bank_statement.fingerprint',
      'push_device.auth',
      'push_device.p256dh',
      'seller_report.content',
      'seller_report.sha256',
      'statement_file.content',
      'statement_file.sha256',
    ]
    const open = rows.map(nameOf).filter((name) => /(?:\.|_)hash$/.test(name) || plain.includes(name))
    expect(rows.map(nameOf).sort()).toEqual([...declared, ...open].sort())
  } finally {
    await app.stop()
  }
})

describe('a new SECRET_KEY', () => {
  let market: TestMarket
  let app: TestApp
  let buyer: TestMember
  const callbackSecret = `whsec_${randomBytes(24).toString('base64')}`
  beforeAll(async () => {
    market = await startMarket(before)
    app = market.app
    // A high limit, because the sign-ins go on until every key is new, however slow the machine is.
    await app.setting('access.signInsPerHour', 10_000)
    const { seller } = await market.addSeller()
    const product = await app.product({ code: 'KUNCI' })
    const offer = await app.offer({ seller, product, price: 10_000n })
    buyer = await app.member({ balance: 100_000_000n, callbackSecret })
    await app.map(buyer, offer)
  })
  afterAll(() => market?.stop())

  let serial = 0
  /** Places an order at this URL, and waits for its success. */
  async function buys(at: string) {
    serial += 1
    const order = { productcode: 'KUNCI', target: `0812${1000 + serial}5678`, reffclient: `KUNCI-${serial}` }
    expect(await app.h2h(buyer, 'POST', '/h2h/v1/transactions', order, at)).toMatchObject({ status: 200, body: { success: true } })
    expect(await app.settled(buyer, order.reffclient)).toMatchObject({ transactionrc: 1 })
  }

  interface Guarded {
    member: TestMember
    secret: string
    recovery: string[]
  }

  async function withTwoFactor(): Promise<Guarded> {
    const member = await app.member()
    await steppedUpByEmail(app, member)
    const call = (method: string, name: string, body?: unknown) =>
      app.call(method, `/api/v1/user/2fa/${name}`, { token: member.token, body })
    const { secret } = (await call('GET', 'generate')).body.data
    const { recoverycodes } = (await call('PATCH', 'validate', { code: generateSync({ secret }) })).body.data
    return { member, secret, recovery: recoverycodes }
  }

  async function signsIn(url: string, { member, secret }: Guarded, code?: string) {
    // Resets the period of the last code, so that the current code works again.
    await app.tables.updateTable('two_factor').set({ last_step: 0n }).where('member_id', '=', member.id).execute()
    const { mfa_token } = (await signIn({ ...app, url }, member.email, testPassword)).body
    const mfa_code = code ?? generateSync({ secret })
    expect(await askToken({ ...app, url }, { grant_type: 'mfa', mfa_token, mfa_code })).toMatchObject({ status: 200 })
  }

  /** Repeats the work until it is stopped, and at least `atLeast` times. */
  function keepsOn(work: () => Promise<void>, atLeast = 3) {
    let going = true
    const done = (async () => {
      for (let times = 0; going || times < atLeast; times += 1) await work()
    })()
    done.catch(() => undefined)
    return () => {
      going = false
      return done
    }
  }

  async function privatePicture(): Promise<string> {
    const form = new FormData()
    const white = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    form.append('file', new Blob([new Uint8Array(white)], { type: 'image/png' }), 'kartu.png')
    const headers = { authorization: `Bearer ${buyer.token}` }
    const sent = await fetch(`${app.url}/api/admin/v2/upload/image?private=1`, { method: 'POST', headers, body: form })
    return ((await sent.json()) as { data: string }).data
  }

  test('replaces the old key during orders and sign-ins, also after an interruption', async () => {
    const [one, two] = [await withTwoFactor(), await withTwoFactor()]
    const picture = await privatePicture()
    const { sid } = (await app.call('GET', '/api/v1/otp?purpose=jabber', { token: buyer.token })).body.data
    const otp = (await codesTo(app, buyer.email)).at(-1)?.code
    expect((await app.call('POST', '/api/v1/user/jabber/secret', { token: buyer.token })).status).toBe(200)
    // A stored sign-up form that is processed later.
    const form = createCipher(first).encrypt('{}', 0n).toString('base64')
    await sql`select graphile_worker.add_job('sign-up', json_build_object('sealed', ${form}::text),
      run_at => now() + interval '1 hour', job_key => 'waits')`.execute(app.tables)
    expect(await placesOf(app, oldMark)).toEqual(['_private_jobs.payload', ...declared])

    const other = await app.startAnother(['http', 'worker'], undefined, during)
    const loops = [
      keepsOn(() => buys(app.url)),
      keepsOn(() => buys(other.address)),
      keepsOn(() => signsIn(app.url, one)),
      keepsOn(() => signsIn(other.address, two)),
    ]
    try {
      // Interrupts the command: its connection is terminated at the first secret of an authenticator.
      await sql`create function die() returns trigger language plpgsql as
        'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`.execute(app.tables)
      await sql`create trigger dies before update of secret on two_factor for each row execute function die()`.execute(app.tables)
      expect((await rekey(app)).code).toBe(1)
      expect(await placesOf(app, oldMark)).toContain('two_factor.secret')
      expect(await placesOf(app, newMark)).toEqual(expect.arrayContaining(['api_key.secret', 'seller_api.pin']))
      await sql`drop trigger dies on two_factor`.execute(app.tables)

      expect(await rekey(app)).toEqual({ code: 1, output: expect.stringContaining('LEFT  jobs that wait: 1 sealed with another key') })
      expect(await placesOf(app, oldMark)).toContain('_private_jobs.payload')
    } finally {
      await Promise.all(loops.map((stop) => stop()))
    }

    // The process with the first key ends, and the waiting job is done.
    await app.lapak.stop()
    await sql`select graphile_worker.remove_job('waits')`.execute(app.tables)
    expect(await rekey(app)).toEqual({ code: 0, output: expect.stringContaining('Every process may start without SECRET_KEYS_OLD') })
    expect(await placesOf(app, oldMark)).toEqual([])
    expect(await placesOf(app, newMark)).toEqual(declared)
    await other.stop()

    const { address } = await app.startAnother(['http', 'worker'], undefined, after)
    await buys(address)
    await signsIn(address, one)
    await signsIn(address, two, two.recovery[0])
    expect((await fetch(address + picture)).status).toBe(200)
    const added = await fetch(`${address}/api/v1/user/jabber`, {
      method: 'POST',
      headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jid: 'kunci@jabber.example', sid, otp }),
    })
    expect(added.status).toBe(200)
    const { callback_secret } = await app.db.read
      .selectFrom('member')
      .select('callback_secret')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow()
    expect(callback_secret && createCipher(second).decrypt(callback_secret, buyer.id)).toBe(callbackSecret)
    await market.booksHold()
  })
})

describe('a key that is removed too early', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({}, ['http'])
    await app.member()
  })
  afterAll(() => app?.stop())

  const startsWith = async (environment: Record<string, string>): Promise<string> => {
    const lapak = await startLapakProcess({ databaseUrl: app.databaseUrl, roles: ['http'], environment }).catch((error: Error) => error)
    if (lapak instanceof Error) return lapak.message
    lapak.signal('SIGTERM')
    await lapak.end
    return 'it started'
  }

  test('is reported at the start, with the column that contains data encrypted with it', async () => {
    const message = await startsWith(after)
    expect(message).toContain(
      `platform_secret.sealed holds secrets that are sealed with the key ${oldMark.subarray(1).toString('hex')}, which is neither SECRET_KEY nor one of SECRET_KEYS_OLD`,
    )
    expect(await startsWith(during)).toBe('it started')
  })

  test('is also reported for data that was encrypted before keys had marks, which the right key decrypts', async () => {
    const keys = await app.tables.selectFrom('api_key').select(['id', 'member_id', 'secret']).execute()
    for (const { id, member_id, secret } of keys) {
      const unmarked = encryptUnmarked(createCipher(first).decrypt(secret, member_id), member_id)
      await app.tables.updateTable('api_key').set({ secret: unmarked }).where('id', '=', id).execute()
    }
    await app.tables.deleteFrom('platform_secret').execute()
    await app.tables.deleteFrom('outbox').execute()
    await app.tables.updateTable('member').set({ callback_secret: null }).execute()
    expect(await startsWith(after)).toContain('api_key.secret holds secrets that are sealed with another key')
    expect(await startsWith(during)).toBe('it started')
    expect(await rekey(app)).toMatchObject({ code: 0 })
    expect(await startsWith(after)).toBe('it started')
  })

  /** The format before keys had marks. */
  function encryptUnmarked(secret: string, owner: bigint): Buffer {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', derivedBytes(first, 'vault'), nonce)
    cipher.setAAD(Buffer.from(owner.toString()))
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), text])
  }
})

test('a PIN that a seller keeps while saving other settings is encrypted with the current key', async () => {
  const market = await startMarket({ SECRET_KEYS_OLD: second }, ['http'])
  try {
    const { app } = market
    const { seller, supplier } = await market.addSeller()
    await app.tables
      .updateTable('seller_api')
      .set({ pin: createCipher(second).encrypt(supplierCredentials.pin, seller.id) })
      .execute()
    const body = {
      userid: supplierCredentials.userId,
      username: supplierCredentials.username,
      apiurl: supplier.url,
      jenisapi: 1,
      timeoutms: 20_000,
    }
    expect(await app.call('PATCH', '/api/v1/seller/api', { token: seller.token, body })).toMatchObject({
      status: 200,
      body: { data: { pinset: true, tested: true } },
    })
    const { pin } = await app.db.read.selectFrom('seller_api').select('pin').executeTakeFirstOrThrow()
    expect(pin?.subarray(0, 5)).toEqual(oldMark)
    expect(pin && createCipher(first).decrypt(pin, seller.id)).toBe(supplierCredentials.pin)
  } finally {
    await market.stop()
  }
})
