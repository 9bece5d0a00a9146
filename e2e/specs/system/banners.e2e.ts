import { expect, test } from 'vitest'
import { alertMessage, desktop, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { expectPicture, pngFile } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const admin = await lapak.signIn('admin@lapak.test')

interface Banner {
  id: number
  image: string
  caption: string
}

const banners = async () =>
  (await lapak.call<{ content: Banner[] }>(admin, 'GET', '/api/admin/v1/slider?size=100&sort=sortorder,ASC')).content
const captions = async () => (await banners()).map(({ caption }) => caption)

test('banners: a new banner is drawn on the home page, and banners are reordered by dragging, at 390 and 1280 px [A-BAN-01, A-BAN-02]', async () => {
  const caption = `Promo gajian ${Date.now()}`
  const { page, close } = await openApp(lapak, { as: admin, viewport: phone })
  await page.goto('/admin/sliders')
  await page.getByRole('button', { name: 'Tambah', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Tambah banner' })
  await form.getByLabel('Judul').fill(caption)
  await form.locator('input[type=file]').setInputFiles(pngFile())
  await form.getByText('Terunggah, belum disimpan').waitFor()
  await form.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Add Slider Ok!').waitFor()
  const added = (await banners()).find((banner) => banner.caption === caption)
  await page.goto('/home')
  await expectPicture(page.locator('body'), caption, added?.image ?? '')
  await page.goto('/admin/sliders')
  // On a phone the card is the button.
  const card = page.getByRole('region', { name: 'Daftar banner' }).locator('li').filter({ hasText: caption })
  await card.getByRole('button').last().click()
  await page.getByRole('dialog', { name: 'Ubah banner' }).getByRole('button', { name: 'Hapus', exact: true }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Slider Ok!').waitFor()

  const [first, second, third, ...others] = await captions()
  await page.getByRole('button', { name: 'Urutkan' }).click()
  const order = page.getByRole('dialog', { name: 'Urutkan banner' })
  const shown = async () => (await order.locator('li b').allTextContents()).slice(0, 3)
  await expect.poll(shown).toEqual([first, second, third])
  const dragThirdToTop = async () => {
    await order.getByTitle('Tarik untuk mengurutkan').nth(2).hover()
    await page.mouse.down()
    const to = await order.locator('li').first().boundingBox()
    await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) - 10, { steps: 5 })
    await page.mouse.up()
  }
  await dragThirdToTop()
  await expect.poll(shown).toEqual([third, first, second])
  await page.setViewportSize(desktop)
  await dragThirdToTop()
  await expect.poll(shown).toEqual([second, third, first])
  expect(await captions()).toEqual([first, second, third, ...others])
  await order.getByRole('button', { name: 'Simpan urutan' }).click()
  await alertMessage(page, 'Urutan banner disimpan').waitFor()
  await expect.poll(captions).toEqual([second, third, first, ...others])
  await close()
})
