import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSettings } from '#contexts/system/settings/settings.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { withSecondFactor } from '../../../../test/step-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '4' }, ['http'])
})
afterAll(() => app?.stop())

const ofAdmins = '/api/admin/v1/terms'
const ofSellers = '/api/v1/seller/trx/today'
const codeOf = async (who: TestMember, path: string) => (await app.call('GET', path, { token: who.token })).body.code

test('a member whose role requires a second factor is refused until it has set one up, but can set one up', async () => {
  const [admin, seller] = [await app.member({ roles: ['ROLE_ADMIN'] }), await app.member({ roles: ['ROLE_SELLER'] })]
  expect([await codeOf(admin, ofAdmins), await codeOf(seller, ofSellers)]).toEqual([undefined, undefined])
  await app.setting('access.twoFactorDemanded', 'admins')
  expect([await codeOf(admin, ofAdmins), await codeOf(seller, ofSellers)]).toEqual(['access.two_factor_needed', undefined])
  await app.setting('access.twoFactorDemanded', 'adminsAndSellers')
  expect(await codeOf(seller, ofSellers)).toBe('access.two_factor_needed')
  expect(await codeOf(seller, '/api/v1/user')).toBeUndefined()
  const withFactor = [await withSecondFactor(app, admin), await withSecondFactor(app, seller)] as const
  expect([await codeOf(withFactor[0], ofAdmins), await codeOf(withFactor[1], ofSellers)]).toEqual([undefined, undefined])
  await app.setting('access.twoFactorDemanded', 'none')
})

test('a setting of kind choice is listed with its labels, and is sent and stored as a number', async () => {
  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  const path = '/api/admin/v1/settings'
  const name = 'access.twoFactorDemanded'
  const { version, ...shown } = (await app.call('GET', path, { token: admin.token })).body.data.find(
    (row: { name: string }) => row.name === name,
  )
  expect(shown).toMatchObject({
    kind: 'choice',
    value: 0,
    default: 0,
    min: 0,
    max: 2,
    choices: ['Tidak wajib', 'Admin', 'Admin dan suplier'],
  })
  const change = (value: unknown, by = admin) =>
    app.call('PATCH', `${path}/${name}`, { token: by.token, body: { value, version, reason: 'Sesuai kebijakan' } })
  for (const value of [3, -1, 0.5, 'admins'])
    expect(await change(value)).toMatchObject({ status: 400, body: { errors: { value: expect.any(String) } } })
  expect(await change(1)).toMatchObject({ status: 422, body: { code: 'setting.second_factor_first' } })
  const withFactor = await withSecondFactor(app, admin)
  expect((await change(1, withFactor)).body.data).toMatchObject({ value: 1 })
  expect(await app.db.read.selectFrom('setting').select('value').where('name', '=', name).execute()).toEqual([{ value: 1 }])
  await app.setting(name, 'none')
})

test('the default setting requires a second factor from administrators in production only', () => {
  expect(createSettings({ production: true }).get('access.twoFactorDemanded')).toBe('admins')
  expect(createSettings({ production: false }).get('access.twoFactorDemanded')).toBe('none')
})
