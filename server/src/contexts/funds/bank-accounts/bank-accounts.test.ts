import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/banks'
const list = async (who: TestMember) => (await app.call('GET', path, { token: who.token })).body.data
const add = (who: TestMember, body: unknown) => app.call('POST', path, { token: who.token, body })
const change = (who: TestMember, body: unknown) => app.call('PATCH', path, { token: who.token, body })
const check = (who: TestMember, body: unknown) => app.call('POST', `${path}/cek`, { token: who.token, body })
const remove = (who: TestMember, id: number) => app.call('DELETE', `${path}/${id}`, { token: who.token })

const bca = { bankcode: '01', accountno: '8290123456', accountname: 'SARI WULANDARI' }
const bni = { bankcode: '02', accountno: '0123456789', accountname: 'SARI WULANDARI' }

describe("a member's bank accounts [B-ROLE-07]", () => {
  test('can be added and listed [B-API-46, B-API-47, B-MSG-10]', async () => {
    const who = await app.member()
    expect(await list(who)).toEqual([])
    const added = await add(who, bca)
    expect(added).toMatchObject({ status: 200, body: { msg: 'Add Bank Ok!' } })
    expect(added.body.data).toEqual({
      id: expect.any(Number),
      ...bca,
      bankname: 'BCA',
      namadibank: null,
      dicek: null,
      createat: expect.any(String),
      payableat: expect.any(String),
    })
    await add(who, bni)
    expect((await list(who)).map((row: { bankname: string }) => row.bankname)).toEqual(['BCA', 'BNI'])
  })

  test("can get cash-outs a day after they were added or their owner's name was changed, or after the hours of the setting", async () => {
    const who = await app.member()
    const hoursFromNow = ({ payableat }: { payableat: string }) => (Date.parse(payableat) - Date.now()) / 3_600_000
    const { data } = (await add(who, bca)).body
    expect(hoursFromNow(data)).toBeCloseTo(24, 1)
    const aDayAgo = new Date(Date.now() - 25 * 3_600_000)
    await app.tables
      .updateTable('bank_account')
      .set({ created_at: aDayAgo, updated_at: aDayAgo })
      .where('id', '=', BigInt(data.id))
      .execute()
    expect(hoursFromNow((await list(who))[0])).toBeCloseTo(-1, 1)
    const renamed = await change(who, { ...bca, id: data.id, accountname: 'ORANG LAIN' })
    expect(hoursFromNow(renamed.body.data)).toBeCloseTo(24, 1)
    await app.setting('bankAccounts.payableAfterHours', 0)
    expect(hoursFromNow((await list(who))[0])).toBeCloseTo(0, 1)
    await app.setting('bankAccounts.payableAfterHours', 24)
  })

  test('can only be at one of four banks [B-ENT-13]', async () => {
    const who = await app.member()
    for (const bankcode of ['01', '05', '04', '02']) expect((await add(who, { ...bca, bankcode })).status).toBe(200)
    expect((await list(who)).map((row: { bankname: string }) => row.bankname)).toEqual(['BCA', 'MANDIRI', 'BRI', 'BNI'])
    expect(await add(who, { ...bca, bankcode: '03' })).toMatchObject({ status: 400, body: { errors: { bankcode: 'Bank tidak dikenal' } } })
  })

  test.each([
    ['accountno', ''],
    ['accountno', '1234'],
    ['accountno', '8290x23456'],
    ['accountno', '1'.repeat(21)],
    ['accountname', ''],
    ['accountname', 'x'.repeat(101)],
    ['accountname', 'SARI\u0000'],
  ])('are refused when %s is %j', async (field, value) => {
    const who = await app.member()
    const answer = await add(who, { ...bca, [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(await list(who)).toEqual([])
  })

  test('store only the digits of the number', async () => {
    const who = await app.member()
    expect((await add(who, { ...bca, accountno: ' 829-012.34 56 ' })).body.data.accountno).toBe('8290123456')
  })

  test('can be changed [B-API-48, B-MSG-11]', async () => {
    const who = await app.member()
    const { id } = (await add(who, bca)).body.data
    const changed = await change(who, { id, ...bni })
    expect(changed).toMatchObject({ status: 200, body: { msg: 'Update Bank Ok!', data: { ...bni, bankname: 'BNI' } } })
    expect(await list(who)).toEqual([changed.body.data])
  })

  test('become new accounts if the number or the bank changes, and earlier cash-outs still refer to the old account', async () => {
    const who = await app.member()
    const first = (await add(who, bca)).body.data
    const second = (await change(who, { ...bca, id: first.id, accountno: '8290123457' })).body.data
    const third = (await change(who, { ...bca, id: second.id, bankcode: '05', accountno: '8290123457' })).body.data
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    expect(await list(who)).toEqual([third])
    // A different spelling of the name is still the same account.
    expect((await change(who, { ...third, accountname: 'SARI W' })).body.data).toMatchObject({
      ...third,
      accountname: 'SARI W',
      payableat: expect.any(String),
    })
    expect((await change(who, { id: first.id, ...bni })).body.code).toBe('not_found.bank')
    const stored = await app.db.read
      .selectFrom('bank_account')
      .select(['bank_code', 'account_no', 'archived_at'])
      .where('member_id', '=', who.id)
      .orderBy('id')
      .execute()
    expect(stored).toEqual([
      { bank_code: '01', account_no: '8290123456', archived_at: expect.any(Date) },
      { bank_code: '01', account_no: '8290123457', archived_at: expect.any(Date) },
      { bank_code: '05', account_no: '8290123457', archived_at: null },
    ])
  })

  test('are limited to ten per member, also if they are added concurrently; a removed account no longer counts', async () => {
    const [who, other] = [await app.member(), await app.member()]
    const nth = (n: number) => ({ ...bca, accountno: `829012000${n}` })
    for (let n = 0; n < 8; n++) expect((await add(who, nth(n))).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => add(who, nth(10 + n))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const { status, body } of answers)
      if (status !== 200)
        expect({ status, ...body }).toMatchObject({ status: 422, code: 'bank.too_many', msg: 'Paling banyak 10 rekening' })
    const [first] = await list(who)
    expect((await change(who, { ...bca, id: first.id })).status).toBe(200)
    await remove(who, (await list(who))[0].id)
    expect((await add(who, nth(0))).status).toBe(200)
    expect(await list(who)).toHaveLength(10)
    expect((await add(other, bca)).status).toBe(200)
  })

  test('can be removed and added again [B-API-50, B-MSG-12]', async () => {
    const who = await app.member()
    const { id } = (await add(who, bca)).body.data
    expect(await remove(who, id)).toMatchObject({ status: 200, body: { msg: 'Delete Bank Ok!' } })
    expect(await list(who)).toEqual([])
    expect((await remove(who, id)).body.code).toBe('not_found.bank')
    expect((await change(who, { id, ...bni })).body.code).toBe('not_found.bank')
    expect((await add(who, bca)).status).toBe(200)
    expect(await list(who)).toHaveLength(1)
  })

  test('cannot be listed twice', async () => {
    const who = await app.member()
    await add(who, bca)
    expect(await add(who, bca)).toMatchObject({ status: 409, body: { code: 'bank.exists' } })
    const { id } = (await add(who, bni)).body.data
    expect(await change(who, { id, ...bca })).toMatchObject({ status: 409, body: { code: 'bank.exists' } })
    expect(await list(who)).toMatchObject([bca, bni])
    expect(await emailsTo(app, who.email)).toHaveLength(2)
  })

  test('cannot be seen, changed or removed by another member', async () => {
    const [owner, other] = [await app.member(), await app.member({ roles: ['ROLE_SELLER'] })]
    const { id } = (await add(owner, bca)).body.data
    expect(await list(other)).toEqual([])
    expect(await change(other, { id, ...bni })).toMatchObject({ status: 404, body: { code: 'not_found.bank' } })
    expect(await remove(other, id)).toMatchObject({ status: 404, body: { code: 'not_found.bank' } })
    expect(await list(owner)).toMatchObject([{ id, ...bca }])
    // Two members may use the same number, for example a family's account.
    expect((await add(other, bca)).status).toBe(200)
  })

  test('cause an e-mail to their owner about every change, which does not contain the whole account number', async () => {
    const who = await app.member({ name: 'Sari' })
    const { id } = (await add(who, bca)).body.data
    await change(who, { id, ...bca })
    const changed = await change(who, { id, ...bni })
    await remove(who, changed.body.data.id)
    const emails = await emailsTo(app, who.email)
    expect(emails.map(({ subject }) => subject)).toEqual(['Rekening bank ditambahkan', 'Rekening bank diubah', 'Rekening bank dihapus'])
    expect(emails[1]?.paragraphs.join(' ')).toContain('BCA ••••3456 atas nama SARI WULANDARI')
    expect(emails[1]?.paragraphs.join(' ')).toContain('BNI ••••6789')
    expect(JSON.stringify(emails)).not.toContain('8290123456')
  })

  test('can be changed at most thirty times an hour', async () => {
    const who = await app.member()
    for (let time = 0; time < 30; time++) expect((await remove(who, 999_999)).status).toBe(404)
    const refused = await add(who, bca)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(await list(who)).toEqual([])
  })

  test('are available to members only', async () => {
    expect((await app.call('GET', path)).status).toBe(401)
    expect((await app.call('POST', path, { body: bca })).status).toBe(401)
    expect((await app.call('POST', `${path}/cek`, { body: bca })).status).toBe(401)
    expect((await app.call('PATCH', path, { body: { id: 1, ...bca } })).status).toBe(401)
    expect((await app.call('DELETE', `${path}/1`)).status).toBe(401)
  })
})

describe('the name inquiry of a bank account [B-API-49]', () => {
  const asked = { bankcode: '01', accountno: '8290123456' }

  test('returns the owner’s name, and the same name for a repeated inquiry', async () => {
    const who = await app.member()
    const answer = await check(who, asked)
    expect(answer.status).toBe(200)
    expect(answer.body.data.accountname).toMatch(/^[A-Z]+ [A-Z]+$/)
    expect((await check(who, asked)).body.data).toEqual(answer.body.data)
  })

  test('reports that the bank does not know the number', async () => {
    const answer = await check(await app.member(), { ...asked, accountno: '8290120000' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'bank.not_found_there' } })
  })

  test('is limited to ten inquiries per minute for each member', async () => {
    const [who, other] = [await app.member(), await app.member()]
    for (let time = 0; time < 10; time++) expect((await check(who, asked)).status).toBe(200)
    const refused = await check(who, asked)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await check(other, asked)).status).toBe(200)
  })

  test('is also limited to a number of inquiries per day for each member', async () => {
    await app.setting('bankAccounts.checksPerDay', 3)
    try {
      const [who, other] = [await app.member(), await app.member()]
      for (let time = 0; time < 3; time++) expect((await check(who, asked)).status).toBe(200)
      const refused = await check(who, asked)
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
      expect((await check(other, asked)).status).toBe(200)
    } finally {
      await app.setting('bankAccounts.checksPerDay', 30)
    }
  })

  test('is refused in production while no provider is set up, because invented names are for development only', async () => {
    const production = await startTestApp(
      {
        NODE_ENV: 'production',
        SECRET_KEY: 'a-key-for-this-test-only-0123456789',
        CLIENT_SECRET: 'a-secret-for-this-test',
        PUBLIC_URL: 'https://lapak.example',
      },
      ['http'],
    )
    try {
      const { token } = await production.member()
      const answer = await production.call('POST', `${path}/cek`, { token, body: asked })
      expect(answer).toMatchObject({ status: 422, body: { code: 'bank.check_unavailable', msg: 'Pengecekan rekening belum tersedia' } })
    } finally {
      await production.stop()
    }
  })
})
