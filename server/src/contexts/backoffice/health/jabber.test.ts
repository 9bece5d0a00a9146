import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { runJob } from '../../../../test/run-job.ts'

/** No process connects with the XMPP account in these tests: the state of the account comes from rows that the tests insert. */
const account = 'bot@jabber.lapak.test'
let app: TestApp
let admin: TestMember

beforeAll(async () => {
  app = await startTestApp({ XMPP_URL: 'xmpps://127.0.0.1:9', XMPP_ACCOUNTS: `${account}:sandi-uji` }, ['http', 'worker'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())
afterEach(async () => {
  await app.tables.deleteFrom('jabber_bot').execute()
  await app.tables.updateTable('health_alert').set({ ended_at: new Date(), over_at: new Date() }).where('over_at', 'is', null).execute()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

interface BotState {
  state: 'connecting' | 'online' | 'refused' | 'lost'
  since: number
  seen?: number
  gap?: number
  without_archive?: boolean
  said?: string
}

/** Inserts the state of the account if given, and returns the account in the health report and its alerts. */
async function look(bot?: BotState) {
  const { since = 0, seen = 0, gap, ...row } = bot ?? {}
  const gap_at = gap === undefined ? null : minutesAgo(gap)
  if (bot)
    await app.tables
      .insertInto('jabber_bot')
      .values({ account, state: bot.state, ...row, since: minutesAgo(since), seen_at: minutesAgo(seen), gap_at })
      .execute()
  await runJob(app, 'check-health')
  const { body } = await app.call('GET', '/api/admin/v1/health', { token: admin.token })
  const alerts = await app.call('GET', '/api/admin/v1/health/alerts', { token: admin.token })
  const listed: { matter: string; subject: string; message: string }[] = alerts.body.data.content
  return {
    card: body.data.jabber[0],
    alerts: listed.filter(({ subject }) => subject === account).map(({ matter, message }) => `${matter}: ${message}`),
  }
}

test('a connected account is well, and a lost one is well until the number of minutes in the setting has passed', async () => {
  expect(await look({ state: 'online', since: 600 })).toMatchObject({ card: { keadaan: 'online', baik: true }, alerts: [] })
  await app.tables.deleteFrom('jabber_bot').execute()
  expect(await look({ state: 'lost', since: 4, said: 'ECONNREFUSED' })).toMatchObject({
    card: { akun: account, keadaan: 'lost', kata: 'ECONNREFUSED', terputus: false, baik: true },
    alerts: [],
  })
  await app.setting('health.jabberMinutes', 3)
  await app.tables.deleteFrom('jabber_bot').execute()
  const { card, alerts } = await look({ state: 'lost', since: 4, said: 'ECONNREFUSED' })
  expect(card).toMatchObject({ terputus: true, baik: false })
  expect(alerts).toEqual([expect.stringMatching(/^jabber: bot@jabber\.lapak\.test, terputus sejak .+: ECONNREFUSED$/)])
  await app.setting('health.jabberMinutes', 5)
})

test('an account that the XMPP server refuses opens an alert at once, because the sign-on is not retried', async () => {
  const { card, alerts } = await look({ state: 'refused', since: 0, seen: 600, said: 'nama atau password ditolak' })
  expect(card).toMatchObject({ keadaan: 'refused', terputus: true, baik: false })
  expect(alerts).toEqual([expect.stringMatching(/, ditolak server sejak .+: nama atau password ditolak$/)])
})

test('an account that no process refreshes counts as lost, whatever its last state was', async () => {
  const { card, alerts } = await look({ state: 'online', since: 600, seen: 6 })
  expect(card).toMatchObject({ keadaan: 'lost', kata: 'tidak ada proses xmpp yang memegangnya', terputus: true })
  expect(alerts).toHaveLength(1)
  await app.tables.deleteFrom('jabber_bot').execute()
  expect((await look()).card).toMatchObject({ kata: 'belum pernah tersambung', terputus: true, baik: false })
})

test('a gap in the message archive is shown for a day, independently of the state of the connection', async () => {
  const { card, alerts } = await look({ state: 'lost', since: 1, gap: 5 })
  expect(card).toMatchObject({ terputus: false, celah: expect.any(String), baik: false })
  expect(alerts).toEqual([expect.stringMatching(/^jabber_gap: /)])
  await app.tables.deleteFrom('jabber_bot').execute()
  expect((await look({ state: 'online', since: 600, gap: 25 * 60 })).card).toMatchObject({ celah: null, baik: true })
})

test('the report shows that an XMPP server has no message archive as long as this is the case', async () => {
  const { card, alerts } = await look({ state: 'online', since: 600, without_archive: true })
  expect(card).toMatchObject({ terputus: false, tanpaarsip: true, baik: false })
  expect(alerts).toEqual([`jabber_no_archive: ${account}, server XMPP tidak menyimpan arsip untuk akun ini`])
})
