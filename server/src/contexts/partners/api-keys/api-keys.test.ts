import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const get = (who: TestMember, path: string) => app.call('GET', path, { token: who.token })

describe('a buyer [B-ROLE-06]', () => {
  const path = '/api/v1/user/api'
  const addKey = (who: TestMember, body: unknown) => app.call('POST', `${path}/keys`, { token: who.token, body })
  const removeKey = (who: TestMember, id: number) => app.call('DELETE', `${path}/keys/${id}`, { token: who.token })
  const changeKey = (who: TestMember, id: number, body: unknown) => app.call('PATCH', `${path}/keys/${id}`, { token: who.token, body })
  /** Called immediately after a change of a key, because the change is in force when its response is sent. */
  const balanceWith = async (pair: { apikey: string; secret: string }, who: TestMember) =>
    (await app.h2h({ ...who, ...pair }, 'GET', '/h2h/v1/balance')).status

  test.each([
    [false, 'live'],
    [true, 'test'],
  ])('creates an additional key (test: %s), sees its secret once and uses the key', async (isTest, mode) => {
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

  test('gives a key its own list of IP addresses', async () => {
    const buyer = await app.member()
    const { body } = await addKey(buyer, { name: 'Kantor', ip: '36.66.1.2' })
    expect(await balanceWith(body.data, buyer)).toBe(403)
    expect(await addKey(buyer, { name: 'Kantor', ip: '36.66.1' })).toMatchObject({
      status: 400,
      body: { errors: { ip: expect.any(String) } },
    })
    expect(await addKey(buyer, { name: '' })).toMatchObject({ status: 400, body: { errors: { name: expect.any(String) } } })
  })

  test('renames a key and changes its list of IP addresses, which applies at once and is reported by e-mail', async () => {
    const buyer = await app.member()
    const { id, ...pair } = (await addKey(buyer, { name: 'Kantor', ip: '36.66.1.2' })).body.data
    expect(await balanceWith(pair, buyer)).toBe(403)
    // The refused IP address is recorded in the background, so this waits for it: the two reads below must return the same key.
    await expect.poll(async () => (await get(buyer, path)).body.data.keys[1].refusedip).not.toBeNull()
    const changed = await changeKey(buyer, id, { ip: ' 36.66.1.2, 127.0.0.1' })
    expect(changed).toMatchObject({ status: 200, body: { msg: 'API key diubah' } })
    expect(changed.body.data).toEqual((await get(buyer, path)).body.data)
    expect(changed.body.data.keys[1]).toMatchObject({ id, name: 'Kantor', ip: '36.66.1.2,127.0.0.1' })
    expect(await balanceWith(pair, buyer)).toBe(200)
    expect((await changeKey(buyer, id, { name: 'Gudang' })).body.data.keys[1]).toMatchObject({ name: 'Gudang', ip: '36.66.1.2,127.0.0.1' })
    // This request changes nothing, so no e-mail is sent.
    await changeKey(buyer, id, { name: 'Gudang', ip: '36.66.1.2,127.0.0.1' })
    expect((await changeKey(buyer, id, { ip: '' })).body.data.keys[1].ip).toBe('')
    const emails = await emailsTo(app, buyer.email)
    expect(emails.map(({ subject }) => subject)).toEqual(['API key baru dibuat', 'Daftar IP API key diubah', 'Daftar IP API key diubah'])
    expect(emails[1]?.paragraphs.join()).toMatch(/Kantor.*36\.66\.1\.2, 127\.0\.0\.1/s)
    expect(emails[2]?.paragraphs.join()).toMatch(/Gudang.*daftar IP umum/s)
  })

  test('cannot give a key invalid terms, or change a key that is revoked or belongs to another member', async () => {
    const [buyer, outsider] = [await app.member(), await app.member()]
    const { id } = (await addKey(buyer, { name: 'Kantor' })).body.data
    const before = (await get(buyer, path)).body.data
    for (const [body, field] of [
      [{ ip: '36.66.1' }, 'ip'],
      [{ ip: '0.0.0.0/0' }, 'ip'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(61) }, 'name'],
    ] as const)
      expect(await changeKey(buyer, id, body)).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } })
    expect(await changeKey(outsider, id, { ip: '10.1.2.3' })).toMatchObject({ status: 404, body: { code: 'not_found.key' } })
    expect((await get(buyer, path)).body.data).toEqual(before)
    await removeKey(buyer, id)
    expect((await changeKey(buyer, id, { name: 'Lagi' })).body.code).toBe('not_found.key')
  })

  test('revokes a key with immediate effect', async () => {
    const buyer = await app.member()
    const { id, ...pair } = (await addKey(buyer, { name: 'Hilang' })).body.data
    expect(await balanceWith(pair, buyer)).toBe(200)
    expect(await removeKey(buyer, id)).toMatchObject({ status: 200, body: { msg: 'Delete Ok!' } })
    expect(await balanceWith(pair, buyer)).toBe(401)
    expect((await get(buyer, path)).body.data.keys).toHaveLength(1)
    expect(await removeKey(buyer, id)).toMatchObject({ status: 404, body: { code: 'not_found.key' } })
  })

  test('can have at most twenty keys', async () => {
    const buyer = await app.member()
    const made = []
    for (let nth = 0; nth < 20; nth++) made.push(await addKey(buyer, { name: `Kunci ${nth}` }))
    expect(made.map(({ status }) => status)).toEqual([...Array(19).fill(200), 400])
    await removeKey(buyer, made[0]?.body.data.id)
    expect((await addKey(buyer, { name: 'Pengganti' })).status).toBe(200)
  })

  test('cannot revoke the key of another member', async () => {
    const [owner, outsider] = [await app.member(), await app.member()]
    const [key] = (await get(owner, path)).body.data.keys
    expect(await removeKey(outsider, key.id)).toMatchObject({ status: 404, body: { code: 'not_found.key' } })
    expect((await get(owner, path)).body.data.keys).toEqual([key])
  })

  const reset = (who: TestMember) => app.call('PATCH', '/api/v1/user/resetapikey', { token: who.token })
  const factsTo = async (who: TestMember) => (await emailsTo(app, who.email)).at(-1)?.facts ?? []

  test('replaces its first live key at once and gets the new key and secret by e-mail, never in the response [B-API-26]', async () => {
    const buyer = await app.member()
    await addKey(buyer, { name: 'Kedua', ip: '36.66.1.2' })
    await app.tables.updateTable('api_key').set({ name: 'Toko', allowed_addresses: '127.0.0.1' }).where('key', '=', buyer.apikey).execute()
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

  test('gets a live key by a reset if it has none, and keeps its test keys', async () => {
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

  test('may replace its key five times an hour, also by concurrent requests, and does not affect other members', async () => {
    const [buyer, other] = [await app.member(), await app.member()]
    const answers = await Promise.all(Array.from({ length: 8 }, () => reset(buyer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect((await get(buyer, path)).body.data.keys).toHaveLength(1)
    expect(await emailsTo(app, buyer.email)).toHaveLength(5)
    const [key, secret] = await factsTo(buyer)
    expect(await balanceWith({ apikey: key?.value ?? '', secret: secret?.value ?? '' }, buyer)).toBe(200)
    expect(await balanceWith(other, other)).toBe(200)
  })

  test('must be signed in for all calls about keys', async () => {
    expect((await app.call('PATCH', '/api/v1/user/resetapikey')).status).toBe(401)
    expect((await app.call('POST', `${path}/keys`, { body: { name: 'x' } })).status).toBe(401)
    expect((await app.call('PATCH', `${path}/keys/1`, { body: { name: 'x' } })).status).toBe(401)
    expect((await app.call('DELETE', `${path}/keys/1`)).status).toBe(401)
  })
})
