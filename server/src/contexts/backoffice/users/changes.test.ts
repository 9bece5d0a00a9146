import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, MemberOptions, TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let market: TestMarket
let ayu: TestMember
let bima: TestMember
const sockets: Socket[] = []

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  ayu = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  bima = await market.app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await market?.stop()
})

const reason = 'Permintaan lewat WhatsApp'
const newMember = (options: MemberOptions = {}) => market.app.member({ complete: true, ...options })
/** A random shop name, because names that look like an existing one are refused. */
const newName = () =>
  `Toko ${randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`

const call = (method: string, path: string, body: unknown, by = ayu) =>
  market.app.call(method, `/api/admin/v1${path}`, { token: by.token, ...(body !== undefined && { body }) })
const change = (who: TestMember, fields: Json, by = ayu) =>
  call('PATCH', '/user/member', { memberid: Number(who.id), reason, ...fields }, by)
const block = (who: TestMember, by = ayu) => change(who, { memberstatus: 0 }, by)
const unblock = (who: TestMember, by = ayu) => change(who, { memberstatus: 2 }, by)
const roleId = async (role: string): Promise<number> =>
  (await call('GET', '/users/role', undefined)).body.data.find(({ name }: Json) => name === role).id
const give = async (who: TestMember, role: string, by = ayu) =>
  call('POST', '/users/role', { userid: Number(who.id), roleid: await roleId(role), reason }, by)
const take = async (who: TestMember, role: string, by = ayu) =>
  call('DELETE', `/users/role/${who.id}/${await roleId(role)}`, { reason }, by)
const detail = async (who: TestMember) => (await call('GET', `/user/detail/${who.id}`, undefined)).body.data
const roles = async (who: TestMember) => (await detail(who)).user.roles.map(({ name }: Json) => name)
const stored = (who: TestMember) => market.app.db.read.selectFrom('member').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow()
const signedIn = async (who: TestMember) => (await market.app.call('GET', '/api/v1/user', { token: who.token })).status === 200
const audited = (event: string, who: TestMember) =>
  market.app.db.read
    .selectFrom('audit')
    .select(['actor_id', 'before', 'after', 'reason'])
    .where('event', '=', event)
    .where('subject', '=', String(who.id))
    .orderBy('id')
    .execute()
const subjects = async (email: string) => (await emailsTo(market.app, email)).map(({ subject }) => subject)
const open = async (who: TestMember) =>
  (await call('GET', '/decisions?open=1&size=1000', undefined, bima)).body.data.content.find(
    ({ subject }: Json) => subject === String(who.id),
  )
const agree = (id: number, by = bima) => call('POST', `/decisions/${id}`, { yes: true, reason: 'Sudah saya periksa' }, by)

/** Collects the events with this name that a page of the member receives from now on. */
async function heard(event: string, { id, token }: TestMember): Promise<unknown[]> {
  const socket = io(market.app.url, { transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  const all: unknown[] = []
  socket.on('connect', () => socket.emit('logon', { token, userid: Number(id) }))
  await new Promise((resolve) => socket.once('logonok', resolve))
  socket.on(event, (data) => all.push(data ?? {}))
  return all
}

describe('a change of member data', () => {
  test("is audited with old and new values, and sent to the member's page and by e-mail [A-API-18, A-MSG-08]", async () => {
    const who = await newMember({ name: 'Nama Lama' })
    const events = await heard('profil', who)
    const answer = await change(who, { membername: 'Nama Baru', membercontact: '@baru', memberaddress: '' })
    expect(answer).toMatchObject({ status: 200, body: { msg: 'update OK!' } })
    expect(answer.body.data.member).toMatchObject({ membername: 'Nama Baru', membercontact: '@baru', memberaddress: null })
    expect(await audited('member.changed', who)).toEqual([
      {
        actor_id: ayu.id,
        before: { name: 'Nama Lama', contact: null, address: expect.any(String) },
        after: { name: 'Nama Baru', contact: '@baru', address: null },
        reason,
      },
    ])
    const [email] = await emailsTo(market.app, who.email)
    expect(email).toMatchObject({ subject: 'Data akun Lapak Anda diubah admin' })
    expect(email?.paragraphs).toContain('Nama: Nama Lama menjadi Nama Baru.')
    expect(email?.paragraphs).toContain(`Alasan: ${reason}`)
    await expect.poll(() => events.length).toBe(1)
    expect(await signedIn(who)).toBe(true)
  })

  test('has no effect if the new values equal the old ones', async () => {
    const who = await newMember({ name: 'Tetap Saja' })
    expect((await change(who, { membername: 'Tetap Saja', memberstatus: 2, memberemail: who.email.toUpperCase() })).status).toBe(200)
    expect([await audited('member.changed', who), await subjects(who.email)]).toEqual([[], []])
  })

  test('is refused if the member was changed after the administrator read it', async () => {
    const who = await newMember()
    const { updateat } = await detail(who)
    expect((await change(who, { membercontact: '@satu', updateat })).status).toBe(200)
    expect((await change(who, { membercontact: '@dua', updateat })).body.code).toBe('member.changed')
    expect((await stored(who)).contact).toBe('@satu')
  })

  test('is refused if the new shop name looks like that of another shop', async () => {
    const [one, other] = [await newMember({ name: newName() }), await newMember({ name: newName() })]
    await give(one, 'ROLE_SELLER')
    await give(other, 'ROLE_SELLER')
    const answer = await change(other, { membername: one.name })
    expect(answer.body).toMatchObject({ code: 'name.taken', errors: { membername: expect.any(String) } })
    expect((await stored(other)).name).toBe(other.name)
  })

  test('removes the verification of the phone if the phone is replaced', async () => {
    const who = await newMember()
    expect((await stored(who)).phone_verified_at).not.toBe(null)
    const { data } = (await change(who, { memberphone: '0813-9000-1234' })).body
    expect([data.member.memberphone, data.user.verifyphone]).toEqual(['081390001234', false])
    expect(await audited('member.changed', who)).toMatchObject([{ before: { phoneend: expect.any(String) }, after: { phoneend: '1234' } }])
    expect((await change(who, { memberphone: '0123' })).body).toMatchObject({
      code: 'phone.invalid',
      errors: { memberphone: expect.any(String) },
    })
  })

  test('is refused if the province, city or district does not exist', async () => {
    expect((await change(await newMember(), { provinceid: 31, cityid: 3515, districtid: 351518 })).body.code).toBe('location.unknown')
  })

  test('needs a second administrator for a new e-mail address, ends all access by the old one, and is mailed to both addresses', async () => {
    const who = await newMember()
    const email = `baru-${randomUUID()}@lapak.test`
    const asked = await change(who, { memberemail: email })
    expect(asked).toMatchObject({ status: 200, body: { msg: 'Menunggu admin kedua' } })
    expect(asked.body.data.waiting).toEqual({ askedby: 'Ayu', reason })
    expect([(await stored(who)).email, await signedIn(who), await subjects(who.email)]).toEqual([who.email, true, []])
    const decision = await open(who)
    expect(decision).toMatchObject({
      kind: 'member.change',
      membername: who.name,
      asked: { act: 'change', changes: { memberemail: email } },
    })
    expect((await agree(decision.id, ayu)).body.code).toBe('decision.own_request')
    expect((await agree(decision.id)).status).toBe(200)
    expect([(await stored(who)).email, await signedIn(who)]).toEqual([email, false])
    for (const address of [who.email, email]) expect(await subjects(address)).toContain('Data akun Lapak Anda diubah admin')
    expect(await audited('member.changed', who)).toMatchObject([
      { actor_id: bima.id, before: { email: who.email }, after: { email, askedby: Number(ayu.id) }, reason },
    ])
  })

  test('is refused at the approval if one of its fields was changed by another administrator after the request', async () => {
    const who = await newMember()
    const memberemail = `pindah-${who.id}@example.test`
    expect((await change(who, { memberemail, membercontact: '@lama' })).body.msg).toBe('Menunggu admin kedua')
    expect((await change(who, { membercontact: '@baru' }, bima)).status).toBe(200)
    const { id } = await open(who)
    expect((await agree(id)).body).toMatchObject({ code: 'decision.changed', msg: expect.stringContaining('sudah diubah orang lain') })
    expect(await stored(who)).toMatchObject({ contact: '@baru', email: who.email })

    // A change of other fields in the meantime does not prevent the approval.
    expect((await change(who, { memberemail })).body.msg).toBe('Menunggu admin kedua')
    expect((await change(who, { membercontact: '@lagi' }, bima)).status).toBe(200)
    expect((await agree((await open(who)).id)).status).toBe(200)
    expect(await stored(who)).toMatchObject({ contact: '@lagi', email: memberemail })
  })

  test('is refused at the request if a second administrator could not approve it', async () => {
    const [who, other] = [await newMember(), await newMember()]
    expect((await change(who, { memberemail: other.email })).body).toMatchObject({ code: 'member.email_taken' })
    expect(await open(who)).toBe(undefined)
    // With a new e-mail or phone, another person would become administrator without the approval that the role requires.
    expect((await change(bima, { memberemail: 'lain@lapak.test' })).body.code).toBe('member.administrator')
    expect((await change(bima, { memberphone: '081390009999' })).body.code).toBe('member.administrator')
  })
})

describe('blocking a member', () => {
  test('ends the sessions of the member, refuses its keys and informs its page; unblocking restores the access [A-USR-06, A-USR-08]', async () => {
    const who = await newMember({ balance: 50_000n })
    const shown = await heard('needlogon', who)
    const other = (await market.app.call('GET', '/api/v1/user', { token: who.token })).status
    const answer = await block(who)
    expect(answer.body.data).toMatchObject({ member: { memberstatus: 0 }, block: { reason, by: 'Ayu' } })
    expect([other, await signedIn(who)]).toEqual([200, false])
    expect((await market.app.h2h(who, 'GET', '/h2h/v1/balance')).body.code).toBe('access.blocked')
    await expect.poll(() => shown.length).toBeGreaterThan(0)
    expect(await subjects(who.email)).toEqual(['Akun Lapak Anda diblokir'])
    expect(await audited('member.blocked', who)).toEqual([{ actor_id: ayu.id, before: { status: 2 }, after: { status: 0 }, reason }])
    expect((await block(who)).status).toBe(200)
    expect(await audited('member.blocked', who)).toHaveLength(1)

    expect((await unblock(who)).body.data).toMatchObject({ member: { memberstatus: 2, memberbalance: 50_000 }, block: null })
    expect((await market.app.h2h(who, 'GET', '/h2h/v1/balance')).status).toBe(200)
    expect(await subjects(who.email)).toContain('Akun Lapak Anda dibuka lagi')
    expect(await audited('member.unblocked', who)).toMatchObject([{ after: { status: 2 }, reason }])
  })

  test('does not change whether the profile of the member is complete', async () => {
    const who = await market.app.member()
    await market.app.tables.updateTable('member').set({ status: 1 }).where('id', '=', who.id).execute()
    await block(who)
    expect((await unblock(who)).body.data.member.memberstatus).toBe(1)
  })

  test('stops new sales and purchases of the member but not its open orders; unblocking restores the shop', async () => {
    const { seller, supplier } = await market.addSeller()
    const product = await market.app.product({ code: 'BLOK5' })
    const buyer = await newMember({ balance: 20_000n })
    await market.app.map(buyer, await market.app.offer({ seller, product, price: 5_250n }))
    await market.app.lapak.refresh()
    const order = (reffclient: string, target: string) => market.order(buyer, { productcode: 'BLOK5', target, reffclient })
    // The order stays open until the supplier (the seller's server) reports its outcome.
    await order('BLOK-1', '081200000013')
    await expect.poll(() => supplier.orders.size).toBe(1)
    expect((await block(seller)).status).toBe(200)
    expect((await order('BLOK-2', '081200000000')).code).toBe('purchase.no_supplier')
    expect((await block(buyer)).status).toBe(200)
    await supplier.report([...supplier.orders.keys()][0] ?? '', 'success')
    await expect.poll(() => market.app.balance(seller)).toBeGreaterThan(0n)
    const { transactionrc } = await market.app.db.read
      .selectFrom('purchase')
      .select('transactionrc')
      .where('reffclient', '=', 'BLOK-1')
      .executeTakeFirstOrThrow()
    expect(transactionrc).toBe(1)

    expect((await unblock(buyer)).status).toBe(200)
    expect((await unblock(seller)).body.data.member.statustoko).toBe(1)
    expect((await order('BLOK-3', '081200000000')).status).toBe(200)
    await market.booksHold()
  })

  test("is refused for an administrator's own account, and the attempt is audited", async () => {
    expect((await block(ayu)).body.code).toBe('member.own')
    expect((await take(ayu, 'ROLE_ADMIN')).body.code).toBe('member.own')
    expect((await change(ayu, { membername: 'Ayu Dua' })).body.code).toBe('member.own')
    expect(await audited('member.change_refused', ayu)).toMatchObject([{ actor_id: ayu.id, after: { why: 'member.own' } }, {}, {}])
    expect(await signedIn(ayu)).toBe(true)
  })

  test.each([
    ['without a reason', { reason: 'a' }, 400],
    ['whose number is nobody’s', { memberid: 99_999_999 }, 404],
  ])('is refused for a request %s', async (_, wrong, status) => {
    const who = await newMember()
    expect((await change(who, { memberstatus: 0, ...wrong })).status).toBe(status)
    expect((await stored(who)).status).toBe(2)
  })

  test('requires an administrator with a recent step-up', async () => {
    const who = await newMember()
    const late = await market.app.member({ roles: ['ROLE_ADMIN'] })
    await steppedUpAgo(market.app, late, 600)
    expect((await block(who, late)).body.code).toBe('access.proof_needed')
    await market.app.tables.deleteFrom('member_role').where('member_id', '=', late.id).execute()
  })
})

describe('changing a role', () => {
  test('gives and takes the seller role like an application, with an e-mail and a reserved shop name [A-ROLE-03, A-API-24, A-API-25]', async () => {
    const who = await newMember({ name: newName() })
    const events = await heard('profil', who)
    expect((await give(who, 'ROLE_SELLER')).body).toMatchObject({ msg: 'update OK!', data: { member: { adminconfirmation: 3 } } })
    expect((await market.app.call('GET', '/api/v1/seller/tokostatus', { token: who.token })).status).toBe(200)
    expect(await market.app.db.read.selectFrom('shop_name').select('member_id').where('member_id', '=', who.id).execute()).toHaveLength(1)
    expect(await subjects(who.email)).toEqual(['Anda sekarang suplier di Lapak'])
    await expect.poll(() => events.length).toBe(1)
    expect((await give(who, 'ROLE_SELLER')).status).toBe(200)

    expect((await take(who, 'ROLE_SELLER')).body.data.member).toMatchObject({ adminconfirmation: 1, statustoko: 0 })
    expect((await market.app.call('GET', '/api/v1/seller/tokostatus', { token: who.token })).status).toBe(403)
    expect(await subjects(who.email)).toContain('Anda tidak lagi suplier di Lapak')
    expect([await audited('role.given', who), await audited('role.taken', who)]).toEqual([
      [{ actor_id: ayu.id, before: null, after: { role: 'ROLE_SELLER' }, reason }],
      [{ actor_id: ayu.id, before: null, after: { role: 'ROLE_SELLER' }, reason }],
    ])
  })

  test('is refused for a member that is blocked or whose profile is not complete', async () => {
    const [fresh, away] = [await market.app.member(), await newMember()]
    await block(away)
    for (const who of [fresh, away])
      for (const role of ['ROLE_SELLER', 'ROLE_ADMIN']) expect((await give(who, role)).body.code).toBe('member.incomplete')
    expect((await call('POST', '/users/role', { userid: Number(fresh.id), roleid: 77, reason })).body.code).toBe('not_found.role')
  })

  test('needs a second administrator for the administrator role, and mails all administrators', async () => {
    const who = await newMember({ name: 'Citra' })
    expect((await give(who, 'ROLE_ADMIN')).body.msg).toBe('Menunggu admin kedua')
    expect((await give(who, 'ROLE_ADMIN', bima)).body.code).toBe('decision.waits')
    expect(await roles(who)).toEqual([])
    expect((await agree((await open(who)).id)).status).toBe(200)
    expect(await roles(who)).toEqual(['ROLE_ADMIN'])
    expect(await subjects(who.email)).toContain('Anda sekarang admin Lapak')
    for (const { email } of [ayu, bima]) expect(await subjects(email)).toContain('Admin Lapak: Citra menjadi admin')
    expect(await audited('role.given', who)).toMatchObject([{ actor_id: bima.id, after: { role: 'ROLE_ADMIN', askedby: Number(ayu.id) } }])

    // The member that would get the role cannot approve the change.
    expect((await take(who, 'ROLE_ADMIN')).body.msg).toBe('Menunggu admin kedua')
    const { id } = await open(who)
    expect((await agree(id, who)).body.code).toBe('member.own')
    expect((await call('POST', `/decisions/${id}`, { yes: false, reason }, who)).body.code).toBe('member.own')
    expect((await agree(id)).status).toBe(200)
    expect([await roles(who), await signedIn(who)]).toEqual([[], true])
    expect((await call('GET', '/users', undefined, who)).status).toBe(403)
    expect(await subjects(who.email)).toContain('Admin Lapak: Citra tidak lagi admin')
  })

  test('is refused at the approval if the first administrator has lost the role', async () => {
    const who = await newMember()
    const third = await market.app.member({ name: 'Dewi', roles: ['ROLE_ADMIN'] })
    await give(who, 'ROLE_ADMIN', third)
    await market.app.tables.deleteFrom('member_role').where('member_id', '=', third.id).execute()
    expect((await agree((await open(who)).id)).body.code).toBe('decision.changed')
    expect(await roles(who)).toEqual([])
  })
})

describe('the shop of a seller', () => {
  const setShop = (who: TestMember, status: number, by = ayu) => call('PATCH', `/seller/tokostatus/${who.id}/${status}`, { reason }, by)

  test('can be closed and opened by an administrator, with a reason that the seller receives [A-ROLE-10, A-API-22]', async () => {
    const { seller } = await market.addSeller()
    expect((await setShop(seller, 0)).body).toMatchObject({ msg: 'update OK!', data: { member: { statustoko: 0 } } })
    expect((await market.app.call('GET', '/api/v1/seller/tokostatus', { token: seller.token })).body.data.statustoko).toBe(0)
    expect((await setShop(seller, 0)).status).toBe(200)
    expect((await setShop(seller, 1)).body.data.member.statustoko).toBe(1)
    expect(await subjects(seller.email)).toEqual(['Toko Anda ditutup admin', 'Toko Anda dibuka admin'])
    expect(await audited('shop.moved', seller)).toEqual([
      { actor_id: ayu.id, before: { open: true }, after: { open: false }, reason },
      { actor_id: ayu.id, before: { open: false }, after: { open: true }, reason },
    ])
  })

  test('cannot be opened by the seller after an administrator closed it, until an administrator opens it', async () => {
    const { seller } = await market.addSeller()
    const own = (status: 0 | 1) => market.app.call('PATCH', `/api/v1/seller/tokostatus/${status}`, { token: seller.token })
    const state = async () => (await market.app.call('GET', '/api/v1/seller/tokostatus', { token: seller.token })).body.data
    await own(0)
    expect((await setShop(seller, 0)).status).toBe(200)
    const refused = await own(1)
    expect([refused.status, refused.body.code, refused.body.msg]).toEqual([
      409,
      'shop.closed_by_admin',
      `Toko Anda ditutup admin: ${reason}. Hubungi admin untuk membukanya`,
    ])
    expect(await state()).toEqual({ statustoko: 0, alasan: 'admin', sampai: null, pesan: reason })
    expect((await own(0)).status).toBe(200)
    await setShop(seller, 1)
    expect(await state()).toMatchObject({ statustoko: 1, pesan: null })
    expect([(await own(0)).status, (await own(1)).status]).toEqual([200, 200])
    expect(await subjects(seller.email)).toEqual(['Toko Anda ditutup admin', 'Toko Anda dibuka admin'])
  })

  test('stays closed after an unblocking if an administrator closed it while its seller was blocked', async () => {
    const { seller } = await market.addSeller()
    await block(seller)
    await setShop(seller, 0)
    expect((await unblock(seller)).body.data.member.statustoko).toBe(0)
  })

  test('cannot be opened while its seller is blocked, or for a member that is not a seller', async () => {
    const { seller } = await market.addSeller()
    await block(seller)
    expect((await setShop(seller, 1)).body.code).toBe('account.closed')
    expect((await setShop(await newMember(), 1)).body.code).toBe('member.not_seller')
  })
})

describe('the activation e-mail', () => {
  const resend = (who: TestMember) => call('PATCH', `/user/resendact/${who.id}`, undefined)

  test('is sent again only to a member that is not activated [A-API-19]', async () => {
    const who = await market.app.member()
    expect((await resend(who)).body.code).toBe('member.activated')
    await market.app.tables.updateTable('member').set({ activated: false }).where('id', '=', who.id).execute()
    await market.app.tables.insertInto('sign_up').values({ member_id: who.id, name: 'Belum', password_hash: '-' }).execute()
    expect((await resend(who)).status).toBe(200)
    expect(await subjects(who.email)).toEqual(['Aktivasi akun Lapak'])
    expect(await audited('activation.resent', who)).toHaveLength(1)
    expect((await resend({ ...who, id: 99_999_999n })).status).toBe(404)
  })

  test('is sent to the new address after a change of the e-mail address, and the link in the old e-mail becomes void', async () => {
    const who = await market.app.member()
    await market.app.tables.updateTable('member').set({ activated: false }).where('id', '=', who.id).execute()
    await market.app.tables.insertInto('sign_up').values({ member_id: who.id, name: 'Salah Ketik', password_hash: '-' }).execute()
    await resend(who)
    const [activationEmail] = await emailsTo(market.app, who.email)
    const email = `benar-${randomUUID()}@lapak.test`
    await change(who, { memberemail: email })
    await agree((await open(who)).id)
    expect(await subjects(email)).toContain('Aktivasi akun Lapak')
    const token = activationEmail?.action?.url.split('/').at(-1)
    const body = { token, password: 'apa-saja-99' }
    const answer = await fetch(`${market.app.url}/activate`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('lapak-web:lapak-web-secret').toString('base64')}`,
      },
      body: JSON.stringify(body),
    })
    expect(answer.status).not.toBe(200)
  })
})
