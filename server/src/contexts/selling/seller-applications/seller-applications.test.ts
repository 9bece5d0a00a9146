import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { runJob } from '../../../../test/run-job.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let app: TestApp
let folder: string
let ayu: TestMember
let bima: TestMember
let card: Buffer
const sockets: Socket[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapak-applications-'))
  app = await startTestApp({ DATA_DIR: folder })
  ;[ayu, bima] = [await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] }), await app.member({ roles: ['ROLE_ADMIN'] })]
  card = await sharp({ create: { width: 80, height: 50, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

const newMember = (name?: string) => app.member({ complete: true, ...(name && { name }) })

async function uploaded(who: TestMember, isPrivate = true): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(card)]), 'kartu.png')
  const answer = await fetch(`${app.url}/api/admin/v2/upload/image?private=${isPrivate ? 1 : 0}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body,
  })
  return ((await answer.json()) as { data: string }).data
}

const send = (who: TestMember, body: unknown) => app.call('POST', '/api/v1/seller/document', { token: who.token, body })
const apply = async (who: TestMember, more: Json = {}) => send(who, { ktp: await uploaded(who), ...more })
const profile = async (who: TestMember) => (await app.call('GET', '/api/v1/user', { token: who.token })).body.data
const level = async (who: TestMember) => (await profile(who)).member.adminconfirmation
const list = async (query = '', by = ayu) =>
  (await app.call('GET', `/api/admin/v1/users/sellerrequest${query}`, { token: by.token })).body.data
const one = (who: TestMember, by = ayu) => app.call('GET', `/api/admin/v1/users/sellerrequest/${who.id}`, { token: by.token })
/** Decides on the current version of the application, unless the body contains another version. */
const decide = async (word: 'approve' | 'reject', who: TestMember, by: TestMember, body: Json) => {
  const sentat = 'sentat' in body ? body.sentat : ((await one(who)).body.data?.sentat ?? null)
  return app.call('PATCH', `/api/admin/v1/seller/${word}/${who.id}`, { token: by.token, body: { ...body, sentat } })
}
const approve = (who: TestMember, by = ayu, body: Json = {}) => decide('approve', who, by, body)
const reason = 'Foto KTP tidak terbaca'
const reject = (who: TestMember, by = ayu, body: Json = { reason }) => decide('reject', who, by, body)
const sells = async (who: TestMember) => (await app.call('GET', '/api/v1/seller/tokostatus', { token: who.token })).status === 200
const stored = (who: TestMember) => app.db.read.selectFrom('member').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow()
const audited = (event: string, who: TestMember) =>
  app.db.read
    .selectFrom('audit')
    .select(['actor_id', 'before', 'after', 'reason'])
    .where('event', '=', event)
    .where('subject', '=', String(who.id))
    .execute()
const opens = async (address: string) => (await fetch(app.url + address)).status

/** The realtime events that a page of this member receives from now on. */
async function heard(event: string, { id, token }: TestMember): Promise<unknown[]> {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  const all: unknown[] = []
  socket.on(event, (data) => all.push(data))
  socket.on('connect', () => socket.emit('logon', { token, userid: Number(id) }))
  await new Promise((resolve) => socket.once('logonok', resolve))
  return all
}

/** The number of events, once none has come for much longer than they are collected. */
async function untilQuiet(events: unknown[]): Promise<number> {
  for (;;) {
    const before = events.length
    await pause(1_000)
    if (events.length === before) return before
  }
}

describe('documents', () => {
  test('wait for an administrator after a member sent them [S-API-12, S-ENT-08, S-REG-15]', async () => {
    const who = await newMember()
    const ktp = await uploaded(who)
    const npwp = await uploaded(who)
    const answer = await send(who, { ktp, npwp })
    expect(answer).toMatchObject({ status: 200, body: { success: true, msg: 'Dokumen berhasil dikirim' } })
    expect(answer.body.data.member).toMatchObject({ adminconfirmation: 2, apitest: 1 })
    expect(answer.body.data.application).toEqual({ sentat: expect.any(String), reason: null })
    // The URLs of the pictures are signed for each reader; the stored URLs do not have a signature.
    expect(await opens(answer.body.data.member.memberktp)).toBe(200)
    expect(await stored(who)).toMatchObject({ ktp: ktp.split('?')[0], npwp: npwp.split('?')[0] })
    expect(await audited('seller_application.sent', who)).toEqual([
      { actor_id: who.id, before: null, after: { ktp: expect.any(Number), npwp: expect.any(Number) }, reason: null },
    ])
  })

  test('do not require a tax card, and replace documents that are waiting [S-REG-03]', async () => {
    const who = await newMember()
    await send(who, { ktp: await uploaded(who), npwp: await uploaded(who) })
    const before = await stored(who)
    expect((await apply(who)).status).toBe(200)
    const after = await stored(who)
    expect(after.ktp).not.toBe(before.ktp)
    expect(after).toMatchObject({ npwp: null, admin_confirmation: 2, api_test: 1 })
    expect((await list('?size=-1')).content.filter(({ memberid }: Json) => memberid === Number(who.id))).toHaveLength(1)
  })

  test('replace those of an approved seller only after an approval, and the seller continues to sell meanwhile [S-ROLE-07]', async () => {
    const seller = await newMember()
    await apply(seller)
    await approve(seller)
    const before = await stored(seller)
    const ktp = await uploaded(seller)
    const sent = await send(seller, { ktp, npwp: await uploaded(seller) })
    expect(sent).toMatchObject({ status: 200, body: { msg: 'Dokumen berhasil dikirim', data: { member: { adminconfirmation: 2 } } } })
    expect(await sells(seller)).toBe(true)
    expect(await stored(seller)).toMatchObject({ ktp: before.ktp, api_test: before.api_test })
    const { body } = await one(seller)
    expect(body.data).toMatchObject({ sells: true, memberktp: expect.stringContaining(ktp.split('?')[0] ?? ''), own: false })
    expect(body.data.sebelumnya.map(({ memberktp }: Json) => memberktp.split('?')[0])).toEqual([before.ktp])
    expect((await list('?size=-1')).content.map(({ memberid }: Json) => memberid)).toContain(Number(seller.id))
    const emailCount = (await emailsTo(app, seller.email)).length
    expect((await approve(seller)).body.data).toMatchObject({ adminconfirmation: 3 })
    const after = await stored(seller)
    expect(after).toMatchObject({ ktp: ktp.split('?')[0], npwp: expect.any(String), selling_since: before.selling_since })
    expect(await sells(seller)).toBe(true)
    expect((await emailsTo(app, seller.email)).slice(emailCount).map(({ subject }) => subject)).toEqual(['Dokumen pengganti disetujui'])
  })

  test('of an approved seller can be refused without other effects; withdrawing the approval of the seller is a separate decision', async () => {
    const seller = await newMember()
    await apply(seller)
    await approve(seller)
    const before = await stored(seller)
    await apply(seller)
    expect((await reject(seller)).body.data).toMatchObject({ adminconfirmation: 3, reason, sells: true })
    expect(await stored(seller)).toMatchObject({ ktp: before.ktp, npwp: before.npwp, selling_since: before.selling_since })
    expect(await sells(seller)).toBe(true)
    expect((await profile(seller)).application).toMatchObject({ reason })
    expect((await emailsTo(app, seller.email)).at(-1)?.subject).toBe('Dokumen pengganti belum bisa disetujui')
    expect(await audited('seller_application.replacement_refused', seller)).toMatchObject([{ actor_id: ayu.id, reason }])
    expect((await reject(seller)).body.data).toMatchObject({ adminconfirmation: 1, sells: false })
    expect(await sells(seller)).toBe(false)
  })

  test('of an approved seller are decided once by two concurrent administrators, and the seller continues to sell', async () => {
    for (let round = 0; round < 3; round++) {
      const seller = await newMember()
      await apply(seller)
      await approve(seller)
      await apply(seller)
      const sentat = (await one(seller)).body.data.sentat
      const answers = await Promise.all([approve(seller, ayu, { sentat }), approve(seller, bima, { sentat })])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect([await level(seller), await sells(seller)]).toEqual([3, true])
    }
  })

  test.each([
    ['a picture of somebody else', (_: TestMember, other: TestMember) => uploaded(other)],
    ['a picture that everybody may see', (who: TestMember) => uploaded(who, false)],
    ['a picture that does not exist', () => Promise.resolve(`/private/images/${'a'.repeat(32)}.webp`)],
    ['an address elsewhere', () => Promise.resolve('https://contoh.test/ktp.webp')],
  ])('are refused when one is %s, with the name of its field', async (_, picture) => {
    const [who, other] = [await newMember(), await newMember()]
    const wrong = await picture(who, other)
    const right = await uploaded(who)
    const refused = { status: 422, body: { code: 'upload.unknown' } }
    const answer = await send(who, { ktp: wrong, npwp: right })
    expect(answer).toMatchObject(refused)
    expect(Object.keys(answer.body.errors)).toEqual(['ktp'])
    const second = await send(who, { ktp: right, npwp: wrong })
    expect(second).toMatchObject(refused)
    expect(Object.keys(second.body.errors)).toEqual(['npwp'])
    expect(await level(who)).toBe(0)
    expect(await stored(who)).toMatchObject({ ktp: null, npwp: null })
  })

  test('are refused without an identity card, for an incomplete account, and before the terms are accepted', async () => {
    const who = await newMember()
    expect((await send(who, { npwp: await uploaded(who) })).body).toMatchObject({ code: 'input.invalid' })
    expect((await send(who, { ktp: '' })).body.errors).toEqual({ ktp: 'Unggah foto KTP' })
    expect((await apply(await app.member())).body).toMatchObject({ code: 'account.incomplete' })
    await app.tables.deleteFrom('terms_acceptance').where('member_id', '=', who.id).execute()
    expect((await apply(who)).body).toMatchObject({ code: 'account.terms_needed' })
    expect(await level(who)).toBe(0)
  })

  test('are refused at once, before a review, if the name of the member resembles that of a shop', async () => {
    const shop = await newMember('Toko Melati')
    await apply(shop)
    await approve(shop)
    const twin = await newMember('T0ko Melati')
    expect((await apply(twin)).body).toMatchObject({ code: 'name.taken' })
  })

  test('are limited to a few submissions an hour', async () => {
    const who = await newMember()
    for (let nth = 0; nth < 2; nth++) await apply(who)
    await app.setting('sellerApplications.sendsPerHour', 2)
    expect((await apply(who)).body).toMatchObject({ code: 'rate.too_many' })
    await app.setting('sellerApplications.sendsPerHour', 5)
  })
})

describe('administrators', () => {
  test('see waiting applications, at most ten at a time, the newest member first [A-API-15, A-ENT-03, A-OPEN-28]', async () => {
    const waiting: TestMember[] = []
    for (let nth = 0; nth < 11; nth++) waiting.push(await newMember(`Calon ${nth}`))
    for (const who of waiting.toReversed()) await apply(who)
    const newest = waiting.toReversed().map(({ id }) => Number(id))
    const page = await list()
    expect(page.content.map(({ memberid }: Json) => memberid)).toEqual(newest.slice(0, 10))
    expect(page.totalElements).toBeGreaterThanOrEqual(11)
    expect((await list('?size=-1')).content).toHaveLength(10)
    expect((await list('?size=3&page=1')).content.map(({ memberid }: Json) => memberid)).toEqual(newest.slice(3, 6))
    const row = page.content[0]
    expect(row).toEqual({
      memberid: newest[0],
      membername: 'Calon 10',
      memberemail: waiting[10]?.email,
      memberstatus: 2,
      confm: 1,
      createat: expect.any(String),
      updateat: expect.any(String),
      adminconfirmation: 2,
      sentat: expect.any(String),
    })
    expect((await list('?search=calon 1')).content.map(({ membername }: Json) => membername)).toEqual(['Calon 10', 'Calon 1'])
    expect((await list(`?search=${waiting[4]?.email}`)).totalElements).toBe(1)
    for (const who of waiting) await reject(who)
    expect((await list('?search=calon')).totalElements).toBe(0)
    expect((await list('?search=calon&adminconfirmation=1')).totalElements).toBe(11)
  })

  test('read an application with its pictures, and every access to a picture is audited [A-ENT-03]', async () => {
    const who = await newMember('Rina')
    const seen = () => app.db.read.selectFrom('audit').select('actor_id').where('event', '=', 'private_picture.seen').execute()
    await send(who, { ktp: await uploaded(who), npwp: await uploaded(who) })
    const { body } = await one(who)
    expect(body.data).toMatchObject({
      memberid: Number(who.id),
      memberphone: expect.stringMatching(/^0813/),
      memberaddress: 'Jl. Mawar 1',
      location: expect.stringContaining('Jakarta'),
      reason: null,
      own: false,
    })
    const before = (await seen()).length
    expect(await opens(body.data.memberktp)).toBe(200)
    expect(await opens(body.data.membernpwp)).toBe(200)
    expect((await seen()).slice(before)).toEqual([{ actor_id: ayu.id }, { actor_id: ayu.id }])
    expect((await one(await newMember())).body).toMatchObject({ code: 'not_found.seller_application' })
  })

  test('do not see the identity card of an application or a member without recent step-up authentication', async () => {
    const who = await newMember('Wati')
    await send(who, { ktp: await uploaded(who), npwp: await uploaded(who) })
    await send(who, { ktp: await uploaded(who), npwp: await uploaded(who) })
    const thief = await app.member({ roles: ['ROLE_ADMIN'] })
    const cards = async () => {
      const application = (await one(who, thief)).body.data
      const { member } = (await app.call('GET', `/api/admin/v1/user/detail/${who.id}`, { token: thief.token })).body.data
      expect([application.membername, member.membername]).toEqual(['Wati', 'Wati'])
      const shown = [application, ...application.sebelumnya, member].flatMap(({ memberktp, membernpwp }: Json) => [memberktp, membernpwp])
      return [application.fototerkunci, ...shown.map((address) => address !== null)]
    }
    expect(await cards()).toEqual([false, true, true, true, true, true, true])
    await steppedUpAgo(app, thief, 11)
    expect(await cards()).toEqual([true, false, false, false, false, false, false])
  })

  test('are the only ones who read and decide applications, and decide only with step-up authentication', async () => {
    const who = await newMember()
    await apply(who)
    const seller = await app.member({ roles: ['ROLE_SELLER'] })
    for (const outsider of [who, seller]) {
      for (const answer of [await one(who, outsider), await approve(who, outsider), await reject(who, outsider)])
        expect(answer.body).toMatchObject({ code: 'access.denied' })
      expect((await app.call('GET', '/api/admin/v1/users/sellerrequest', { token: outsider.token })).status).toBe(403)
    }
    const eko = await app.member({ roles: ['ROLE_ADMIN'] })
    await steppedUpAgo(app, eko, 60)
    for (const answer of [await approve(who, eko), await reject(who, eko)])
      expect(answer.body).toMatchObject({ code: 'access.proof_needed' })
    expect(await level(who)).toBe(2)
  })

  test('cannot decide their own application, and the attempt is audited', async () => {
    const eko = await app.member({ complete: true, roles: ['ROLE_ADMIN'] })
    await apply(eko)
    expect((await one(eko, eko)).body.data).toMatchObject({ own: true })
    expect((await approve(eko, eko)).body).toMatchObject({ code: 'seller_application.own' })
    expect((await reject(eko, eko)).body).toMatchObject({ code: 'seller_application.own' })
    expect(await audited('seller_application.decide_refused', eko)).toHaveLength(2)
    expect(await level(eko)).toBe(2)
    expect((await approve(eko, ayu)).status).toBe(200)
  })

  test('receive an event for each application and each decision', async () => {
    const [admins, others] = [await heard('pengajuan', ayu), await heard('pengajuan', await app.member())]
    // The event of an earlier decision may still be under way, and events carry nothing to tell them apart.
    const earlier = await untilQuiet(admins)
    const who = await newMember()
    await apply(who)
    await expect.poll(() => admins.length).toBe(earlier + 1)
    await approve(who)
    await expect.poll(() => admins.length).toBe(earlier + 2)
    expect(others).toEqual([])
  })
})

describe('approving', () => {
  test('makes the member a seller at once, without a new sign-in, and notifies the member by event and by e-mail [A-API-20, A-USR-17, A-USR-19, A-USR-20, S-OPEN-03]', async () => {
    const who = await newMember()
    const events = await heard('profil', who)
    await apply(who)
    expect(await sells(who)).toBe(false)
    const answer = await approve(who)
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Approve Ok!', data: { adminconfirmation: 3 } } })
    expect(await sells(who)).toBe(true)
    const now = await profile(who)
    expect(now).toMatchObject({ roles: [{ name: 'ROLE_SELLER' }], member: { adminconfirmation: 3, apitest: 1, statustoko: 0 } })
    expect(now.menu).toContain('penjualan')
    await expect.poll(() => events).toEqual([{}])
    expect((await emailsTo(app, who.email)).map(({ subject }) => subject)).toEqual(['Anda disetujui sebagai suplier'])
    expect(await audited('seller_application.approved', who)).toMatchObject([{ actor_id: ayu.id }])
  })

  test('succeeds once, and is refused to the second of two concurrent administrators', async () => {
    const who = await newMember()
    await apply(who)
    const answers = await Promise.all([approve(who, ayu), approve(who, bima)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'seller_application.state',
      msg: 'Pengajuan ini tidak menunggu lagi: sudah disetujui',
    })
    expect(await audited('seller_application.approved', who)).toHaveLength(1)
  })

  test('leaves a consistent role and state when another administrator rejects at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const who = await newMember()
      await apply(who)
      const sentat = (await one(who)).body.data.sentat
      await Promise.all([approve(who, ayu, { sentat }), reject(who, bima, { reason, sentat })])
      expect(await sells(who)).toBe((await level(who)) === 3)
    }
  })

  test('is refused for documents sent after the review, for a closed account, and for a member without a waiting application', async () => {
    const who = await newMember()
    await apply(who)
    const { sentat } = (await one(who)).body.data
    await apply(who)
    expect((await approve(who, ayu, { sentat })).body).toMatchObject({ code: 'seller_application.changed' })
    expect((await reject(who, ayu, { reason, sentat })).body).toMatchObject({ code: 'seller_application.changed' })
    await reject(who)
    expect((await approve(who)).body).toMatchObject({ msg: 'Pengajuan ini tidak menunggu lagi: sudah ditolak' })
    expect((await approve(await newMember())).body).toMatchObject({ code: 'not_found.seller_application' })
    const gone = await newMember()
    await apply(gone)
    await shutOut(app.tables, gone.id)
    expect((await approve(gone)).body).toMatchObject({ code: 'account.closed' })
  })

  test('is refused after a change of the applicant’s name or postal address, and succeeds if the request does not contain a version', async () => {
    const who = await newMember()
    await apply(who)
    for (const change of [{ membername: 'Bank Sentral' }, { memberaddress: 'Jl. Lain 2' }]) {
      const { sentat } = (await one(who)).body.data
      expect((await app.call('PATCH', '/api/v1/user', { token: who.token, body: change })).status).toBe(200)
      expect((await approve(who, ayu, { sentat })).body).toMatchObject({ code: 'seller_application.changed' })
    }
    const bare = await app.call('PATCH', `/api/admin/v1/seller/approve/${who.id}`, { token: ayu.token, body: {} })
    expect(bare.body).toMatchObject({ msg: 'Approve Ok!' })
  })

  test('is refused for a name that resembles that of an approved shop', async () => {
    const [first, twin] = [await newMember('Kios Anggrek'), await newMember('Kios Anggrek')]
    await apply(first)
    await apply(twin)
    await approve(first)
    expect((await approve(twin)).body).toMatchObject({ code: 'name.taken' })
    expect(await sells(twin)).toBe(false)
  })
})

describe('rejecting', () => {
  test('keeps the approved documents visible to administrators even after new documents are sent, and keeps the shop name reserved', async () => {
    const [who, twin] = [await newMember('Kios Melati'), await newMember('Kios Melati')]
    const first = await uploaded(who)
    await send(who, { ktp: first, npwp: await uploaded(who) })
    await approve(who)
    await reject(who)
    await apply(who)
    expect((await apply(twin)).body).toMatchObject({ code: 'name.taken' })
    const { sebelumnya } = (await one(who)).body.data
    expect(sebelumnya).toEqual([{ sentat: expect.any(String), memberktp: expect.any(String), membernpwp: expect.any(String) }])
    await app.tables
      .updateTable('upload')
      .set({ created_at: new Date(0) })
      .execute()
    await runJob(app, 'purge-uploads')
    expect(await opens(sebelumnya[0].memberktp)).toBe(200)
    expect(await opens(sebelumnya[0].membernpwp)).toBe(200)
    const { id } = await app.db.read
      .selectFrom('upload')
      .select('id')
      .where('name', '=', /[A-Za-z0-9_-]{32}[.]webp/.exec(first)?.[0] ?? '')
      .executeTakeFirstOrThrow()
    expect((await audited('seller_application.sent', who))[0]).toMatchObject({ actor_id: who.id, after: { ktp: Number(id) } })
    expect((await approve(who)).status).toBe(200)
  })

  test('keeps documents for the years of the setting, and refuses to delete or change newer ones', async () => {
    const who = await newMember()
    await apply(who)
    const rows = () => app.db.read.selectFrom('seller_document').select('id').where('member_id', '=', who.id).execute()
    await expect(app.tables.deleteFrom('seller_document').where('member_id', '=', who.id).execute()).rejects.toMatchObject({
      constraint: 'append_only',
    })
    await expect(app.tables.updateTable('seller_document').set({ npwp: null }).execute()).rejects.toMatchObject({
      constraint: 'append_only',
    })
    const sent = (days: number) => ({ member_id: who.id, ktp: 'x', sent_at: new Date(Date.now() - days * 86_400_000) })
    await app.tables
      .insertInto('seller_document')
      .values([sent(1824), sent(1826)])
      .execute()
    await runJob(app, 'purge-documents')
    expect(await rows()).toHaveLength(2)
  })

  test('lets the member send documents again, and the member gets the reason in the web app and by e-mail [A-API-21, A-USR-16, A-USR-18, A-USR-20]', async () => {
    const who = await newMember()
    const events = await heard('profil', who)
    await apply(who)
    expect((await reject(who, ayu, { reason: 'x' })).body).toMatchObject({ code: 'input.invalid' })
    expect((await reject(who, ayu, {})).body).toMatchObject({ code: 'input.invalid' })
    const answer = await reject(who)
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Reject Ok!', data: { adminconfirmation: 1, reason } } })
    expect(await profile(who)).toMatchObject({ member: { adminconfirmation: 1 }, application: { reason }, soldbefore: false })
    await expect.poll(() => events).toEqual([{}])
    const [email] = await emailsTo(app, who.email)
    expect(email?.paragraphs).toContain(`Alasan: ${reason}`)
    expect(await audited('seller_application.rejected', who)).toMatchObject([{ actor_id: ayu.id, before: { sold: false }, reason }])
    expect((await reject(who)).body).toMatchObject({ code: 'seller_application.state' })
    expect((await apply(who)).status).toBe(200)
    expect((await profile(who)).application.reason).toBeNull()
  })

  test('takes the role from a seller at once and closes the shop, and a former seller without sales withdraws money like a buyer', async () => {
    const who = await newMember()
    await apply(who)
    await approve(who)
    await app.call('PATCH', '/api/v1/seller/tokostatus/1', { token: who.token })
    expect(await stored(who)).toMatchObject({ shop_open: true })
    expect((await reject(who)).status).toBe(200)
    expect(await sells(who)).toBe(false)
    expect(await stored(who)).toMatchObject({ shop_open: false, admin_confirmation: 1 })
    const now = await profile(who)
    expect(now).toMatchObject({ roles: [], soldbefore: true })
    expect(now.menu).not.toContain('penjualan')
    const rules = await app.call('GET', `/api/v1/seller/cashout/bank/${who.id}`, { token: who.token })
    expect(rules.body.data).toMatchObject({ hasiljual: 0, kasus: [{ kasus: 1 }, { kasus: 2 }] })
    expect((await emailsTo(app, who.email)).at(-1)).toMatchObject({ subject: 'Anda tidak lagi suplier di Lapak' })
    await apply(who)
    await approve(who)
    expect(await sells(who)).toBe(true)
  })
})
