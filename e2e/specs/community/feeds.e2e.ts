/* Scrolling in the feeds. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openWithRealtime, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const postOf = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Kiriman member' }).getByRole('article').filter({ hasText: text })
const scrolled = (page: Page) => page.evaluate<number>('scrollY')

test('feeds: a button offers a new post without moving the page, and scrolling down loads each older post once [B-RT-74]', async () => {
  const [writer, reader] = [await completeMember(lapak, 'Toko Nila'), await completeMember(lapak, 'Toko Jingga')]
  const write = (msg: string) => lapak.call(writer.token, 'POST', '/api/v1/posts', { msg })
  const mark = randomUUID()
  for (let nth = 0; nth < 12; nth += 1) await write(`Kabar ${mark} nomor ${nth}`)
  const reading = await openApp(lapak, { as: reader.token, viewport: phone })
  const { page, close } = reading
  await openWithRealtime(reading, '/feeds')
  await postOf(page, `Kabar ${mark} nomor 11`).waitFor()
  await page.mouse.wheel(0, 300)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100)
  const before = await scrolled(page)

  const latest = `Harga baru ${mark}`
  await write(latest)
  await page.getByRole('button', { name: /kiriman baru/ }).waitFor()
  expect(await scrolled(page)).toBe(before)
  expect(await postOf(page, latest).count()).toBe(0)
  await page.evaluate('scrollTo(0, 0)')
  await page.getByRole('button', { name: /kiriman baru/ }).click()
  await postOf(page, latest).waitFor()
  await expect.poll(() => scrolled(page)).toBe(0)

  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      return postOf(page, `Kabar ${mark} nomor 0`).count()
    })
    .toBe(1)
  expect(await postOf(page, `Kabar ${mark} nomor`).count()).toBe(12)
  await close()
})
