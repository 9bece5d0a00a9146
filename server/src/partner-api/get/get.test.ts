import { createHmac } from 'node:crypto'
import type { GetQuery } from '@lapak/contract/partner-api/get'
import { resultCodes } from '@lapak/contract/shared/result-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import type { TestMember } from '../../../test/app.ts'
import { startLapakProcess } from '../../../test/fault/lapak-process.ts'
import { startMarket, type TestMarket } from '../../../test/market.ts'
import { getSign } from '../../../test/on-channels.ts'
import { getChannelCallbackSignExample, getChannelSignExample, getChannelTimedSignExample } from './guide.ts'

const cipher = createCipher(readConfig({ NODE_ENV: 'test' }).secretKey)
let market: TestMarket
let buyer: TestMember

beforeAll(async () => {
  market = await startMarket({ TRUST_PROXY: '127.0.0.1' })
  const { seller } = await market.addSeller()
  buyer = await market.app.member({ name: 'Toko Maju', balance: 500_000n })
  const product = await market.app.product({ code: 'TSEL10', operator: 'TSEL' })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_250n }))
})
afterAll(async () => {
  await market.booksHold()
  await market.stop()
})

type Query = Partial<GetQuery>

async function ask(call: 'trx' | 'status' | 'balance', query: Query, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await fetch(`${market.app.url}/h2h/${call}?${new URLSearchParams(query)}`, { headers })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  return [response.status, await response.text()]
}

function askSigned(call: 'trx' | 'status' | 'balance', query: Query, who: TestMember = buyer) {
  const whole = { key: who.apikey, ...query }
  return ask(call, { ...whole, sign: getSign(who.secret, whole) })
}

const order = (dest: string, refid: string, more: Query = {}) => askSigned('trx', { product: 'TSEL10', dest, refid, ...more })

describe('a GET answer line, whose format never changes because software matches it by patterns,', () => {
  test('reports pending first and success with the serial number later, to a status query and to the repeated order', async () => {
    expect(await order('081234567890', 'INV-0001')).toEqual([
      200,
      'Request TSEL10 ke 081234567890 segera diproses Saldo=489750 CLIENTID=INV-0001.',
    ])
    const { serialnumber } = await market.app.settled(buyer, 'INV-0001')
    const success = `TRX TSEL10.081234567890 BERHASIL, HRG:10250 SN: ${serialnumber}. SISA SALDO:489750 CLIENTID=INV-0001.`
    expect(await askSigned('status', { refid: 'INV-0001' })).toEqual([200, success])
    expect(await order('081234567890', 'INV-0001')).toEqual([200, success])
  })

  test('reports a failure with its reason after the refund', async () => {
    await order('081234560001', 'INV-0002')
    await market.app.settled(buyer, 'INV-0002')
    const [status, text] = await askSigned('status', { refid: 'INV-0002' })
    expect(status).toBe(200)
    expect(text).toMatch(/^TRX TSEL10\.081234560001 GAGAL, [^.]+(\.[^.]+)*\. SISA SALDO:489750 CLIENTID=INV-0002\.$/)
  })

  test('reports a probable duplicate order, a used reference and an unknown reference', async () => {
    await order('081234567891', 'INV-0003')
    await market.app.settled(buyer, 'INV-0003')
    expect(await order('081234567891', 'INV-0004')).toEqual([
      200,
      'TRX TSEL10.081234567891 GAGAL, Kemungkinan pesanan ganda: TSEL10 ke 081234567891 baru saja dipesan. Kirim counter 2 bila disengaja. CLIENTID=INV-0004.',
    ])
    expect((await order('081234567891', 'INV-0004', { counter: '2' }))[1]).toBe(
      'Request TSEL10 ke 081234567891 segera diproses Saldo=469250 CLIENTID=INV-0004.',
    )
    expect((await askSigned('status', { refid: 'NOSUCH' }))[1]).toBe('TIDAK ADA transaksi CLIENTID=NOSUCH.')
    expect((await askSigned('status', { refid: '\u0000' }))[0]).toBe(200)
    await market.app.settled(buyer, 'INV-0004')
  })

  test('reports why an order was refused', async () => {
    expect(await askSigned('trx', { product: 'XL5', dest: '081712345678', refid: 'INV-0005' })).toEqual([
      200,
      'TRX XL5.081712345678 GAGAL, Produk XL5 tidak ada di daftar produk Anda. CLIENTID=INV-0005.',
    ])
    expect((await order('081234567892', 'INV-0006', { maxprice: '10.000' }))[1]).toBe(
      'TRX TSEL10.081234567892 GAGAL, Harga Rp 10.250 di atas maxprice Rp 10.000. CLIENTID=INV-0006.',
    )
    expect((await order('', 'INV-0007'))[1]).toBe('TRX TSEL10. GAGAL, Data tidak valid: Nomor tujuan wajib diisi. CLIENTID=INV-0007.')
  })

  test('reports the balance', async () => {
    const rich = await market.app.member({ name: 'Toko Kaya', balance: 1_489_750n })
    expect(await askSigned('balance', {}, rich)).toEqual([200, 'SALDO Toko Kaya: 1.489.750'])
  })

  test('does not contain text of a seller that looks like another part of the line', async () => {
    const { id } = await market.app.settled(buyer, 'INV-0001')
    const before = await market.app.db.read.selectFrom('purchase').select('serialnumber').where('id', '=', id).executeTakeFirstOrThrow()
    const write = (serialnumber: string | null) =>
      market.app.tables.updateTable('purchase').set({ serialnumber }).where('id', '=', id).execute()
    await write('123/BUDI\n. SISA SALDO:9 CLIENTID=INV-0002. GAGAL')
    const [, text] = await askSigned('status', { refid: 'INV-0001' })
    expect(text).toMatch(
      /^TRX TSEL10\.081234567890 BERHASIL, HRG:10250 SN: 123\/BUDI \. SISA SALDO 9 CLIENTID INV-0002\. GAGAL\. SISA SALDO:\d+ CLIENTID=INV-0001\.$/,
    )
    await write(before.serialnumber)
  })
})

const undecided = (reason: string, refid: string) => `Mohon tunggu, status belum diketahui: ${reason}. CLIENTID=${refid}.`

describe('a refusal while the order may be pending', () => {
  test('does not contain GAGAL if the sign is wrong or missing or the key is unknown', async () => {
    const query = { key: buyer.apikey, product: 'TSEL10', dest: '081234567890', refid: 'INV-0001' }
    expect(await ask('trx', { ...query, sign: 'ff' })).toEqual([401, undecided('Tanda tangan salah', 'INV-0001')])
    expect(await ask('trx', query)).toEqual([401, undecided('Tanda tangan tidak ada', 'INV-0001')])
    expect(await ask('status', { key: 'lpk_live_x', refid: 'INV-0001', sign: 'ff' })).toEqual([
      401,
      undecided('API key tidak dikenal', 'INV-0001'),
    ])
    expect(await ask('balance', { key: 'lpk_live_x' })).toEqual([401, 'API key tidak dikenal.'])
  })

  test('does not contain GAGAL if there are too many requests', async () => {
    const limited = await startMarket({ REQUESTS_PER_SECOND_AND_KEY: '1' })
    try {
      const who = await limited.app.member()
      const query = { key: who.apikey, refid: 'A-1' }
      const answers = await Promise.all(
        Array.from({ length: 15 }, async () => {
          const response = await fetch(
            `${limited.app.url}/h2h/status?${new URLSearchParams({ ...query, sign: getSign(who.secret, query) })}`,
          )
          return { status: response.status, after: response.headers.get('retry-after'), text: await response.text() }
        }),
      )
      expect(answers.find(({ status }) => status === 429)).toEqual({
        status: 429,
        after: expect.any(String),
        text: undecided('Terlalu banyak permintaan', 'A-1'),
      })
    } finally {
      await limited.stop()
    }
  })
})

describe('the sign parameter', () => {
  test('matches the published examples and is accepted by the server', async () => {
    await market.app.tables
      .insertInto('api_key')
      .values({
        member_id: buyer.id,
        name: 'Vektor',
        key: 'lpk_live_vektor',
        secret: cipher.encrypt(getChannelSignExample.secret, buyer.id),
      })
      .execute()
    await market.app.lapak.refresh()
    for (const { secret, text, sign, query } of [getChannelSignExample, getChannelCallbackSignExample]) {
      expect(createHmac('sha256', secret).update(text).digest('hex')).toBe(sign)
      const response = await fetch(`${market.app.url}/h2h/trx?${query}`)
      expect([response.status, await response.text()]).toEqual([
        200,
        undecided('Reffclient INV-0001 sudah dipakai untuk pesanan lain', 'INV-0001'),
      ])
    }
  })

  test('covers the callback URL after all other parameters, and only if a callback URL is sent', async () => {
    const callback = 'http://127.0.0.1:9/satu?a=1&b=2'
    expect((await order('081234567880', 'CALLBACK-1', { callback }))[1]).toMatch(/^Request TSEL10/)
    await market.app.settled(buyer, 'CALLBACK-1')
    const deliveries = () => market.app.db.read.selectFrom('delivery').select('url').where('member_id', '=', buyer.id).execute()
    await expect.poll(deliveries).toEqual([{ url: callback }])
    const whole = { key: buyer.apikey, product: 'TSEL10', dest: '081234567898', refid: 'CALLBACK-2' }
    const without = getSign(buyer.secret, whole)
    expect((await ask('trx', { ...whole, callback, sign: without }))[0]).toBe(401)
    expect((await ask('trx', { ...whole, sign: getSign(buyer.secret, { ...whole, callback }) }))[0]).toBe(401)
    expect((await order('081234567898', 'CALLBACK-2', { callback: 'ftp://toko.example/' }))[1]).toBe(
      'TRX TSEL10.081234567898 GAGAL, Data tidak valid: Alamat callback tidak valid. CLIENTID=CALLBACK-2.',
    )
  })

  test('covers every parameter, and text cannot be moved from one parameter into its neighbour', async () => {
    const query = { key: buyer.apikey, product: 'TSEL10', dest: '081234567899', refid: 'SIGN-1' }
    const sign = getSign(buyer.secret, query)
    const callback = 'https://orang-lain.example/'
    for (const change of [{ dest: '081234567898' }, { refid: 'SIGN-2' }, { maxprice: '99999' }, { counter: '2' }, { callback }]) {
      expect((await ask('trx', { ...query, ...change, sign }))[0]).toBe(401)
    }
    // 'a' + 'b|c' and 'a|b' + 'c' have the same signature, so both are refused.
    for (const [dest, refid] of [
      ['081234567899', 'X|Y'],
      ['081234567899|X', 'Y'],
    ] as const) {
      expect((await order(dest, refid))[1]).toMatch(/^TRX .+ GAGAL, Data tidak valid/)
    }
    expect((await order('081234567899', 'SIGN-3', { callback: 'https://toko.example/|' }))[1]).toMatch(/Data tidak valid/)
  })

  test('is refused if another parameter is sent twice', async () => {
    const query = { key: buyer.apikey, product: 'TSEL10', dest: '081234567897', refid: 'TWICE-1' }
    const url = `${market.app.url}/h2h/trx?${new URLSearchParams({ ...query, sign: getSign(buyer.secret, query) })}&dest=081234567896`
    expect((await fetch(url)).status).toBe(401)
  })
})

/** Unix seconds, the given number of seconds from now. */
const timeIn = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds)

describe('the time parameter', () => {
  const badTime = 'Waktu permintaan terlalu jauh dari jam server'
  const timeNeeded = 'Key ini hanya menerima permintaan dengan time dan sign'

  test('matches the published example and is checked after the sign', async () => {
    const { text, sign, query } = getChannelTimedSignExample
    expect(createHmac('sha256', getChannelSignExample.secret).update(text).digest('hex')).toBe(sign)
    await market.app.tables
      .insertInto('api_key')
      .values({
        member_id: buyer.id,
        name: 'Waktu',
        key: 'lpk_live_vektor',
        secret: cipher.encrypt(getChannelSignExample.secret, buyer.id),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await market.app.lapak.refresh()
    const at = async (asked: string) => (await fetch(`${market.app.url}/h2h/balance?${asked}`)).text()
    expect(await at(query)).toBe(`${badTime}.`)
    expect(await at(query.replace('1790000000', '1790000001'))).toBe('Tanda tangan salah.')
  })

  test('is covered by the sign on every call, and is valid for five minutes', async () => {
    const time = timeIn(0)
    for (const call of ['balance', 'status'] as const) {
      const query = { key: buyer.apikey, refid: 'INV-0001', time }
      expect((await askSigned(call, query))[0]).toBe(200)
      expect((await ask(call, { ...query, sign: getSign(buyer.secret, { ...query, time: '' }) }))[0]).toBe(401)
      expect((await ask(call, { ...query, time: '', sign: getSign(buyer.secret, query) }))[0]).toBe(401)
    }
    for (const near of [-290, 290]) expect((await askSigned('balance', { time: timeIn(near) }))[0]).toBe(200)
    for (const far of [timeIn(-310), timeIn(310), '1e9', `${timeIn(0)}000`])
      expect(await askSigned('balance', { time: far })).toEqual([401, `${badTime}.`])
    expect((await askSigned('balance', { time: `${time}|` }))[1]).toContain('Data tidak valid: Tanda | tidak boleh dipakai')
  })

  test('is required only for keys with the timed option, whether the request has a sign or a secret', async () => {
    const who = await market.app.member({ name: 'Toko Waktu', balance: 7_000n })
    const keys = '/api/v1/user/api/keys'
    const made = await market.app.call('POST', keys, {
      token: who.token,
      body: { name: 'Dengan waktu', timed: true, ip: '127.0.0.1' },
    })
    const { id, apikey, secret } = made.body.data
    const timedKey = { ...who, apikey, secret }
    await market.app.lapak.refresh()
    const saldo = [200, 'SALDO Toko Waktu: 7.000']
    const stale = { key: apikey, sign: getSign(secret, { key: apikey }) }
    expect(await ask('balance', stale)).toEqual([401, `${timeNeeded}.`])
    expect(await ask('balance', { key: apikey, secret })).toEqual([401, `${timeNeeded}.`])
    expect(await askSigned('status', { refid: 'W-1' }, timedKey)).toEqual([401, undecided(timeNeeded, 'W-1')])
    expect(await askSigned('trx', { product: 'TSEL10', dest: '081234567890', refid: 'W-1' }, timedKey)).toEqual([
      401,
      undecided(timeNeeded, 'W-1'),
    ])
    expect(await askSigned('balance', { time: timeIn(0) }, timedKey)).toEqual(saldo)
    expect(await askSigned('balance', {}, who)).toEqual(saldo)
    const json = await market.app.h2h(timedKey, 'GET', '/h2h/v1/balance')
    expect(json.status).toBe(200)

    const { body } = await market.app.call('PATCH', `${keys}/${id}`, { token: who.token, body: { timed: false } })
    expect(body.data.keys.map((key: { timed: boolean }) => key.timed)).toEqual([false, false])
    await expect.poll(() => ask('balance', stale)).toEqual(saldo)
    const noted = await market.app.db.read
      .selectFrom('audit')
      .select(['event', 'after'])
      .where('subject', '=', String(id))
      .where('event', 'in', ['key.added', 'key.changed'])
      .orderBy('id')
      .execute()
    expect(noted.map(({ event, after }) => [event, (after as { timed: boolean }).timed])).toEqual([
      ['key.added', true],
      ['key.changed', false],
    ])
  })
})

test('a signed URL without a time that is sent again and again does not use up the rate limit of a key that demands a time', async () => {
  const limited = await startMarket({ REQUESTS_PER_SECOND_AND_KEY: '1' })
  try {
    const who = await limited.app.member()
    await limited.app.tables.updateTable('api_key').set({ timed: true }).where('member_id', '=', who.id).execute()
    await limited.app.lapak.refresh()
    const balance = async (more: Query) => {
      const query = { key: who.apikey, ...more }
      return (await fetch(`${limited.app.url}/h2h/balance?${new URLSearchParams({ ...query, sign: getSign(who.secret, query) })}`)).status
    }
    const now = () => String(Math.floor(Date.now() / 1000))
    expect(await Promise.all(Array.from({ length: 20 }, () => balance({})))).toEqual(Array(20).fill(401))
    expect(await balance({ time: now() })).toBe(200)
    const old = String(Number(now()) - 400)
    expect(await Promise.all(Array.from({ length: 20 }, () => balance({ time: old })))).toEqual(Array(20).fill(401))
    expect(await balance({ time: now() })).toBe(200)
  } finally {
    await limited.stop()
  }
})

describe('the result code', () => {
  async function coded(call: 'trx' | 'status' | 'balance', query: Query) {
    const whole = { key: buyer.apikey, ...query }
    const sign = query.sign ?? getSign(buyer.secret, whole)
    const at = async (more: Query) => {
      const answer = await fetch(`${market.app.url}/h2h/${call}?${new URLSearchParams({ ...whole, sign, ...more })}`)
      return { rc: answer.headers.get('x-result-code'), text: await answer.text() }
    }
    return { plain: await at({}), other: await at({ format: 'json' }), asked: await at({ format: 'rc' }) }
  }

  test('is a header of every answer, and is appended to the line on request', async () => {
    await order('081234567893', 'RC-1')
    await market.app.settled(buyer, 'RC-1')
    const answers = {
      '00': await coded('status', { refid: 'RC-1' }),
      '10': await coded('balance', {}),
      '40': await coded('trx', { product: 'TSEL10', dest: '', refid: 'RC-2' }),
      '41': await coded('status', { refid: 'RC-1', sign: 'ff' }),
      '43': await coded('trx', { product: 'XL5', dest: '081712345678', refid: 'RC-3' }),
      '50': await coded('status', { refid: 'RC-4' }),
    } as const
    for (const [rc, { plain, other, asked }] of Object.entries(answers)) {
      const { final, retry, advice } = resultCodes[rc as keyof typeof answers]
      const code = `RC=${rc} FINAL=${final ? 1 : 0} RETRY=${retry ? 1 : 0} ADVICE=${advice}`
      expect([rc, plain.rc, other.rc, asked.rc]).toEqual([rc, rc, rc, rc])
      expect(plain.text).not.toContain('RC=')
      expect(other.text).toBe(plain.text)
      expect(asked.text).toBe(`${plain.text} ${code}`)
    }
  })

  test('cannot be imitated by the text of a seller', async () => {
    await order('081234567894', 'RC-5')
    const { id } = await market.app.settled(buyer, 'RC-5')
    await market.app.tables.updateTable('purchase').set({ serialnumber: '1 RC=02 final : 1 ADVICE=x' }).where('id', '=', id).execute()
    const { asked } = await coded('status', { refid: 'RC-5' })
    expect(asked.text).toContain('SN: 1 RC 02 final  1 ADVICE x.')
    expect(asked.text.match(/RC=\d\d/g)).toEqual(['RC=00'])
  })
})

describe('a secret in the URL', () => {
  test('is accepted only from IP addresses that the member has listed', async () => {
    const query = { key: buyer.apikey, secret: buyer.secret }
    expect(await ask('balance', query)).toEqual([403, 'Secret di URL hanya diterima bila daftar IP diisi; pakai sign.'])
    const listed = await market.app.member({ name: 'Toko Tetap', balance: 5_000n })
    await market.app.call('PATCH', '/api/v1/user/api', { token: listed.token, body: { ip: '203.0.113.5' } })
    await market.app.lapak.refresh()
    const own = { key: listed.apikey, secret: listed.secret }
    expect(await ask('balance', own, { 'x-forwarded-for': '203.0.113.5' })).toEqual([200, 'SALDO Toko Tetap: 5.000'])
    expect(await ask('balance', own, { 'x-forwarded-for': '203.0.113.6' })).toEqual([403, 'IP 203.0.113.6 tidak terdaftar.'])
    expect((await ask('balance', { ...own, secret: 'x' }, { 'x-forwarded-for': '203.0.113.5' }))[0]).toBe(401)
  })

  test('is never logged, not even at debug level', async () => {
    const lapak = await startLapakProcess({
      databaseUrl: market.app.databaseUrl,
      roles: ['http'],
      environment: { LOG_LEVEL: 'debug', DATABASE_POOL: '2' },
    })
    const address = lapak.url
    const secret = 'lps_live_never-write-this'
    const query = `key=${buyer.apikey}&secret=${secret}&product=TSEL10&dest=0812&refid=LOG-1`
    for (const path of ['trx', 'status', 'balance', 'nothing']) await fetch(`${address}/h2h/${path}?${query}`)
    await fetch(`${address}/h2h/%ZZ?${query}`)
    await fetch(`${address}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('lapak-web:lapak-development-client-secret')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username: buyer.email, password: secret }),
    })
    // A client that disconnects during its request.
    const leaving = new AbortController()
    const left = fetch(`${address}/h2h/trx?${query}`, { signal: leaving.signal }).catch(() => undefined)
    setTimeout(() => leaving.abort(), 1)
    await left
    lapak.signal('SIGTERM')
    const { output } = await lapak.end
    expect(output).toContain('key.refused')
    expect(output).not.toContain(secret)
    expect(output).not.toContain('LOG-1')
  })
})
