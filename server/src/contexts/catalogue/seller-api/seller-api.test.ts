import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SupplierSimulator, startSupplier } from '@lapak/simulators/supplier'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import { startTestApp, supplierCredentials, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { applyToSell, decideApplication } from '../../../../test/applicants.ts'
import { signIn } from '../../../../test/client.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { suspend } from '../../../../test/suspensions.ts'

const publicUrl = 'https://lapak.example'
const cipher = createCipher(readConfig({ NODE_ENV: 'test' }).secretKey)

let app: TestApp
let simulator: SupplierSimulator
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: publicUrl }, ['http'])
  simulator = await startSupplier({ kind: 'irs', credentials: supplierCredentials })
})
// The sellers of all tests use the same simulator, and an account at a server belongs to one seller.
beforeEach(async () => {
  await app.tables.updateTable('seller_api').set({ tested_at: null }).where('tested_at', 'is not', null).execute()
  await app.lapak.refresh()
})
afterAll(async () => {
  await simulator?.close()
  await app?.stop()
})

const get = (who: TestMember, path: string) => app.call('GET', path, { token: who.token })
const storedMember = (who: TestMember) => app.db.read.selectFrom('member').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow()

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

  test('can save and test a server only with the role, or while its application to become a seller is not rejected [S-OPEN-04]', async () => {
    const asks = async (who: TestMember) => [(await tryOut(who, settings())).body, (await patch(who, settings())).body]
    const [who, admin] = [await app.member({ complete: true }), await app.member({ roles: ['ROLE_ADMIN'] })]
    const notYet = [{ code: 'supplier.not_yet' }, { code: 'supplier.not_yet' }]
    const itMay = [{ data: { ok: true } }, { data: { tested: true } }]
    expect(await asks(who)).toMatchObject(notYet)
    await applyToSell(app, who)
    expect(await asks(who)).toMatchObject(itMay)
    // Its server has passed the connection test before the application is rejected.
    expect(await asks(who)).toMatchObject(itMay)
    await decideApplication(app, who, 'reject', admin)
    expect(await asks(who)).toMatchObject(notYet)
    await applyToSell(app, who)
    await decideApplication(app, who, 'approve', admin)
    expect(await asks(who)).toMatchObject(itMay)
  })

  test('gets default settings before it saves any [S-API-14, S-ENT-06]', async () => {
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
      outgoingaddresses: [],
    })
  })

  test('saves its server settings, which sends a balance request to the server [S-API-15, S-ENT-05]', async () => {
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
      outgoingaddresses: [],
    })
    const read = await get(seller, path)
    expect(read.body.data).toEqual(saved.body.data)
    expect(JSON.stringify(read.body)).not.toMatch(/(?<!\d)4321(?!\d)|rahasia/)
    expect((await storedMember(seller)).api_test).toBe(0)
  })

  test('has its PIN and password stored encrypted, and keeps them if a request contains none', async () => {
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
    expect(cipher.decrypt(row?.pin ?? Buffer.alloc(0), seller.id)).toBe(pin)
    expect(cipher.decrypt(row?.password ?? Buffer.alloc(0), seller.id)).toBe(password)
    expect(`${row?.pin?.toString('latin1')}${row?.password?.toString('latin1')}`).not.toMatch(/(?<!\d)4321(?!\d)|rahasia/)
  })

  test('cannot send its saved PIN and password to another server, neither by a changed API URL nor by a template', async () => {
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

  const notWhole = (host: string) => [
    `http:/${host}/x?pin=[pin]&password=[password]`,
    `http:${host}/x?pin=[pin]&password=[password]`,
    `http:\\\\${host}/x?pin=[pin]&password=[password]`,
    `HTTP:/\\${host}/x?pin=[pin]&password=[password]`,
    `http:///${host}/x?pin=[pin]&password=[password]`,
    `http://simulator@${host}/x?pin=[pin]&password=[password]`,
    `http://[password]@${host}/x?pin=[pin]`,
    `http://${host}\\?pin=[pin]&password=[password]`,
    `http://${host}[username]/x?pin=[pin]&password=[password]`,
    `http://[username]/x?pin=[pin]&password=[password]`,
    `[username]://${host}/x?pin=[pin]&password=[password]`,
  ]
  const types = [1, 2, 3] as const
  const templateNames = ['order', 'status', 'balance', 'inquiry', 'payment'] as const

  test('cannot send its saved PIN to a URL in a spelling that only browsers accept', async () => {
    const canary = await startCanary()
    try {
      // The user name is not secret, so an attacker who has the session can change it, and with it the value of a placeholder.
      const host = canary.url.slice('http://'.length)
      for (const jenisapi of types) {
        const seller = await newSeller()
        const own = `${simulator.url}/x?pin=[pin]`
        const { pin: _pin, password: _password, ...open } = settings({ jenisapi, username: host })
        await patch(seller, settings({ jenisapi, username: host, templates: Object.fromEntries(templateNames.map((name) => [name, own])) }))
        const before = await stored(seller)
        for (const spelling of [...notWhole(host), `http://${host}/x?pin=[pin]&password=[password]`])
          for (const name of templateNames) {
            // Resets the rate limits, as if the attacker waited.
            await app.tables.deleteFrom('rate_count').execute()
            for (const ask of [tryOut, patch]) {
              const { status } = await ask(seller, { ...open, templates: { [name]: spelling } })
              expect([400, 422], `${jenisapi} ${name} ${spelling}`).toContain(status)
            }
          }
        expect(await stored(seller)).toEqual(before)
      }
      const seller = await newSeller()
      await patch(seller, settings())
      for (const spelling of [`http:/${host}/`, `http:${host}`, `http:\\\\${host}`]) {
        const { pin: _pin, password: _password, ...open } = settings({ apiurl: spelling })
        expect([400, 422], spelling).toContain((await patch(seller, open)).status)
      }
      expect(canary.asked).toEqual([])
    } finally {
      await canary.close()
    }
  })

  test('with an OTOMAX server can use a product code instead of a URL, but only for orders, inquiries and payments', async () => {
    const codes = { order: 'X[kodeproduk]', inquiry: 'CEK[kodeproduk]', payment: 'BYR:[kodeproduk]' }
    expect((await patch(await newSeller(), settings({ jenisapi: 2, templates: codes }))).body.data).toMatchObject({ templates: codes })
    for (const name of ['status', 'balance'])
      expect((await patch(await newSeller(), settings({ jenisapi: 2, templates: { [name]: 'X[kodeproduk]' } }))).status).toBe(422)
  })

  test('can save a server that does not answer, but then gets no orders', async () => {
    const seller = await newSeller()
    expect((await patch(seller, settings())).body.data.tested).toBe(true)
    const wrong = await patch(seller, settings({ pin: '9999' }))
    expect(wrong).toMatchObject({ status: 200, body: { data: { tested: false, pinset: true } } })
    expect((await stored(seller))?.tested_at).toBeNull()
    expect((await patch(seller, settings({ apiurl: 'http://127.0.0.1:9/api' }))).body.data.tested).toBe(false)
    const product = await app.product({ code: 'APIUJI' })
    await app.tables.updateTable('member').set({ shop_open: true }).where('id', '=', seller.id).execute()
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

  test('can stop the use of its saved server, and its other settings stay unchanged', async () => {
    const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
    const stop = () => app.call('DELETE', '/api/v1/seller/api', { token: seller.token })
    const row = () => app.db.read.selectFrom('seller_api').selectAll().where('seller_id', '=', seller.id).executeTakeFirstOrThrow()
    const { tested_at: _, version: _version, ...before } = await row()
    expect((await stop()).body).toEqual({ success: true, msg: 'Server tidak dipakai lagi' })
    const shown = (await app.call('GET', '/api/v1/seller/api', { token: seller.token })).body.data
    expect(shown).toMatchObject({ tested: false, pinset: true })
    expect(await row()).toMatchObject({ ...before, tested_at: null })
    expect((await stop()).body.code).toBe('supplier.not_tested')
    const kept = app.db.read
      .selectFrom('audit')
      .select('before')
      .where('event', '=', 'seller_api.stopped')
      .where('actor_id', '=', seller.id)
    expect(await kept.execute()).toEqual([{ before: { server: 'http://127.0.0.1:9' } }])
    expect((await emailsTo(app, seller.email)).map(({ subject }) => subject)).toEqual(['Server suplier tidak dipakai lagi'])
  })

  test('gets orders again after a suspension once a test of its saved settings succeeds', async () => {
    const seller = await newSeller()
    await patch(seller, settings())
    await suspend(app.tables, seller.id)
    await patch(seller, settings())
    expect(await stored(seller)).toMatchObject({ failures: 0, circuit_open_until: null })
  })

  test('can have a server of type IRS (1), OTOMAX (2) or standard HTTP GET (3) [S-ENT-07]', async () => {
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

  test('tests settings without saving them [S-API-13]', async () => {
    const seller = await newSeller()
    const good = await tryOut(seller, settings())
    expect(good.body.data).toMatchObject({
      ok: true,
      state: 'known',
      balance: 1_000_000_000,
      request: `GET ${simulator.url}/api/h2h/saldo?id=PA0001&pin=***&user=pasar&pass=***`,
      answer: expect.stringMatching(/^HTTP 200\n./),
      tookms: expect.any(Number),
    })
    const wrong = await tryOut(seller, settings({ pin: '9999' }))
    expect(wrong).toMatchObject({
      status: 200,
      body: { data: { ok: false, state: 'failed', balance: null, message: expect.stringMatching(/pin/i) } },
    })
    const down = await tryOut(seller, settings({ apiurl: 'http://127.0.0.1:9/' }))
    expect(down.body.data).toMatchObject({ ok: false, message: expect.stringContaining('connection-refused') })
    expect(JSON.stringify([good.body, wrong.body])).not.toMatch(/(?<!\d)4321(?!\d)|rahasia/)
    expect(await stored(seller)).toBeUndefined()
  })

  test('tests with the saved PIN and password if the request contains none', async () => {
    const seller = await newSeller()
    const { pin: _pin, password: _password, ...open } = settings()
    expect((await tryOut(seller, open)).body.data.ok).toBe(false)
    await patch(seller, settings())
    expect((await tryOut(seller, open)).body.data.ok).toBe(true)
  })

  /** Sets the seller's last step-up authentication to eleven minutes ago. */
  const unproved = (who: TestMember) =>
    app.tables
      .updateTable('session_step_up')
      .set({ verified_at: new Date(Date.now() - 11 * 60_000) })
      .where('token_hash', 'in', (select) => select.selectFrom('session').select('token_hash').where('member_id', '=', who.id))
      .execute()

  test('needs step-up authentication for a test with saved secrets, since the answer may contain them, but not for a test with typed secrets', async () => {
    const seller = await newSeller()
    await patch(seller, settings())
    await unproved(seller)
    const { pin: _pin, ...open } = settings()
    expect((await tryOut(seller, open)).body.code).toBe('access.proof_needed')
    expect((await tryOut(seller, settings())).body.data.ok).toBe(true)
  })

  test.each(['A[pin]', '[pin]1', '[userid][pin]', '[password][tujuan]', 'x[SIGN]'])(
    'cannot use %s in a template, because then the end of a secret cannot be recognized',
    async (part) => {
      const refused = { status: 422, body: { code: 'supplier.address_refused', msg: expect.stringContaining('pisahkan') } }
      expect(await patch(await newSeller(), settings({ templates: { balance: `${simulator.url}/?q=${part}` } }))).toMatchObject(refused)
    },
  )

  test('sees its whole report URL only after step-up authentication, and can replace it, which disables the old URL at once', async () => {
    const seller = await newSeller()
    const replace = () => app.call('POST', '/api/v1/seller/api/reportaddress', { token: seller.token })
    expect((await replace()).body.code).toBe('supplier.not_tested')
    const before = (await patch(seller, settings())).body.data.reporturl as string
    const answered = async (address: string) => (await fetch(`${app.url}${new URL(address).pathname}?clientid=x1&statuscode=1`)).text()
    expect(await answered(before)).toBe('UNKNOWN REFERENCE')
    const after = (await replace()).body.data.reporturl as string
    expect(await answered(before)).toBe('UNKNOWN')
    expect(await answered(after)).toBe('UNKNOWN REFERENCE')
    expect((await get(seller, path)).body.data.reporturl).toBe(after)
    await unproved(seller)
    expect((await get(seller, path)).body.data.reporturl).toBe(`${after.slice(0, -28)}…`)
    expect((await replace()).body.code).toBe('access.proof_needed')
    const emails = await app.db.read.selectFrom('outbox').select('subject').where('member_id', '=', seller.id).execute()
    expect(emails).toEqual([{ subject: 'Alamat laporan suplier diganti' }])
    const noted = await app.db.read.selectFrom('audit').select('event').where('actor_id', '=', seller.id).execute()
    expect(noted.filter(({ event }) => event === 'seller_api.report_address_replaced')).toHaveLength(1)
  })

  test('can run five tests a minute, independently of other sellers', async () => {
    const [seller, other] = [await newSeller(), await newSeller()]
    const answers = []
    for (let nth = 0; nth < 6; nth++) answers.push(await tryOut(seller, settings()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(50)
    expect((await tryOut(other, settings())).status).toBe(200)
  })

  test('can send a limited number of requests a minute in all its sessions together', async () => {
    const seller = await newSeller()
    const statuses: number[] = []
    for (let session = 0; session < 7; session++) {
      const token = (await signIn(app, seller.email, testPassword)).body.access_token
      for (let nth = 0; nth < 5; nth++)
        statuses.push((await app.call('POST', '/api/v1/seller/apitest', { token, body: settings() })).status)
    }
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(5).fill(429)])
    expect((await tryOut(await newSeller(), settings())).status).toBe(200)
  })

  test('can test its own server although outsiders have used up the requests to it, of which each has a limited share', async () => {
    const canary = await startCanary()
    try {
      await app.setting('sellerApi.requestsPerHourAndServer', 5)
      const at = settings({ apiurl: canary.url, jenisapi: 3, templates: { balance: `${canary.url}/saldo?id=[userid]` } })
      const owner = await newSeller()
      expect((await patch(owner, at)).body.data.tested).toBe(true)
      canary.asked.length = 0
      const used: number[] = []
      for (let outsider = 0; outsider < 4; outsider++) {
        const who = await newSeller()
        let answered = 0
        for (let nth = 0; nth < 6; nth++) {
          await app.tables.deleteFrom('rate_count').where('subject', 'like', 'sellerApi.testsPerMinute%').execute()
          if ((await tryOut(who, { ...at, userid: `PA${outsider}` })).status === 200) answered += 1
        }
        used.push(answered)
      }
      // The first request of the owner, who had not tested the server yet, is one of the 15.
      expect(used).toEqual([5, 5, 4, 0])
      expect(canary.asked).toHaveLength(14)
      expect((await tryOut(owner, at)).body.data.ok).toBe(true)
      expect((await patch(owner, at)).body.data.tested).toBe(true)
    } finally {
      await app.setting('sellerApi.requestsPerHourAndServer', 60)
      await canary.close()
    }
  })

  test('cannot use the account of another seller, whose server would block it after wrong PINs, however its name is written', async () => {
    const canary = await startCanary()
    try {
      const owner = await newSeller()
      expect((await patch(owner, settings({ apiurl: canary.url }))).body.data.tested).toBe(true)
      canary.asked.length = 0
      const own = `${simulator.url}/saldo`
      const attempts = [
        { userid: 'PA0001' },
        { userid: 'pa0001', pin: '000000' },
        { userid: 'X', username: 'PA0001' },
        { userid: 'X', jenisapi: 3, templates: { balance: `${canary.url}/api/h2h/saldo?id=PA0001&pin=000000` } },
        { userid: 'X', jenisapi: 3, templates: { balance: `${canary.url}/api/h2h/saldo?id=%50A0001&pin=000000` } },
        { userid: 'X', username: '0001', jenisapi: 3, templates: { balance: `${canary.url}/saldo?id=PA[username]` } },
        { apiurl: simulator.url, jenisapi: 3, templates: { balance: own, order: `${canary.url}/order?id=[userid]&pin=[pin]` } },
      ]
      for (const changes of attempts) {
        const [rival, applicant] = [await newSeller(), await app.member({ complete: true })]
        await applyToSell(app, applicant)
        for (const who of [rival, applicant])
          for (const ask of [tryOut, patch])
            expect(await ask(who, settings({ apiurl: canary.url, ...changes })), JSON.stringify(changes)).toMatchObject({
              status: 409,
              body: { code: 'supplier.account_taken', errors: { userid: expect.stringContaining('suplier lain') } },
            })
      }
      expect(canary.asked).toEqual([])
      // Another account at the same server, and the owner itself.
      expect((await tryOut(await newSeller(), settings({ apiurl: canary.url, userid: 'PA0002' }))).status).toBe(200)
      expect((await patch(owner, settings({ apiurl: canary.url, pin: '9999' }))).status).toBe(200)
    } finally {
      await canary.close()
    }
  })

  test('can use its account although an applicant has saved and tested it before', async () => {
    const applicant = await app.member({ complete: true })
    await applyToSell(app, applicant)
    expect((await patch(applicant, settings())).body.data.tested).toBe(true)
    expect((await patch(await newSeller(), settings())).body.data.tested).toBe(true)
  })

  test.each([
    ['http://10.0.0.5/api', {}],
    ['http://localhost:5432/', {}],
    ['https://user:sandi@suplier.example/', {}],
    ['https://suplier.example/', { order: 'http://192.168.1.1/trx?tujuan=[tujuan]' }],
    ['https://suplier.example/', { balance: 'saldo' }],
  ])('cannot save or test the URL %s (templates %j)', async (apiurl, templates) => {
    const seller = await newSeller()
    const refused = { status: 422, body: { code: 'supplier.address_refused' } }
    expect(await patch(seller, settings({ apiurl, templates }))).toMatchObject(refused)
    expect(await tryOut(seller, settings({ apiurl, templates }))).toMatchObject(refused)
    expect(await stored(seller)).toBeUndefined()
  })

  test('gets a template error at the form field of the template', async () => {
    const seller = await newSeller()
    const { body } = await patch(seller, settings({ templates: { balance: 'http://10.0.0.5/saldo' } }))
    expect(body.errors).toEqual({ 'templates.balance': body.msg })
    expect((await tryOut(seller, settings({ apiurl: 'http://10.0.0.5/' }))).body.errors).toEqual({
      apiurl: expect.stringContaining('10.0.0.5'),
    })
  })

  test('gets the result of a test before the web app’s request times out', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    try {
      const began = Date.now()
      const { port } = silent.address() as AddressInfo
      const { body } = await tryOut(await newSeller(), settings({ apiurl: `http://127.0.0.1:${port}`, timeoutms: 120_000 }))
      expect(body.data).toMatchObject({ ok: false, state: 'unknown' })
      expect(Date.now() - began).toBeLessThan(29_000)
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })

  test('gets an error for a pattern that is invalid or not supported', async () => {
    const seller = await newSeller()
    for (const success of ['(?<!a)b', '(', String.raw`(x)\1`]) {
      const refused = {
        status: 422,
        body: {
          code: 'supplier.pattern_invalid',
          msg: expect.stringContaining('success'),
          errors: { 'patterns.success': expect.stringContaining('success') },
        },
      }
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
  ])('cannot save the invalid %s %j', async (field, value) => {
    const answer = await patch(await newSeller(), settings({ [field]: value }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  test('can open and close its shop [S-API-16, S-API-17, S-ROLE-05]', async () => {
    const seller = await newSeller()
    const shop = '/api/v1/seller/tokostatus'
    const set = (status: number) => app.call('PATCH', `${shop}/${status}`, { token: seller.token })
    expect((await get(seller, shop)).body.data).toMatchObject({ statustoko: 0 })
    expect(await set(1)).toMatchObject({ status: 200, body: { data: { statustoko: 1 } } })
    expect((await get(seller, shop)).body.data).toMatchObject({ statustoko: 1 })
    expect((await set(1)).status).toBe(200)
    expect((await set(0)).body.data).toMatchObject({ statustoko: 0 })
    expect((await get(seller, shop)).body.data).toMatchObject({ statustoko: 0 })
    expect((await set(2)).status).toBe(400)
  })

  test('can save and test a server while its application to become a seller is pending, before it has a shop to open [S-OPEN-04]', async () => {
    const member = await app.member({ complete: true })
    await applyToSell(app, member)
    expect((await get(member, path)).body.data).toMatchObject({ userid: 'PA0001', tested: false })
    expect((await tryOut(member, settings())).body.data).toMatchObject({ ok: true })
    expect((await patch(member, settings())).body.data).toMatchObject({ tested: true })
    expect((await storedMember(member)).api_test).toBe(0)
    expect((await app.db.read.selectFrom('member_role').selectAll().where('member_id', '=', member.id).execute()).length).toBe(0)
    // Other members cannot see these settings.
    expect((await get(await app.member(), path)).body.data).toMatchObject({ apiurl: '', pinset: false, reporturl: '' })
  })

  test('needs the role to open a shop: members without the role get 403, and anonymous callers 401', async () => {
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

/** A server that records requests and must not receive any. */
async function startCanary() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('SALDO: 1.000')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('the report URL is absolute even if no public URL is configured', async () => {
  const plain = await startTestApp({}, ['http'])
  try {
    const seller = await plain.seller({ apiUrl: simulator.url, reportPath: 'rahasia' })
    const { body } = await plain.call('GET', '/api/v1/seller/api', { token: seller.token })
    expect(body.data.reporturl).toBe(`${plain.url}/public/report/rahasia`)
  } finally {
    await plain.stop()
  }
})
