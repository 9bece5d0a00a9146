import type { Page, ViewportSize } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { alertMessage, desktop, errorsOfCut, fillLogin, openWithRealtime, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, password, sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'
import { pngFile } from '../../fixtures/pictures.ts'
import { placePurchase } from '../../fixtures/place-purchase.ts'

const lapak = await sharedLapak()
const sellerMail = 'penjual@lapak.test'
const [seller, admin] = await Promise.all([sellerMail, 'admin@lapak.test'].map((email) => lapak.signIn(email)))
const { memberid: sellerId, membername: sellerName } = (
  await lapak.call<{ member: { memberid: number; membername: string } }>(seller as string, 'GET', '/api/v1/user')
).member

/** Makes names and messages unique, so that a test finds only those of its own run. */
const mark = Date.now() % 1_000_000

const log = (page: Page) => page.getByRole('log', { name: 'Pesan' })
const messageField = (page: Page) => page.getByLabel('Tulis pesan')
/** A conversation in the list. */
const line = (page: Page, name: string) => page.getByRole('list', { name: 'Daftar chat' }).getByRole('button', { name: new RegExp(name) })
const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true }).getByRole('link', { name: /^Chat/ })

async function write(page: Page, text: string) {
  await messageField(page).fill(text)
  await messageField(page).press('Enter')
}

const sent = (page: Page, text: string) =>
  log(page)
    .getByRole('listitem')
    .filter({ hasText: text })
    .getByLabel(/Terkirim|Dibaca/)

test.each([phone, desktop])(
  "chat: a buyer writes to a seller from the seller's card, both members see typing and reading, and other screens are notified, at $width px [B-RT-38, B-RT-73, B-STATE-36, B-STATE-37, B-STATE-38, B-SOCK-07, B-SOCK-09, B-SOCK-10]",
  async (viewport) => {
    const name = `Toko Cemara ${mark} ${viewport.width}`
    const { token } = await completeMember(lapak, name)
    const buying = await openApp(lapak, { as: token, viewport })
    const selling = await openApp(lapak, { as: seller, viewport })
    await openWithRealtime(selling, '/home')
    await openWithRealtime(buying, '/supplier')
    const { page } = buying
    const cards = page.getByRole('article')
    await cards.first().waitFor()
    expect(await page.getByRole('link', { name: /^Chat ./ }).count()).toBe(await cards.count())
    await page.getByRole('link', { name: `Chat ${sellerName}` }).click()
    await page.getByText('Belum ada pesan. Tulis pesan pertama Anda.').waitFor()
    expect(await page.getByRole('button', { name: 'Kirim', exact: true }).isDisabled()).toBe(true)
    await messageField(page).fill('x')
    await messageField(page).press('Enter')
    expect(await messageField(page).inputValue(), 'one character is no message').toBe('x')
    await write(page, 'Apakah stok S10 ada?')
    await sent(page, 'Apakah stok S10 ada?').waitFor()

    // On other screens a notification announces the chat message with a link to the chat, and the menu shows the count.
    await alertMessage(selling.page, `${name}: Apakah stok S10 ada?`).waitFor()
    await expect.poll(() => entry(selling.page).textContent()).toMatch(/belum dibaca/)
    await alertMessage(selling.page, `${name}: Apakah stok S10 ada?`).getByRole('button', { name: 'Buka chat' }).click()
    await log(selling.page).getByText('Apakah stok S10 ada?').waitFor()
    await log(page).getByLabel('Dibaca').waitFor()
    expect(selling.requestsTo('PATCH', readPath(selling.page)).length).toBeGreaterThan(0)

    await messageField(selling.page).pressSequentially('Ada, sila')
    await page.getByText('sedang mengetik…').waitFor()
    await messageField(selling.page).fill('')
    await write(selling.page, 'Ada, silakan pesan https://contoh.id/harga')
    await selling.page.getByText('Pesan Terkirim').waitFor()
    const link = log(page).getByRole('link', { name: 'https://contoh.id/harga' })
    await link.waitFor()
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    await log(selling.page).getByLabel('Dibaca').waitFor()

    await messageField(page).fill('Baris satu')
    await messageField(page).press('Shift+Enter')
    await messageField(page).pressSequentially('baris dua')
    await page.getByLabel('Kirim gambar').waitFor()
    await page.locator('input[type=file]').first().setInputFiles(pngFile())
    await page.getByAltText('Gambar yang akan dikirim').waitFor()
    const send = page.getByRole('button', { name: 'Kirim', exact: true })
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    await log(selling.page).getByText('Baris satu baris dua').waitFor()
    await log(selling.page).getByRole('link', { name: 'Buka gambar' }).waitFor()

    await toList(selling.page, viewport)
    await line(selling.page, name)
      .getByText(/Baris satu/)
      .waitFor()

    // Choosing the conversation in the list loads it again and marks it as read.
    await selling.page.goto('/chat')
    await line(selling.page, name).waitFor()
    await lapak.call(token, 'POST', '/api/messanger/v1/message', { touser: sellerId, msg: 'Satu lagi' })
    await line(selling.page, name).getByLabel('1 belum dibaca').waitFor()
    const requests = () => selling.requestsTo('GET', '/api/messanger/v1/messages').length
    const before = requests()
    await line(selling.page, name).click()
    await log(selling.page).getByText('Satu lagi').waitFor()
    await log(selling.page).getByText('Apakah stok S10 ada?').waitFor()
    expect(requests()).toBeGreaterThan(before)
    await expect.poll(() => selling.requestsTo('PATCH', readPath(selling.page)).at(-1)?.postDataJSON()).toEqual({ sampai: 4 })
    await toList(selling.page, viewport)
    await line(selling.page, name).getByLabel('1 belum dibaca').waitFor({ state: 'detached' })
    await selling.close()
    await buying.close()
  },
)

test('chat: a message that was read stays read when an older answer of the server arrives later', async () => {
  const { token } = await completeMember(lapak, `Toko Dibaca ${mark}`)
  const buying = await openApp(lapak, { as: token, viewport: desktop })
  const selling = await openApp(lapak, { as: seller, viewport: desktop })
  await buying.page.goto('/supplier')
  await buying.page.getByRole('link', { name: `Chat ${sellerName}` }).click()
  await write(buying.page, 'Halo, buka?')
  await sent(buying.page, 'Halo, buka?').waitFor()
  await openWithRealtime(selling, '/chat')
  await line(selling.page, `Toko Dibaca ${mark}`).click()
  await log(selling.page).getByText('Halo, buka?').waitFor()

  const [requested, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await selling.page.route('**/api/messanger/v1/messages?*after=*', async (route) => {
    const answer = await route.fetch()
    requested.resolve()
    await read.promise
    await route.fulfill({ response: answer })
  })
  await buying.page.route('**/api/messanger/v1/groupreadmsg/*', async (route) => {
    await requested.promise
    await route.continue()
  })
  await write(selling.page, 'Buka, silakan')
  await log(selling.page).getByLabel('Dibaca').waitFor()
  const answered = selling.page.waitForResponse(/messages\?.*after=/)
  read.resolve()
  await answered
  await selling.page.waitForTimeout(500)
  expect(await log(selling.page).getByLabel('Dibaca').count()).toBe(1)
  await selling.close()
  await buying.close()
})

/** The call that marks the open conversation as read. */
const readPath = (page: Page) => `/api/messanger/v1/groupreadmsg/${new URL(page.url()).searchParams.get('grup')}`

async function toList(page: Page, viewport: ViewportSize) {
  if (viewport === phone) await page.getByRole('button', { name: 'Kembali ke daftar chat' }).click()
}

test('chat: messages written offline are sent later, once and in order, after the messages that arrived in the meantime', async () => {
  const { token } = await completeMember(lapak, 'Toko Tanpa Sinyal')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto(`/chat?dengan=${sellerId}`)
  await write(page, 'Sebelum putus')
  await sent(page, 'Sebelum putus').waitFor()
  await page.context().setOffline(true)
  await write(page, 'Saat putus satu')
  await write(page, 'Saat putus dua')
  await log(page).getByText('Menunggu jaringan').first().waitFor()
  const { content } = await lapak.call<{ content: { groupid: number }[] }>(token, 'GET', '/api/messanger/v1/chats')
  const groupid = content[0]?.groupid
  await lapak.call(seller as string, 'POST', '/api/messanger/v1/message', { groupid, msg: 'Dari suplier sementara itu' })
  await page.getByText('Tidak ada jaringan.').waitFor()
  await page.context().setOffline(false)
  await sent(page, 'Saat putus dua').waitFor()
  // The member's own messages have later ids, and the server may answer them before the realtime connection is restored.
  await log(page).getByText('Dari suplier sementara itu').waitFor()
  const stored = await lapak.call<{ content: { msg: string }[] }>(token, 'GET', `/api/messanger/v1/messages?groupid=${groupid}`)
  const inOrder = ['Sebelum putus', 'Dari suplier sementara itu', 'Saat putus satu', 'Saat putus dua']
  expect(stored.content.map(({ msg }) => msg)).toEqual(inOrder.toReversed())
  const shown = await log(page).getByRole('listitem').allTextContents()
  expect(inOrder.map((text) => shown.findIndex((message) => message.includes(text)))).toEqual(
    inOrder.map((text) => shown.findIndex((message) => message.includes(text))).toSorted((one, other) => one - other),
  )
  await close({ errors: errorsOfCut })
})

test('chat: an open conversation shows whether the other side is online, or when it was last seen', async () => {
  const { token } = await completeMember(lapak, 'Toko Menunggu')
  await lapak.call(seller as string, 'GET', '/api/v1/user')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.clock.install()
  await page.goto(`/chat?dengan=${sellerId}`)
  await write(page, 'Masih buka?')
  await sent(page, 'Masih buka?').waitFor()
  const head = page.getByRole('region', { name: `Percakapan dengan ${sellerName}` })
  await head.getByText('Online', { exact: true }).waitFor()
  const tables = openTables(lapak.info.databaseUrl)
  await tables
    .updateTable('member')
    .set({ last_active_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('id', '=', BigInt(sellerId))
    .execute()
    .finally(() => tables.destroy())
  await page.clock.runFor(60_000)
  await head.getByText(/^Aktif 2 jam/).waitFor()
  await close()
})

test('chat: an unsent message survives a reload and is removed on sign-out', async () => {
  const { token } = await completeMember(lapak, 'Toko Muat Ulang')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.route('**/api/messanger/v1/message', (route) => route.abort())
  await page.goto(`/chat?dengan=${sellerId}`)
  await write(page, 'Belum sempat terkirim')
  await page.getByText('Mengirim…').waitFor()
  await page.reload()
  await page.getByText('Mengirim…').waitFor()
  const waits = () => page.evaluate<string | null>("localStorage.getItem('lapak.own.chat-unsent')")
  expect(await waits()).toContain('Belum sempat terkirim')
  await page.goto('/home')
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(await waits()).toBeNull()
  await close()
})

test('chat: an unsent message is removed when a changed password ends the session, and the next member never sends it', async () => {
  const [anna, budi] = [await completeMember(lapak, 'Toko Anna'), await completeMember(lapak, 'Toko Budi')]
  const { page, requestsTo, close } = await openApp(lapak, { as: anna.token })
  const path = '/api/messanger/v1/message'
  await page.route(`**${path}`, (route) => route.abort())
  await page.goto('/chat?dengan=cso')
  await write(page, 'Hanya untuk Customer Service')
  await page.getByText('Mengirim…').waitFor()
  await page.goto('/gantipassword')
  await page.getByLabel('Password lama', { exact: true }).fill(password)
  await page.getByLabel('Password baru', { exact: true }).fill('sandi-baru-anna-77')
  await page.getByLabel('Ulangi password baru', { exact: true }).fill('sandi-baru-anna-77')
  await page.getByRole('button', { name: 'Ganti Password' }).click()
  await page.waitForURL('**/login')
  await page.unroute(`**${path}`)
  await fillLogin(page, budi.email)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  const before = requestsTo('POST', path).length
  // Longer than the interval between two attempts to send.
  await page.waitForTimeout(6_000)
  expect(requestsTo('POST', path).length).toBe(before)
  await page.goto('/chat?dengan=cso')
  await page.getByText('Belum ada pesan. Tulis pesan pertama Anda.').waitFor()
  expect(await page.getByText('Hanya untuk Customer Service').count()).toBe(0)
  await close({ statuses: [401] })
})

test('chat: a draft survives a reload, and a refused first message can be sent again or deleted', async () => {
  const { token } = await completeMember(lapak, 'Toko Setengah Jadi')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  let answer: { status: number; msg: string } | undefined = { status: 422, msg: 'Belum bisa' }
  await page.route('**/api/messanger/v1/message', (route) =>
    answer ? route.fulfill({ status: answer.status, json: { success: false, msg: answer.msg } }) : route.continue(),
  )
  await page.goto(`/chat?dengan=${sellerId}`)
  await messageField(page).pressSequentially('Apakah ada sto')
  await page.reload()
  await expect.poll(() => messageField(page).inputValue()).toBe('Apakah ada sto')
  await messageField(page).press('End')
  await messageField(page).pressSequentially('k?')
  await messageField(page).press('Enter')
  await log(page).getByText('Apakah ada stok?').waitFor()
  await log(page).getByText('Belum terkirim: Belum bisa').waitFor()
  await log(page).getByRole('button', { name: 'Hapus' }).click()
  await page.getByText('Belum ada pesan. Tulis pesan pertama Anda.').waitFor()

  // A message over the rate limit shows this, and is sent again by itself.
  answer = { status: 429, msg: 'Terlalu sering, tunggu sebentar' }
  await write(page, 'Apakah ada stok S10?')
  await log(page).getByText('Terlalu sering, tunggu sebentar').waitFor()
  answer = undefined
  await sent(page, 'Apakah ada stok S10?').waitFor()
  await page.reload()
  await sent(page, 'Apakah ada stok S10?').waitFor()
  expect(await messageField(page).inputValue()).toBe('')
  await close({ statuses: [422, 429], errors: /Belum bisa|Terlalu sering/ })
})

test('chat: a picture chosen while the first message creates the conversation is kept', async () => {
  const { token } = await completeMember(lapak, 'Toko Dua Gambar')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.route('**/api/messanger/v1/messages?*', async (route) => {
    await new Promise((done) => setTimeout(done, 2_000))
    await route.continue()
  })
  await page.goto(`/chat?dengan=${sellerId}`)
  const begun = page.waitForResponse('**/api/messanger/v1/messages?*')
  await write(page, 'Pertama')
  await page.locator('input[type=file]').first().setInputFiles(pngFile())
  const preview = page.getByAltText('Gambar yang akan dikirim')
  await preview.waitFor()
  await begun
  await sent(page, 'Pertama').waitFor()
  expect(await preview.isVisible()).toBe(true)
  await close()
})

test('chat: a text close to its limit shows how many characters are left', async () => {
  const { token } = await completeMember(lapak, 'Toko Panjang Lebar')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto(`/chat?dengan=${sellerId}`)
  await messageField(page).waitFor()
  expect(await page.getByText(/karakter lagi/).count()).toBe(0)
  await messageField(page).fill('a'.repeat(2000))
  await page.getByText('0 karakter lagi').waitFor()
  await close()
})

test.each([phone, desktop])(
  'chat: a member finds the recipient of a new message, and customer service answers from one inbox, at $width px [B-SOCK-02]',
  async (viewport) => {
    const name = `Toko Bantuan ${mark} ${viewport.width}`
    const { token } = await completeMember(lapak, name)
    const asking = await openApp(lapak, { as: token, viewport })
    const office = await openApp(lapak, { as: admin, viewport })
    await openWithRealtime(office, '/admin/layanan')
    const { page } = asking
    await page.goto('/chat')
    await page.getByRole('button', { name: 'Pesan baru' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Pesan baru' })
    await dialog.getByLabel('Cari penerima').fill(sellerName.slice(0, 6))
    await dialog.getByRole('button', { name: new RegExp(sellerName) }).waitFor()
    await dialog.getByLabel('Cari penerima').fill('tidak ada orang begini')
    await dialog.getByText('Tidak ada yang bernama itu.').waitFor()
    await dialog.getByLabel('Cari penerima').fill('customer')
    await dialog.getByRole('button', { name: /Customer Service/ }).waitFor()
    if (viewport === phone) await dialog.getByRole('button', { name: /Customer Service/ }).click()
    else await dialog.getByLabel('Cari penerima').press('Enter')
    await write(page, 'Saldo saya belum masuk')
    await sent(page, 'Saldo saya belum masuk').waitFor()

    await line(office.page, name).click()
    await log(office.page).getByText('Saldo saya belum masuk').waitFor()
    await log(page).getByLabel('Dibaca').waitFor()
    for (const [writes, reads] of [
      [page, office.page],
      [office.page, page],
    ] as const) {
      await messageField(writes).pressSequentially('Seben')
      await reads.getByText('sedang mengetik…').waitFor()
      await messageField(writes).fill('')
    }
    await write(office.page, 'Kami periksa dulu')
    await sent(office.page, 'Kami periksa dulu').waitFor()
    await log(page).getByText('Kami periksa dulu').waitFor()
    expect(await log(page).getByText('Kantor Lapak').count(), 'members read no names there').toBe(0)
    await office.close()
    await asking.close()
  },
)

test('customer service: a message that arrived while another conversation was open is shown on return', async () => {
  const [ratna, siti] = [await completeMember(lapak, `Toko Ratna ${mark}`), await completeMember(lapak, `Toko Siti ${mark}`)]
  const writeToService = (token: string, msg: string) => lapak.call(token, 'POST', '/api/messanger/v1/message', { touser: 'cso', msg })
  await writeToService(ratna.token, 'Saldo saya belum masuk')
  await writeToService(siti.token, 'Bagaimana cara menjual?')
  const office = await openApp(lapak, { as: admin })
  const { page, close } = office
  await openWithRealtime(office, '/admin/layanan')
  await line(page, `Toko Ratna ${mark}`).click()
  await log(page).getByText('Saldo saya belum masuk').waitFor()
  await line(page, `Toko Siti ${mark}`).click()
  await log(page).getByText('Bagaimana cara menjual?').waitFor()
  await writeToService(ratna.token, `Sudah masuk ${mark}, terima kasih`)
  await line(page, `Sudah masuk ${mark}, terima kasih`).click()
  await log(page).getByText(`Sudah masuk ${mark}, terima kasih`).waitFor({ timeout: 20_000 })
  await close()
})

test('chat: a purchase opens a chat with its seller that mentions the purchase, and a sale opens a chat with its buyer', async () => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(buyer) })
  const { id } = await placePurchase(lapak)
  await page.goto(`/trxpembelian?trx=${id}`)
  await page.getByRole('link', { name: 'Tanya suplier' }).click()
  await page.getByText(`Trx ${id}`).waitFor()
  await write(page, `Sudah masuk belum ${mark}?`)
  await sent(page, `Sudah masuk belum ${mark}?`).waitFor()
  await log(page)
    .getByText(new RegExp(`Trx ${id}`))
    .waitFor()
  expect(await page.getByRole('button', { name: 'Lepas transaksi' }).count(), 'it goes once').toBe(0)
  await close()
  const selling = await openApp(lapak, { as: seller })
  await selling.page.goto(`/penjualan?trx=${id}`)
  await selling.page.getByRole('link', { name: 'Chat pembeli' }).click()
  await log(selling.page).getByText(`Sudah masuk belum ${mark}?`).waitFor()
  await selling.close()
})

test('chat: a first message stored while its conversation loads is shown', async () => {
  const other = 'pembeli2@lapak.test'
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(other), viewport: phone })
  const { id } = await placePurchase(lapak, other)
  // The server reads the conversation before the message is stored, and its answer arrives afterwards.
  const [requested, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/messanger/v1/conversation?*', async (route) => {
    if (!new URL(route.request().url()).searchParams.has('dengan')) return route.continue()
    const answer = await route.fetch()
    requested.resolve()
    await stored.promise
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  await page.route('**/api/messanger/v1/message', async (route) => {
    await requested.promise
    await route.continue()
  })
  await page.goto(`/chat?trx=${id}`)
  await page.getByText(`Trx ${id}`).waitFor()
  await write(page, `Sudah terkirim ${mark}?`)
  await expect.poll(() => page.evaluate<string | null>("localStorage.getItem('lapak.own.chat-unsent')")).toBeNull()
  stored.resolve()
  await sent(page, `Sudah terkirim ${mark}?`).waitFor()
  await close()
})

test('chat: an unknown recipient is reported, and a button leads back to the list', async () => {
  const { token } = await completeMember(lapak, 'Toko Salah Alamat')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/chat?dengan=999999')
  await page.getByText('Percakapan belum bisa dibuka').waitFor()
  await page.getByRole('button', { name: 'Kembali ke daftar chat' }).click()
  await page.getByRole('heading', { name: 'Chat', level: 1 }).waitFor()
  await close({ statuses: [404], errors: /penerima|ditemukan/i })
})

test('toolbar: it has Lobby, Produk, Transaksi, Suplier, Chat and the search, and ignores the event needlogon [B-LAY-04, B-SOCK-11]', async () => {
  const { token } = await completeMember(lapak)
  const member = await openApp(lapak, { as: token })
  const { page, close } = member
  const logged: string[] = []
  page.on('console', (line) => logged.push(line.text()))
  await openWithRealtime(member, '/home')
  const toolbar = page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true })
  const names = await toolbar.getByRole('link').or(toolbar.getByRole('button')).allTextContents()
  expect(names).toEqual(['Lobby', 'Produk', 'Transaksi', 'Suplier', 'Chat'])
  await page.getByRole('textbox', { name: 'Cari Produk atau Suplier' }).filter({ visible: true }).waitFor()
  expect(logged).toContain('needlogon')
  expect(new URL(page.url()).pathname).toBe('/home')
  await page.getByRole('heading', { name: 'Lobby', level: 1 }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await close()
})

test('dialogs: phone, message, top-up, cash-out, bank, Jabber and review open on the signed-in pages [B-LAY-08]', async () => {
  const { token } = await newMember(lapak)
  const fresh = await openApp(lapak, { as: token })
  await fresh.page.goto('/home')
  await opens(fresh.page, 'Verifikasi No. HP', 'Verifikasi No. HP')
  await fresh.close()

  const { page, close } = await openApp(lapak, { as: seller })
  await page.goto('/chat')
  await opens(page, 'Pesan baru', 'Pesan baru')
  await opens(page, 'Topup', 'Topup')
  await opens(page, 'Cashout', 'Cashout')
  await page.goto('/profile?tab=bank')
  await opens(page, 'Tambah rekening', 'Tambah rekening')
  await page.goto('/profile?tab=jabber')
  await opens(page, 'Tambah JabberID', 'Jabber contact')
  await close()

  // Only a buyer of the seller can review it.
  await placePurchase(lapak)
  const reading = await openApp(lapak, { as: await lapak.signIn(buyer) })
  await reading.page.goto(`/supplier/${sellerId}?tab=ulasan`)
  await opens(reading.page, /^(Tulis|Ubah) ulasan/, /^(Tulis|Ubah) ulasan/)
  await reading.close()
})

/** Checks that the button opens the dialog with this title, and that Escape closes the dialog. */
async function opens(page: Page, button: string | RegExp, title: string | RegExp) {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
