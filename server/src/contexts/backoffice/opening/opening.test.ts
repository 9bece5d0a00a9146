import type { Opening } from '@lapak/contract/backoffice/opening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productionEnvironment, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ ...productionEnvironment, TRUST_PROXY: '127.0.0.1' }, ['http'])
  await app.setting('access.twoFactorDemanded', 'none')
  // The settings of tests are changed by an administrator of their own.
  await app.tables.deleteFrom('member_role').execute()
})
afterAll(() => app?.stop())

const path = '/api/admin/v1/opening'
const read = async (by: TestMember): Promise<Opening> => (await app.call('GET', path, { token: by.token })).body.data
const missing = async (by: TestMember) => (await read(by)).butir.filter(({ siap }) => !siap).map(({ nama }) => nama)

test('opening: a new installation lists all that is missing, and each item ends with what it demands', async () => {
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  expect(await read(admin)).toMatchObject({ tampil: true })
  expect(await missing(admin)).toEqual(['mail', 'whatsapp', 'admins', 'methods', 'products', 'seller', 'terms', 'backup'])

  await app.tables.updateTable('payment_method').set({ account_no: '1234567890' }).where('id', '=', 1).execute()
  const product = await app.product({ code: 'S10' })
  expect(await missing(admin)).toEqual(['mail', 'whatsapp', 'admins', 'seller', 'terms', 'backup'])
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:1' })
  const offer = await app.offer({ seller, product, price: 10_500n, open: false })
  expect(await missing(admin)).toContain('seller')
  await app.tables.updateTable('offer').set({ open: true }).where('id', '=', offer).execute()
  expect(await missing(admin)).not.toContain('seller')
  const second = await app.member({ roles: ['ROLE_ADMIN'] })
  await app.tables.updateTable('member').set({ activated: false }).where('id', '=', second.id).execute()
  expect(await missing(admin)).toContain('admins')
  await app.tables.updateTable('member').set({ activated: true }).where('id', '=', second.id).execute()
  const content = `# Syarat\n${'Usaha kami sendiri. '.repeat(20)}`
  expect((await app.call('POST', '/api/admin/v1/terms', { token: admin.token, body: { content } })).status).toBe(200)
  expect(await missing(admin)).toEqual(['mail', 'whatsapp', 'backup'])
  const elsewhere = await app.startAnother(['http'], undefined, { BACKUP_ELSEWHERE: 'pgBackRest' })
  const answer = await fetch(`${elsewhere.address}${path}`, { headers: { authorization: `Bearer ${admin.token}` } })
  expect(await answer.json()).toMatchObject({ data: { butir: expect.arrayContaining([{ nama: 'backup', siap: true }]) } })
  await elsewhere.stop()
})

test('opening: where a second factor is demanded, the item stays until every administrator has one', async () => {
  await app.tables.deleteFrom('member_role').execute()
  const [admin, second] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.member({ roles: ['ROLE_ADMIN'] })]
  const enable = ({ id }: TestMember) =>
    app.tables
      .insertInto('two_factor')
      .values({ member_id: id, secret: Buffer.from('unread'), enabled_at: new Date() })
      .execute()
  await enable(admin)
  expect(await missing(admin)).not.toContain('twofactor')
  await app.setting('access.twoFactorDemanded', 'admins')
  expect(await missing(admin)).toContain('twofactor')
  await enable(second)
  expect(await missing(admin)).not.toContain('twofactor')
  await app.setting('access.twoFactorDemanded', 'none')
})

test('opening: an administrator hides the list for all, once, which is in the audit', async () => {
  const [admin, member] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.member()]
  expect((await app.call('POST', `${path}/hide`, { token: member.token })).status).toBe(403)
  expect((await app.call('GET', path, { token: member.token })).status).toBe(403)
  for (let nth = 0; nth < 2; nth++) expect((await app.call('POST', `${path}/hide`, { token: admin.token })).status).toBe(200)
  expect(await read(await app.member({ roles: ['ROLE_ADMIN'] }))).toEqual({ tampil: false, butir: [] })
  const audited = app.db.read.selectFrom('audit').select('actor_id').where('event', '=', 'opening.hidden')
  expect(await audited.execute()).toEqual([{ actor_id: admin.id }])
})

test('opening: a demo has no list', async () => {
  const demo = await startTestApp({}, ['http'])
  const admin = await demo.member({ roles: ['ROLE_ADMIN'] })
  expect((await demo.call('GET', path, { token: admin.token })).body.data).toEqual({ tampil: false, butir: [] })
  await demo.stop()
})
