/* Home in a browser: the height of the banners, their pictures, and their rotation. */
import { expect, test } from 'vitest'
import { desktop, expectFocused, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { expectPictureRendered } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

test('banners: they are drawn 120 px high on a phone and 350 px on a desktop, and change every 3000 ms unless stopped or motion is reduced [B-RT-05, B-RT-06, B-CONST-10]', async () => {
  const { page, close } = await openApp(lapak, { as: token, reducedMotion: 'no-preference', viewport: phone })
  await page.clock.install()
  await page.goto('/home')
  const banners = page.getByRole('region', { name: 'Banner' })
  const pictures = banners.getByRole('img', { includeHidden: true })
  const dots = banners.getByRole('tab')
  await dots.first().waitFor()
  await expectPictureRendered(pictures.first())
  const height = async () => (await banners.boundingBox())?.height
  expect(await height(), 'a strip on phones').toBe(120)
  await page.setViewportSize(desktop)
  await expect.poll(height).toBe(350)

  const shown = () => dots.evaluateAll((all) => all.findIndex((dot) => dot.getAttribute('aria-selected') === 'true'))
  const count = await dots.count()
  await page.clock.pauseAt(Date.now() + 60_000)
  let before = await shown()
  for (let turn = 1; turn <= 3; turn++) {
    await page.clock.runFor(3000)
    expect(await shown()).toBe((before + 1) % count)
    before = await shown()
  }
  await page.clock.runFor(3000 * 2)
  expect(await shown()).toBe((before + 2) % count)
  await page.getByRole('button', { name: 'Hentikan banner' }).click()
  before = await shown()
  await page.clock.runFor(10_000)
  expect(await shown()).toBe(before)
  // Stopped banners are changed by arrows, dots and keys.
  await page.getByRole('button', { name: 'Banner berikutnya' }).click()
  await expect.poll(shown).toBe((before + 1) % count)
  await page.getByRole('button', { name: 'Banner sebelumnya' }).click()
  await expect.poll(shown).toBe(before)
  await dots.last().click()
  await expect.poll(shown).toBe(count - 1)
  await dots.last().focus()
  await page.keyboard.press('ArrowRight')
  await expectFocused(dots.first())
  await expect.poll(shown).toBe(0)
  // The banners ignore this key combination, which belongs to the browser.
  await page.keyboard.press('Control+End')
  expect(await shown()).toBe(0)
  await page.keyboard.press('End')
  await expectFocused(dots.last())
  await page.getByRole('button', { name: 'Putar banner' }).click()
  before = await shown()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3000)
  expect(await shown()).toBe((before + 1) % count)

  // With only two banners, the next banner comes from the right, although it is also the previous banner.
  const two = (await lapak.call<object[]>(token, 'GET', '/public/sliders')).slice(0, 2)
  await page.route('**/public/sliders', (route) => route.fulfill({ json: { success: true, msg: '', data: two } }))
  await page.clock.resume()
  await page.reload()
  await page.getByRole('button', { name: 'Hentikan banner' }).click()
  await dots.nth(1).click()
  await page.clock.runFor(3_000)
  const left = async (place: number) => (await banners.getByRole('img').nth(place).boundingBox())?.x ?? 0
  const from = await left(1)
  await page.getByRole('button', { name: 'Banner berikutnya' }).click()
  await page.clock.runFor(200)
  expect(await left(1)).toBeLessThan(from)
  await page.unroute('**/public/sliders')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await dots.first().waitFor()
  await page.clock.runFor(10_000)
  await page.getByRole('tab', { name: 'Banner 1', selected: true }).waitFor()
  await close()
})
