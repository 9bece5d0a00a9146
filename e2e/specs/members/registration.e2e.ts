/* The layout of the registration: messages next to fields and buttons, and reading the terms by keyboard. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, desktop, phone, tablet } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, password, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const signUp = (page: Page) => page.getByRole('button', { name: 'Sign UP' })

async function login(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
}

/** Fields, buttons and links that a message covers. */
const coveredElementsScript = `[...document.querySelectorAll('.mantine-Notification-root')].flatMap((one) => {
  const box = one.getBoundingClientRect()
  return [...document.querySelectorAll('input, button, a')]
    .filter((other) => !one.contains(other))
    .filter((other) => {
      const { left, right, top, bottom, width } = other.getBoundingClientRect()
      return width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top
    })
    .map((other) => other.outerHTML.slice(0, 120))
})`

test('messages: they are visible and do not cover fields or buttons, from 320 to 1280 px', async () => {
  const { page, close } = await openApp(lapak)
  for (const viewport of [{ width: 320, height: 640 }, phone, tablet, desktop]) {
    const isInSight = async (text: string) => {
      await alertMessage(page, text).waitFor()
      const box = await alertMessage(page, text).boundingBox()
      expect(box && box.y >= 0 && box.y + box.height <= viewport.height, `${text} is in sight at ${viewport.width} px`).toBe(true)
      expect(await page.evaluate(coveredElementsScript), `${viewport.width} px`).toEqual([])
    }
    await page.setViewportSize(viewport)
    await page.goto('/register')
    await signUp(page).click()
    await isInSight('Please fill all fields')
    await isInSight('Please agree to the terms and conditions')
    await page.reload()
    await page.getByLabel('Nama').fill('Budi Santoso')
    await page.getByLabel('E-mail').fill('budi@toko.test')
    for (const label of ['Password', 'Ulangi password']) await page.getByLabel(label, { exact: true }).fill('Kopi-Tubruk-27')
    await signUp(page).click()
    await isInSight('Please agree to the terms and conditions')
    // The messages disappear by themselves and free their space.
    const place = () => signUp(page).boundingBox()
    const before = await place()
    await alertMessage(page, 'Please agree').waitFor({ state: 'hidden' })
    if (viewport.width < desktop.width) expect((await place())?.y).toBeLessThan(before?.y ?? 0)

    await login(page, 'nobody@toko.test')
    await isInSight('Email atau password salah')
    await page.getByLabel('E-mail').fill(buyer)
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    await page.getByRole('heading', { name: 'Lobby' }).waitFor()
    await isInSight('Login Successfully')
    expect(await alertMessage(page, 'Email atau password salah').count(), 'the refusal of an earlier attempt is gone').toBe(0)
    await page.evaluate(`localStorage.removeItem('lapak.session')`)
  }
  await close({ statuses: [400, 401, 422] })
})

const fieldBelowMessage = `scrollBy(0,
  document.querySelector('[name=target]').getBoundingClientRect().top - document.querySelector('.mantine-Notification-root').getBoundingClientRect().top)`

test('messages: a message that covers a field closes when the member types there, on a phone and on a tablet', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  await page.clock.install()
  for (const viewport of [phone, tablet]) {
    await page.setViewportSize(viewport)
    await login(page, buyer)
    const shown = alertMessage(page, 'Login Successfully')
    await shown.waitFor()
    // Stops the clock, because otherwise the message would also disappear by itself.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
    // What loads above the field may move it again.
    const covered = () => page.evaluate(fieldBelowMessage).then(() => page.evaluate(coveredElementsScript))
    await expect.poll(covered).not.toEqual([])
    await page.getByLabel('Nomor tujuan').pressSequentially('0')
    await page.clock.runFor(500)
    await shown.waitFor({ state: 'detached' })
    await page.clock.resume()
    await page.evaluate(`localStorage.removeItem('lapak.session')`)
  }
  await close()
})

test('registration: the terms can be read to their end by keyboard [B-RT-19]', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/register')
  const link = page.getByRole('button', { name: 'Baca syarat dan ketentuan' })
  await link.focus()
  await link.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Syarat dan Ketentuan' })
  const last = dialog.getByText('Ketentuan ini tunduk pada hukum Republik Indonesia.')
  await last.waitFor()
  expect((await last.boundingBox())?.y).toBeGreaterThan(phone.height)
  await page.keyboard.press('End')
  await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan(phone.height)
  await close()
})
