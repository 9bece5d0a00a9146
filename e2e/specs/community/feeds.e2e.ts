import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, message, openConnected, phone } from '../../fixtures/app.ts'
import { between, openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { picture } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const admin = await lapak.signIn('admin@lapak.test')

const posts = (page: Page) => page.getByRole('region', { name: 'Kiriman member' }).getByRole('article')
const postOf = (page: Page, text: string) => posts(page).filter({ hasText: text })
const yes = (page: Page) => page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
const write = (token: string, msg: string) => lapak.call<{ postid: number }>(token, 'POST', '/api/v1/posts', { msg })
const scrolled = (page: Page) => page.evaluate<number>('scrollY')
const toEnd = (page: Page) => page.evaluate('scrollTo(0, document.body.scrollHeight)')

async function choose(page: Page, text: string, choice: string) {
  await postOf(page, text)
    .getByRole('button', { name: /^Pilihan kiriman/ })
    .click()
  await page.getByRole('menuitem', { name: choice }).click()
}

test.each([phone, desk])(
  'a member writes with a picture, another one is offered it without a jump, likes and answers it, and its writer takes it away, at $width px [B-RT-74]',
  async (viewport) => {
    const [writer, reader] = [
      await completeMember(lapak, `Toko Nila ${viewport.width}`),
      await completeMember(lapak, `Toko Jingga ${viewport.width}`),
    ]
    const mark = randomUUID()
    const writing = await openApp(lapak, { as: writer.token, viewport })
    const reading = await openApp(lapak, { as: reader.token, viewport })

    // Heard of all before the list is read, of which it shows the newest first: none of them is new any more.
    const listed = Promise.withResolvers<void>()
    await reading.page.route('**/api/v1/posts?*', async (route) => {
      await listed.promise
      await route.continue()
    })
    const heard = await openConnected(reading, '/feeds')
    const ids: number[] = []
    for (let nth = 0; nth < 12; nth += 1) ids.push((await write(writer.token, `Kabar ${mark} nomor ${nth}`)).postid)
    await expect.poll(() => heard.some((said) => said.includes('"kiriman"') && said.includes(`${ids.at(-1)}`))).toBe(true)
    listed.resolve()
    await postOf(reading.page, `Kabar ${mark} nomor 11`).waitFor()
    await reading.page.unrouteAll()
    expect(await reading.page.getByRole('button', { name: /kiriman baru/ }).count()).toBe(0)
    await reading.page.mouse.wheel(0, 300)
    await expect.poll(() => scrolled(reading.page)).toBeGreaterThan(100)
    const before = await scrolled(reading.page)

    await writing.page.goto('/home')
    await writing.page.getByRole('button', { name: /^Menu / }).click()
    await writing.page.getByRole(viewport === phone ? 'link' : 'menuitem', { name: 'Kiriman', exact: true }).click()
    await writing.page.waitForURL('**/feeds')
    const { page } = writing
    expect(await page.getByRole('button', { name: 'Kirim', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Tulis kiriman' }).fill('\u3164')
    await page.getByRole('button', { name: 'Kirim', exact: true }).click()
    await page.getByText('Tulis teks yang terlihat').waitFor()
    const words = `Harga baru ${viewport.width}: https://contoh.id/harga`
    await page.getByRole('textbox', { name: 'Tulis kiriman' }).fill(words)
    await page.locator('input[type=file]').setInputFiles(picture())
    await page.getByRole('img', { name: 'Gambar yang akan dikirim' }).waitFor()
    await page.getByRole('button', { name: 'Ganti gambar' }).waitFor()
    await writing.look('a post that is being written')
    await page.getByRole('button', { name: 'Kirim', exact: true }).click()
    await message(page, 'Kiriman diterbitkan').waitFor()
    await posts(page).first().getByText(`Harga baru ${viewport.width}`).waitFor()
    expect(await page.getByRole('textbox', { name: 'Tulis kiriman' }).inputValue()).toBe('')
    expect(await page.getByRole('button', { name: /kiriman baru/ }).count()).toBe(0)

    // Offered where the reader is, who stays there.
    await reading.page.getByRole('button', { name: '1 kiriman baru' }).waitFor()
    expect(await scrolled(reading.page)).toBe(before)
    expect(await postOf(reading.page, `Harga baru ${viewport.width}`).count()).toBe(0)
    await reading.page.evaluate('scrollTo(0, 0)')
    await reading.look('a new post is offered')
    await reading.page.getByRole('button', { name: '1 kiriman baru' }).click()
    const shown = postOf(reading.page, `Harga baru ${viewport.width}`)
    await shown.waitFor()
    await expect.poll(() => scrolled(reading.page)).toBe(0)
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
    await reading.look('a post with a comment', between(viewport))

    // Older ones come while one scrolls; all that was written is there, each once.
    const oldest = postOf(reading.page, `Kabar ${mark} nomor 0`)
    await expect
      .poll(async () => {
        await toEnd(reading.page)
        return oldest.count()
      })
      .toBe(1)
    const texts = await postOf(reading.page, `Kabar ${mark} nomor`).count()
    expect(texts).toBe(12)

    // What the writer's page has is as the writer left it, until it is read again.
    await page.reload()
    const own = postOf(page, `Harga baru ${viewport.width}`)
    await own.getByRole('button', { name: 'Suka, 1' }).waitFor()
    await own.getByText('Ada yang XL?').waitFor()
    await shown.getByRole('button', { name: 'Hapus komentar' }).click()
    await yes(reading.page)
    await message(reading.page, 'Komentar dihapus').waitFor()
    await shown.getByRole('button', { name: 'Komentar, 0' }).waitFor()
    await choose(page, `Harga baru ${viewport.width}`, 'Hapus kiriman')
    await yes(page)
    await message(page, 'Kiriman dihapus').waitFor()
    await expect.poll(() => own.count()).toBe(0)
    // Somebody who still has it on the page hears so, and it goes.
    await like.click()
    await expect.poll(() => shown.count()).toBe(0)
    await writing.close({ statuses: [400] })
    await reading.close({ statuses: [404] })
  },
)

test.each([phone, desk])(
  'a post is reported, an administrator hides it with a reason that stands in its place for its writer at once, and shows it again, at $width px',
  async (viewport) => {
    const [writer, reader] = [
      await completeMember(lapak, `Toko Kelam ${viewport.width}`),
      await completeMember(lapak, `Toko Terang ${viewport.width}`),
    ]
    const text = `Tukar PIN dengan saldo ${viewport.width}`
    const { postid } = await write(writer.token, text)
    const writing = await openApp(lapak, { as: writer.token, viewport })
    await openConnected(writing, '/feeds')
    await postOf(writing.page, text).waitFor()
    const house = await openApp(lapak, { as: admin, viewport })
    await openConnected(house, '/admin/kiriman?tahap=dilaporkan')
    await house.page.getByText('Tidak ada kiriman yang cocok').first().waitFor()

    const reading = await openApp(lapak, { as: reader.token, viewport })
    await reading.page.goto('/feeds')
    await choose(reading.page, text, 'Laporkan')
    const report = reading.page.getByRole('dialog', { name: 'Laporkan kiriman' })
    await report.getByRole('button', { name: 'Kirim laporan' }).click()
    await report.getByText('Pilih masalahnya').waitFor()
    await report.getByRole('radio', { name: 'Penipuan' }).check()
    await report.getByLabel(/^Penjelasan/).fill('Minta PIN')
    await reading.look('the report of a post')
    await report.getByRole('button', { name: 'Kirim laporan' }).click()
    await message(reading.page, 'Laporan terkirim ke admin').waitFor()

    // Told, not asked for.
    const row =
      viewport === phone
        ? house.page.getByRole('list', { name: 'Daftar kiriman' }).getByRole('button').first()
        : house.page.getByRole('button', { name: `Kiriman ${postid}`, exact: true })
    await row.waitFor()
    await house.look('posts that were reported', between(viewport))
    await row.click()
    const drawer = house.page.getByRole('dialog', { name: `Kiriman ${postid}` })
    await drawer.getByText('Minta PIN').waitFor()
    await house.look('a reported post')
    await drawer.getByRole('button', { name: 'Sembunyikan', exact: true }).click()
    const why = house.page.getByRole('dialog', { name: 'Sembunyikan kiriman' })
    await why.getByRole('button', { name: 'Sembunyikan' }).click()
    await why.getByText(/^Tulis alasannya/).waitFor()
    await why.getByLabel('Alasan').fill('Meminta PIN member')
    await why.getByRole('button', { name: 'Sembunyikan' }).click()
    await message(house.page, 'Kiriman disembunyikan').waitFor()
    await drawer.getByText('Disembunyikan', { exact: true }).first().waitFor()

    const hidden = posts(writing.page).filter({ hasText: 'Meminta PIN member' })
    await hidden.getByText('disembunyikan admin').waitFor()
    expect(await postOf(writing.page, text).count()).toBe(0)
    await writing.look('a post that an administrator hid')
    await reading.page.reload()
    await posts(reading.page).first().waitFor()
    expect(await postOf(reading.page, text).count()).toBe(0)

    await drawer.getByRole('button', { name: 'Tampilkan lagi' }).click()
    const again = house.page.getByRole('dialog', { name: 'Tampilkan lagi kiriman' })
    await again.getByLabel('Alasan').fill('Ternyata lelucon')
    await again.getByRole('button', { name: 'Tampilkan lagi' }).click()
    await message(house.page, 'Kiriman ditampilkan lagi').waitFor()
    await postOf(writing.page, text).waitFor()

    // A comment is reported by itself, and waits with its post.
    await lapak.call(reader.token, 'POST', `/api/v1/posts/${postid}/comments`, { msg: 'Kata kasar' })
    const from = `Toko Terang ${viewport.width}`
    await writing.page.reload()
    await postOf(writing.page, text)
      .getByRole('button', { name: `Laporkan komentar ${from}` })
      .click()
    const said = writing.page.getByRole('dialog', { name: 'Laporkan komentar' })
    await said.getByRole('radio', { name: 'Kasar atau menghina' }).check()
    await writing.look('the report of a comment')
    await said.getByRole('button', { name: 'Kirim laporan' }).click()
    await message(writing.page, 'Laporan terkirim ke admin').waitFor()
    await house.page.goto('/admin/kiriman?tahap=dilaporkan')
    await row.click()
    await drawer
      .getByRole('group', { name: `Laporan komentar ${from}` })
      .getByText('Kasar atau menghina')
      .waitFor()
    await house.look('a reported comment')
    await drawer.getByRole('button', { name: `Biarkan tampil komentar ${from}` }).click()
    const leave = house.page.getByRole('dialog', { name: 'Tutup laporan komentar' })
    await leave.getByLabel('Alasan').fill('Tidak melanggar')
    await leave.getByRole('button', { name: 'Biarkan tampil' }).click()
    await message(house.page, 'Laporan ditutup').waitFor()

    // In the feed itself an administrator hides a comment, and its writer is told at the bell.
    await house.page.goto('/feeds')
    await postOf(house.page, text)
      .getByRole('button', { name: `Sembunyikan komentar Toko Terang ${viewport.width}` })
      .click()
    const comment = house.page.getByRole('dialog', { name: 'Sembunyikan komentar' })
    await comment.getByLabel('Alasan').fill('Kasar')
    await comment.getByRole('button', { name: 'Sembunyikan' }).click()
    await message(house.page, 'Komentar disembunyikan').waitFor()
    await postOf(house.page, text).getByRole('button', { name: 'Komentar, 0' }).waitFor()
    await reading.page.goto('/notifikasi')
    await reading.page.getByText('Komentar Anda disembunyikan').waitFor()
    await reading.page.getByText('Alasan admin: Kasar').waitFor()
    await reading.look('what the bell says of a comment that was hidden')
    for (const { close } of [writing, reading, house]) await close()
  },
)

test.each([phone, desk])(
  'sample posts stand on the page without a call, whatever becomes of the real ones, at $width px [B-RT-75]',
  async (viewport) => {
    const { token } = await completeMember(lapak)
    const { page, requestsTo, look, close } = await openApp(lapak, { as: token, viewport })
    const samples = page.getByRole('complementary', { name: 'Contoh kiriman' }).getByRole('article')
    const said: string[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/'))
        void response.text().then(
          (text) => said.push(text),
          () => undefined,
        )
    })
    // As long as nothing answers.
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/v1/posts?*', async (route) => {
      await held
      await route.abort()
    })
    await page.goto('/feeds')
    await samples.first().waitFor()
    expect(await samples.count()).toBe(3)
    expect(await samples.getByText('Contoh', { exact: true }).count()).toBe(3)
    await look('the feed while it is being read')
    // Nor when it cannot be read.
    letGo()
    await page.getByText('Kiriman belum bisa ditampilkan').waitFor()
    expect(await samples.count()).toBe(3)
    await page.unroute('**/api/v1/posts?*')
    // Nor where nobody has written yet.
    await page.route('**/api/v1/posts?*', (route) =>
      route.fulfill({ json: { success: true, msg: 'OK', data: { content: [], next: null } } }),
    )
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await page.getByText('Belum ada kiriman').waitFor()
    await look('the feed where nobody has written')
    expect(await samples.count()).toBe(3)
    for (const sample of await samples.all()) expect(await sample.getByRole('button').count()).toBe(0)
    const words = await samples.locator('p').allTextContents()
    for (const text of words) expect(said.some((answer) => answer.includes(text))).toBe(false)
    expect(requestsTo('GET', '/api/v1/posts').length).toBeGreaterThan(0)
    await close({ errors: /./ })
  },
)

test.each([phone, desk])(
  'what is taken away before it was shown is offered no more: by its writer, by an administrator, and while the page had no line; and what is shown again is offered again, at $width px',
  async (viewport) => {
    const [writer, reader] = [
      await completeMember(lapak, `Toko Salah ${viewport.width}`),
      await completeMember(lapak, `Toko Simak ${viewport.width}`),
    ]
    const reading = await openApp(lapak, { as: reader.token, viewport })
    const { page } = reading
    await openConnected(reading, '/feeds')
    await posts(page).first().waitFor()
    const offered = page.getByRole('button', { name: /kiriman baru/ })
    const offers = (count: number) => page.getByRole('button', { name: `${count} kiriman baru`, exact: true }).waitFor()
    const remove = (id: number) => lapak.call(writer.token, 'DELETE', `/api/v1/posts/${id}`)
    const text = `Salah tulis ${viewport.width}`

    const ids: number[] = []
    for (let nth = 0; nth < 3; nth += 1) ids.push((await write(writer.token, `${text} ${nth}`)).postid)
    const [first = 0, second = 0, third = 0] = ids
    await offers(3)
    await remove(first)
    await offers(2)
    const admin = await lapak.signIn('admin@lapak.test')
    const decide = (what: string) => lapak.call(admin, 'PATCH', `/api/admin/v1/posts/${second}/${what}`, { reason: 'Meminta PIN' })
    await decide('hide')
    await offers(1)
    await decide('restore')
    await offers(2)
    await decide('hide')
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
    await reading.close({ errors: /./ })
  },
)

test('a post that was written after the first page was read, and before the line was up, is offered', async () => {
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
  await page.route(
    '**/socket.io/**',
    async (route) => {
      await read.promise
      await write(writer.token, `Kabar ${randomUUID()}`)
      // Longer than new posts are gathered before they are told.
      await page.waitForTimeout(2_500)
      await route.continue()
    },
    { times: 1 },
  )
  await openConnected(reading, '/feeds')
  logged.resolve()
  await page.getByRole('button', { name: /kiriman baru/ }).waitFor()
  await close()
})

test('who has no complete account reads, and is led to completing it', async () => {
  const { token } = await newMember(lapak)
  const { page, look, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/feeds')
  await posts(page).first().waitFor()
  await page.getByRole('link', { name: 'lengkapi akun Anda' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Tulis kiriman' }).count()).toBe(0)
  expect(await posts(page).first().getByRole('button', { name: /^Suka/ }).isDisabled()).toBe(true)
  await look('the feed of who has no complete account')
  await close()
})
