import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { testPassword } from '../../../../test/app.ts'
import { makePayable, requestCashOut } from '../../../../test/cash-outs.ts'
import { askToken } from '../../../../test/client.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { runJob } from '../../../../test/run-job.ts'

/** Tests the cause of each kind of notification: recipient, text and link. */
let market: TestMarket
let ayu: TestMember
let bima: TestMember
let serial = 0

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  const { app } = market
  ;[ayu, bima] = [await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] }), await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })]
  await app.setting('cashOut.fromHour', 0)
  await app.setting('cashOut.untilHour', 24)
  await app.tables
    .updateTable('payment_method')
    .set({ account_no: '8810012345', account_name: 'PT LAPAK' })
    .where('channel', '=', 'transfer')
    .execute()
})
afterAll(() => market?.stop())

const send = async (who: TestMember, method: string, path: string, body?: unknown): Promise<Json> => {
  const answer = await market.app.call(method, path, { token: who.token, body })
  expect(answer.body, `${method} ${path} ${answer.body.msg}`).toMatchObject({ success: true })
  return answer.body.data
}
/** Newest first. */
const notificationsOf = async (who: TestMember, jenis?: string): Promise<Json[]> => {
  const { content } = await send(who, 'GET', '/api/v1/notifications?size=200')
  return jenis === undefined ? content : content.filter((one: Json) => one.jenis === jenis)
}
const titlesOf = async (who: TestMember, jenis: string) =>
  (await notificationsOf(who, jenis)).map(({ judul, tautan }: Json) => [judul, tautan])

async function ticket(who: TestMember): Promise<{ id: number; invoice: string }> {
  const { invoice } = await send(who, 'POST', '/api/v1/payment/tiket', { jumlah: 100_000, methode: 1, methodetext: 'BCA' })
  return { invoice, id: Number(invoice.split('-').at(-1)) }
}

async function picture(who: TestMember): Promise<string> {
  const card = await sharp({ create: { width: 80, height: 50, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(card)]), 'bukti.png')
  const answer = await fetch(`${market.app.url}/api/admin/v2/upload/image?private=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body,
  })
  return ((await answer.json()) as { data: string }).data
}

async function shop() {
  serial += 1
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: `LC${serial}` })
  const offer = await market.app.offer({ seller, product, price: 10_000n })
  return { seller, product, offer }
}

async function buy(buyer: TestMember, productcode: string, ending = '7777'): Promise<number> {
  serial += 1
  const reffclient = `N${serial}`
  const { data } = await market.order(buyer, { productcode, target: `0812${String(serial).padStart(4, '0')}${ending}`, reffclient })
  await market.app.settled(buyer, reffclient)
  return data.id
}

test('a top-up has one notification for its member that follows its state, and its proof of payment notifies administrators', async () => {
  const member = await market.app.member({ complete: true })
  const { id, invoice } = await ticket(member)
  await send(member, 'POST', `/api/v1/payment/tiket/${invoice}/proof`, { image: await picture(member) })
  expect(await titlesOf(ayu, 'waiting')).toContainEqual(['Bukti transfer menunggu', `/cashin?tiket=${id}`])
  await send(ayu, 'POST', '/api/admin/v1/payment/tiket/approve', { id, description: 'Mutasi 123' })
  expect(await notificationsOf(member)).toMatchObject([
    { jenis: 'deposit', judul: 'Topup berhasil', tautan: `/confmdeposit/${invoice}`, jml: 1 },
  ])
  await send(ayu, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/4`, { description: 'Salah catat' })
  expect(await notificationsOf(member)).toMatchObject([{ jenis: 'deposit', judul: 'Topup dibatalkan admin', jml: 2, dibaca: 0 }])
  const rejected = await ticket(member)
  await send(ayu, 'PATCH', `/api/admin/v1/payment/tiket/update/${rejected.id}/3`, { description: 'Tidak ada mutasi' })
  expect((await notificationsOf(member))[0]).toMatchObject({ judul: 'Topup ditolak', teks: expect.stringContaining('Tidak ada mutasi') })
})

test('a cash-out has one notification for its member through all its states, and notifies administrators when it is requested', async () => {
  const member = await market.app.member({ balance: 3_000_000n })
  const account = await makePayable(market.app, member)
  const { body } = await requestCashOut(market.app, member, { id: account, amount: 2_000_000, kasus: 1 })
  expect(body).toMatchObject({ success: true })
  const { id } = await market.app.tables.selectFrom('cash_out').select('id').where('member_id', '=', member.id).executeTakeFirstOrThrow()
  expect(await titlesOf(member, 'cash_out')).toEqual([['Penarikan diminta', '/histori']])
  expect(await titlesOf(bima, 'waiting')).toContainEqual(['Penarikan menunggu', `/cashout?tiket=${id}`])
  await send(ayu, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/1`, { description: 'Diproses' })
  await send(ayu, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/3`, { description: 'Rekening salah' })
  expect(await notificationsOf(member, 'cash_out')).toMatchObject([
    { judul: 'Penarikan ditolak', teks: expect.stringContaining('Rekening salah'), jml: 3 },
  ])
})

test('an approval request notifies the other administrators, its decision the requester, and the adjusted balance the member', async () => {
  const member = await market.app.member()
  const reason = 'Keluhan member'
  await send(ayu, 'POST', '/api/admin/v1/accounts/adjustment', {
    reffclient: randomUUID(),
    memberid: Number(member.id),
    jumlah: 2_500,
    reason,
  })
  expect(await titlesOf(ayu, 'decision')).toEqual([])
  expect(await titlesOf(bima, 'decision')).toEqual([['Keputusan menunggu admin kedua', '/persetujuan']])
  const { content } = await send(bima, 'GET', '/api/admin/v1/decisions?open=1')
  await send(bima, 'POST', `/api/admin/v1/decisions/${content[0].id}`, { yes: true, reason: 'Sudah diperiksa' })
  expect(await titlesOf(ayu, 'decision')).toEqual([['Permintaan Anda disetujui', '/persetujuan?tab=diputuskan']])
  expect(await notificationsOf(member)).toMatchObject([
    { jenis: 'adjustment', judul: 'Saldo disesuaikan admin', teks: expect.stringContaining('Rp 2.500'), tautan: '/histori?tab=mutasi' },
  ])
})

test('a sign-in by an unknown browser notifies the member, and a sign-in by the first browser or a known browser does not', async () => {
  const member = await market.app.member()
  expect(await notificationsOf(member)).toEqual([])
  const enter = async (more: Record<string, string> = {}): Promise<Json> =>
    (await askToken(market.app, { grant_type: 'password', username: member.email, password: testPassword, ...more })).body
  const { device_token } = await enter()
  expect(await titlesOf(member, 'security')).toEqual([['Masuk dari perangkat baru', '/profile?tab=keamanan']])
  await enter({ device_token })
  expect(await notificationsOf(member)).toHaveLength(1)
  await enter()
  expect(await notificationsOf(member, 'security')).toHaveLength(2)
})

test('actions that an attacker would take create separate notifications at the bell, in addition to the e-mails', async () => {
  const member = await market.app.member()
  await send(member, 'POST', '/api/v1/user/api/keys', { name: 'Kios' })
  await send(member, 'PATCH', '/api/v1/user/api', { ip: '', callback: 'https://toko.example/cb', lowbalance: null, pricenews: 0 })
  await send(member, 'PATCH', '/api/v1/user/pin', { password: testPassword, pin: '481516' })
  expect(await titlesOf(member, 'security')).toEqual([
    ['PIN transaksi Lapak Anda diganti', '/profile?tab=keamanan'],
    ['Alamat callback diubah', '/profile?tab=api'],
    ['API key baru dibuat', '/profile?tab=api'],
  ])
  const emails = await emailsTo(market.app, member.email)
  expect(emails.map(({ subject }) => subject)).toHaveLength(3)
  expect(JSON.stringify(await notificationsOf(member))).not.toContain('lps_')
})

test('a seller application notifies administrators, and its decision notifies the applicant', async () => {
  const member = await market.app.member({ name: 'Calon Suplier', complete: true })
  await send(member, 'POST', '/api/v1/seller/document', { ktp: await picture(member) })
  expect(await titlesOf(ayu, 'waiting')).toContainEqual(['Pengajuan suplier menunggu', '/usermanagement?tab=pengajuan'])
  const { sentat } = await send(ayu, 'GET', `/api/admin/v1/users/sellerrequest/${member.id}`)
  await send(ayu, 'PATCH', `/api/admin/v1/seller/reject/${member.id}`, { reason: 'Foto KTP tidak terbaca', sentat })
  expect(await notificationsOf(member)).toMatchObject([
    {
      jenis: 'account',
      judul: 'Pengajuan suplier belum bisa disetujui',
      teks: expect.stringContaining('tidak terbaca'),
      tautan: '/regseller',
    },
  ])
})

test('a review notifies its seller, a changed review is the same notification, and the reply notifies the reviewer', async () => {
  const { seller, product, offer } = await shop()
  const buyer = await market.app.member({ balance: 100_000n })
  await market.app.map(buyer, offer)
  await buy(buyer, product.code)
  const review = { bintang: 2, comment: 'Agak lama', memberid: Number(seller.id) }
  await send(buyer, 'POST', '/api/v1/review', review)
  await send(buyer, 'POST', '/api/v1/review', { ...review, bintang: 5 })
  expect(await notificationsOf(seller, 'review')).toMatchObject([
    { judul: 'Ulasan toko Anda diubah', teks: expect.stringContaining('5 dari 5'), tautan: `/supplier/${seller.id}?tab=ulasan`, jml: 2 },
  ])
  await send(seller, 'POST', '/api/v1/review/replay', { memberid: Number(buyer.id), reply: 'Terima kasih' })
  expect(await titlesOf(buyer, 'review')).toEqual([['Suplier menjawab ulasan Anda', `/supplier/${seller.id}?tab=ulasan`]])
})

test('a dispute notifies both sides at each step and administrators when they must decide; its e-mails can be switched off, its notifications cannot', async () => {
  const { seller, product, offer } = await shop()
  const buyer = await market.app.member({ balance: 100_000n })
  await market.app.map(buyer, offer)
  const idtrx = await buy(buyer, product.code)
  await send(seller, 'PATCH', '/api/v1/notifications/settings', { jenis: 'dispute', kanal: 'mail', aktif: false })
  const { id } = await send(buyer, 'POST', '/api/v1/disputes', { idtrx, reason: 'missing', msg: 'Pulsa belum masuk' })
  const [ofSeller, ofBuyer] = [`/penjualan?tab=sengketa&sengketa=${id}`, `/trxpembelian?tab=sengketa&sengketa=${id}`]
  expect(await titlesOf(seller, 'dispute')).toEqual([['Pembeli melaporkan masalah', ofSeller]])
  expect((await emailsTo(market.app, seller.email)).map(({ subject }) => subject)).not.toContain('Pembeli melaporkan masalah')
  await send(seller, 'PATCH', `/api/v1/seller/disputes/${id}/tolak`, { msg: 'Sudah terkirim' })
  expect(await titlesOf(buyer, 'dispute')).toEqual([['Suplier menjawab laporan Anda', ofBuyer]])
  expect(await titlesOf(ayu, 'waiting')).toContainEqual(['Sengketa menunggu keputusan', `/trxadm?tab=sengketa&sengketa=${id}`])
  await send(ayu, 'PATCH', `/api/admin/v1/disputes/${id}/refund`, { reason: 'Operator mengakui gagal' })
  expect(await titlesOf(buyer, 'dispute')).toEqual([['Dana Anda dikembalikan', ofBuyer]])
  expect(await titlesOf(seller, 'dispute')).toEqual([['Dana dikembalikan ke pembeli', ofSeller]])
  expect((await emailsTo(market.app, buyer.email)).map(({ subject }) => subject)).toContain('Dana Anda dikembalikan')
})

test('a balance below its threshold has one notification however often the balance falls, and an e-mail if the member wants e-mails', async () => {
  const { product, offer } = await shop()
  const buyer = await market.app.member({ balance: 35_000n })
  await market.app.map(buyer, offer)
  await market.app.tables.updateTable('member').set({ low_balance: 30_000n }).where('id', '=', buyer.id).execute()
  await market.app.lapak.refresh()
  await send(buyer, 'PATCH', '/api/v1/notifications/settings', { jenis: 'low_balance', kanal: 'mail', aktif: false })
  await buy(buyer, product.code, '0001')
  await expect.poll(() => titlesOf(buyer, 'low_balance')).toEqual([['Saldo menipis', '/tambahsaldo']])
  await buy(buyer, product.code, '0001')
  await expect.poll(async () => (await notificationsOf(buyer, 'low_balance'))[0]?.jml).toBe(2)
  expect(await emailsTo(market.app, buyer.email)).toEqual([])
  await send(buyer, 'PATCH', '/api/v1/notifications/settings', { jenis: 'low_balance', kanal: 'mail', aktif: true })
  await buy(buyer, product.code, '0001')
  await expect.poll(async () => (await emailsTo(market.app, buyer.email)).length).toBe(1)
})

test('a health alert notifies administrators when it opens', async () => {
  await sql`insert into purchase_alert (purchase_id, attempt_id, kind, message) values (999999, 999999, 'contradiction', 'Suplier menyebut dua akhir')`.execute(
    market.app.tables,
  )
  await runJob(market.app, 'check-health')
  expect(await notificationsOf(ayu, 'health')).toContainEqual(
    expect.objectContaining({ judul: 'Transaksi perlu orang', tautan: '/admin/kesehatan?tab=peringatan' }),
  )
})
