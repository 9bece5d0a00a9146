import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { applyToSell } from '../../../../test/applicants.ts'
import { codesTo, emailsTo, emailTo } from '../../../../test/emails.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { steppedUpByEmail } from '../../../../test/step-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/user'
const profile = async (who: TestMember): Promise<Json> => (await app.call('GET', path, { token: who.token })).body.data
const patch = (who: TestMember, body: unknown) => app.call('PATCH', path, { token: who.token, body })
const complete = (who: TestMember, body: unknown) => app.call('PATCH', `${path}/newupdate`, { token: who.token, body })
const verify = (who: TestMember, body: unknown) => app.call('POST', `${path}/verifyphone`, { token: who.token, body })

/** The district Waru in the city Sidoarjo in the province Jawa Timur. */
const waru = { provinceid: 35, cityid: 3515, districtid: 351518 }
const address = 'Jl. Raya Waru 12'

let serial = 0
/** A phone number that no other member in this file has: `typed` as entered in forms, `e164` as used for messages. */
function newPhone() {
  const rest = `81330${String(++serial).padStart(6, '0')}`
  return { typed: `0${rest}`, e164: `62${rest}` }
}

const setMember = (who: TestMember, values: Json) => app.tables.updateTable('member').set(values).where('id', '=', who.id).execute()
const rowOf = (who: TestMember) => app.db.read.selectFrom('member').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow()

/** A member that has just activated its account. */
async function newcomer() {
  const who = await app.member()
  await setMember(who, { status: 1 })
  return who
}

/** Requests a code to the number and reads the code from the message. */
async function codeTo(who: TestMember, phone: { typed: string; e164: string }) {
  const sent = await app.call('GET', `/api/v1/otpprofile?phone=${phone.typed}`, { token: who.token })
  expect(sent.status).toBe(200)
  const code = (await codesTo(app, phone.e164)).at(-1)?.code ?? ''
  return { otp: code, sid: sent.body.data.sid as string }
}

async function completion(who: TestMember, phone = newPhone()) {
  const { otp, sid } = await codeTo(who, phone)
  return { otp, otpkey: sid, member: { membername: 'Sari Wulandari', memberphone: phone.typed, memberaddress: address, ...waru } }
}

async function verified(phone = newPhone()) {
  const who = await app.member()
  expect((await verify(who, { phone: phone.typed, ...(await codeTo(who, phone)) })).status).toBe(200)
  return { who, phone }
}

async function upload(who: TestMember, isPrivate: 0 | 1): Promise<string> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'foto.png')
  const answer = await fetch(`${app.url}/api/admin/v2/upload/image?private=${isPrivate}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  })
  const { data } = (await answer.json()) as { data: string }
  return data
}

describe("a member's profile [B-API-13]", () => {
  test('has every field that the web app needs [B-ENT-02, B-ENT-03, B-ENT-04, B-ENT-05, B-ENT-06, B-ROLE-05]', async () => {
    const who = await app.member({ name: 'Sari', balance: 75_000n, roles: ['ROLE_SELLER'], complete: true })
    await patch(who, { membercontact: '@sari', memberaddress: address, ...waru })
    expect((await app.call('PATCH', '/api/v1/seller/tokostatus/1', { token: who.token })).status).toBe(200)
    await applyToSell(app, who)
    expect(await profile(who)).toEqual({
      id: Number(who.id),
      name: 'Sari',
      username: who.email,
      email: who.email,
      roles: [{ id: 2, name: 'ROLE_SELLER' }],
      confm: 1,
      verifyphone: true,
      youngphone: true,
      va: [],
      menu: ['lobby', 'produk', 'transaksi', 'suplier', 'chat', 'penjualan'],
      info: { transaksi: 0 },
      complete: true,
      twofactor: false,
      pin: false,
      application: { sentat: expect.stringMatching(/Z$/), reason: null },
      soldbefore: false,
      location: 'Waru, Kabupaten Sidoarjo, Jawa Timur',
      member: {
        memberid: Number(who.id),
        membername: 'Sari',
        memberaddress: address,
        membercontact: '@sari',
        memberphone: `0813${String(who.id).padStart(8, '0')}`,
        memberemail: who.email,
        memberbalance: 75_000,
        memberavatar: null,
        memberktp: null,
        membernpwp: null,
        memberstatus: 2,
        statustoko: 1,
        adminconfirmation: 2,
        ...waru,
        apitest: 1,
        syaratketentuan: 1,
      },
    })
  })

  test.each([
    ['a buyer', [], ['lobby', 'produk', 'transaksi', 'suplier', 'chat']],
    ['a seller', ['ROLE_SELLER'], ['lobby', 'produk', 'transaksi', 'suplier', 'chat', 'penjualan']],
    ['an administrator', ['ROLE_ADMIN'], ['lobby', 'produk', 'transaksi', 'suplier', 'chat', 'administrator']],
  ] as const)('gives %s the menu of its roles after the account is completed and the terms are accepted', async (_, roles, menu) => {
    const who = await app.member({ roles: [...roles] })
    expect((await profile(who)).menu).toEqual([])
    await complete(who, await completion(who))
    expect((await profile(who)).menu).toEqual(menu)
    await app.tables.deleteFrom('terms_acceptance').where('member_id', '=', who.id).execute()
    expect((await profile(who)).menu).toEqual([])
  })

  test('shows whether two-factor is on', async () => {
    const who = await app.member()
    const row = { member_id: who.id, secret: Buffer.from('x') }
    await app.tables.insertInto('two_factor').values(row).execute()
    expect((await profile(who)).twofactor).toBe(false)
    await app.tables.updateTable('two_factor').set({ enabled_at: new Date() }).where('member_id', '=', who.id).execute()
    expect((await profile(who)).twofactor).toBe(true)
  })

  test('counts only the pending purchases of this member', async () => {
    const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
    const product = await app.product({ code: 'TUNGGU1' })
    const offerId = await app.offer({ seller, product, price: 10_500n })
    const [buyer, other] = [await app.member({ balance: 100_000n }), await app.member({ balance: 100_000n })]
    for (const who of [buyer, other]) await app.map(who, offerId)
    // No worker runs in this test, so orders stay pending.
    for (const target of ['081330001111', '081330002222'])
      await app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode: product.code, target, reffclient: `T-${target}` })
    await app.h2h(other, 'POST', '/h2h/v1/transactions', { productcode: product.code, target: '081330003333', reffclient: 'T-1' })
    expect((await profile(buyer)).info).toEqual({ transaksi: 2 })
    expect((await profile(other)).info).toEqual({ transaksi: 1 })
  })

  test('shows the pictures of identity card and tax card by URLs that expire', async () => {
    const who = await app.member()
    const [ktp, npwp] = [await upload(who, 1), await upload(who, 1)].map((shown) => shown.split('?')[0])
    await setMember(who, { ktp, npwp })
    const { memberktp, membernpwp } = (await profile(who)).member
    expect(memberktp).toMatch(/^\/private\/images\/\S+\?until=\d+&by=\d+&sig=/)
    expect(memberktp.split('?')[0]).toBe(ktp)
    expect(membernpwp.split('?')[0]).toBe(npwp)
    expect((await fetch(app.url + memberktp)).status).toBe(200)
    expect((await fetch(app.url + ktp)).status).toBe(404)
  })

  test('has the status 2 if the member is active and 0 if it is inactive, and an inactive member is refused [B-STATE-26]', async () => {
    const who = await app.member()
    expect((await profile(who)).member.memberstatus).toBe(2)
    await shutOut(app.tables, who.id)
    expect(await app.call('GET', path, { token: who.token })).toMatchObject({ status: 401, body: { success: false } })
  })
})

describe('a change of the profile [B-API-15]', () => {
  test('changes the fields that are sent and leaves the others unchanged', async () => {
    const who = await app.member({ name: 'Lama' })
    const changed = await patch(who, { membername: ' Baru Sekali ', membercontact: '@baru', memberaddress: address, ...waru })
    expect(changed).toMatchObject({ status: 200, body: { msg: 'Profile berhasil diupdate' } })
    expect(changed.body.data).toMatchObject({
      name: 'Baru Sekali',
      location: 'Waru, Kabupaten Sidoarjo, Jawa Timur',
      member: { membername: 'Baru Sekali', membercontact: '@baru', memberaddress: address, ...waru },
    })
    const contactOnly = await patch(who, { membercontact: '' })
    expect(contactOnly.body.data.member).toMatchObject({ membername: 'Baru Sekali', membercontact: null, memberaddress: address, ...waru })
    expect(await profile(who)).toEqual(contactOnly.body.data)
  })

  test('does not change e-mail, phone, balance, roles or status [B-VAL-25, B-VAL-26]', async () => {
    const { who } = await verified()
    const before = await profile(who)
    const answer = await patch(who, {
      memberemail: 'lain@lapak.test',
      email: 'lain@lapak.test',
      memberphone: '081299998888',
      memberbalance: 1_000_000_000,
      memberstatus: 0,
      adminconfirmation: 3,
      roles: [{ id: 1, name: 'ROLE_ADMIN' }],
      memberktp: '/private/images/x',
    })
    expect(answer.status).toBe(200)
    expect(await profile(who)).toEqual(before)
  })

  test.each([
    ['a city of another province', { provinceid: 31, cityid: 3515 }],
    ['a district of another city', { provinceid: 35, cityid: 3578, districtid: 351518 }],
    ['a city without a province', { cityid: 3515 }],
    ['a district without a city', { provinceid: 35, districtid: 351518 }],
    ['a province that does not exist', { provinceid: 99 }],
    ['a city as a province', { provinceid: 3515 }],
  ])('refuses %s', async (_, place) => {
    const who = await app.member()
    expect(await patch(who, place)).toMatchObject({ status: 422, body: { code: 'location.unknown' } })
    expect((await profile(who)).location).toBeNull()
  })

  test('refuses a province that does not match the stored city, and can remove province, city and district together', async () => {
    const who = await app.member()
    await patch(who, waru)
    expect((await patch(who, { provinceid: 31 })).body.code).toBe('location.unknown')
    expect((await patch(who, { cityid: 3578, districtid: null })).body.data.location).toBe('Kota Surabaya, Jawa Timur')
    expect((await patch(who, { provinceid: null, cityid: null, districtid: null })).body.data.location).toBeNull()
  })

  test('accepts a picture that the member has uploaded, and can remove the picture', async () => {
    const [who, other] = [await app.member(), await app.member()]
    const picture = await upload(who, 0)
    expect((await patch(who, { memberavatar: picture })).body.data.member.memberavatar).toBe(picture)
    // The form sends the current URL of the picture back if the picture does not change.
    expect((await patch(who, { membername: 'Nama Lain', memberavatar: picture })).status).toBe(200)
    for (const foreign of [
      await upload(other, 0),
      await upload(who, 1),
      'https://jahat.example/a.png',
      '/public/images/x.webp',
      'javascript:1',
    ])
      expect(await patch(who, { memberavatar: foreign })).toMatchObject({ status: 422, body: { code: 'upload.unknown' } })
    expect((await profile(who)).member.memberavatar).toBe(picture)
    expect((await patch(who, { memberavatar: '' })).body.data.member.memberavatar).toBeNull()
  })

  test.each([
    ['membername', 'ab'],
    ['membername', ''],
    ['membername', 'x'.repeat(101)],
    ['memberaddress', 'x'.repeat(301)],
    ['memberaddress', 'a\u0000b'],
    ['memberavatar', 'a\u0000b'],
    ['provinceid', 'Jawa Timur'],
  ])('refuses %s %j', async (field, value) => {
    const answer = await patch(await app.member(), { [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })
})

describe('completing the account [B-API-16, B-ENT-16]', () => {
  test('needs the code that was sent to the phone, verifies the phone, and makes the member active [B-STATE-23]', async () => {
    const who = await newcomer()
    expect(await profile(who)).toMatchObject({ complete: false, verifyphone: false, menu: [], member: { memberstatus: 1 } })
    const phone = newPhone()
    const done = await complete(who, await completion(who, phone))
    expect(done).toMatchObject({ status: 200, body: { msg: 'Profile berhasil diupdate' } })
    expect(done.body.data).toMatchObject({
      complete: true,
      verifyphone: true,
      location: 'Waru, Kabupaten Sidoarjo, Jawa Timur',
      member: { memberphone: phone.typed, membername: 'Sari Wulandari', memberaddress: address, memberstatus: 2 },
    })
    expect(done.body.data.menu).toContain('transaksi')
    expect((await rowOf(who)).phone).toBe(phone.e164)
  })

  test.each([
    ['memberphone', '', 'Nomor Telp Belum Diisi'],
    ['memberphone', '081330002', 'Nomor Telp Tidak valid'],
    ['membername', 'ab', 'Name must be at least 3 characters'],
    ['memberaddress', '', 'Alamat wajib diisi'],
  ])('reports the error of %s %j [B-VAL-19, B-VAL-20, B-CONST-27]', async (field, value, message) => {
    const who = await newcomer()
    const asked = {
      otp: '123456',
      otpkey: 'x',
      member: { membername: 'Sari', memberphone: '081330002001', memberaddress: address, ...waru },
    }
    const answer = await complete(who, { ...asked, member: { ...asked.member, [field]: value } })
    expect(answer).toMatchObject({ status: 400, body: { errors: { [`member.${field}`]: message } } })
  })

  test('accepts a phone number of ten characters [B-CONST-27]', async () => {
    const { otpkey, member } = await completionWithoutCode()
    const answer = await complete(await newcomer(), { otp: '123456', otpkey, member: { ...member, memberphone: '0813300020' } })
    // The phone number is accepted: only the code is refused.
    expect(answer).toMatchObject({ status: 422, body: { code: 'otp.expired' } })
  })

  test('accepts only a code of six digits [B-CONST-23]', async () => {
    const who = await newcomer()
    for (const otp of ['12345', '1234567', 'abcdef', '']) {
      const answer = await complete(who, { ...(await completionWithoutCode()), otp })
      expect(answer).toMatchObject({ status: 400, body: { errors: { otp: 'Kode OTP 6 angka' } } })
    }
  })

  const completionWithoutCode = async () => ({
    otpkey: 'x',
    member: { membername: 'Sari', memberphone: newPhone().typed, memberaddress: address, ...waru },
  })

  test('changes nothing with a wrong code, a code for another number, or a code of another member', async () => {
    const [who, other] = [await newcomer(), await newcomer()]
    const asked = await completion(who)
    const before = await rowOf(who)
    const wrong = asked.otp === '111111' ? '222222' : '111111'
    expect(await complete(who, { ...asked, otp: wrong })).toMatchObject({ status: 422, body: { code: 'otp.wrong' } })
    const elsewhere = { ...asked, member: { ...asked.member, memberphone: newPhone().typed } }
    expect(await complete(who, elsewhere)).toMatchObject({ status: 422, body: { code: 'otp.wrong' } })
    expect((await complete(other, asked)).status).toBe(422)
    expect(await rowOf(who)).toEqual(before)
    expect((await profile(other)).verifyphone).toBe(false)
    expect((await complete(who, asked)).status).toBe(200)
  })

  test('does not use up the code if another field is invalid, and accepts the code once', async () => {
    const who = await newcomer()
    const asked = await completion(who)
    const astray = await complete(who, { ...asked, member: { ...asked.member, cityid: 3171 } })
    expect(astray).toMatchObject({ status: 422, body: { code: 'location.unknown' } })
    expect((await rowOf(who)).phone).toBeNull()
    expect((await complete(who, asked)).status).toBe(200)
    expect(await complete(who, asked)).toMatchObject({ status: 422, body: { code: 'otp.expired' } })
  })

  test('refuses an invalid number', async () => {
    const who = await newcomer()
    const asked = { otp: '123456', otpkey: 'x', member: { membername: 'Sari', memberphone: '0000000000', memberaddress: address, ...waru } }
    expect(await complete(who, asked)).toMatchObject({ status: 422, body: { code: 'phone.invalid' } })
  })

  test('can also be done in two steps: first the phone is verified, then the address is entered', async () => {
    const who = await newcomer()
    const phone = newPhone()
    await verify(who, { phone: phone.typed, ...(await codeTo(who, phone)) })
    expect(await profile(who)).toMatchObject({ complete: false, verifyphone: true, member: { memberstatus: 1 } })
    expect((await patch(who, { memberaddress: address, ...waru })).body.data).toMatchObject({ complete: true, member: { memberstatus: 2 } })
  })
})

describe('verifying the phone [B-API-18, B-ENT-15]', () => {
  test('stores the number in its normal form', async () => {
    const who = await app.member()
    const phone = newPhone()
    const { otp, sid } = await codeTo(who, phone)
    const spaced = `+62 ${phone.e164.slice(2, 5)}-${phone.e164.slice(5)}`
    const answer = await verify(who, { phone: spaced, otp, sid })
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Nomor telp berhasil diverifikasi' } })
    expect(answer.body.data).toMatchObject({ verifyphone: true, member: { memberphone: phone.typed } })
  })

  test('prevents later changes of the number [B-VAL-26]', async () => {
    const { who, phone } = await verified()
    const asked = { otp: '123456', sid: 'x' }
    expect(await verify(who, { phone: newPhone().typed, ...asked })).toMatchObject({ status: 422, body: { code: 'phone.locked' } })
    const another = {
      otp: '123456',
      otpkey: 'x',
      member: { membername: 'Sari', memberphone: newPhone().typed, memberaddress: address, ...waru },
    }
    expect(await complete(who, another)).toMatchObject({ status: 422, body: { code: 'phone.locked' } })
    expect((await profile(who)).member.memberphone).toBe(phone.typed)
  })

  test('is reported to the owner by e-mail, and audited with only the last digits of the number', async () => {
    const { who, phone } = await verified()
    const email = await emailTo(app, who.email, 'Nomor telp diverifikasi')
    const end = phone.e164.slice(-4)
    expect(email.paragraphs.join(' ')).toContain(`0813••••${end}`)
    const kept = app.db.read.selectFrom('audit').select(['actor_id', 'after']).where('event', '=', 'phone.verified')
    expect(await kept.where('subject', '=', String(who.id)).execute()).toEqual([{ actor_id: who.id, after: { end } }])
  })

  test('can be undone within a week with a code sent by e-mail, and then another number can be verified', async () => {
    const { who } = await verified()
    expect(await profile(who)).toMatchObject({ verifyphone: true, youngphone: true })
    const release = () => app.call('DELETE', `${path}/phone`, { token: who.token })
    expect((await release()).body.code).toBe('access.mail_proof_needed')
    await steppedUpByEmail(app, who)
    expect((await release()).body).toMatchObject({ msg: 'Nomor telp dilepas', data: { verifyphone: false } })
    expect((await release()).body.code).toBe('phone.locked')
    await app.tables
      .updateTable('otp')
      .set({ created_at: new Date(Date.now() - 120_000) })
      .where('member_id', '=', who.id)
      .execute()
    const other = newPhone()
    expect((await verify(who, { phone: other.typed, ...(await codeTo(who, other)) })).status).toBe(200)
    expect(await rowOf(who)).toMatchObject({ phone: other.e164 })
    expect((await emailsTo(app, who.email)).filter(({ subject }) => subject === 'Nomor telp diverifikasi')).toHaveLength(2)
    await setMember(who, { phone_verified_at: new Date(Date.now() - 8 * 86_400_000) })
    expect(await profile(who)).toMatchObject({ verifyphone: true, youngphone: false })
    expect((await release()).body.code).toBe('phone.locked')
  })

  test('refuses a number that is verified for another member', async () => {
    const { phone } = await verified()
    await app.tables
      .updateTable('otp')
      .set({ created_at: new Date(Date.now() - 120_000) })
      .where('destination', '=', phone.e164)
      .execute()
    const other = await app.member()
    const asked = { phone: phone.typed, ...(await codeTo(other, phone)) }
    expect(await verify(other, asked)).toMatchObject({ status: 409, body: { code: 'phone.taken' } })
    expect(await profile(other)).toMatchObject({ verifyphone: false, member: { memberphone: null } })
  })
})

test('the profile can be read only by a signed-in member', async () => {
  for (const [method, url] of [
    ['GET', path],
    ['PATCH', path],
    ['PATCH', `${path}/newupdate`],
    ['POST', `${path}/verifyphone`],
  ] as const)
    expect((await app.call(method, url, method === 'GET' ? {} : { body: {} })).status).toBe(401)
})
