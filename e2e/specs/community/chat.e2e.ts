import { randomUUID } from 'node:crypto'
import type { Page, ViewportSize } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { desk, fillLogin, message, openConnected, phone } from '../../fixtures/app.ts'
import { bought } from '../../fixtures/bought.ts'
import { between, openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, password, sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { picture } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const sellerMail = 'penjual@lapak.test'
const [seller, admin] = await Promise.all([sellerMail, 'admin@lapak.test'].map((email) => lapak.signIn(email)))
const { memberid: sellerId, membername: sellerName } = (
  await lapak.call<{ member: { memberid: number; membername: string } }>(seller as string, 'GET', '/api/v1/user')
).member

const log = (page: Page) => page.getByRole('log', { name: 'Pesan' })
const field = (page: Page) => page.getByLabel('Tulis pesan')
/** Of the list, where it stands. */
const line = (page: Page, name: string) => page.getByRole('list', { name: 'Daftar chat' }).getByRole('button', { name: new RegExp(name) })
const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true }).getByRole('link', { name: /^Chat/ })

async function say(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}

const sent = (page: Page, text: string) =>
  log(page)
    .getByRole('listitem')
    .filter({ hasText: text })
    .getByLabel(/Terkirim|Dibaca/)

test.each([phone, desk])(
  'a buyer asks a seller from its card; both write, see the other type and read, and pages of other screens are told, at $width px [B-RT-38, B-RT-73, B-STATE-36, B-STATE-37, B-STATE-38, B-SOCK-07, B-SOCK-09, B-SOCK-10]',
  async (viewport) => {
    const name = `Toko Cemara ${viewport.width}`
    const { token } = await completeMember(lapak, name)
    const buying = await openApp(lapak, { as: token, viewport })
    const selling = await openApp(lapak, { as: seller, viewport })
    await openConnected(selling, '/home')
    await openConnected(buying, '/supplier')
    const { page } = buying
    const cards = page.getByRole('article')
    await cards.first().waitFor()
    expect(await page.getByRole('link', { name: /^Chat ./ }).count()).toBe(await cards.count())
    await page.getByRole('link', { name: `Chat ${sellerName}` }).click()
    await page.getByText('Belum ada pesan. Tulis pesan pertama Anda.').waitFor()
    await buying.look('a conversation that has not begun')
    expect(await page.getByRole('button', { name: 'Kirim', exact: true }).isDisabled()).toBe(true)
    await field(page).fill('x')
    await field(page).press('Enter')
    expect(await field(page).inputValue(), 'one character is no message').toBe('x')
    await say(page, 'Apakah stok S10 ada?')
    await sent(page, 'Apakah stok S10 ada?').waitFor()

    // On another screen an alert says it and leads there, and the menu counts.
    await message(selling.page, `${name}: Apakah stok S10 ada?`).waitFor()
    await expect.poll(() => entry(selling.page).textContent()).toMatch(/belum dibaca/)
    await message(selling.page, `${name}: Apakah stok S10 ada?`).getByRole('button', { name: 'Buka chat' }).click()
    await log(selling.page).getByText('Apakah stok S10 ada?').waitFor()
    await log(page).getByLabel('Dibaca').waitFor()
    expect(selling.requestsTo('PATCH', readPath(selling.page)).length).toBeGreaterThan(0)

    await field(selling.page).pressSequentially('Ada, sila')
    await page.getByText('sedang mengetik…').waitFor()
    await field(selling.page).fill('')
    await say(selling.page, 'Ada, silakan pesan https://contoh.id/harga')
    await selling.page.getByText('Pesan Terkirim').waitFor()
    const link = log(page).getByRole('link', { name: 'https://contoh.id/harga' })
    await link.waitFor()
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    await log(selling.page).getByLabel('Dibaca').waitFor()
    await buying.look('a conversation', between(viewport))

    await field(page).fill('Baris satu')
    await field(page).press('Shift+Enter')
    await field(page).pressSequentially('baris dua')
    await page.getByLabel('Kirim gambar').waitFor()
    await page.locator('input[type=file]').first().setInputFiles(picture())
    await page.getByAltText('Gambar yang akan dikirim').waitFor()
    const send = page.getByRole('button', { name: 'Kirim', exact: true })
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    await log(selling.page).getByText('Baris satu baris dua').waitFor()
    await log(selling.page).getByRole('link', { name: 'Buka gambar' }).waitFor()
    await selling.look('a conversation with a picture')

    await toList(selling.page, viewport)
    await line(selling.page, name)
      .getByText(/Baris satu/)
      .waitFor()
    await selling.look('the list of chats', between(viewport))

    // Chosen in the list it is read anew, and marked as read.
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

test('what was read is shown as read, though an older answer comes after it', async () => {
  const { token } = await completeMember(lapak, 'Toko Dibaca')
  const buying = await openApp(lapak, { as: token, viewport: desk })
  const selling = await openApp(lapak, { as: seller, viewport: desk })
  await buying.page.goto('/supplier')
  await buying.page.getByRole('link', { name: `Chat ${sellerName}` }).click()
  await say(buying.page, 'Halo, buka?')
  await sent(buying.page, 'Halo, buka?').waitFor()
  await openConnected(selling, '/chat')
  await line(selling.page, 'Toko Dibaca').click()
  await log(selling.page).getByText('Halo, buka?').waitFor()

  const [looked, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await selling.page.route('**/api/messanger/v1/messages?*after=*', async (route) => {
    const answer = await route.fetch()
    looked.resolve()
    await read.promise
    await route.fulfill({ response: answer })
  })
  await buying.page.route('**/api/messanger/v1/groupreadmsg/*', async (route) => {
    await looked.promise
    await route.continue()
  })
  await say(selling.page, 'Buka, silakan')
  await log(selling.page).getByLabel('Dibaca').waitFor()
  const answered = selling.page.waitForResponse(/messages\?.*after=/)
  read.resolve()
  await answered
  await selling.page.waitForTimeout(500)
  expect(await log(selling.page).getByLabel('Dibaca').count()).toBe(1)
  await selling.close()
  await buying.close()
})

/** Of the conversation that is open. */
const readPath = (page: Page) => `/api/messanger/v1/groupreadmsg/${new URL(page.url()).searchParams.get('grup')}`

async function toList(page: Page, viewport: ViewportSize) {
  if (viewport === phone) await page.getByRole('button', { name: 'Kembali ke daftar chat' }).click()
}

test('what is written without a network is sent later, once, and in its order, and what came meanwhile is shown', async () => {
  const { token } = await completeMember(lapak, 'Toko Tanpa Sinyal')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto(`/chat?dengan=${sellerId}`)
  await say(page, 'Sebelum putus')
  await sent(page, 'Sebelum putus').waitFor()
  await page.context().setOffline(true)
  await say(page, 'Saat putus satu')
  await say(page, 'Saat putus dua')
  await log(page).getByText('Menunggu jaringan').first().waitFor()
  const { content } = await lapak.call<{ content: { groupid: number }[] }>(token, 'GET', '/api/messanger/v1/chats')
  const groupid = content[0]?.groupid
  await lapak.call(seller as string, 'POST', '/api/messanger/v1/message', { groupid, msg: 'Dari suplier sementara itu' })
  // What is said of the network takes no room from where one writes.
  await page.getByText('Tidak ada jaringan.').waitFor()
  const writing = await field(page).boundingBox()
  expect(writing && writing.y + writing.height).toBeLessThan(phone.height)
  expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true)
  await page.context().setOffline(false)
  await sent(page, 'Saat putus dua').waitFor()
  // The own messages have later numbers, and may be answered before the line is back.
  await log(page).getByText('Dari suplier sementara itu').waitFor()
  const told = await lapak.call<{ content: { msg: string }[] }>(token, 'GET', `/api/messanger/v1/messages?groupid=${groupid}`)
  const inOrder = ['Sebelum putus', 'Dari suplier sementara itu', 'Saat putus satu', 'Saat putus dua']
  expect(told.content.map(({ msg }) => msg)).toEqual(inOrder.toReversed())
  const shown = await log(page).getByRole('listitem').allTextContents()
  expect(inOrder.map((text) => shown.findIndex((words) => words.includes(text)))).toEqual(
    inOrder.map((text) => shown.findIndex((words) => words.includes(text))).toSorted((one, other) => one - other),
  )
  await close({ errors: /ERR_INTERNET_DISCONNECTED|websocket|Failed to fetch|Tidak ada jawaban/i })
})

test('whether the other side is there, and since when it is not, follows while a conversation is open', async () => {
  const { token } = await completeMember(lapak, 'Toko Menunggu')
  await lapak.call(seller as string, 'GET', '/api/v1/user')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.clock.install()
  await page.goto(`/chat?dengan=${sellerId}`)
  await say(page, 'Masih buka?')
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

test('a message that waits is still there after a reload, and goes with the session', async () => {
  const { token } = await completeMember(lapak, 'Toko Muat Ulang')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.route('**/api/messanger/v1/message', (route) => route.abort())
  await page.goto(`/chat?dengan=${sellerId}`)
  await say(page, 'Belum sempat terkirim')
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
  await close({ errors: /.*/ })
})

test('a message that waits goes with the session also where its writer changed the password, and the next one signs in on the same page', async () => {
  const [anna, budi] = [await completeMember(lapak, 'Toko Anna'), await completeMember(lapak, 'Toko Budi')]
  const { page, requestsTo, close } = await openApp(lapak, { as: anna.token })
  const path = '/api/messanger/v1/message'
  await page.route(`**${path}`, (route) => route.abort())
  await page.goto('/chat?dengan=cso')
  await say(page, 'Hanya untuk Customer Service')
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
  // As often as it is tried again.
  await page.waitForTimeout(6_000)
  expect(requestsTo('POST', path).length).toBe(before)
  await page.goto('/chat?dengan=cso')
  await page.getByText('Belum ada pesan. Tulis pesan pertama Anda.').waitFor()
  expect(await page.getByText('Hanya untuk Customer Service').count()).toBe(0)
  await close({ statuses: [401], errors: /.*/ })
})

test('what is half written outlives a reload, and a first message that is refused stands where it was written, to be sent again or taken away', async () => {
  const { token } = await completeMember(lapak, 'Toko Setengah Jadi')
  const { page, look, close } = await openApp(lapak, { as: token, viewport: phone })
  let answer: { status: number; msg: string } | undefined = { status: 422, msg: 'Belum bisa' }
  await page.route('**/api/messanger/v1/message', (route) =>
    answer ? route.fulfill({ status: answer.status, json: { success: false, msg: answer.msg } }) : route.continue(),
  )
  await page.goto(`/chat?dengan=${sellerId}`)
  await field(page).pressSequentially('Apakah ada sto')
  await page.reload()
  await expect.poll(() => field(page).inputValue()).toBe('Apakah ada sto')
  await field(page).press('End')
  await field(page).pressSequentially('k?')
  await field(page).press('Enter')
  await log(page).getByText('Apakah ada stok?').waitFor()
  await log(page).getByText('Belum terkirim: Belum bisa').waitFor()
  await look('a first message that was refused')
  await log(page).getByRole('button', { name: 'Hapus' }).click()
  await page.getByText('Belum ada pesan. Tulis pesan pertama Anda.').waitFor()

  // What comes too soon says that it does, and is sent by itself.
  answer = { status: 429, msg: 'Terlalu sering, tunggu sebentar' }
  await say(page, 'Apakah ada stok S10?')
  await log(page).getByText('Terlalu sering, tunggu sebentar').waitFor()
  answer = undefined
  await sent(page, 'Apakah ada stok S10?').waitFor()
  await page.reload()
  await sent(page, 'Apakah ada stok S10?').waitFor()
  expect(await field(page).inputValue()).toBe('')
  await close({ statuses: [422, 429], errors: /Belum bisa|Terlalu sering/ })
})

/** As a keyboard or a telephone's menu pastes it. */
const pastePicture = (page: Page) =>
  field(page).evaluate(
    (node, { name, type, bytes }) => {
      const { DataTransfer, File, ClipboardEvent } = globalThis as unknown as Pasting
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], name, { type }))
      ;(node as unknown as { dispatchEvent(event: object): void }).dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    { name: picture().name, type: picture().mimeType, bytes: [...picture().buffer] },
  )

/** Of the browser, which these tests do not know. */
interface Pasting {
  DataTransfer: new () => { items: { add(file: object): void } }
  File: new (parts: Uint8Array[], name: string, options: { type: string }) => object
  ClipboardEvent: new (name: string, options: { clipboardData: object; bubbles: boolean; cancelable: boolean }) => object
}

test('a picture that is chosen while the first message begins the conversation stays', async () => {
  const { token } = await completeMember(lapak, 'Toko Dua Gambar')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.route('**/api/messanger/v1/messages?*', async (route) => {
    await new Promise((done) => setTimeout(done, 2_000))
    await route.continue()
  })
  await page.goto(`/chat?dengan=${sellerId}`)
  const begun = page.waitForResponse('**/api/messanger/v1/messages?*')
  await say(page, 'Pertama')
  await page.locator('input[type=file]').first().setInputFiles(picture())
  const preview = page.getByAltText('Gambar yang akan dikirim')
  await preview.waitFor()
  await begun
  await sent(page, 'Pertama').waitFor()
  expect(await preview.isVisible()).toBe(true)
  await close()
})

test('a picture is pasted, and the same file can be chosen twice; of a text that is too long the end is not lost unsaid', async () => {
  const { token } = await completeMember(lapak, 'Toko Tempel')
  const { page, look, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto(`/chat?dengan=${sellerId}`)
  const preview = page.getByAltText('Gambar yang akan dikirim')
  const send = page.getByRole('button', { name: 'Kirim', exact: true })
  await field(page).waitFor()
  await pastePicture(page)
  await preview.waitFor()
  await expect.poll(() => send.isEnabled()).toBe(true)
  await look('a picture that was pasted')
  await send.click()
  await log(page).getByRole('link', { name: 'Buka gambar' }).waitFor()
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles(picture())
  await preview.waitFor()
  expect(await chooser.inputValue(), 'the chooser has forgotten it').toBe('')
  await expect.poll(() => send.isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Lepas gambar' }).click()
  await preview.waitFor({ state: 'hidden' })

  expect(await page.getByText(/karakter lagi/).count()).toBe(0)
  await field(page).fill('a'.repeat(2000))
  await page.getByText('0 karakter lagi').waitFor()
  await close()
})

/** More than anybody may write in a minute: the seller's messages up to this number. */
async function goOn(groupid: number, upTo: number) {
  const tables = openTables(lapak.info.databaseUrl)
  const rows = Array.from({ length: upTo - 1 }, (_, nth) => ({
    conversation_id: BigInt(groupid),
    seq: nth + 2,
    sender_id: BigInt(sellerId),
    client_id: randomUUID(),
    body: `Pesan nomor ${nth + 2}`,
  }))
  await tables.insertInto('message').values(rows).execute()
  await tables
    .updateTable('conversation')
    .set({ last_seq: upTo })
    .where('id', '=', BigInt(groupid))
    .execute()
    .finally(() => tables.destroy())
}

test.each([phone, desk])(
  'older messages come while one scrolls up, and what is read stays in its place, at $width px',
  async (viewport) => {
    const { token } = await completeMember(lapak, `Toko Panjang ${viewport.width}`)
    const first = await lapak.call<{ groupid: number }>(token, 'POST', '/api/messanger/v1/message', {
      touser: sellerId,
      msg: 'Pesan nomor 1',
    })
    await goOn(first.groupid, 38)
    const walking = await openApp(lapak, { as: token, viewport })
    const { page, close } = walking
    await openConnected(walking, `/chat?grup=${first.groupid}`)
    const newest = log(page).getByText('Pesan nomor 38', { exact: true })
    await newest.waitFor()
    await expect.poll(() => newest.isVisible()).toBe(true)
    expect(await log(page).getByText('Pesan nomor 1', { exact: true }).count()).toBe(0)
    await log(page).evaluate((area: { scrollTop: number }) => {
      area.scrollTop = 0
    })
    await log(page).getByText('Pesan nomor 1', { exact: true }).waitFor({ state: 'attached' })
    const ninth = log(page).getByText('Pesan nomor 9', { exact: true })
    await expect
      .poll(async () => ((await ninth.boundingBox())?.y ?? -1) > 0, { message: 'what was at the top is still in sight' })
      .toBe(true)
    // What comes meanwhile waits below.
    await lapak.call(seller as string, 'POST', '/api/messanger/v1/message', { groupid: first.groupid, msg: 'Yang terbaru' })
    await page.getByRole('button', { name: '1 pesan baru' }).click()
    await expect.poll(() => log(page).getByText('Yang terbaru').isVisible()).toBe(true)
    await close()
  },
)

test.each([phone, desk])(
  'a new message finds whom it is for; customer service answers from one inbox, at $width px [B-SOCK-02]',
  async (viewport) => {
    const name = `Toko Bantuan ${viewport.width}`
    const { token } = await completeMember(lapak, name)
    const asking = await openApp(lapak, { as: token, viewport })
    const house = await openApp(lapak, { as: admin, viewport })
    await openConnected(house, '/admin/layanan')
    const { page } = asking
    await page.goto('/chat')
    await asking.look('chats where there is none', between(viewport))
    await page.getByRole('button', { name: 'Pesan baru' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Pesan baru' })
    await dialog.getByLabel('Cari penerima').fill(sellerName.slice(0, 6))
    await dialog.getByRole('button', { name: new RegExp(sellerName) }).waitFor()
    await dialog.getByLabel('Cari penerima').fill('tidak ada orang begini')
    await dialog.getByText('Tidak ada yang bernama itu.').waitFor()
    await dialog.getByLabel('Cari penerima').fill('customer')
    await dialog.getByRole('button', { name: /Customer Service/ }).waitFor()
    await asking.look('whom to write to')
    if (viewport === phone) await dialog.getByRole('button', { name: /Customer Service/ }).click()
    else await dialog.getByLabel('Cari penerima').press('Enter')
    await say(page, 'Saldo saya belum masuk')
    await sent(page, 'Saldo saya belum masuk').waitFor()

    await line(house.page, name).click()
    await log(house.page).getByText('Saldo saya belum masuk').waitFor()
    await log(page).getByLabel('Dibaca').waitFor()
    for (const [writes, reads] of [
      [page, house.page],
      [house.page, page],
    ] as const) {
      await field(writes).pressSequentially('Seben')
      await reads.getByText('sedang mengetik…').waitFor()
      await field(writes).fill('')
    }
    await say(house.page, 'Kami periksa dulu')
    await sent(house.page, 'Kami periksa dulu').waitFor()
    await house.look('the inbox of customer service', between(viewport))
    await log(page).getByText('Kami periksa dulu').waitFor()
    expect(await log(page).getByText('Kantor Lapak').count(), 'members read no names there').toBe(0)
    await house.close()
    await asking.close()
  },
)

test('what came to customer service while another conversation was open is there when one comes back', async () => {
  const [ratna, siti] = [await completeMember(lapak, 'Toko Ratna'), await completeMember(lapak, 'Toko Siti')]
  const write = (token: string, msg: string) => lapak.call(token, 'POST', '/api/messanger/v1/message', { touser: 'cso', msg })
  await write(ratna.token, 'Saldo saya belum masuk')
  await write(siti.token, 'Bagaimana cara menjual?')
  const house = await openApp(lapak, { as: admin })
  const { page, close } = house
  await openConnected(house, '/admin/layanan')
  await line(page, 'Toko Ratna').click()
  await log(page).getByText('Saldo saya belum masuk').waitFor()
  await line(page, 'Toko Siti').click()
  await log(page).getByText('Bagaimana cara menjual?').waitFor()
  await write(ratna.token, 'Sudah masuk, terima kasih')
  // The inbox knows of it.
  await line(page, 'Sudah masuk, terima kasih').click()
  await log(page).getByText('Sudah masuk, terima kasih').waitFor({ timeout: 20_000 })
  await close()
})

test('from a purchase its seller is asked, with the purchase in the message; from the sale its buyer is answered', async () => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(buyer) })
  const { id } = await bought(lapak)
  await page.goto(`/trxpembelian?trx=${id}`)
  await page.getByRole('link', { name: 'Tanya suplier' }).click()
  await page.getByText(`Trx ${id}`).waitFor()
  await say(page, 'Sudah masuk belum ya?')
  await sent(page, 'Sudah masuk belum ya?').waitFor()
  await log(page)
    .getByText(new RegExp(`Trx ${id}`))
    .waitFor()
  expect(await page.getByRole('button', { name: 'Lepas transaksi' }).count(), 'it goes once').toBe(0)
  await close()
  const selling = await openApp(lapak, { as: seller })
  await selling.page.goto(`/penjualan?trx=${id}`)
  await selling.page.getByRole('link', { name: 'Chat pembeli' }).click()
  await log(selling.page).getByText('Sudah masuk belum ya?').waitFor()
  await selling.look('a conversation about a purchase')
  await selling.close()
})

test('a first message that is stored while its conversation is being looked for is shown', async () => {
  const other = 'pembeli2@lapak.test'
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(other), viewport: phone })
  const { id } = await bought(lapak, other)
  // The server has looked before the message is there, and its answer comes after it.
  const [looked, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/messanger/v1/conversation?*', async (route) => {
    if (!new URL(route.request().url()).searchParams.has('dengan')) return route.continue()
    const answer = await route.fetch()
    looked.resolve()
    await stored.promise
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  await page.route('**/api/messanger/v1/message', async (route) => {
    await looked.promise
    await route.continue()
  })
  await page.goto(`/chat?trx=${id}`)
  await page.getByText(`Trx ${id}`).waitFor()
  await say(page, 'Sudah terkirim?')
  await expect.poll(() => page.evaluate<string | null>("localStorage.getItem('lapak.own.chat-unsent')")).toBeNull()
  stored.resolve()
  await sent(page, 'Sudah terkirim?').waitFor()
  await close()
})

test('who is not known to be there is said so, and the way back is open', async () => {
  const { token } = await completeMember(lapak, 'Toko Salah Alamat')
  const { page, look, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/chat?dengan=999999')
  await page.getByText('Percakapan belum bisa dibuka').waitFor()
  await look('a conversation that cannot be opened')
  await page.getByRole('button', { name: 'Kembali ke daftar chat' }).click()
  await page.getByRole('heading', { name: 'Chat', level: 1 }).waitFor()
  await close({ statuses: [404], errors: /penerima|ditemukan/i })
})

test('the second toolbar has Lobby, Produk, Transaksi, Suplier, Chat and the search; needlogon changes nothing on the page [B-LAY-04, B-SOCK-11]', async () => {
  const { token } = await completeMember(lapak)
  const walking = await openApp(lapak, { as: token })
  const { page, close } = walking
  const logged: string[] = []
  page.on('console', (said) => logged.push(said.text()))
  await openConnected(walking, '/home')
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

test('every dialog that the signed-in pages provide opens: phone, message, top-up, cash-out, bank, Jabber, review [B-LAY-08]', async () => {
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

  // Who bought there reviews it.
  await bought(lapak)
  const reading = await openApp(lapak, { as: await lapak.signIn(buyer) })
  await reading.page.goto(`/supplier/${sellerId}?tab=ulasan`)
  await opens(reading.page, /^(Tulis|Ubah) ulasan/, /^(Tulis|Ubah) ulasan/)
  await reading.close()
})

/** The dialog of this title by the button of this name, and it is closed again. */
async function opens(page: Page, button: string | RegExp, title: string | RegExp) {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
