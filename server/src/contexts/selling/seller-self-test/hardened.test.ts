import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Json, startTestApp, supplierCredentials, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { within } from '../../../../test/within.ts'
import { selfTestsAtOnce } from './runner.ts'

const path = '/api/v1/seller/selftest'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ ASK_AFTER_MS: '100' })
})
/** Functions that close the servers of the tests. They are called after all tests, since some tests run concurrently. */
const closing: (() => void)[] = []
afterAll(async () => {
  for (const close of closing) close()
  await app?.stop()
})

const start = (who: TestMember, situasi: object[] = []) => app.call('POST', path, { token: who.token, body: { situasi } })
const read = async (who: TestMember): Promise<Json> => (await app.call('GET', path, { token: who.token })).body.data

async function run(who: TestMember, situasi: object[] = []): Promise<Json> {
  expect(await start(who, situasi)).toMatchObject({ status: 200 })
  return vi.waitFor(
    async () => {
      const { uji } = await read(who)
      if (uji.selesai === null) throw new Error('the run is still under way')
      return uji
    },
    { timeout: 180_000, interval: 100 },
  )
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const sellerAt = (apiUrl: string, more: object = {}) => app.seller({ kind: 1, apiUrl, timeoutMs: 1000, ...more })

test.concurrent('a hostile server that sends its answer slowly and without end is cut off at the seller’s timeout', async () => {
  const seller = await sellerAt(
    await serve((_, response) => {
      const drip = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(drip))
    }),
    { timeoutMs: 300 },
  )
  await within(1_000, async () => {
    const steps: Json[] = (await run(seller)).situasi.flatMap(({ langkah }: Json) => langkah)
    for (const { jawaban } of steps) expect(jawaban).toBe('(lost: timeout)')
    return Math.max(...steps.map(({ lamams }) => lamams))
  })
})

describe.concurrent('a code that the seller sells', () => {
  const sells = async (seller: TestMember, code: string, supplierCode: string) =>
    app.offer({ seller, product: await app.product({ code }), price: 10_500n, supplierCode })
  const named = (kodeproduk: string) => [{ situasi: 'double', kodeproduk, tujuan: '081277770018' }]
  const refused = (code: string) => ({
    status: 422,
    body: { code: 'supplier.self_test_sold', msg: expect.stringContaining(`Kode ${code} dijual di toko Anda`) },
  })

  test('is not ordered by a self-test in any spelling, and the refusal does not change the previous run', async () => {
    const seller = await sellerAt(await serve((_, response) => response.end('?')))
    const before = await run(seller, named('NYATA1'))
    await sells(seller, 'HT1', 'Nyata1')
    expect(await start(seller, named('NYATA1'))).toMatchObject(refused('NYATA1'))
    expect(await start(seller, named('nyata1 '))).toMatchObject(refused('nyata1'))
    expect((await read(seller)).uji).toEqual(before)
    // Offers of other sellers with this code do not prevent the self-test.
    expect((await start(await sellerAt('http://127.0.0.1:9'), named('NYATA1'))).status).toBe(200)
  })

  test('is refused also when it is the default code, or when the URL template always orders it', async () => {
    const seller = await sellerAt('http://127.0.0.1:9')
    await sells(seller, 'HT2', 'UJI')
    expect(await start(seller)).toMatchObject(refused('UJI'))
    const constant = await app.seller({ kind: 2, apiUrl: 'http://127.0.0.1:9', timeoutMs: 1000, templates: { order: 'PLN20' } })
    expect((await start(constant)).status).toBe(200)
    const other = await app.seller({ kind: 2, apiUrl: 'http://127.0.0.1:9', timeoutMs: 1000, templates: { order: 'PLN20' } })
    await sells(other, 'HT3', 'S10')
    expect(await start(other)).toMatchObject(refused('UJI'))
  })

  test('is not ordered by a run that started before it was offered', async () => {
    let asked = 0
    const seen: string[] = []
    const seller = await sellerAt(
      await serve((request, response) => {
        seen.push(request.url ?? '')
        if (asked++ > 0) return response.end('?')
        void sells(seller, 'HT4', 'KEMUDIAN').then(() => response.end('?'))
      }),
    )
    const uji = await run(seller, named('KEMUDIAN'))
    expect(uji.situasi.find(({ situasi }: Json) => situasi === 'double')).toMatchObject({
      hasil: 'untestable',
      saran: expect.stringContaining('dijual di toko Anda'),
      langkah: [],
    })
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.join()).not.toContain('KEMUDIAN')
  })
})

test('the start of a self-test is reported to the seller by e-mail, with the product codes', async () => {
  const seller = await sellerAt('http://127.0.0.1:9')
  await start(seller, [{ situasi: 'double', kodeproduk: 'KODE77', tujuan: '0812' }])
  const emails = await emailsTo(app, seller.email)
  expect(emails).toMatchObject([{ subject: 'Uji server suplier dijalankan' }])
  expect(JSON.stringify(emails)).toMatch(/KODE77, UJI|UJI, KODE77/)
})

describe('the conversation of a self-test', () => {
  /** Answers with all parameters of the request, as many servers do, and with the target without its first digit. */
  const echo: RequestListener = (request, response) => {
    const { searchParams: sent } = new URL(request.url ?? '', 'http://x')
    response.end(`REF ${sent.get('id')} tujuan ${sent.get('tujuan')?.slice(1)} SUKSES SN: ${supplierCredentials.pin}. ${request.url}`)
  }
  const typed = (tujuan: string) => [{ situasi: 'success', kodeproduk: 'UJI', tujuan }]
  const textOf = (uji: Json) =>
    uji.situasi[0].langkah.flatMap(({ permintaan, jawaban, serialnumber }: Json) => [permintaan, jawaban, serialnumber]).join('\n')
  const withoutReference = (uji: Json) => textOf(uji).replaceAll(uji.situasi[0].reffid, '#')

  test('is the same whether the typed digits contain the PIN or not', async () => {
    const seller = await sellerAt(await serve(echo))
    // Of the same length, so that only the hidden parts could differ.
    const right = withoutReference(await run(seller, typed(`08${supplierCredentials.pin}99`)))
    const wrong = withoutReference(await run(seller, typed('08765099')))
    expect(right).toBe(wrong)
    expect(right).toContain('SUKSES')
    expect(right).not.toContain(supplierCredentials.pin)
  })

  test('never shows a secret as a serial number', async () => {
    const uji = await run(await sellerAt(await serve(echo)), typed('0812'))
    expect(textOf(uji)).not.toContain(supplierCredentials.pin)
    expect(textOf(uji)).toContain('***')
  })
})

test('runs against a server that never answers are limited per process, and further runs wait', async () => {
  let open = 0
  let most = 0
  const apiUrl = await serve((_, response) => {
    most = Math.max(most, ++open)
    response.on('close', () => open--)
  })
  const sellers = await Promise.all(Array.from({ length: selfTestsAtOnce + 4 }, () => sellerAt(apiUrl, { timeoutMs: 3_000 })))
  for (const seller of sellers) expect((await start(seller)).status).toBe(200)
  await expect.poll(() => most).toBe(selfTestsAtOnce)
  const last = (await read(sellers.at(-1) as TestMember)).uji
  expect(last).toMatchObject({ selesai: null })
  expect(last.situasi[0].mulai).toBeNull()
  expect(most).toBe(selfTestsAtOnce)
})
