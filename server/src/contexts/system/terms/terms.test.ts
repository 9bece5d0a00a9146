import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
let admin: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  admin = await app.member({ name: 'Admin Satu', roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())

const current = async () => (await app.call('GET', '/public/terms')).body.data
const accept = (who: TestMember) => app.call('POST', '/api/v1/user/syaratketentuan', { token: who.token })
const accepted = async (who: TestMember) =>
  (await app.call('GET', '/api/v1/user', { token: who.token })).body.data.member.syaratketentuan as number
const publish = (content: string, who = admin) => app.call('POST', '/api/admin/v1/terms', { token: who.token, body: { content } })
const versions = async () => (await app.call('GET', '/api/admin/v1/terms', { token: admin.token })).body.data

let serial = 0
const newContent = () => `# Ketentuan ${++serial}\n- ${'Pengguna wajib mematuhi ketentuan ini. '.repeat(5).trim()}`

describe('the first terms [B-TERM-01, B-TERM-02, B-TERM-03, B-TERM-04, B-TERM-05, B-TERM-06, B-TERM-07, B-TERM-08, B-TERM-09, B-TERM-10]', () => {
  let lines: string[]
  beforeAll(async () => {
    // Read before a test publishes another version.
    lines = (await current()).content.split('\n')
  })

  test.each([
    ['are in Indonesian', ['Ketentuan ini dapat berubah', 'harus disetujui sebelum layanan dapat dipakai']],
    ['say that this is only where buyers and sellers meet', ['hanya menyediakan tempat bertemunya pembeli dan penjual']],
    ['give 24 hours to report disputes', ['Sengketa transaksi wajib dilaporkan', '24 jam sejak waktu transaksi']],
    ['give 7 days to claim returns', ['(retur) wajib diajukan', '7 hari sejak waktu transaksi']],
    ['let an unpaid deposit be cancelled after 2x24 hours', ['deposit yang belum dibayar dapat dibatalkan setelah 2x24 jam']],
    ['have deposit proofs checked on working days 08:00-17:00', ['Bukti deposit diperiksa pada hari kerja', '08:00-17:00']],
    ['open cash-out daily 08:00-21:00', ['Penarikan saldo dilayani setiap hari', '08:00-21:00']],
    ['let a buyer withdraw above 1,000,000 after a transfer mistake', ['di atas Rp 1.000.000 karena salah transfer']],
    ['let a buyer withdraw above 100,000 on quitting', ['di atas Rp 100.000 karena berhenti']],
    ['let a seller withdraw what is above 50,000', ['Penjual dapat menarik saldo yang melebihi Rp 50.000']],
  ])('%s', (_, words) => {
    // All words must be in one line: matches in two different lines would not verify the rule.
    expect(lines.filter((line) => words.every((word) => line.includes(word)))).toHaveLength(1)
  })
})

describe('accepting the terms', () => {
  test('is outstanding until it is done [B-STATE-21, B-STATE-22, B-API-14, B-MSG-06]', async () => {
    const who = await app.member()
    await app.tables.deleteFrom('terms_acceptance').where('member_id', '=', who.id).execute()
    expect(await accepted(who)).toBe(0)
    expect(await accept(who)).toMatchObject({ status: 200, body: { msg: 'Syarat dan ketentuan berhasil diupdate' } })
    expect(await accepted(who)).toBe(1)
  })

  test('is recorded with time and IP address, and a repeated acceptance does not change them', async () => {
    const who = await app.member()
    await app.tables.deleteFrom('terms_acceptance').where('member_id', '=', who.id).execute()
    await accept(who)
    const rows = () => app.db.read.selectFrom('terms_acceptance').selectAll().where('member_id', '=', who.id).execute()
    const [first] = await rows()
    expect(first).toMatchObject({ terms_id: BigInt((await current()).id), address: '127.0.0.1', accepted_at: expect.any(Date) })
    expect((await accept(who)).status).toBe(200)
    expect(await rows()).toEqual([first])
  })

  test('requires a signed-in member', async () => {
    expect((await app.call('POST', '/api/v1/user/syaratketentuan')).status).toBe(401)
  })
})

describe('publishing terms', () => {
  test('makes them outstanding for every member until the new version is accepted', async () => {
    const members = [await app.member(), await app.member({ roles: ['ROLE_SELLER'] }), admin]
    for (const who of members) expect(await accepted(who)).toBe(1)
    const content = newContent()
    const published = await publish(content)
    expect(published).toMatchObject({ status: 200, body: { msg: 'Syarat dan ketentuan diterbitkan', data: { content } } })
    expect(await current()).toEqual(published.body.data)
    for (const who of members) expect(await accepted(who)).toBe(0)
    await accept(members[0] as TestMember)
    expect(await Promise.all(members.map(accepted))).toEqual([1, 0, 0])
  })

  test('keeps the older versions, with the publisher and the number of acceptances', async () => {
    const older = (await publish(newContent())).body.data
    const who = await app.member()
    expect(await accepted(who)).toBe(1)
    const newer = (await publish(newContent())).body.data
    const [first, second, ...others] = await versions()
    expect(first).toEqual({ ...newer, publishedby: 'Admin Satu', accepted: 0 })
    expect(second).toEqual({ ...older, publishedby: 'Admin Satu', accepted: 1 })
    expect(others.at(-1)).toMatchObject({ publishedby: null, content: expect.stringContaining('# 1. Tentang Lapak') })
  })

  test('does not stop orders by buyers’ software', async () => {
    const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
    const product = await app.product({ code: 'JALAN1' })
    const buyer = await app.member({ balance: 50_000n })
    await app.map(buyer, await app.offer({ seller, product, price: 10_500n }))
    await publish(newContent())
    const ordered = await app.h2h(buyer, 'POST', '/h2h/v1/transactions', {
      productcode: product.code,
      target: '081330001111',
      reffclient: 'S-1',
    })
    expect(ordered).toMatchObject({ status: 200, body: { success: true } })
  })

  test.each([
    ['nothing', ''],
    ['too little', 'x'.repeat(99)],
    ['too much', 'x'.repeat(100_001)],
    ['what the database cannot keep', `${'x'.repeat(100)}\u0000`],
  ])('refuses %s', async (_, content) => {
    const before = await current()
    const answer = await publish(content)
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual(['content'])
    expect(await current()).toEqual(before)
  })

  test('normalizes line endings', async () => {
    const lines = newContent().split('\n')
    expect((await publish(lines.join('\r\n'))).body.data.content).toBe(lines.join('\n'))
  })

  test('is for administrators only', async () => {
    const seller = await app.member({ roles: ['ROLE_SELLER'] })
    expect((await publish(newContent(), seller)).status).toBe(403)
    expect((await app.call('GET', '/api/admin/v1/terms', { token: seller.token })).status).toBe(403)
    expect((await app.call('POST', '/api/admin/v1/terms', { body: { content: newContent() } })).status).toBe(401)
  })
})
