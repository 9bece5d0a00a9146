import { type SupplierSimulator, startSupplier } from '@lapak/simulators/supplier'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#core/config.ts'
import { createVault } from '#core/secrets.ts'
import { startTestApp, supplierCredentials, type TestApp, type TestMember } from '../../../test/app.ts'
import { lettersTo } from '../../../test/letters.ts'

const publicUrl = 'https://lapak.example'
const vault = createVault(readConfig({ NODE_ENV: 'test' }).secretKey)

let app: TestApp
let simulator: SupplierSimulator
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: publicUrl }, ['http'])
  simulator = await startSupplier({ kind: 'irs', credentials: supplierCredentials })
})
afterAll(async () => {
  await simulator?.close()
  await app?.stop()
})

const get = (who: TestMember, path: string) => app.call('GET', path, { token: who.token })
const storedMember = (who: TestMember) => app.db.read.selectFrom('member').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow()

describe('a buyer [B-ROLE-06]', () => {
  const path = '/api/v1/user/api'
  const patch = (who: TestMember, body: unknown) => app.call('PATCH', path, { token: who.token, body })
  const addKey = (who: TestMember, body: unknown) => app.call('POST', `${path}/keys`, { token: who.token, body })
  const removeKey = (who: TestMember, id: number) => app.call('DELETE', `${path}/keys/${id}`, { token: who.token })
  const changeKey = (who: TestMember, id: number, body: unknown) => app.call('PATCH', `${path}/keys/${id}`, { token: who.token, body })
  /** Without waiting for anything: a change of a key holds from its answer on. */
  const balanceWith = async (pair: { apikey: string; secret: string }, who: TestMember) =>
    (await app.h2h({ ...who, ...pair }, 'GET', '/h2h/v1/balance')).status

  test('reads its API settings and its key [B-API-24, B-ENT-36]', async () => {
    const buyer = await app.member()
    const { body } = await get(buyer, path)
    expect(body.data).toEqual({
      ip: '',
      callback: '',
      apikey: buyer.apikey,
      keys: [
        {
          id: expect.any(Number),
          name: 'Uji',
          hint: `${buyer.apikey.slice(0, 13)}…${buyer.apikey.slice(-4)}`,
          test: false,
          ip: '',
          createat: expect.any(String),
          usedat: null,
          refusedip: null,
        },
      ],
      doubleguard: 5,
      routing: 'mine',
      lowbalance: null,
      pricenews: 0,
    })
    expect(JSON.stringify(body)).not.toContain(buyer.secret)
  })

  test('changes address list and callback address [B-API-25]', async () => {
    const buyer = await app.member()
    const changed = await patch(buyer, { ip: '36.66.1.2 103.10.0.0/16', callback: 'https://toko.example/callback' })
    expect(changed).toMatchObject({
      status: 200,
      body: { msg: 'Update API Ok!', data: { ip: '36.66.1.2,103.10.0.0/16', callback: 'https://toko.example/callback' } },
    })
    expect((await get(buyer, path)).body.data).toEqual(changed.body.data)
    await app.lapak.refresh()
    const refused = await app.h2h(buyer, 'GET', '/h2h/v1/balance')
    expect(refused).toMatchObject({ status: 403, body: { code: 'key.address' } })
  })

  test('changes one setting and keeps the others', async () => {
    const buyer = await app.member()
    await patch(buyer, { ip: '36.66.1.2', callback: 'https://toko.example/', lowbalance: 50_000, pricenews: 1 })
    const { body } = await patch(buyer, { doubleguard: 0, routing: 'cheapest' })
    expect(body.data).toMatchObject({
      ip: '36.66.1.2',
      callback: 'https://toko.example/',
      doubleguard: 0,
      routing: 'cheapest',
      lowbalance: 50_000,
      pricenews: 1,
    })
    expect((await patch(buyer, { ip: '', callback: '', lowbalance: null, pricenews: 0 })).body.data).toMatchObject({
      ip: '',
      callback: '',
      lowbalance: null,
      pricenews: 0,
      doubleguard: 0,
    })
  })

  test('gets a secret for callbacks with the first callback address, and keeps it', async () => {
    const buyer = await app.member()
    await patch(buyer, { routing: 'fastest' })
    expect((await storedMember(buyer)).callback_secret).toBeNull()
    await patch(buyer, { callback: 'https://toko.example/a' })
    const { callback_secret } = await storedMember(buyer)
    expect(vault.open(callback_secret ?? Buffer.alloc(0), buyer.id)).toMatch(/^whsec_/)
    await patch(buyer, { callback: '' })
    await patch(buyer, { callback: 'https://toko.example/b' })
    expect((await storedMember(buyer)).callback_secret).toEqual(callback_secret)
  })

  test.each([
    ['ip', '36.66.1'],
    ['ip', '0.0.0.0/0'],
    ['ip', 'kantor'],
    ['callback', 'toko.example'],
    ['callback', 'ftp://toko.example/'],
    ['doubleguard', 1441],
    ['routing', 'luckiest'],
    ['lowbalance', -1],
  ])('is refused %s %j', async (field, value) => {
    const buyer = await app.member()
    const answer = await patch(buyer, { [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  test.each([
    'http://10.0.0.5/',
    'http://localhost:5432/',
    'http://[::1]/',
    'http://user:sandi@toko.example/',
    'http://169.254.169.254/latest',
  ])('cannot have callbacks sent to %s', async (callback) => {
    const buyer = await app.member()
    expect(await patch(buyer, { callback })).toMatchObject({ status: 422, body: { code: 'callback.address_refused' } })
    expect((await storedMember(buyer)).callback_url).toBe('')
  })

  test('may have callbacks sent to hosts inside that the operator allows', async () => {
    expect((await patch(await app.member(), { callback: 'http://127.0.0.1:4999/callback' })).status).toBe(200)
  })

  test.each([
    [false, 'live'],
    [true, 'test'],
  ])('makes a further key (test: %s), sees its secret once, and uses it', async (isTest, mode) => {
    const buyer = await app.member()
    const made = await addKey(buyer, { name: 'Server kedua', test: isTest })
    expect(made).toMatchObject({ status: 200, body: { success: true, msg: 'API key dibuat' } })
    expect(made.headers.get('cache-control')).toBe('no-store')
    const { id, apikey, secret } = made.body.data
    expect(apikey).toMatch(new RegExp(`^lpk_${mode}_[0-9A-Za-z]{24}$`))
    expect(secret).toMatch(new RegExp(`^lps_${mode}_[0-9A-Za-z]{40}$`))
    const { body } = await get(buyer, path)
    expect(body.data.keys[1]).toMatchObject({ id, name: 'Server kedua', test: isTest, hint: `${apikey.slice(0, 13)}…${apikey.slice(-4)}` })
    expect(body.data.apikey).toBe(buyer.apikey)
    expect(JSON.stringify(body)).not.toContain(secret)
    const stored = await app.db.read.selectFrom('api_key').select('secret').where('id', '=', BigInt(id)).executeTakeFirstOrThrow()
    expect(stored.secret.toString('latin1')).not.toContain(secret)
    expect(await balanceWith({ apikey, secret }, buyer)).toBe(200)
  })

  test('gives a key an address list of its own', async () => {
    const buyer = await app.member()
    const { body } = await addKey(buyer, { name: 'Kantor', ip: '36.66.1.2' })
    expect(await balanceWith(body.data, buyer)).toBe(403)
    expect(await addKey(buyer, { name: 'Kantor', ip: '36.66.1' })).toMatchObject({
      status: 400,
      body: { errors: { ip: expect.any(String) } },
    })
    expect(await addKey(buyer, { name: '' })).toMatchObject({ status: 400, body: { errors: { name: expect.any(String) } } })
  })

  test('renames a key and changes its address list, which counts at once and is told by letter', async () => {
    const buyer = await app.member()
    const { id, ...pair } = (await addKey(buyer, { name: 'Kantor', ip: '36.66.1.2' })).body.data
    expect(await balanceWith(pair, buyer)).toBe(403)
    const changed = await changeKey(buyer, id, { ip: ' 36.66.1.2, 127.0.0.1' })
    expect(changed).toMatchObject({ status: 200, body: { msg: 'API key diubah' } })
    expect(changed.body.data).toEqual((await get(buyer, path)).body.data)
    expect(changed.body.data.keys[1]).toMatchObject({ id, name: 'Kantor', ip: '36.66.1.2,127.0.0.1' })
    expect(await balanceWith(pair, buyer)).toBe(200)
    expect((await changeKey(buyer, id, { name: 'Gudang' })).body.data.keys[1]).toMatchObject({ name: 'Gudang', ip: '36.66.1.2,127.0.0.1' })
    // Nothing new, nothing to tell.
    await changeKey(buyer, id, { name: 'Gudang', ip: '36.66.1.2,127.0.0.1' })
    expect((await changeKey(buyer, id, { ip: '' })).body.data.keys[1].ip).toBe('')
    const letters = await lettersTo(app, buyer.email)
    expect(letters.map(({ subject }) => subject)).toEqual(['API key baru dibuat', 'Daftar IP API key diubah', 'Daftar IP API key diubah'])
    expect(letters[1]?.paragraphs.join()).toMatch(/Kantor.*36\.66\.1\.2, 127\.0\.0\.1/s)
    expect(letters[2]?.paragraphs.join()).toMatch(/Gudang.*daftar IP umum/s)
  })

  test('cannot change a key into what is none, nor one that is revoked or of somebody else', async () => {
    const [buyer, stranger] = [await app.member(), await app.member()]
    const { id } = (await addKey(buyer, { name: 'Kantor' })).body.data
    const before = (await get(buyer, path)).body.data
    for (const [body, field] of [
      [{ ip: '36.66.1' }, 'ip'],
      [{ ip: '0.0.0.0/0' }, 'ip'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
    ] as const)
      expect(await changeKey(buyer, id, body)).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } })
    expect(await changeKey(stranger, id, { ip: '10.1.2.3' })).toMatchObject({ status: 404, body: { code: 'not_found.key' } })
    expect((await get(buyer, path)).body.data).toEqual(before)
    await removeKey(buyer, id)
    expect((await changeKey(buyer, id, { name: 'Lagi' })).body.code).toBe('not_found.key')
  })

  test('revokes a key at once', async () => {
    const buyer = await app.member()
    const { id, ...pair } = (await addKey(buyer, { name: 'Hilang' })).body.data
    expect(await balanceWith(pair, buyer)).toBe(200)
    expect(await removeKey(buyer, id)).toMatchObject({ status: 200, body: { msg: 'Delete Ok!' } })
    expect(await balanceWith(pair, buyer)).toBe(401)
    expect((await get(buyer, path)).body.data.keys).toHaveLength(1)
    expect(await removeKey(buyer, id)).toMatchObject({ status: 404, body: { code: 'not_found.key' } })
  })

  test('has twenty keys at most', async () => {
    const buyer = await app.member()
    const made = []
    for (let nth = 0; nth < 20; nth++) made.push(await addKey(buyer, { name: `Kunci ${nth}` }))
    expect(made.map(({ status }) => status)).toEqual([...Array(19).fill(200), 400])
    await removeKey(buyer, made[0]?.body.data.id)
    expect((await addKey(buyer, { name: 'Pengganti' })).status).toBe(200)
  })

  test('cannot revoke the key of somebody else', async () => {
    const [owner, stranger] = [await app.member(), await app.member()]
    const [key] = (await get(owner, path)).body.data.keys
    expect(await removeKey(stranger, key.id)).toMatchObject({ status: 404, body: { code: 'not_found.key' } })
    expect((await get(owner, path)).body.data.keys).toEqual([key])
  })

  const reset = (who: TestMember) => app.call('PATCH', '/api/v1/user/resetapikey', { token: who.token })
  const factsTo = async (who: TestMember) => (await lettersTo(app, who.email)).at(-1)?.facts ?? []

  test('replaces its first live key at once and gets the new pair by letter, never in the answer [B-API-26]', async () => {
    const buyer = await app.member()
    await addKey(buyer, { name: 'Kedua', ip: '36.66.1.2' })
    await app.db.read.updateTable('api_key').set({ name: 'Toko', allowed_addresses: '127.0.0.1' }).where('key', '=', buyer.apikey).execute()
    const { status, body } = await reset(buyer)
    expect({ status, msg: body.msg }).toEqual({ status: 200, msg: 'API key dan secret baru dikirim ke e-mail Anda' })
    const [key, secret] = await factsTo(buyer)
    expect(key).toEqual({ label: 'API key', value: expect.stringMatching(/^lpk_live_[0-9A-Za-z]{24}$/) })
    expect(secret).toEqual({ label: 'Secret', value: expect.stringMatching(/^lps_live_[0-9A-Za-z]{40}$/) })
    const pair = { apikey: key?.value ?? '', secret: secret?.value ?? '' }
    expect(await balanceWith(pair, buyer)).toBe(200)
    expect(await balanceWith(buyer, buyer)).toBe(401)
    expect(body.data.keys.map(({ name, ip }: { name: string; ip: string }) => [name, ip])).toEqual([
      ['Kedua', '36.66.1.2'],
      ['Toko', '127.0.0.1'],
    ])
    expect(body.data).toEqual((await get(buyer, path)).body.data)
    expect(JSON.stringify(body)).not.toContain(pair.secret)
  })

  test('without a live key gets one, and its test keys stay', async () => {
    const buyer = await app.member()
    const own = (await get(buyer, path)).body.data.keys[0].id
    await removeKey(buyer, own)
    const test = (await addKey(buyer, { name: 'Coba', test: true })).body.data
    const { body } = await reset(buyer)
    expect(body.data.keys.map((key: { name: string; test: boolean }) => [key.name, key.test])).toEqual([
      ['Coba', true],
      ['Utama', false],
    ])
    const [key, secret] = await factsTo(buyer)
    expect(await balanceWith({ apikey: key?.value ?? '', secret: secret?.value ?? '' }, buyer)).toBe(200)
    expect(body.data.keys[0].id).toBe(test.id)
  })

  test('may replace it five times an hour, many at once being many; somebody else is not touched', async () => {
    const [buyer, other] = [await app.member(), await app.member()]
    const answers = await Promise.all(Array.from({ length: 8 }, () => reset(buyer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect((await get(buyer, path)).body.data.keys).toHaveLength(1)
    expect(await lettersTo(app, buyer.email)).toHaveLength(5)
    const [key, secret] = await factsTo(buyer)
    expect(await balanceWith({ apikey: key?.value ?? '', secret: secret?.value ?? '' }, buyer)).toBe(200)
    expect(await balanceWith(other, other)).toBe(200)
  })

  test('is told by letter, without secrets, of a new key and of another callback address or secret', async () => {
    const buyer = await app.member()
    const { apikey, secret } = (await addKey(buyer, { name: 'Gudang' })).body.data
    await patch(buyer, { callback: 'https://toko.example/cb' })
    await patch(buyer, { callback: 'https://toko.example/cb', routing: 'cheapest' })
    await patch(buyer, { callback: '' })
    await app.call('POST', `${path}/callbacksecret`, { token: buyer.token })
    const letters = await lettersTo(app, buyer.email)
    expect(letters.map(({ subject }) => subject)).toEqual([
      'API key baru dibuat',
      'Alamat callback diubah',
      'Alamat callback diubah',
      'Secret callback diganti',
    ])
    expect(letters.map(({ paragraphs }) => paragraphs.join())).toEqual([
      expect.stringContaining('Gudang'),
      expect.stringContaining('https://toko.example/cb'),
      expect.stringContaining('dihapus'),
      expect.stringContaining('Secret'),
    ])
    for (const secrets of [apikey, secret, 'whsec_', 'lps_']) expect(JSON.stringify(letters)).not.toContain(secrets)
  })

  test('may make sixty changes an hour that a letter tells of; others are free, and its own too', async () => {
    const [buyer, other] = [await app.member(), await app.member()]
    const newSecret = (who: TestMember) => app.call('POST', `${path}/callbacksecret`, { token: who.token })
    await newSecret(buyer)
    await app.db.read.updateTable('rate_count').set({ count: 60 }).where('subject', 'like', `%:${buyer.id}`).execute()
    const [key] = (await get(buyer, path)).body.data.keys
    const asks = () => [
      newSecret(buyer),
      addKey(buyer, { name: 'Gudang' }),
      changeKey(buyer, key.id, { ip: '36.66.1.2' }),
      patch(buyer, { callback: 'https://toko.example/cb' }),
    ]
    expect((await Promise.all(asks())).map(({ body }) => body.code)).toEqual(Array(4).fill('rate.too_many'))
    expect((await changeKey(buyer, key.id, { name: 'Toko' })).status).toBe(200)
    expect((await lettersTo(app, buyer.email)).length).toBe(1)
    expect((await patch(buyer, { routing: 'cheapest' })).status).toBe(200)
    expect((await newSecret(other)).status).toBe(200)
  })

  test('must be signed in', async () => {
    expect((await app.call('GET', path)).status).toBe(401)
    expect((await app.call('PATCH', '/api/v1/user/resetapikey')).status).toBe(401)
    expect((await app.call('PATCH', path, { body: { ip: '' } })).status).toBe(401)
    expect((await app.call('POST', `${path}/keys`, { body: { name: 'x' } })).status).toBe(401)
    expect((await app.call('PATCH', `${path}/keys/1`, { body: { name: 'x' } })).status).toBe(401)
    expect((await app.call('DELETE', `${path}/keys/1`)).status).toBe(401)
  })
})

describe('a seller [S-ROLE-04]', () => {
  const path = '/api/v1/seller/api'
  const patch = (who: TestMember, body: unknown) => app.call('PATCH', path, { token: who.token, body })
  const tryOut = (who: TestMember, body: unknown) => app.call('POST', '/api/v1/seller/apitest', { token: who.token, body })
  const newSeller = () => app.member({ roles: ['ROLE_SELLER'] })
  const stored = (who: TestMember) => app.db.read.selectFrom('seller_api').selectAll().where('seller_id', '=', who.id).executeTakeFirst()
  const settings = (changes: Record<string, unknown> = {}) => ({
    userid: supplierCredentials.userId,
    pin: supplierCredentials.pin,
    username: supplierCredentials.username,
    password: supplierCredentials.password,
    apiurl: simulator.url,
    jenisapi: 1,
    ...changes,
  })

  test('finds defaults before anything is saved [S-API-14, S-ENT-06]', async () => {
    const { body } = await get(await newSeller(), path)
    expect(body.data).toEqual({
      userid: 'PA0001',
      username: '',
      apiurl: '',
      jenisapi: 1,
      pinset: false,
      passwordset: false,
      templates: {},
      patterns: {},
      timeoutms: 30_000,
      maxinflight: 20,
      reportaddresses: '',
      reporturl: '',
      tested: false,
    })
  })

  test('saves how its server is reached, which is asked for its balance first [S-API-15, S-ENT-05]', async () => {
    const seller = await newSeller()
    const saved = await patch(seller, settings({ timeoutms: 5_000, maxinflight: 7, reportaddresses: '36.66.1.2 36.66.1.3' }))
    expect(saved).toMatchObject({ status: 200, body: { success: true, msg: 'Update API Ok!' } })
    expect(saved.body.data).toEqual({
      userid: 'PA0001',
      username: 'pasar',
      apiurl: simulator.url,
      jenisapi: 1,
      pinset: true,
      passwordset: true,
      templates: {},
      patterns: {},
      timeoutms: 5_000,
      maxinflight: 7,
      reportaddresses: '36.66.1.2,36.66.1.3',
      reporturl: expect.stringMatching(/^https:\/\/lapak\.example\/public\/report\/[\w-]{32}$/),
      tested: true,
    })
    const read = await get(seller, path)
    expect(read.body.data).toEqual(saved.body.data)
    expect(JSON.stringify(read.body)).not.toMatch(/4321|rahasia/)
    expect((await storedMember(seller)).api_test).toBe(0)
  })

  test('keeps pin and password secret at rest, and keeps them when none is given', async () => {
    const seller = await newSeller()
    const { reporturl } = (await patch(seller, settings())).body.data
    const { pin, password, ...more } = settings({ maxinflight: 9 })
    expect((await patch(seller, more)).body.data).toMatchObject({
      pinset: true,
      passwordset: true,
      maxinflight: 9,
      tested: true,
      reporturl,
    })
    expect((await patch(seller, { ...more, pin: '', password: '' })).body.data).toMatchObject({ pinset: true, tested: true })
    const row = await stored(seller)
    expect(vault.open(row?.pin ?? Buffer.alloc(0), seller.id)).toBe(pin)
    expect(vault.open(row?.password ?? Buffer.alloc(0), seller.id)).toBe(password)
    expect(`${row?.pin?.toString('latin1')}${row?.password?.toString('latin1')}`).not.toMatch(/4321|rahasia/)
  })

  test('has its saved pin and password sent to no other server, neither by its address nor by a template', async () => {
    const seller = await newSeller()
    const elsewhere = await startSupplier({ kind: 'irs', credentials: supplierCredentials })
    try {
      await patch(seller, settings())
      const { pin: _pin, password, ...open } = settings()
      const notTaken = { pin: 'Isi lagi karena alamat API berubah', password: 'Isi lagi karena alamat API berubah' }
      for (const changes of [{ apiurl: elsewhere.url }, { templates: { balance: `${elsewhere.url}/?pin=[pin]` } }]) {
        for (const ask of [tryOut, patch])
          expect(await ask(seller, { ...open, ...changes })).toMatchObject({ status: 400, body: { errors: notTaken } })
      }
      expect((await tryOut(seller, { ...open, apiurl: elsewhere.url, password })).body.errors).toEqual({ pin: notTaken.pin })
      expect((await stored(seller))?.api_url).toBe(simulator.url)
      expect((await patch(seller, settings({ apiurl: elsewhere.url }))).body.data).toMatchObject({ apiurl: elsewhere.url, tested: true })
      expect((await patch(seller, { ...open, apiurl: `${elsewhere.url}/` })).body.data.tested).toBe(true)
    } finally {
      await elsewhere.close()
    }
  })

  test('whose server does not answer saves all the same, but gets no orders', async () => {
    const seller = await newSeller()
    expect((await patch(seller, settings())).body.data.tested).toBe(true)
    const wrong = await patch(seller, settings({ pin: '9999' }))
    expect(wrong).toMatchObject({ status: 200, body: { data: { tested: false, pinset: true } } })
    expect((await stored(seller))?.tested_at).toBeNull()
    expect((await patch(seller, settings({ apiurl: 'http://127.0.0.1:9/api' }))).body.data.tested).toBe(false)
    const product = await app.product({ code: 'APIUJI' })
    await app.db.read.updateTable('member').set({ shop_open: true }).where('id', '=', seller.id).execute()
    const buyer = await app.member({ balance: 100_000n })
    await app.map(buyer, await app.offer({ seller, product, price: 10_500n }))
    const order = async (reffclient: string) => {
      await app.lapak.refresh()
      return app.call('POST', '/api/v1/transactions/buyer', {
        token: buyer.token,
        body: { productcode: 'APIUJI', target: `08${reffclient}`, reffclient },
      })
    }
    expect((await order('A1')).body.code).toBe('purchase.no_supplier')
    expect((await patch(seller, settings())).body.data.tested).toBe(true)
    expect((await order('A2')).status).toBe(200)
  })

  test('that was rested gets orders again once its saved settings work', async () => {
    const seller = await newSeller()
    await patch(seller, settings())
    await app.db.read
      .updateTable('seller_api')
      .set({ failures: 5, rested_until: new Date(Date.now() + 60_000) })
      .where('seller_id', '=', seller.id)
      .execute()
    await patch(seller, settings())
    expect(await stored(seller)).toMatchObject({ failures: 0, rested_until: null })
  })

  test('has a server of type IRS (1), OTOMAX (2) or standard HTTP GET (3) [S-ENT-07]', async () => {
    for (const [jenisapi, kind] of [
      [1, 'irs'],
      [2, 'otomax'],
      [3, 'http-get'],
    ] as const) {
      const server = await startSupplier({ kind, credentials: supplierCredentials })
      try {
        const seller = await newSeller()
        const { body } = await patch(seller, settings({ jenisapi, apiurl: server.url, templates: server.templates }))
        expect(body.data).toMatchObject({ jenisapi, tested: true, templates: server.templates })
      } finally {
        await server.close()
      }
    }
    expect((await patch(await newSeller(), settings({ jenisapi: 4 }))).status).toBe(400)
  })

  test('tries settings out without saving them [S-API-13]', async () => {
    const seller = await newSeller()
    const good = await tryOut(seller, settings())
    expect(good.body.data).toMatchObject({ ok: true, balance: 1_000_000_000, answer: expect.stringMatching(/^HTTP 200\n./) })
    const wrong = await tryOut(seller, settings({ pin: '9999' }))
    expect(wrong).toMatchObject({ status: 200, body: { data: { ok: false, balance: null, message: expect.stringMatching(/pin/i) } } })
    const down = await tryOut(seller, settings({ apiurl: 'http://127.0.0.1:9/' }))
    expect(down.body.data).toMatchObject({ ok: false, message: expect.stringContaining('connection-refused') })
    expect(JSON.stringify([good.body, wrong.body])).not.toMatch(/4321|rahasia/)
    expect(await stored(seller)).toBeUndefined()
  })

  test('tries out with the saved pin and password when none is given', async () => {
    const seller = await newSeller()
    const { pin: _pin, password: _password, ...open } = settings()
    expect((await tryOut(seller, open)).body.data.ok).toBe(false)
    await patch(seller, settings())
    expect((await tryOut(seller, open)).body.data.ok).toBe(true)
  })

  test('may try out five times a minute; others are not held up by that', async () => {
    const [seller, other] = [await newSeller(), await newSeller()]
    const answers = []
    for (let nth = 0; nth < 6; nth++) answers.push(await tryOut(seller, settings()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(50)
    expect((await tryOut(other, settings())).status).toBe(200)
  })

  test.each([
    ['http://10.0.0.5/api', {}],
    ['http://localhost:5432/', {}],
    ['https://user:sandi@suplier.example/', {}],
    ['https://suplier.example/', { order: 'http://192.168.1.1/trx?tujuan=[tujuan]' }],
    ['https://suplier.example/', { balance: 'saldo' }],
  ])('cannot have %s called (templates %j)', async (apiurl, templates) => {
    const seller = await newSeller()
    const refused = { status: 422, body: { code: 'supplier.address_refused' } }
    expect(await patch(seller, settings({ apiurl, templates }))).toMatchObject(refused)
    expect(await tryOut(seller, settings({ apiurl, templates }))).toMatchObject(refused)
    expect(await stored(seller)).toBeUndefined()
  })

  test('has patterns of its own checked before they are used', async () => {
    const seller = await newSeller()
    for (const success of ['(?<!a)b', '(', String.raw`(x)\1`]) {
      const refused = { status: 422, body: { code: 'supplier.pattern_invalid', msg: expect.stringContaining('success') } }
      expect(await patch(seller, settings({ patterns: { success } }))).toMatchObject(refused)
      expect((await tryOut(seller, settings({ patterns: { success } }))).status).toBe(422)
    }
    const saved = await patch(seller, settings({ patterns: { success: 'LUNAS', failed: '' } }))
    expect(saved.body.data.patterns).toEqual({ success: 'LUNAS' })
  })

  test.each([
    ['apiurl', 'suplier.example'],
    ['apiurl', 'ftp://suplier.example'],
    ['timeoutms', 999],
    ['maxinflight', 0],
    ['reportaddresses', '36.66.1'],
    ['pin', 'x'.repeat(61)],
  ])('is refused %s %j', async (field, value) => {
    const answer = await patch(await newSeller(), settings({ [field]: value }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  test('opens and closes its shop [S-API-16, S-API-17, S-ROLE-05]', async () => {
    const seller = await newSeller()
    const shop = '/api/v1/seller/tokostatus'
    const set = (status: number) => app.call('PATCH', `${shop}/${status}`, { token: seller.token })
    expect((await get(seller, shop)).body.data).toEqual({ statustoko: 0 })
    expect(await set(1)).toMatchObject({ status: 200, body: { data: { statustoko: 1 } } })
    expect((await get(seller, shop)).body.data).toEqual({ statustoko: 1 })
    expect((await set(1)).status).toBe(200)
    expect((await set(0)).body.data).toEqual({ statustoko: 0 })
    expect((await get(seller, shop)).body.data).toEqual({ statustoko: 0 })
    expect((await set(2)).status).toBe(400)
  })

  test('is not yet who saves and tests a server: every member may, before there is a shop to open [S-OPEN-04]', async () => {
    const member = await app.member()
    expect((await get(member, path)).body.data).toMatchObject({ userid: 'PA0001', tested: false })
    expect((await tryOut(member, settings())).body.data).toMatchObject({ ok: true })
    expect((await patch(member, settings())).body.data).toMatchObject({ tested: true })
    expect((await storedMember(member)).api_test).toBe(0)
    expect((await app.db.read.selectFrom('member_role').selectAll().where('member_id', '=', member.id).execute()).length).toBe(0)
    // What another member saved is another's.
    expect((await get(await app.member(), path)).body.data).toMatchObject({ apiurl: '', pinset: false, reporturl: '' })
  })

  test('is who has the role when the shop is opened; members are turned away, and strangers everywhere', async () => {
    const member = await app.member()
    for (const [method, url] of [
      ['GET', '/api/v1/seller/tokostatus'],
      ['PATCH', '/api/v1/seller/tokostatus/1'],
    ] as const) {
      expect((await app.call(method, url, { token: member.token })).status).toBe(403)
      expect((await app.call(method, url)).status).toBe(401)
    }
    expect((await storedMember(member)).shop_open).toBe(false)
    for (const [method, url] of [
      ['GET', path],
      ['PATCH', path],
      ['POST', '/api/v1/seller/apitest'],
    ] as const)
      expect((await app.call(method, url, method === 'GET' ? {} : { body: settings() })).status).toBe(401)
  })
})

test('the address for reports is a whole one where none is set up, too', async () => {
  const plain = await startTestApp({}, ['http'])
  try {
    const seller = await plain.seller({ apiUrl: simulator.url, reportPath: 'rahasia' })
    const { body } = await plain.call('GET', '/api/v1/seller/api', { token: seller.token })
    expect(body.data.reporturl).toBe(`${plain.url}/public/report/rahasia`)
  } finally {
    await plain.stop()
  }
})
