import { type Setting, settingDefaults, settingNames, settingSchema, weakensProtection } from '@lapak/contract/shared/setting-defaults'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Answer, type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { letIn, shutOut } from '../../../../test/shut-out.ts'

let app: TestApp
let admin: TestMember
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '4' })
  admin = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
})
afterAll(() => app.stop())

const path = '/api/admin/v1/settings'
const shown = async (name: string): Promise<Json> =>
  (await app.call('GET', path, { token: admin.token })).body.data.find((row: Json) => row.name === name)
const change = (name: string, body: Json, who = admin) => app.call('PATCH', `${path}/${name}`, { token: who.token, body })
const history = async (name: string): Promise<Json[]> =>
  (await app.call('GET', `${path}/${name}/history`, { token: admin.token })).body.data
const stored = () => app.db.read.selectFrom('setting').select(['name', 'value']).orderBy('name').execute()

test('every default is within its own bounds', () => {
  for (const name of settingNames) {
    const schema = settingSchema(settingDefaults[name])
    const wire = z.encode(schema, settingDefaults[name].default)
    expect(schema.safeDecode(wire), name).toMatchObject({ success: true, data: settingDefaults[name].default })
  }
})

test('the list shows every setting with value, default and bounds, and no change before the first one', async () => {
  const { body } = await app.call('GET', path, { token: admin.token })
  expect(body.data.map((row: Json) => row.name)).toEqual(settingNames)
  expect(await shown('otp.perDay')).toEqual({
    name: 'otp.perDay',
    kind: 'count',
    about: settingDefaults['otp.perDay'].about,
    value: 10,
    default: 10,
    min: 1,
    max: 100,
    version: 0,
    changedat: null,
    changedby: null,
  })
})

test('a change is returned, shown, and recorded with before, after, actor, time and reason', async () => {
  const before = await shown('messages.keptDays')
  const { status, body } = await change('messages.keptDays', { value: 60, version: before.version, reason: 'Permintaan auditor' })
  expect([status, body.msg]).toEqual([200, 'Aturan diperbarui'])
  expect(body.data).toMatchObject({ value: 60, default: 30, changedby: 'Ayu', changedat: expect.any(String) })
  expect(await shown('messages.keptDays')).toEqual(body.data)
  const again = await change('messages.keptDays', { value: 45, version: body.data.version, reason: 'Cukup enam minggu' })
  expect(again.status).toBe(200)
  expect(await history('messages.keptDays')).toEqual([
    { id: again.body.data.version, before: 60, after: 45, by: 'Ayu', reason: 'Cukup enam minggu', at: again.body.data.changedat },
    { id: body.data.version, before: 30, after: 60, by: 'Ayu', reason: 'Permintaan auditor', at: body.data.changedat },
  ])
})

test('another process applies a change within a second', async () => {
  const other = await app.startAnother(['http'])
  const member = await app.member()
  const ask = () => fetch(`${other.address}/api/v1/otp?purpose=confirm`, { headers: { authorization: `Bearer ${member.token}` } })
  expect((await ask()).status).toBe(200)
  await app.tables.updateTable('otp').set({ created_at: sql<Date>`now() - interval '2 minutes'` }).execute()
  const { version } = await shown('otp.perDay')
  expect((await change('otp.perDay', { value: 1, version, reason: 'Hemat biaya pesan' })).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const refused = await ask()
  expect([refused.status, ((await refused.json()) as Json).code]).toEqual([429, 'otp.too_many'])
})

describe('a change of a setting', () => {
  const good = { value: 7, version: 0, reason: 'Alasan yang cukup' }
  test.each([
    ['below its bound', { ...good, value: 1 }, 400, { value: 'Paling sedikit 2' }],
    ['above its bound', { ...good, value: 3651 }, 400, { value: 'Paling banyak 3650' }],
    ['not whole', { ...good, value: 7.5 }, 400, { value: 'Tulis bilangan bulat' }],
    ['of another type', { ...good, value: 'tujuh' }, 400, { value: 'Tulis bilangan bulat' }],
    ['empty', { ...good, value: null }, 400, { value: 'Tulis bilangan bulat' }],
    ['without a reason', { ...good, reason: '   ' }, 400, { reason: 'Tulis alasan perubahan' }],
    ['of a version that is none', { ...good, version: 4711 }, 409, undefined],
  ])('is refused and stores nothing: %s', async (_, body, status, errors) => {
    const before = await stored()
    const answer = await change('callbacks.keptDays', body)
    expect([answer.status, answer.body.errors]).toEqual([status, errors])
    expect(await stored()).toEqual(before)
    expect(await history('callbacks.keptDays')).toEqual([])
  })

  test('is refused for an unknown setting, including the name of the demo row and names that every object has as properties', async () => {
    for (const name of ['demo', 'toString', 'otp.perYear']) {
      expect((await change(name, good)).body.code).toBe('not_found.setting')
      expect((await app.call('GET', `${path}/${name}/history`, { token: admin.token })).body.code).toBe('not_found.setting')
    }
  })

  test('is refused to a member who is not an administrator', async () => {
    expect((await change('callbacks.keptDays', good, await app.member())).status).toBe(403)
  })
})

test('one of two concurrent changes succeeds, and the second is refused as outdated', async () => {
  const other = await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
  const { version } = await shown('sandbox.ordersPerDay')
  const answers = await Promise.all(
    [admin, other].map((who, index) => change('sandbox.ordersPerDay', { value: 70 + index, version, reason: 'Uji bersamaan' }, who)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('setting.changed')
  const won = answers.find(({ status }) => status === 200)
  expect((await shown('sandbox.ordersPerDay')).value).toBe(won?.body.data.value)
  expect(await history('sandbox.ordersPerDay')).toHaveLength(1)
})

test('saving the current value does not change the setting', async () => {
  const { value, version } = await shown('sale.feeFlat')
  expect((await change('sale.feeFlat', { value, version, reason: 'Tidak ada apa-apa' })).status).toBe(200)
  expect(await history('sale.feeFlat')).toEqual([])
})

describe('a protective setting', () => {
  const protecting = settingNames.filter((name) => (settingDefaults[name] as Setting).stricter !== undefined)

  /** Settings that do not protect anything, grouped by their purpose. */
  const neutral: Record<string, readonly string[]> = {
    'a share of the capacity of Lapak, which its own limits keep up': [
      'buyingList.changesPerMinute',
      'buyingList.sellersPerHour',
      'catalogue.searchesPerMinute',
      'favourites.changesPerHour',
      'offers.changesPerHour',
      'offers.linesPerHour',
      'offers.rankingsPerMinute',
      'reconciliation.filesPerHour',
      'sandbox.ordersPerDay',
      'sellerApi.statesPerMinute',
      'sellerApi.tryoutsPerMinute',
      'shop.changesPerHour',
      'specialPrices.addsPerMinute',
      'specialPrices.manyPerMinute',
      'statements.filesPerHour',
      'health.acknowledgementsPerMinute',
    ],
    'the length of a list of things of which each is checked by itself': [
      'access.sessionsMax',
      'apiKeys.max',
      'bankAccounts.max',
      'favourites.max',
    ],
    'a term of business, told to everybody': ['topup.min', 'messages.lowBalancePerDay', 'sellerApi.manualResumeMinutes'],
    'how long something is kept by which nothing is ever decided': [
      'priceChanges.passingKeptDays',
      'purchases.billsKeptDays',
      'sandbox.keptDays',
      'sellerSelfTest.keptDays',
      'uploads.unusedKeptDays',
    ],
  }

  test('declares its stricter direction, and all other settings are listed here with their purpose', () => {
    const silent = settingNames.filter((name) => !protecting.includes(name))
    expect(silent.sort()).toEqual(Object.values(neutral).flat().sort())
  })

  test('that gets stronger towards 0 says in its description what 0 switches off, or declares 0 the strongest', () => {
    const allowsZero = settingNames.filter((name) => {
      const setting: Setting = settingDefaults[name]
      return setting.stricter === 'lower' && setting.kind !== 'choice' && setting.min <= 0
    })
    expect(allowsZero.filter((name) => !settingDefaults[name].about.includes(' 0: '))).toEqual([])
    expect(allowsZero).toContain('money.secondAdminFrom')
  })

  test.each([
    ['access.twoFactorDemanded', 1, 0, 2],
    ['apiKeys.suspendRecentDays', 7, 6, 8],
    ['bankAccounts.payableAfterHours', 24, 0, 48],
    ['topup.uniqueSumReuseDays', 7, 0, 8],
    ['otp.perDay', 10, 11, 9],
    ['access.sessionMaxDays', 90, 365, 30],
    ['access.stepUpsPerHour', 60, 61, 59],
    ['access.passwordMin', 8, 0, 9],
    ['purchases.downloadsPerHour', 30, 10_000, 29],
    ['inquiries.customersPerDay', 30, 31, 29],
    ['callbacks.challengesPerHour', 30, 31, 29],
    ['messages.securityEmailsPerHour', 60, 1, 61],
    ['cashOut.perDay', 3, 100, 2],
    ['purchases.secondAdminFrom', 50_000, 50_001, 49_999],
    ['purchases.secondAdminFrom', 50_000, 0, 1],
    ['health.sellersMinutes', 0, 1, 0],
    ['purchases.inquiriesPerPurchase', 0, 1000, 0],
    ['purchases.inquiriesPerPurchase', 3, 4, 0],
    ['inquiries.customersPerPurchase', 0, 1, 0],
    ['inquiries.customersPerPurchase', 3, 1000, 0],
    ['health.remindMinutes', 30, 0, 29],
    ['health.whatsapp', 1, 0, 1],
    ['callbacks.keptDays', 90, 2, 91],
  ] as const)('is weakened, for %s, by a change from %d to %d, but not by a change to %d', (name, before, weaker, stricter) => {
    expect(protecting).toContain(name)
    expect([weakensProtection(settingDefaults[name], before, weaker), weakensProtection(settingDefaults[name], before, stricter)]).toEqual([
      true,
      false,
    ])
    expect(weakensProtection(settingDefaults[name], before, before)).toBe(false)
  })

  test.each(['access.recentFactorDays', 'sale.feeFlat', 'sale.feeBasisPoints'] as const)(
    'is weakened by a change in either direction if it protects two sides: %s',
    (name) => {
      expect([6, 8, 7].map((after) => weakensProtection(settingDefaults[name], 7, after))).toEqual([true, true, false])
    },
  )

  const rule = 'bankAccounts.payableAfterHours'
  const to = async (value: number, who = admin) =>
    change(rule, { value, version: (await shown(rule)).version, reason: 'Keluhan dari member' }, who)
  const open = async (): Promise<Json> => {
    const { content } = (await app.call('GET', '/api/admin/v1/decisions?open=1', { token: admin.token })).body.data
    return content.find(({ subject }: Json) => subject === rule)
  }
  const decide = (who: TestMember, { id }: Json, yes = true) =>
    app.call('POST', `/api/admin/v1/decisions/${id}`, { token: who.token, body: { yes, reason: 'Sudah saya periksa' } })

  test('is weakened only with the approval of a second administrator, and is strengthened without an approval', async () => {
    const second = await app.member({ name: 'Citra', roles: ['ROLE_ADMIN'] })
    expect((await to(48)).body.msg).toBe('Aturan diperbarui')
    expect(await to(0)).toMatchObject({ status: 200, body: { msg: 'Menunggu admin kedua', data: { value: 48 } } })
    const asked = await open()
    expect(asked).toMatchObject({
      kind: 'setting.change',
      amount: null,
      asked: { value: 0 },
      askedby: 'Ayu',
      reason: 'Keluhan dari member',
    })
    expect((await to(0)).body, 'who did not hear the answer says the same again').toMatchObject({ msg: 'Menunggu admin kedua' })
    expect((await open()).id).toBe(asked.id)
    expect((await to(0, second)).body.code).toBe('decision.waits')
    expect((await decide(admin, asked)).body.code).toBe('decision.own_request')
    expect((await shown(rule)).value).toBe(48)
    expect((await decide(second, asked)).body.data).toMatchObject({ outcome: 'approved' })
    expect(await shown(rule)).toMatchObject({ value: 0, changedby: 'Ayu' })
    const [row] = (await app.call('GET', `/api/admin/v1/audit?event=setting.changed&subject=${rule}`, { token: admin.token })).body.data
      .content
    expect(row).toMatchObject({ actorname: 'Citra', before: { value: 48 }, after: { value: 0, askedby: Number(admin.id) } })
  })

  test('is not weakened by a rejection, or by the approval of an outdated change', async () => {
    const second = await app.member({ roles: ['ROLE_ADMIN'] })
    await to(48)
    await to(12)
    expect((await decide(second, await open(), false)).status).toBe(200)
    await to(12)
    const asked = await open()
    await to(72)
    expect((await decide(second, asked)).body.code).toBe('decision.changed')
    expect([(await shown(rule)).value, await open()]).toEqual([72, undefined])
  })

  test('is rejected once, and the second of two concurrent rejections is refused with the name of the first administrator', async () => {
    const seconds = [await app.member({ name: 'Dewi', roles: ['ROLE_ADMIN'] }), await app.member({ name: 'Eko', roles: ['ROLE_ADMIN'] })]
    for (let round = 0; round < 2; round++) {
      await to(48)
      await to(12)
      const asked = await open()
      let answered: Promise<Answer[]> | undefined
      await app.tables.transaction().execute(async (tx) => {
        await sql`select from approval_request where id = ${asked.id} for update`.execute(tx)
        answered = Promise.all(seconds.map((who) => decide(who, asked, false)))
        await lockedOut(app, 2)
      })
      const answers = (await answered) ?? []
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const won = answers.find(({ status }) => status === 200)?.body.data.decidedby
      const lost = answers.find(({ status }) => status === 409)?.body
      expect(lost).toMatchObject({ code: 'decision.changed', msg: `Keputusan ini tidak berlaku lagi. Sudah diputuskan oleh ${won}` })
    }
  })

  test('is not weakened by an approval if the program no longer has the setting or no longer allows the value', async () => {
    const second = await app.member({ roles: ['ROLE_ADMIN'] })
    for (const [subject, value] of [
      ['rule.of.yesterday', 1],
      [rule, 100_000],
    ] as const) {
      const payload = { value, version: String((await shown(rule)).version) }
      const { id } = await app.tables
        .insertInto('approval_request')
        .values({ kind: 'setting.change', subject, amount: null, payload, asked_by: admin.id, reason: 'Dari versi lama' })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect((await decide(second, { id })).body.code).toBe('decision.changed')
      const kept = app.db.read.selectFrom('approval_request').select('outcome').where('id', '=', id)
      expect(await kept.executeTakeFirst()).toEqual({ outcome: 'lapsed' })
    }
  })

  test('can be weakened by a single administrator without approval', async () => {
    await to(48)
    const administrators = app.tables.selectFrom('member_role').select('member_id').where('role_id', '=', 1n)
    const others = await administrators.where('member_id', '<>', admin.id).execute()
    for (const { member_id } of others) await shutOut(app.tables, member_id)
    expect((await to(24)).body.msg).toBe('Aturan diperbarui')
    for (const { member_id } of others) await letIn(app.tables, member_id)
  })
})

test('the database refuses to rewrite the history of changes', async () => {
  for (const statement of ['update setting_change set reason = $$lain$$', 'delete from setting_change', 'truncate setting_change'])
    await expect(sql.raw(statement).execute(app.tables)).rejects.toMatchObject({ constraint: 'append_only' })
})

test.each([
  ['cashOut.fromHour', 21, 'cashOut.untilHour'],
  ['cashOut.untilHour', 8, 'cashOut.fromHour'],
  ['topup.min', 1_000_000, 'topup.max'],
])('%s is refused at %d, where it would reach or pass %s', async (name, value, other) => {
  if (name === 'topup.min') await app.setting('topup.max', 60_000n)
  const { version } = await shown(name)
  const { status, body } = await change(name, { value, version, reason: 'Jam baru' })
  expect([status, body.code, body.msg]).toEqual([422, 'setting.order', expect.stringContaining(other)])
  if (name === 'topup.min') await app.setting('topup.max', 1_000_000_000n)
})
