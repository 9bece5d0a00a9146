import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'

const cipher = createCipher(readConfig({ NODE_ENV: 'test' }).secretKey)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const get = (who: TestMember, path: string) => app.call('GET', path, { token: who.token })
const storedMember = (who: TestMember) => app.db.read.selectFrom('member').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow()

describe('a buyer [B-ROLE-06]', () => {
  const path = '/api/v1/user/api'
  const patch = (who: TestMember, body: unknown) => app.call('PATCH', path, { token: who.token, body })
  const addKey = (who: TestMember, body: unknown) => app.call('POST', `${path}/keys`, { token: who.token, body })
  const changeKey = (who: TestMember, id: number, body: unknown) => app.call('PATCH', `${path}/keys/${id}`, { token: who.token, body })

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
          timed: false,
          ip: '',
          createat: expect.any(String),
          usedat: null,
          restingat: null,
          refusedip: null,
        },
      ],
      doubleguard: 5,
      routing: 'mine',
      lowbalance: null,
      pricenews: 0,
      openoffers: 1,
    })
    expect(JSON.stringify(body)).not.toContain(buyer.secret)
  })

  test('changes its list of IP addresses and its callback URL [B-API-25]', async () => {
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

  test('changes one setting and keeps the other settings', async () => {
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

  test('gets a callback secret with its first callback URL, and keeps the secret when it changes the URL', async () => {
    const buyer = await app.member()
    await patch(buyer, { routing: 'fastest' })
    expect((await storedMember(buyer)).callback_secret).toBeNull()
    await patch(buyer, { callback: 'https://toko.example/a' })
    const { callback_secret } = await storedMember(buyer)
    expect(cipher.decrypt(callback_secret ?? Buffer.alloc(0), buyer.id)).toMatch(/^whsec_/)
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
  ])('cannot save the invalid %s %j', async (field, value) => {
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
  ])('cannot set the callback URL %s', async (callback) => {
    const buyer = await app.member()
    expect(await patch(buyer, { callback })).toMatchObject({ status: 422, body: { code: 'callback.address_refused' } })
    expect((await storedMember(buyer)).callback_url).toBe('')
  })

  test('can set a callback URL at an internal host that the configuration allows', async () =>
    expect((await patch(await app.member(), { callback: 'http://127.0.0.1:4999/callback' })).status).toBe(200))

  test('gets an e-mail without secrets about a new key, another callback URL or a new callback secret', async () => {
    const buyer = await app.member()
    const { apikey, secret } = (await addKey(buyer, { name: 'Gudang' })).body.data
    await patch(buyer, { callback: 'https://toko.example/cb' })
    await patch(buyer, { callback: 'https://toko.example/cb', routing: 'cheapest' })
    await patch(buyer, { callback: '' })
    await app.call('POST', `${path}/callbacksecret`, { token: buyer.token })
    const emails = await emailsTo(app, buyer.email)
    expect(emails.map(({ subject }) => subject)).toEqual([
      'API key baru dibuat',
      'Alamat callback diubah',
      'Alamat callback diubah',
      'Secret callback diganti',
    ])
    expect(emails.map(({ paragraphs }) => paragraphs.join())).toEqual([
      expect.stringContaining('Gudang'),
      expect.stringContaining('https://toko.example/cb'),
      expect.stringContaining('dihapus'),
      expect.stringContaining('Secret'),
    ])
    for (const secrets of [apikey, secret, 'whsec_', 'lps_']) expect(JSON.stringify(emails)).not.toContain(secrets)
  })

  test('can make sixty changes an hour that send an e-mail; neither its other changes nor other buyers are limited', async () => {
    const [buyer, other] = [await app.member(), await app.member()]
    const newSecret = (who: TestMember) => app.call('POST', `${path}/callbacksecret`, { token: who.token })
    await newSecret(buyer)
    await app.tables.updateTable('rate_count').set({ count: 60 }).where('subject', 'like', `%:${buyer.id}`).execute()
    const [key] = (await get(buyer, path)).body.data.keys
    const asks = () => [
      newSecret(buyer),
      addKey(buyer, { name: 'Gudang' }),
      changeKey(buyer, key.id, { ip: '36.66.1.2' }),
      patch(buyer, { callback: 'https://toko.example/cb' }),
    ]
    expect((await Promise.all(asks())).map(({ body }) => body.code)).toEqual(Array(4).fill('rate.too_many'))
    expect((await changeKey(buyer, key.id, { name: 'Toko' })).status).toBe(200)
    expect((await emailsTo(app, buyer.email)).length).toBe(1)
    expect((await patch(buyer, { routing: 'cheapest' })).status).toBe(200)
    expect((await newSecret(other)).status).toBe(200)
  })

  test('needs to be signed in', async () => {
    expect((await app.call('GET', path)).status).toBe(401)
    expect((await app.call('PATCH', path, { body: { ip: '' } })).status).toBe(401)
  })
})
