import { createECDH, createHash } from 'node:crypto'
import { pushDevicesMax } from '@lapak/contract/system/push'
import { type PushBrowser, type PushService, startPushService } from '@lapak/simulators/push-service'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MemberNotification, notifyMembers } from '#contexts/system/notifications/notifications.ts'
import { type Json, startTestApp, type TestApp, type TestMember, testPassword } from '../../../../test/app.ts'
import { runJob } from '../../../../test/run-job.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { isKnownService } from './push.rules.ts'
import { refusingServices } from './push.ts'
import { recordOutcome, type SendContext } from './send.ts'

/** Tests that notifications of a member reach the member's browsers through the push services, and do not reach other browsers. */
let app: TestApp
let service: PushService
beforeAll(async () => {
  service = await startPushService()
  app = await startTestApp({ DATABASE_POOL: '8', PUSH_HOSTS: '127.0.0.1', PUSH_SUBJECT: 'mailto:jaga@lapak.test' })
})
afterEach(() => service.misbehave(null))
afterAll(async () => {
  await app?.stop()
  await service.close()
})

const call = (who: { token: string }, method: string, path = '', body?: unknown) =>
  app.call(method, `/api/v1/push${path}`, { token: who.token, body })
const state = async (who: { token: string }): Promise<Json> => (await call(who, 'GET')).body.data
const subscribed = ({ endpoint, keys }: PushBrowser) => ({ alamat: endpoint, ...keys })

/** Subscribes a browser of this session to push messages. */
async function browserOf(who: { token: string }): Promise<PushBrowser> {
  const browser = service.subscribe((await state(who)).kunci)
  const answer = await call(who, 'PATCH', '/device', subscribed(browser))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return browser
}

async function signInAgain({ email }: TestMember): Promise<{ token: string }> {
  const answer = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('lapak-web:lapak-development-client-secret')}` },
    body: new URLSearchParams({ grant_type: 'password', username: email, password: testPassword }),
  })
  return { token: ((await answer.json()) as { access_token: string }).access_token }
}

const give = ({ id }: TestMember, more: Partial<MemberNotification> = {}) =>
  app.db.transaction(async (tx) =>
    notifyMembers(tx, {
      memberId: id,
      kind: 'review',
      key: 'ulasan 7',
      title: 'Ulasan baru',
      text: 'Bintang 5',
      link: '/penjualan',
      ...more,
    }),
  )

const arrived = (browser: PushBrowser, many = 1) => expect.poll(() => browser.received.length).toBe(many)
const waitingJobs = async () =>
  (
    await sql<{ run_at: Date; attempts: number }>`
      select run_at, attempts from graphile_worker.jobs where task_identifier = 'send-push' order by id`.execute(app.tables)
  ).rows
const noJobs = () => expect.poll(async () => (await waitingJobs()).length).toBe(0)

test('a push is encrypted and signed, has a short text, a path and a tag, and contains no more than locked screens may show', async () => {
  const member = await app.member()
  const browser = await browserOf(member)
  await give(member, { text: 'Bintang 5 dari Budi, Rp 12.500 untuk 081234567890' })
  await arrived(browser)
  const [pushed] = browser.received
  expect(JSON.parse(pushed?.text ?? '')).toEqual({
    jenis: 'review',
    judul: 'Ulasan baru',
    teks: 'Ulasan',
    tautan: '/penjualan',
    tag: createHash('sha256').update('ulasan 7').digest('base64url').slice(0, 24),
  })
  expect(pushed).toMatchObject({ urgency: 'normal', subject: 'mailto:jaga@lapak.test' })
  expect(pushed?.topic).toBe(JSON.parse(pushed?.text ?? '').tag)
  expect(pushed?.ttl).toBeGreaterThan(11 * 3600)
  expect(pushed?.ttl).toBeLessThanOrEqual(12 * 3600)
  expect(pushed?.bytes).toBeLessThan(1024)
  expect(service.faults).toEqual([])
})

test('a push about money is urgent and other pushes are not, and each push is sent to every browser of its member only', async () => {
  const [member, other] = [await app.member(), await app.member()]
  const second = await signInAgain(member)
  const browsers = [await browserOf(member), await browserOf(second)]
  const strange = await browserOf(other)
  await give(member, { kind: 'deposit', key: 'tiket 1', title: 'Topup masuk', link: '/histori' })
  for (const browser of browsers) await arrived(browser)
  expect(browsers.map(({ received }) => received[0]?.urgency)).toEqual(['high', 'high'])
  expect(strange.received).toEqual([])
})

test('no job is enqueued for a member without a browser, or for a kind that the member switched off', async () => {
  const [without, member] = [await app.member(), await app.member()]
  await noJobs()
  const browser = await browserOf(member)
  const before = service.count
  const off = await app.call('PATCH', '/api/v1/notifications/settings', {
    token: member.token,
    body: { jenis: 'review', kanal: 'push', aktif: false },
  })
  expect(off.status).toBe(200)
  await app.db.transaction(async (tx) => {
    notifyMembers(tx, { memberId: without.id, kind: 'review', key: 'a', title: 'Ulasan baru', text: '', link: '/' })
    notifyMembers(tx, { memberId: member.id, kind: 'review', key: 'a', title: 'Ulasan baru', text: '', link: '/' })
    tx.beforeCommit(async () => {
      const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'send-push'`.execute(tx)
      expect(rows).toEqual([])
    })
  })
  // Kinds about security and money cannot be switched off.
  await give(member, { kind: 'security', key: 'masuk', title: 'Masuk dari perangkat baru', link: '/profile' })
  await arrived(browser)
  expect(service.count).toBe(before + 1)
})

test('a browser is removed when its session ends: by a sign-out, from another session, or by a block', async () => {
  const member = await app.member()
  const second = await signInAgain(member)
  const third = await signInAgain(member)
  await browserOf(member)
  await browserOf(second)
  const last = await browserOf(third)
  expect((await state(member)).jml).toBe(3)
  await app.call('POST', '/api/v1/user/logout', { token: second.token })
  const devices = () => app.tables.selectFrom('push_device').select('endpoint').where('member_id', '=', member.id).execute()
  await expect.poll(async () => (await devices()).length).toBe(2)
  const others = await app.call('DELETE', '/api/v1/user/sessions', { token: third.token })
  expect(others.status, JSON.stringify(others.body)).toBe(200)
  expect(await devices()).toEqual([{ endpoint: last.endpoint }])
  // A browser whose stored session is no longer valid does not get messages either.
  await shutOut(app.tables, member.id)
  await give(member)
  await noJobs()
  expect(last.received).toEqual([])
})

test('the next member who subscribes in the same browser becomes its only recipient', async () => {
  const [first, next] = [await app.member(), await app.member()]
  const browser = await browserOf(first)
  await call(next, 'PATCH', '/device', subscribed(browser))
  expect([(await state(first)).jml, (await state(next)).jml]).toEqual([0, 1])
  await give(first)
  await give(next, { title: 'Untuk yang kedua' })
  await arrived(browser)
  expect(JSON.parse(browser.received[0]?.text ?? '').judul).toBe('Untuk yang kedua')
})

test('the web app can check whether its browser is the subscribed one, and can end the subscription', async () => {
  const member = await app.member()
  expect(await state(member)).toMatchObject({ perangkatini: null, jml: 0 })
  const browser = await browserOf(member)
  expect((await state(member)).perangkatini).toBe(createHash('sha256').update(browser.endpoint).digest('hex'))
  const renewed = await browserOf(member)
  expect((await state(member)).perangkatini).toBe(createHash('sha256').update(renewed.endpoint).digest('hex'))
  expect((await state(member)).jml).toBe(1)
  expect((await call(member, 'DELETE', '/device')).body.data).toMatchObject({ perangkatini: null, jml: 0 })
})

test(`a member has at most ${pushDevicesMax} browsers, and a new browser replaces the one that was reached longest ago`, async () => {
  const member = await app.member()
  const first = await browserOf(member)
  for (let more = 1; more < pushDevicesMax; more++) await browserOf(await signInAgain(member))
  const last = await signInAgain(member)
  // Each sign-in is pushed to the existing browsers and sets `taken_at`; it is reset, so that only the times of subscription count.
  await noJobs()
  await app.tables.updateTable('push_device').set({ taken_at: null }).where('member_id', '=', member.id).execute()
  await browserOf(last)
  expect((await state(member)).jml).toBe(pushDevicesMax)
  const kept = await app.tables.selectFrom('push_device').select('endpoint').where('member_id', '=', member.id).execute()
  expect(kept.map(({ endpoint }) => endpoint)).not.toContain(first.endpoint)
})

test('endpoint URLs outside the known push services are refused, and invalid keys too', async () => {
  const member = await app.member()
  const { kunci } = await state(member)
  const good = subscribed(service.subscribe(kunci))
  for (const [change, code] of [
    [{ alamat: 'https://example.com/push/1' }, 'push.service_unknown'],
    [{ alamat: 'http://user:pass@127.0.0.1/push/1' }, 'push.service_unknown'],
    [{ alamat: 'ftp://127.0.0.1/push/1' }, 'push.service_unknown'],
    [{ p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'push.keys_invalid'],
    [{ auth: 'AAAA' }, 'push.keys_invalid'],
    [{ alamat: 'no address' }, 'input.invalid'],
    [{ p256dh: '!' }, 'input.invalid'],
  ] as const)
    expect((await call(member, 'PATCH', '/device', { ...good, ...change })).body.code, JSON.stringify(change)).toBe(code)
  expect((await state(member)).jml).toBe(0)
})

test('production accepts only endpoint URLs of known hosts, by name or by suffix, with TLS at the default port', () => {
  const services = { hosts: ['fcm.googleapis.com', '*.push.apple.com'], production: true }
  const isKnown = (address: string) => isKnownService(address, services)
  for (const address of ['https://fcm.googleapis.com/fcm/send/a', 'https://web.push.apple.com/Q'])
    expect(isKnown(address), address).toBe(true)
  for (const address of [
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilpush.apple.com/a',
    'https://push.apple.com.evil.example/a',
    'https://127.0.0.1/a',
    'https://fcm.googleapis.com@evil.example/a',
  ])
    expect(isKnown(address), address).toBe(false)
})

test('a browser that its service no longer knows is deleted, and the other browsers of its member are still reached', async () => {
  const member = await app.member()
  const gone = await browserOf(member)
  const there = await browserOf(await signInAgain(member))
  service.forget(gone)
  await give(member)
  await arrived(there)
  await expect.poll(async () => (await state(member)).jml).toBe(1)
})

test('a push that a busy service did not accept is repeated at the time that the service requests, only for the browser that was not reached', async () => {
  const member = await app.member()
  const browser = await browserOf(member)
  service.misbehave({ status: 429, times: 1, retryAfter: '600' })
  await give(member)
  await expect.poll(async () => (await waitingJobs()).length).toBe(1)
  await expect.poll(async () => (await waitingJobs())[0]?.run_at.getTime() ?? 0).toBeGreaterThan(Date.now() + 500_000)
  expect(browser.received).toEqual([])
  await sql`update graphile_worker._private_jobs set run_at = now() where id in (select id from graphile_worker.jobs where task_identifier = 'send-push')`.execute(
    app.tables,
  )
  await sql`select graphile_worker.add_job('purge-notifications')`.execute(app.tables)
  await arrived(browser)
  await noJobs()
})

test('an expired push is not sent, and a service that accepts nothing is not retried for ever', async () => {
  const member = await app.member()
  const browser = await browserOf(member)
  const job = (more: object) => {
    const payload = {
      memberId: `${member.id}`,
      kind: 'review',
      title: 'Ulasan',
      path: '/',
      tag: 'a',
      at: Date.now(),
      deviceId: null,
      tries: 0,
    }
    return sql`select graphile_worker.add_job('send-push', ${JSON.stringify({ ...payload, ...more })}::json)`.execute(app.tables)
  }
  const before = service.count
  await job({ at: Date.now() - 13 * 3_600_000 })
  await noJobs()
  expect(service.count).toBe(before)
  service.misbehave({ status: 503 })
  await job({ tries: 4 })
  await noJobs()
  expect([service.count, browser.received]).toEqual([before + 1, []])
})

test('a retry goes only to the browser that was not reached', async () => {
  const member = await app.member()
  // Signed in first, since a sign-in is also pushed to the existing browsers.
  const second = await signInAgain(member)
  const browsers = [await browserOf(member), await browserOf(second)]
  const receivedCounts = () => browsers.map(({ received }) => received.length).sort()
  service.misbehave({ status: 503, times: 1, retryAfter: '600' })
  await give(member)
  await expect.poll(async () => (await waitingJobs())[0]?.run_at.getTime() ?? 0).toBeGreaterThan(Date.now() + 500_000)
  expect(receivedCounts()).toEqual([0, 1])
  await sql`update graphile_worker._private_jobs set run_at = now() where id in (select id from graphile_worker.jobs where task_identifier = 'send-push')`.execute(
    app.tables,
  )
  await sql`select graphile_worker.add_job('purge-notifications')`.execute(app.tables)
  await noJobs()
  expect(receivedCounts()).toEqual([1, 1])
})

test('the late result for an old subscription does not affect the new one', async () => {
  const member = await app.member()
  const { endpoint } = await browserOf(member)
  const device = await app.tables.selectFrom('push_device').selectAll().where('endpoint', '=', endpoint).executeTakeFirstOrThrow()
  const renewed = await browserOf(member)
  const log = { warn: () => undefined, error: () => undefined }
  for (const outcome of [{ kind: 'gone' }, { kind: 'refused', status: 403 }] as const)
    await recordOutcome({ db: app.db, log } as unknown as SendContext, device, outcome)
  await give(member)
  await arrived(renewed)
})

const refusal = async ({ id }: TestMember) =>
  (await app.tables.selectFrom('push_device').select('refused_status').where('member_id', '=', id).executeTakeFirst())?.refused_status
const pushAlerts = () =>
  app.tables.selectFrom('health_alert').select(['matter', 'subject']).where('matter', '=', 'push').where('over_at', 'is', null).execute()

test('a browser whose service refuses the platform’s key is skipped for an hour, and then tried again', async () => {
  const member = await app.member()
  const browser = await browserOf(member)
  service.misbehave({ status: 403 })
  await give(member, { key: 'satu' })
  await expect.poll(() => refusal(member)).toBe(403)
  await noJobs()
  const before = service.count
  service.misbehave(null)
  await give(member, { key: 'dua' })
  await noJobs()
  expect([service.count, browser.received.length]).toEqual([before, 0])
  await app.tables
    .updateTable('push_device')
    .set({ refused_at: sql`now() - interval '2 hours'` })
    .where('member_id', '=', member.id)
    .execute()
  await give(member, { key: 'tiga' })
  await arrived(browser)
  await expect.poll(() => refusal(member)).toBe(null)
})

test('a browser subscribed with the key of another server does not affect others at its service, and raises no alert', async () => {
  const [thief, member] = [await app.member(), await app.member()]
  const browser = await browserOf(member)
  const strange = createECDH('prime256v1')
  const refused = service.subscribe(strange.generateKeys('base64url'))
  expect((await call(thief, 'PATCH', '/device', subscribed(refused))).status).toBe(200)
  await give(member, { key: 'satu' })
  await arrived(browser)
  expect((await call(thief, 'POST', '/test')).body.code).toBe('push.not_taken')
  expect(await refusal(thief)).toBe(403)
  await give(member, { key: 'dua' })
  await arrived(browser, 2)
  await runJob(app, 'check-health')
  expect(await pushAlerts()).toEqual([])
  // After a new subscription, the browser is reached at once.
  const mended = await browserOf(thief)
  await give(thief)
  await arrived(mended)
})

test('a service that refuses all browsers raises an alert, which ends when the service accepts a message again', async () => {
  await app.tables.deleteFrom('push_device').execute()
  const members = [await app.member(), await app.member()]
  const [browser] = await Promise.all(members.map(browserOf))
  service.misbehave({ status: 403 })
  for (const member of members) await give(member)
  for (const member of members) await expect.poll(() => refusal(member)).toBe(403)
  await runJob(app, 'check-health')
  expect(await pushAlerts()).toEqual([{ matter: 'push', subject: '127.0.0.1' }])

  service.misbehave(null)
  await app.tables.updateTable('push_device').set({ refused_at: sql`now() - interval '2 hours'` }).execute()
  await give(members[0] as TestMember, { key: 'lagi' })
  await arrived(browser as PushBrowser)
  await expect.poll(async () => (await refusingServices(app.db.read)).length).toBe(0)
})

test('a push that fails because of a fault of the platform is not repeated', async () => {
  const member = await app.member()
  const browser = await browserOf(member)
  service.misbehave({ status: 413, times: 1 })
  await give(member)
  const before = service.count
  await noJobs()
  await expect.poll(() => service.count).toBeLessThanOrEqual(before + 1)
  expect(browser.received).toEqual([])
  expect((await state(member)).jml).toBe(1)
})

const quietPath = '/api/v1/notifications/quiet'
const quiet = (who: TestMember, body: object) => app.call('PATCH', quietPath, { token: who.token, body })

test('quiet hours, also over midnight, delay pushes that are not urgent until they end, and do not delay pushes about money or security', async () => {
  const member = await app.member()
  const browser = await browserOf(member)
  const wib = (inMinutes: number) => new Date(Date.now() + (7 * 60 + inMinutes) * 60_000).toISOString().slice(11, 16)
  const hours = { tenangdari: wib(-60), tenangsampai: wib(60) }
  expect((await quiet(member, hours)).body.data).toEqual(hours)
  expect((await app.call('GET', quietPath, { token: member.token })).body.data).toEqual(hours)
  await give(member)
  const [held] = await waitingJobs()
  expect(held?.run_at.getTime()).toBeGreaterThan(Date.now() + 55 * 60_000)
  expect(held?.run_at.getTime()).toBeLessThan(Date.now() + 62 * 60_000)
  await give(member, { kind: 'deposit', key: 'tiket 2', title: 'Topup masuk', link: '/histori' })
  await arrived(browser)
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'send-push'))`.execute(
    app.tables,
  )

  for (const [body, field] of [
    [{ tenangdari: '25:00', tenangsampai: '06:00' }, 'tenangdari'],
    [{ tenangdari: '22:00', tenangsampai: null }, 'tenangsampai'],
    [{ tenangdari: '22:00', tenangsampai: '22:00' }, 'tenangsampai'],
  ] as const)
    expect((await quiet(member, body)).body.errors, JSON.stringify(body)).toHaveProperty(field)
  expect((await quiet(member, { tenangdari: null, tenangsampai: null })).body.data.tenangdari).toBe(null)
})

test('a test push reports whether the push service accepted it, and is limited', async () => {
  const member = await app.member()
  expect((await call(member, 'POST', '/test')).body.code).toBe('push.no_device')
  const browser = await browserOf(member)
  expect((await call(member, 'POST', '/test')).body).toMatchObject({ success: true, data: { diterima: 1 } })
  expect(JSON.parse(browser.received[0]?.text ?? '')).toMatchObject({ judul: 'Percobaan dari Lapak', tautan: '/notifikasi?tab=pengaturan' })
  service.misbehave({ status: 503 })
  expect((await call(member, 'POST', '/test')).body.code).toBe('push.not_taken')
  service.misbehave(null)
  await app.setting('push.testsPerHour', 3)
  expect((await call(member, 'POST', '/test')).status).toBe(429)
})

test('every kind of notification has the push channel, so that members see what their browsers get', async () => {
  const member = await app.member()
  const { data } = (await app.call('GET', '/api/v1/notifications/settings', { token: member.token })).body
  const without = (data as { jenis: string; kanal: { nama: string }[] }[]).filter(({ kanal }) => !kanal.some(({ nama }) => nama === 'push'))
  expect(without).toEqual([])
})

test('all processes sign with the same key, which does not change after a restart', async () => {
  const member = await app.member()
  const { kunci } = await state(member)
  expect(Buffer.from(kunci, 'base64url')).toHaveLength(65)
  const other = await app.startAnother(['http'], undefined, { PUBLIC_URL: 'https://lapak.example', PUSH_SUBJECT: '' })
  const at = (address: string) =>
    fetch(`${address}/api/v1/push`, { headers: { authorization: `Bearer ${member.token}` } }).then((it) => it.json())
  expect(((await at(other.address)) as Json).data.kunci).toBe(kunci)
  await other.stop()
})
