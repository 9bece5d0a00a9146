import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { selfTestSituationNames } from '@lapak/contract/selling/seller-self-test'
import { type SupplierSimulator, startSupplier } from '@lapak/simulators/supplier'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Json, startTestApp, supplierCredentials, type TestApp, type TestMember } from '../../../../test/app.ts'
import { applyToSell } from '../../../../test/applicants.ts'
import { runJob } from '../../../../test/run-job.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

const path = '/api/v1/seller/selftest'

let app: TestApp
beforeAll(async () => {
  // Long enough for reports to arrive before the status is requested.
  app = await startTestApp({ ASK_AFTER_MS: '3000' })
})
/** Functions that close the servers of the tests. The tests run concurrently, since they wait for real time to pass, as sellers do. */
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing) await close()
  await app?.stop()
})

const start = (who: TestMember, situasi: object[] = []) => app.call('POST', path, { token: who.token, body: { situasi } })
const read = async (who: TestMember): Promise<Json> => (await app.call('GET', path, { token: who.token })).body.data

/** Waits until the run has ended. */
async function ended(who: TestMember): Promise<Json> {
  return vi.waitFor(
    async () => {
      const { uji } = await read(who)
      if (uji.selesai === null) throw new Error('the run is still under way')
      return uji
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function run(who: TestMember, situasi: object[] = []): Promise<Json> {
  expect(await start(who, situasi)).toMatchObject({ status: 200, body: { success: true, msg: 'Uji server dimulai' } })
  return ended(who)
}

const verdictsOf = (uji: Json) => Object.fromEntries(uji.situasi.map(({ situasi, hasil }: Json) => [situasi, hasil]))
const situationOf = (uji: Json, name: string): Json => uji.situasi.find(({ situasi }: Json) => situasi === name)
const allPassed = Object.fromEntries(selfTestSituationNames.map((name) => [name, 'passed']))

let serial = 0
const kinds = { 1: 'irs', 2: 'otomax', 3: 'http-get' } as const

async function newSimulator(kind: keyof typeof kinds): Promise<SupplierSimulator> {
  const simulator = await startSupplier({ kind: kinds[kind], credentials: supplierCredentials })
  closing.push(() => simulator.close())
  return simulator
}

async function sellerWith(kind: keyof typeof kinds, reports = true): Promise<{ seller: TestMember; simulator: SupplierSimulator }> {
  const simulator = await newSimulator(kind)
  const reportPath = `self-test-${++serial}`
  if (reports) simulator.reportUrl = `${app.url}/public/report/${reportPath}`
  const seller = await app.seller({ kind, apiUrl: simulator.url, templates: simulator.templates, timeoutMs: 1000, reportPath })
  return { seller, simulator }
}

/** Creates a seller whose server does not use a known protocol and answers every request by `listener`. */
async function sellerAt(listener: RequestListener): Promise<TestMember> {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return app.seller({ kind: 1, apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 1000 })
}

describe.concurrent.each([1, 2, 3] as const)('a self-test of a server of type %i', (kind) => {
  test('brings a correct server into ten situations, finds nothing wrong, and does not create an order', async () => {
    const { seller, simulator } = await sellerWith(kind)
    const uji = await run(seller)
    expect(uji.situasi.map(({ situasi }: Json) => situasi)).toEqual(selfTestSituationNames)
    expect(verdictsOf(uji), JSON.stringify(uji.situasi, null, 1)).toEqual(allPassed)
    const { awalan } = await read(seller)
    for (const { reffid } of uji.situasi) expect(reffid.startsWith(awalan)).toBe(true)
    expect(situationOf(uji, 'success').langkah).toMatchObject([
      { cara: 'order', dipahami: 'sukses', akibat: 'Anda dibayar, pembeli menerima barangnya' },
    ])
    expect(situationOf(uji, 'failure').langkah[0].akibat).toBe('suplier berikutnya dicoba, atau uang kembali ke pembeli')
    expect(situationOf(uji, 'slow').langkah[0]).toMatchObject({
      dipahami: 'belum diketahui',
      akibat: 'uang tetap ditahan, status ditanyakan lagi',
    })
    expect(situationOf(uji, 'late').langkah.at(-1).dipahami).toBe('sukses')
    const contradiction = {
      cara: 'report',
      dipahami: 'gagal',
      permintaan: '',
      lamams: null,
      akibat: 'tidak ada yang berubah, petugas memeriksa',
    }
    expect(situationOf(uji, 'contradicting').langkah.at(-1)).toMatchObject(contradiction)
    for (const order of simulator.orders.values()) expect(order.sales, order.target).toBeLessThan(2)
    const { rows } = await counts()
    expect(rows).toEqual({ purchases: 0, attempts: 0, entries: 0, exchanges: 0 })
    expect(JSON.stringify(uji)).not.toMatch(/(?<!\d)4321(?!\d)|rahasia/)
  })

  test('reports that a server buys twice for one reference', async () => {
    const { seller } = await sellerWith(kind)
    const uji = await run(seller, [{ situasi: 'double', kodeproduk: 'S5', tujuan: '081277770018' }])
    expect(situationOf(uji, 'double')).toMatchObject({
      hasil: 'failed',
      kodeproduk: 'S5',
      tujuan: '081277770018',
      saran: 'SN-nya berbeda: server Anda membeli dua kali untuk satu referensi.',
    })
  })
})

async function counts() {
  const many = async (table: 'purchase' | 'attempt' | 'entry' | 'exchange') =>
    Number(
      (
        await app.tables
          .selectFrom(table)
          .select((is) => is.fn.countAll().as('many'))
          .executeTakeFirstOrThrow()
      ).many,
    )
  return {
    rows: {
      purchases: await many('purchase'),
      attempts: await many('attempt'),
      entries: await many('entry'),
      exchanges: await many('exchange'),
    },
  }
}

describe.concurrent('a self-test', () => {
  test('reports unreadable answers, and situations that did not occur', async () => {
    const { seller, simulator } = await sellerWith(2, false)
    const uji = await run(seller, [
      { situasi: 'success', kodeproduk: 'UJI', tujuan: '081277770019' },
      { situasi: 'failure', kodeproduk: 'UJI', tujuan: '081277771000' },
      { situasi: 'pending', kodeproduk: 'UJI', tujuan: '081277771000' },
      { situasi: 'late', kodeproduk: 'UJI', tujuan: '081277770013' },
      { situasi: 'double', kodeproduk: 'UJI', tujuan: '081277770010' },
      { situasi: 'slow', kodeproduk: 'UJI', tujuan: '081277771000' },
    ])
    expect(simulator.orders.size).toBeGreaterThan(0)
    expect(verdictsOf(uji)).toMatchObject({
      success: 'failed',
      failure: 'untestable',
      pending: 'untestable',
      late: 'failed',
      double: 'untestable',
      contradicting: 'untestable',
      slow: 'untestable',
    })
    expect(situationOf(uji, 'success').saran).toContain('tidak dapat dipahami')
    expect(situationOf(uji, 'late').saran).toContain('Hasil akhirnya tidak datang')
    expect(situationOf(uji, 'contradicting').saran).toContain('seperti seharusnya')
    expect(situationOf(uji, 'slow').saran).toContain('nomor uji yang menahan jawabannya')
  })

  test('requires a tested server and step-up authentication, and a seller can run only one at a time', async () => {
    expect((await app.call('POST', path, { body: {} })).status).toBe(401)
    expect(await read(await app.member())).toMatchObject({ uji: null, awalan: expect.stringMatching(/^[0-9A-F]{4}UJI$/) })
    expect(await start(await app.member())).toMatchObject({ status: 422, body: { code: 'supplier.not_tested' } })

    const { seller, simulator } = await sellerWith(2)
    simulator.delayMs = 400
    expect((await start(seller)).status).toBe(200)
    expect(await start(seller)).toMatchObject({
      status: 409,
      body: { code: 'supplier.self_test_running', msg: 'Uji server masih berjalan' },
    })
    const first = await ended(seller)
    simulator.delayMs = 0
    expect((await run(seller)).id).not.toBe(first.id)

    await steppedUpAgo(app, seller, 60)
    expect(await start(seller)).toMatchObject({ status: 422, body: { code: 'access.proof_needed' } })
  })

  test('is also available to members with a waiting seller application, and refuses invalid requests with the reason', async () => {
    const simulator = await newSimulator(1)
    const member = await app.member({ complete: true })
    await applyToSell(app, member)
    const { userId: userid, ...secrets } = supplierCredentials
    await app.call('PATCH', '/api/v1/seller/api', {
      token: member.token,
      body: { ...secrets, userid, apiurl: simulator.url, jenisapi: 1, timeoutms: 1000 },
    })
    const twice = [1, 2].map(() => ({ situasi: 'success', kodeproduk: 'UJI', tujuan: '0812' }))
    expect((await start(member, twice)).body.errors).toEqual({ situasi: 'Satu situasi hanya sekali' })
    expect((await start(member, [{ situasi: 'success', kodeproduk: '', tujuan: '0812' }])).status).toBe(400)
    expect((await start(member, [{ situasi: 'sleeping', kodeproduk: 'UJI', tujuan: '0812' }])).status).toBe(400)
    expect(verdictsOf(await run(member)).success).toBe('passed')
  })

  test('accepts a report about its order from its own seller only, and ignores reports after its end', async () => {
    const { seller, simulator } = await sellerWith(1)
    const { seller: other, simulator: others } = await sellerWith(1)
    const uji = await run(seller)
    const [{ reffid }] = uji.situasi
    const sendReport = (reportUrl: string | undefined, reference: string) =>
      fetch(`${reportUrl}?clientid=${reference}&statuscode=2&msg=GAGAL`)
    expect(await (await sendReport(simulator.reportUrl, reffid)).text()).toBe('OK')
    expect((await read(seller)).uji).toEqual(uji)
    const foreign = await sendReport(others.reportUrl, reffid)
    expect([foreign.status, await foreign.text()]).toEqual([404, 'UNKNOWN REFERENCE'])
    expect((await sendReport(simulator.reportUrl, reffid.replace(/N1$/, 'N99'))).status).toBe(404)
    expect(await read(other)).toMatchObject({ uji: null })
  })
})

test('a self-test whose process died is ended after a while, and deleted after some days', async () => {
  const seller = await app.seller({ kind: 1, apiUrl: 'http://127.0.0.1:9', timeoutMs: 1000 })
  const long = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const { id } = await app.tables
    .insertInto('self_test_run')
    .values({ seller_id: seller.id, started_at: long(11) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.tables
    .insertInto('self_test_situation')
    .values({ run_id: id, nth: 1, situation: 'success', product_code: 'UJI', target: '0812', reference: 'X' })
    .execute()
  await runJob(app, 'end-abandoned-self-tests')
  expect((await read(seller)).uji.situasi).toMatchObject([{ hasil: 'untestable', saran: expect.stringContaining('Jalankan lagi') }])
  await app.tables
    .updateTable('self_test_run')
    .set({ started_at: long(8 * 24 * 60) })
    .where('id', '=', id)
    .execute()
  await runJob(app, 'purge-self-tests')
  expect((await read(seller)).uji).toBeNull()
})

test('the number of self-tests per hour is limited by the setting', async () => {
  await app.setting('sellerSelfTest.runsPerHour', 1)
  const member = await app.member()
  expect((await start(member)).status).toBe(422)
  expect(await start(member)).toMatchObject({ status: 429 })
  await app.setting('sellerSelfTest.runsPerHour', 10)
})

describe('a hostile server', () => {
  let outer: TestApp
  beforeAll(async () => {
    outer = app
    app = await startTestApp({ ASK_AFTER_MS: '100' })
  })
  afterAll(async () => {
    await app?.stop()
    app = outer
  })

  test('does not delay other self-tests or other jobs by never answering', async () => {
    let asked = 0
    const silent = await sellerAt(() => void asked++)
    expect((await start(silent)).status).toBe(200)
    await expect.poll(() => asked).toBeGreaterThan(0)
    const { seller } = await sellerWith(1)
    expect((await run(seller)).selesai).not.toBeNull()
    await runJob(app, 'end-abandoned-self-tests')
    expect((await read(silent)).uji.selesai).toBeNull()
  })

  test('cannot delay a run by endless answers, redirects or echoes, and no secret is sent to another server or shown', async () => {
    let asked = 0
    const elsewhere: string[] = []
    const trap = createServer((request, response) => {
      elsewhere.push(request.url ?? '')
      response.end('SUKSES')
    })
    await new Promise<void>((listening) => trap.listen(0, '127.0.0.1', listening))
    closing.push(() => void trap.close())
    const seller = await sellerAt((request, response) => {
      asked++
      if (asked % 3 === 0) return response.end('x'.repeat(70_000))
      if (asked % 3 === 1) return response.writeHead(302, { location: `http://127.0.0.1:${(trap.address() as AddressInfo).port}/` }).end()
      response.end(`PIN ${supplierCredentials.pin} PASS ${supplierCredentials.password} ${request.url} ${'y'.repeat(60_000)}`)
    })
    const uji = await run(seller)
    expect(elsewhere).toEqual([])
    expect(verdictsOf(uji)).toMatchObject({ success: 'failed', failure: 'failed', double: 'failed', 'status-after-success': 'failed' })
    const text = JSON.stringify(uji)
    expect(text).not.toMatch(/(?<!\d)4321(?!\d)|rahasia/)
    for (const { langkah } of uji.situasi) for (const { jawaban } of langkah) expect(jawaban.length).toBeLessThanOrEqual(4_000)
  })

  test('does not get requests if it is within the private network', async () => {
    const seller = await app.seller({ kind: 1, apiUrl: 'http://10.11.12.13:8080', timeoutMs: 1000 })
    const uji = await run(seller)
    expect(situationOf(uji, 'success')).toMatchObject({ hasil: 'failed', saran: expect.stringContaining('tidak dapat dihubungi') })
    expect(situationOf(uji, 'success').langkah).toMatchObject([{ dipahami: 'tidak terkirim', jawaban: '(unsent: address-refused)' }])
    expect(new Set(uji.situasi.slice(1).map(({ hasil }: Json) => hasil))).toEqual(new Set(['untestable']))
  })
})
