import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'
import { pngFile } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const [admin, member] = [await lapak.signIn('admin@lapak.test'), await lapak.signIn(buyer)]

interface Banner {
  id: number
  image: string
  caption: string
  expdate: string | null
  sortorder: number
  status: number
}

const banners = async () =>
  (await lapak.call<{ content: Banner[] }>(admin, 'GET', '/api/admin/v1/slider?size=100&sort=sortorder,ASC')).content
const captions = async () => (await banners()).map(({ caption }) => caption)
const bannerOf = async (caption: string) => (await banners()).find((banner) => banner.caption === caption)
const rowOf = (page: Page, caption: string) =>
  page.getByRole('region', { name: 'Daftar banner' }).locator('tbody tr').filter({ hasText: caption })
const edit = (page: Page, caption: string) => rowOf(page, caption).getByRole('button').last().click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('banners: an administrator adds a banner, previews its crop, shows it to members, switches it off and deletes it [A-BAN-01, A-BAN-02, A-BAN-04, A-BAN-05, A-BAN-06, A-MSG-10, A-MSG-11, A-ROLE-07]', async () => {
  const caption = `Promo gajian ${Date.now()}`
  const { page, requestsTo, close } = await openApp(lapak, { as: admin })
  await page.goto('/admin/sliders')
  await page.getByRole('heading', { name: 'Banner', level: 1 }).waitFor()
  await rowOf(page, 'Token PLN dan tagihan').waitFor()
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['ID', 'Gambar', 'Judul', 'Berakhir', 'Urutan', 'Status', 'Ubah'])

  await page.getByRole('button', { name: 'Tambah', exact: true }).click()
  const form = dialog(page, 'Tambah banner')
  expect(await form.getByLabel('Urutan').inputValue()).toBe('0')
  await form.getByLabel('Judul').fill(caption)
  await form.getByRole('button', { name: 'Simpan' }).click()
  await form.getByText('Unggah gambar banner').waitFor()
  await form.locator('input[type=file]').setInputFiles(pngFile())
  await form.getByText('Terunggah, belum disimpan').waitFor()
  for (const screen of ['layar lebar', 'hp']) await form.getByRole('img', { name: `${caption} di ${screen}` }).waitFor()
  await form.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Add Slider Ok!').waitFor()
  expect(requestsTo('POST', '/api/admin/v1/slider').at(-1)?.postDataJSON()).toMatchObject({ status: '1', sortorder: 0, expdate: null })
  const added = await bannerOf(caption)
  await rowOf(page, caption).getByText('Aktif', { exact: true }).waitFor()
  await rowOf(page, caption).getByText('Tanpa batas').waitFor()

  const home = await openApp(lapak, { as: member })
  await home.page.goto('/home')
  await home.page.locator(`img[src="${added?.image}"]`).first().waitFor()
  await home.close()

  await edit(page, caption)
  const change = dialog(page, 'Ubah banner')
  await change.getByRole('switch', { name: 'Status' }).click()
  await change.getByText('Non Aktif', { exact: true }).waitFor()
  await change.getByLabel('Berakhir').click()
  await page.getByRole('button', { name: 'Bulan berikutnya' }).click()
  await page.getByRole('button', { name: /^15 / }).filter({ visible: true }).click()
  await change.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Update Slider Ok!').waitFor()
  expect(requestsTo('PATCH', '/api/admin/v1/slider').at(-1)?.postDataJSON()).toMatchObject({ id: added?.id, status: '0' })
  await rowOf(page, caption).getByText('Non Aktif', { exact: true }).waitFor()
  const lastDay = (await bannerOf(caption))?.expdate
  expect(lastDay).toMatch(/-15$/)
  await rowOf(page, caption)
    .getByText(lastDay?.replaceAll('-', '/') ?? '')
    .waitFor()

  await edit(page, caption)
  await dialog(page, 'Ubah banner').getByRole('button', { name: 'Hapus', exact: true }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Slider Ok!').waitFor()
  await expect.poll(() => rowOf(page, caption).count()).toBe(0)
  expect(await captions()).not.toContain(caption)
  await close()
})

test('banners: they are reordered by button and number', async () => {
  const [first, second, third, ...others] = await captions()
  const { page, close } = await openApp(lapak, { as: admin })
  await page.goto('/admin/sliders')
  await page.getByRole('button', { name: 'Urutkan' }).click()
  const order = dialog(page, 'Urutkan banner')
  const shown = async () => (await order.locator('li b').allTextContents()).slice(0, 3)
  await expect.poll(shown).toEqual([first, second, third])
  await order.getByRole('button', { name: `Turunkan ${first}` }).press('Enter')
  await expect.poll(shown).toEqual([second, first, third])
  await order.getByLabel(`Urutan ${third}`).fill('1')
  await order.getByLabel(`Urutan ${third}`).press('Enter')
  await expect.poll(shown).toEqual([third, second, first])
  expect(await captions()).toEqual([first, second, third, ...others])
  await order.getByRole('button', { name: 'Simpan urutan' }).click()
  await alertMessage(page, 'Urutan banner disimpan').waitFor()
  await expect.poll(captions).toEqual([third, second, first, ...others])
  await close()
})
