import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, desktop, openWithRealtime, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'
import { pngFile } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const admin = await lapak.signIn('admin@lapak.test')

const posts = (page: Page) => page.getByRole('region', { name: 'Kiriman member' }).getByRole('article')
const postOf = (page: Page, text: string) => posts(page).filter({ hasText: text })
const yes = (page: Page) => page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
const write = (token: string, msg: string) => lapak.call<{ postid: number }>(token, 'POST', '/api/v1/posts', { msg })

async function choose(page: Page, text: string, choice: string) {
  await postOf(page, text)
    .getByRole('button', { name: /^Pilihan kiriman/ })
    .click()
  await page.getByRole('menuitem', { name: choice }).click()
}

test.each([phone, desktop])(
  'feeds: a post with a picture is offered to another member, liked, commented and deleted, at $width px [B-RT-74]',
  async (viewport) => {
    const [writer, reader] = [
      await completeMember(lapak, `Toko Nila ${viewport.width}`),
      await completeMember(lapak, `Toko Jingga ${viewport.width}`),
    ]
    const mark = randomUUID()
    const writing = await openApp(lapak, { as: writer.token, viewport })
    const reading = await openApp(lapak, { as: reader.token, viewport })

    // The events of these posts arrive before the list, which contains the posts, so the page does not announce them as new.
    const listed = Promise.withResolvers<void>()
    await reading.page.route('**/api/v1/posts?*', async (route) => {
      await listed.promise
      await route.continue()
    })
    const received = await openWithRealtime(reading, '/feeds')
    const ids: number[] = []
    for (let nth = 0; nth < 12; nth += 1) ids.push((await write(writer.token, `Kabar ${mark} nomor ${nth}`)).postid)
    await expect.poll(() => received.some((message) => message.includes('"kiriman"') && message.includes(`${ids.at(-1)}`))).toBe(true)
    listed.resolve()
    await postOf(reading.page, `Kabar ${mark} nomor 11`).waitFor()
    await reading.page.unrouteAll()
    expect(await reading.page.getByRole('button', { name: /kiriman baru/ }).count()).toBe(0)

    await writing.page.goto('/home')
    await writing.page.getByRole('button', { name: /^Menu / }).click()
    await writing.page.getByRole(viewport === phone ? 'link' : 'menuitem', { name: 'Kiriman', exact: true }).click()
    await writing.page.waitForURL('**/feeds')
    const { page } = writing
    expect(await page.getByRole('button', { name: 'Kirim', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Tulis kiriman' }).fill('\u3164')
    await page.getByRole('button', { name: 'Kirim', exact: true }).click()
    await page.getByText('Tulis teks yang terlihat').waitFor()
    const offer = `Harga baru ${randomUUID()}`
    await page.getByRole('textbox', { name: 'Tulis kiriman' }).fill(`${offer}: https://contoh.id/harga`)
    await page.locator('input[type=file]').setInputFiles(pngFile())
    await page.getByRole('img', { name: 'Gambar yang akan dikirim' }).waitFor()
    await page.getByRole('button', { name: 'Ganti gambar' }).waitFor()
    await page.getByRole('button', { name: 'Kirim', exact: true }).click()
    await alertMessage(page, 'Kiriman diterbitkan').waitFor()
    await posts(page).first().getByText(offer).waitFor()
    expect(await page.getByRole('textbox', { name: 'Tulis kiriman' }).inputValue()).toBe('')
    expect(await page.getByRole('button', { name: /kiriman baru/ }).count()).toBe(0)

    await reading.page.getByRole('button', { name: '1 kiriman baru' }).waitFor()
    expect(await postOf(reading.page, offer).count()).toBe(0)
    await reading.page.getByRole('button', { name: '1 kiriman baru' }).click()
    const shown = postOf(reading.page, offer)
    await shown.waitFor()
    expect(await reading.page.getByRole('button', { name: /kiriman baru/ }).count()).toBe(0)
    expect(await shown.getByRole('link', { name: 'https://contoh.id/harga' }).getAttribute('rel')).toBe('noopener noreferrer nofollow')
    await reading.page.getByText('Hati-hati membuka tautan').waitFor()
    await shown.getByRole('link', { name: 'Buka gambar' }).waitFor()

    const like = shown.getByRole('button', { name: /^Suka/ })
    await like.click()
    await expect.poll(() => like.getAttribute('aria-label')).toBe('Suka, 1')
    expect(await like.getAttribute('aria-pressed')).toBe('true')
    await like.click()
    await expect.poll(() => like.getAttribute('aria-pressed')).toBe('false')
    await like.click()
    await shown.getByRole('button', { name: 'Komentar, 0' }).click()
    await shown.getByText('Belum ada komentar.').waitFor()
    await shown.getByLabel('Tulis komentar').fill('Ada yang XL?')
    await shown.getByLabel('Tulis komentar').press('Enter')
    await shown.getByRole('button', { name: 'Komentar, 1' }).waitFor()

    // The author's page shows likes and comments after it loads again.
    await page.reload()
    const own = postOf(page, offer)
    await own.getByRole('button', { name: 'Suka, 1' }).waitFor()
    await own.getByText('Ada yang XL?').waitFor()
    await shown.getByRole('button', { name: 'Hapus komentar' }).click()
    await yes(reading.page)
    await alertMessage(reading.page, 'Komentar dihapus').waitFor()
    await shown.getByRole('button', { name: 'Komentar, 0' }).waitFor()
    await choose(page, offer, 'Hapus kiriman')
    await yes(page)
    await alertMessage(page, 'Kiriman dihapus').waitFor()
    await expect.poll(() => own.count()).toBe(0)
    // A page that still shows a deleted post removes it when the server refuses an action on it.
    await like.click()
    await expect.poll(() => shown.count()).toBe(0)
    await writing.close({ statuses: [400] })
    await reading.close({ statuses: [404] })
  },
)

test.each([phone, desktop])(
  'feeds: an administrator hides a reported post with a reason that its author sees at once, and restores it, at $width px',
  async (viewport) => {
    const [writer, reader] = [
      await completeMember(lapak, `Toko Kelam ${viewport.width}`),
      await completeMember(lapak, `Toko Terang ${viewport.width}`),
    ]
    const text = `Tukar PIN dengan saldo ${randomUUID()}`
    const { postid } = await write(writer.token, text)
    const writing = await openApp(lapak, { as: writer.token, viewport })
    await openWithRealtime(writing, '/feeds')
    await postOf(writing.page, text).waitFor()
    const office = await openApp(lapak, { as: admin, viewport })
    await openWithRealtime(office, '/admin/kiriman?tahap=dilaporkan')
    await office.page.getByText('Tidak ada kiriman yang cocok').first().waitFor()

    const reading = await openApp(lapak, { as: reader.token, viewport })
    await reading.page.goto('/feeds')
    await choose(reading.page, text, 'Laporkan')
    const report = reading.page.getByRole('dialog', { name: 'Laporkan kiriman' })
    await report.getByRole('button', { name: 'Kirim laporan' }).click()
    await report.getByText('Pilih masalahnya').waitFor()
    await report.getByRole('radio', { name: 'Penipuan' }).check()
    await report.getByLabel(/^Penjelasan/).fill('Minta PIN')
    await report.getByRole('button', { name: 'Kirim laporan' }).click()
    await alertMessage(reading.page, 'Laporan terkirim ke admin').waitFor()

    // The list updates without a reload.
    const row =
      viewport === phone
        ? office.page.getByRole('list', { name: 'Daftar kiriman' }).getByRole('button').first()
        : office.page.getByRole('button', { name: `Kiriman ${postid}`, exact: true })
    await row.waitFor()
    await row.click()
    const drawer = office.page.getByRole('dialog', { name: `Kiriman ${postid}` })
    await drawer.getByText('Minta PIN').waitFor()
    await drawer.getByRole('button', { name: 'Sembunyikan', exact: true }).click()
    const why = office.page.getByRole('dialog', { name: 'Sembunyikan kiriman' })
    await why.getByRole('button', { name: 'Sembunyikan' }).click()
    await why.getByText(/^Tulis alasannya/).waitFor()
    await why.getByLabel('Alasan').fill('Meminta PIN member')
    await why.getByRole('button', { name: 'Sembunyikan' }).click()
    await alertMessage(office.page, 'Kiriman disembunyikan').waitFor()
    await drawer.getByText('Disembunyikan', { exact: true }).first().waitFor()

    const hidden = posts(writing.page).filter({ hasText: 'Meminta PIN member' })
    await hidden.getByText('disembunyikan admin').waitFor()
    expect(await postOf(writing.page, text).count()).toBe(0)
    await reading.page.reload()
    await posts(reading.page).first().waitFor()
    expect(await postOf(reading.page, text).count()).toBe(0)

    await drawer.getByRole('button', { name: 'Tampilkan lagi' }).click()
    const again = office.page.getByRole('dialog', { name: 'Tampilkan lagi kiriman' })
    await again.getByLabel('Alasan').fill('Ternyata lelucon')
    await again.getByRole('button', { name: 'Tampilkan lagi' }).click()
    await alertMessage(office.page, 'Kiriman ditampilkan lagi').waitFor()
    await postOf(writing.page, text).waitFor()

    // A comment has its own report, and is listed with its post.
    await lapak.call(reader.token, 'POST', `/api/v1/posts/${postid}/comments`, { msg: 'Kata kasar' })
    const from = `Toko Terang ${viewport.width}`
    await writing.page.reload()
    await postOf(writing.page, text)
      .getByRole('button', { name: `Laporkan komentar ${from}` })
      .click()
    const commentReport = writing.page.getByRole('dialog', { name: 'Laporkan komentar' })
    await commentReport.getByRole('radio', { name: 'Kasar atau menghina' }).check()
    await commentReport.getByRole('button', { name: 'Kirim laporan' }).click()
    await alertMessage(writing.page, 'Laporan terkirim ke admin').waitFor()
    await office.page.goto('/admin/kiriman?tahap=dilaporkan')
    await row.click()
    await drawer
      .getByRole('group', { name: `Laporan komentar ${from}` })
      .getByText('Kasar atau menghina')
      .waitFor()
    await drawer.getByRole('button', { name: `Biarkan tampil komentar ${from}` }).click()
    const leave = office.page.getByRole('dialog', { name: 'Tutup laporan komentar' })
    await leave.getByLabel('Alasan').fill('Tidak melanggar')
    await leave.getByRole('button', { name: 'Biarkan tampil' }).click()
    await alertMessage(office.page, 'Laporan ditutup').waitFor()

    // In the feed an administrator hides a comment, and its author gets a notification.
    await office.page.goto('/feeds')
    await postOf(office.page, text)
      .getByRole('button', { name: `Sembunyikan komentar Toko Terang ${viewport.width}` })
      .click()
    const comment = office.page.getByRole('dialog', { name: 'Sembunyikan komentar' })
    await comment.getByLabel('Alasan').fill('Kasar')
    await comment.getByRole('button', { name: 'Sembunyikan' }).click()
    await alertMessage(office.page, 'Komentar disembunyikan').waitFor()
    await postOf(office.page, text).getByRole('button', { name: 'Komentar, 0' }).waitFor()
    await reading.page.goto('/notifikasi')
    await reading.page.getByText('Komentar Anda disembunyikan').waitFor()
    await reading.page.getByText('Alasan admin: Kasar').waitFor()
    for (const { close } of [writing, reading, office]) await close()
  },
)

test('feeds: the sample posts are shown without an API call, whether the real posts load or not [B-RT-75]', async () => {
  const { token } = await completeMember(lapak)
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  const samples = page.getByRole('complementary', { name: 'Contoh kiriman' }).getByRole('article')
  const answers: string[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      void response.text().then(
        (text) => answers.push(text),
        () => undefined,
      )
  })
  // Sample posts before the answer arrives.
  const released = Promise.withResolvers<void>()
  await page.route('**/api/v1/posts?*', async (route) => {
    await released.promise
    await route.abort()
  })
  await page.goto('/feeds')
  await samples.first().waitFor()
  expect(await samples.count()).toBe(3)
  expect(await samples.getByText('Contoh', { exact: true }).count()).toBe(3)
  // Sample posts when the real posts cannot be loaded.
  released.resolve()
  await page.getByText('Kiriman belum bisa ditampilkan').waitFor()
  expect(await samples.count()).toBe(3)
  await page.unroute('**/api/v1/posts?*')
  // Sample posts when there are no real posts yet.
  await page.route('**/api/v1/posts?*', (route) => route.fulfill({ json: { success: true, msg: 'OK', data: { content: [], next: null } } }))
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await page.getByText('Belum ada kiriman').waitFor()
  expect(await samples.count()).toBe(3)
  for (const sample of await samples.all()) expect(await sample.getByRole('button').count()).toBe(0)
  const texts = await samples.locator('p').allTextContents()
  for (const text of texts) expect(answers.some((answer) => answer.includes(text))).toBe(false)
  expect(requestsTo('GET', '/api/v1/posts').length).toBeGreaterThan(0)
  await close({ errors: /Tidak ada jawaban dari server/ })
})

test('feeds: the hint about a new post disappears when the post is removed, and returns when it is restored', async () => {
  const [writer, reader] = [await completeMember(lapak, 'Toko Salah'), await completeMember(lapak, 'Toko Simak')]
  const reading = await openApp(lapak, { as: reader.token })
  const { page } = reading
  await openWithRealtime(reading, '/feeds')
  await posts(page).first().waitFor()
  const offered = page.getByRole('button', { name: /kiriman baru/ })
  const offers = (count: number) => page.getByRole('button', { name: `${count} kiriman baru`, exact: true }).waitFor()
  const remove = (id: number) => lapak.call(writer.token, 'DELETE', `/api/v1/posts/${id}`)
  const text = `Salah tulis ${randomUUID()}`

  const ids: number[] = []
  for (let nth = 0; nth < 3; nth += 1) ids.push((await write(writer.token, `${text} ${nth}`)).postid)
  const [first = 0, second = 0, third = 0] = ids
  await offers(3)
  await remove(first)
  await offers(2)
  const moderate = (action: string) => lapak.call(admin, 'PATCH', `/api/admin/v1/posts/${second}/${action}`, { reason: 'Meminta PIN' })
  await moderate('hide')
  await offers(1)
  await moderate('restore')
  await offers(2)
  await moderate('hide')
  await offers(1)

  await page.context().setOffline(true)
  await page.getByText('Tidak ada jaringan.', { exact: true }).waitFor()
  await remove(third)
  const later = [await write(writer.token, `${text} tanpa jaringan`), await write(writer.token, `${text} tanpa jaringan juga`)]
  await page.context().setOffline(false)
  await offers(2)
  for (const { postid } of later) await remove(postid)
  await offered.waitFor({ state: 'detached' })
  expect(await postOf(page, text).count()).toBe(0)
  await reading.close({ errors: /Tidak ada jawaban dari server/ })
})

test('feeds: a post written between the first page and the realtime connection is offered', async () => {
  const [writer, reader] = [await completeMember(lapak, 'Toko Ungu'), await completeMember(lapak, 'Toko Kelabu')]
  const reading = await openApp(lapak, { as: reader.token })
  const { page, close } = reading
  const [read, logged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/v1/posts?*', async (route) => {
    const answer = await route.fetch()
    read.resolve()
    await logged.promise
    await route.fulfill({ response: answer })
  })
  let isFirst = true
  await page.route('**/socket.io/**', async (route) => {
    if (isFirst) {
      isFirst = false
      await read.promise
      await write(writer.token, `Kabar ${randomUUID()}`)
      // Longer than the time for which the server collects new posts before it publishes them.
      await page.waitForTimeout(2_500)
    }
    await route.continue()
  })
  await openWithRealtime(reading, '/feeds')
  logged.resolve()
  await page.getByRole('button', { name: /kiriman baru/ }).waitFor()
  await close()
})

test('feeds: a member without a complete account can read, and gets a link to complete it', async () => {
  const { token } = await newMember(lapak)
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/feeds')
  await posts(page).first().waitFor()
  await page.getByRole('link', { name: 'lengkapi akun Anda' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Tulis kiriman' }).count()).toBe(0)
  expect(await posts(page).first().getByRole('button', { name: /^Suka/ }).isDisabled()).toBe(true)
  await close()
})
