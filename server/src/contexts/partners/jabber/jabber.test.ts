import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { codesTo, emailsTo } from '../../../../test/emails.ts'

/** The XMPP accounts of the platform: the maximum number of them. */
const bots = [1, 2, 3, 4, 5].map((nth) => `bot${nth}@jabber.lapak.test`)
const [bot = ''] = bots
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ XMPP_URL: 'xmpps://127.0.0.1:9', XMPP_ACCOUNTS: bots.map((jid) => `${jid}:sandi-uji`).join(',') }, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/user/jabber'
const list = async (who: TestMember): Promise<Json[]> => (await app.call('GET', path, { token: who.token })).body.data
const add = (who: TestMember, body: unknown) => app.call('POST', path, { token: who.token, body })
const remove = (who: TestMember, id: number) => app.call('DELETE', `${path}/${id}`, { token: who.token })

/** Requests a code and returns it as the form submits it. Codes of the last minute are made older first, so that another code may be sent. */
async function code(who: TestMember, purpose = 'jabber') {
  await app.tables
    .updateTable('otp')
    .set({ created_at: new Date(Date.now() - 120_000) })
    .where('member_id', '=', who.id)
    .execute()
  const sent = await app.call('GET', `/api/v1/otp?purpose=${purpose}`, { token: who.token })
  expect(sent.status).toBe(200)
  return { otp: (await codesTo(app, who.email)).at(-1)?.code ?? '', sid: sent.body.data.sid as string }
}

let serial = 0
const newJid = () => `toko${++serial}@jabber.example`
const added = async (who: TestMember, jid = newJid()) => add(who, { jid, ...(await code(who)) })

describe("a member's Jabber addresses", () => {
  test('are added with a code, and listed [B-API-27, B-API-28, B-ENT-37]', async () => {
    const who = await app.member()
    expect(await list(who)).toEqual([])
    const answer = await added(who, ' Toko.Sari@Jabber.Example ')
    expect(answer).toMatchObject({ status: 200, body: { msg: 'JabberID ditambahkan' } })
    const jid = 'toko.sari@jabber.example'
    expect(answer.body.data).toEqual({
      id: expect.any(Number),
      jb: jid,
      jid,
      status: 1,
      semua: 0,
      terverifikasi: 0,
      createat: expect.any(String),
    })
    expect(await list(who)).toEqual([answer.body.data])
  })

  test('can also be added with a code for purpose `confirm`, but not with a code for another purpose', async () => {
    const who = await app.member()
    expect((await add(who, { jid: newJid(), ...(await code(who, 'confirm')) })).status).toBe(200)
    expect((await add(who, { jid: newJid(), ...(await code(who, 'bank')) })).status).toBe(422)
    expect(await list(who)).toHaveLength(1)
  })

  test('cannot be added with a code that is malformed, wrong, used or another member’s [B-CONST-24]', async () => {
    const [who, other] = [await app.member(), await app.member()]
    const good = await code(who)
    const wrong = good.otp === '111111' ? '222222' : '111111'
    for (const otp of ['12345', '1234567', 'abcdef'])
      expect(await add(who, { jid: newJid(), ...good, otp })).toMatchObject({ status: 400, body: { errors: { otp: expect.any(String) } } })
    expect(await add(who, { jid: newJid(), ...good, otp: wrong })).toMatchObject({ status: 422, body: { code: 'otp.wrong' } })
    expect(await add(other, { jid: newJid(), ...good })).toMatchObject({ status: 422, body: { code: 'otp.expired' } })
    expect(await add(who, { jid: newJid(), ...good, sid: 'a\u0000' })).toMatchObject({
      status: 400,
      body: { errors: { sid: expect.any(String) } },
    })
    expect(await list(who)).toEqual([])
    expect((await add(who, { jid: newJid(), ...good })).status).toBe(200)
    expect(await add(who, { jid: newJid(), ...good })).toMatchObject({ status: 422, body: { code: 'otp.expired' } })
    expect(await list(who)).toHaveLength(1)
    expect(await list(other)).toEqual([])
  })

  test.each([
    '',
    'toko',
    'toko@',
    '@jabber.example',
    'toko@jabber',
    'to ko@jabber.example',
    'toko@jabber.example/hp',
    'a\u0000@jabber.example',
  ])('are refused in the form %j', async (jid) => {
    const answer = await add(await app.member(), { jid, otp: '123456', sid: 'x' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual(['jid'])
  })

  test('can be removed, and can then be added by another member [B-API-29]', async () => {
    const [who, other] = [await app.member(), await app.member()]
    const { id, jid } = (await added(who)).body.data
    expect(await remove(who, id)).toMatchObject({ status: 200, body: { msg: 'Delete Ok!' } })
    expect(await list(who)).toEqual([])
    expect(await remove(who, id)).toMatchObject({ status: 404, body: { code: 'not_found.jabber' } })
    expect((await added(other, jid)).status).toBe(200)
    const emails = (await emailsTo(app, who.email)).map(({ subject, paragraphs }) => [subject, paragraphs.join().includes(jid)])
    expect(emails).toEqual([
      ['JabberID ditambahkan', true],
      ['JabberID dihapus', true],
    ])
    const kept = app.db.read
      .selectFrom('audit')
      .select(['event', 'before', 'after'])
      .where('actor_id', '=', who.id)
      .where('subject', '=', String(id))
    expect(await kept.where('subject_kind', '=', 'jabber').orderBy('id').execute()).toEqual([
      { event: 'jabber.added', before: null, after: { jid } },
      { event: 'jabber.removed', before: { jid }, after: null },
    ])
  })

  test('cannot be listed or removed by other members', async () => {
    const [owner, other] = [await app.member(), await app.member()]
    const { id } = (await added(owner)).body.data
    expect(await list(other)).toEqual([])
    expect(await remove(other, id)).toMatchObject({ status: 404, body: { code: 'not_found.jabber' } })
    expect(await list(owner)).toHaveLength(1)
  })

  test('can be registered by several members, until a command verifies the address for one of them', async () => {
    const [owner, other] = [await app.member(), await app.member()]
    const { jid } = (await added(owner)).body.data
    expect((await added(other, jid)).status).toBe(200)
    const asked = { jid, ...(await code(owner)) }
    expect(await add(owner, asked)).toMatchObject({ status: 409, body: { code: 'jabber.taken' } })
    // The refused request did not use up the code, so the code is still valid.
    expect((await add(owner, { ...asked, jid: newJid() })).status).toBe(200)
    // The same effect as a command with the owner's key from this address (`thief.test.ts` sends one).
    await app.tables
      .updateTable('jabber_id')
      .set({ verified_at: new Date() })
      .where('jid', '=', jid)
      .where('member_id', '=', owner.id)
      .execute()
    expect(await added(await app.member(), jid)).toMatchObject({ status: 409, body: { code: 'jabber.taken' } })
  })

  test("are listed with the platform's XMPP accounts that members can write to, up to five [B-CONST-34]", async () => {
    const who = await app.member()
    const { body } = await app.call('GET', `${path}/house`, { token: who.token })
    expect(body.data).toEqual({ alamat: bots, kuncisendiri: false })
    expect(JSON.stringify(body)).not.toContain('sandi-uji')
    expect((await app.call('GET', `${path}/house`)).status).toBe(401)
  })

  test('cannot be XMPP accounts of the platform, which would exchange messages with itself', async () => {
    const who = await app.member()
    for (const jid of [...bots, bot.toUpperCase()])
      expect(await add(who, { jid, otp: '123456', sid: 'x'.repeat(24) })).toMatchObject({ status: 409, body: { code: 'jabber.taken' } })
    expect(await list(who)).toEqual([])
  })

  test('can be read and changed by members only', async () => {
    expect((await app.call('GET', path)).status).toBe(401)
    expect((await app.call('POST', path, { body: {} })).status).toBe(401)
    expect((await app.call('DELETE', `${path}/1`)).status).toBe(401)
  })
})
