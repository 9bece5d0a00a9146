/* Scrolling, layout and pasting in the chat. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { desktop, errorsOfCut, openWithRealtime, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { pngFile } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const seller = await lapak.signIn('penjual@lapak.test')
const { memberid: sellerId } = (await lapak.call<{ member: { memberid: number } }>(seller, 'GET', '/api/v1/user')).member

const log = (page: Page) => page.getByRole('log', { name: 'Pesan' })
const messageField = (page: Page) => page.getByLabel('Tulis pesan')

/** Stores the seller's messages with the numbers up to `upTo` directly: sending them would exceed the limit per minute. */
async function storeMessagesUpTo(groupid: number, upTo: number) {
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

test('chat: scrolling up loads older messages and keeps the reading position, on a phone and on a desktop', async () => {
  const { token } = await completeMember(lapak, 'Toko Panjang')
  const first = await lapak.call<{ groupid: number }>(token, 'POST', '/api/messanger/v1/message', {
    touser: sellerId,
    msg: 'Pesan nomor 1',
  })
  await storeMessagesUpTo(first.groupid, 38)
  const member = await openApp(lapak, { as: token })
  const { page, close } = member
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await openWithRealtime(member, `/chat?grup=${first.groupid}`)
    const newest = log(page).getByText('Pesan nomor 38', { exact: true })
    await newest.waitFor()
    expect(await log(page).getByText('Pesan nomor 1', { exact: true }).count()).toBe(0)
    // An update of the list that is drawn in the same frame scrolls back to the end, so the test scrolls again, as a reader would.
    const oldest = log(page).getByText('Pesan nomor 1', { exact: true })
    await expect
      .poll(
        async () => {
          if ((await oldest.count()) > 0) return true
          await log(page).evaluate((area: { scrollTop: number }) => {
            area.scrollTop = 0
          })
          return false
        },
        { interval: 500 },
      )
      .toBe(true)
    const ninth = log(page).getByText('Pesan nomor 9', { exact: true })
    await expect
      .poll(async () => ((await ninth.boundingBox())?.y ?? -1) > 0, { message: 'what was at the top is still in sight' })
      .toBe(true)
    // A message that arrives while the member reads older messages is announced by a button.
    const latest = `Yang terbaru ${viewport.width}`
    await lapak.call(seller, 'POST', '/api/messanger/v1/message', { groupid: first.groupid, msg: latest })
    await page.getByRole('button', { name: '1 pesan baru' }).click()
    await expect.poll(() => log(page).getByText(latest).isVisible()).toBe(true)
  }
  await close()
})

/** Pastes a picture as a keyboard or the menu of a phone does. */
const pastePicture = (page: Page) =>
  messageField(page).evaluate(
    (node, { name, type, bytes }) => {
      const { DataTransfer, File, ClipboardEvent } = globalThis as unknown as Pasting
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(bytes)], name, { type }))
      ;(node as unknown as { dispatchEvent(event: object): void }).dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    { name: pngFile().name, type: pngFile().mimeType, bytes: [...pngFile().buffer] },
  )

/** Types of the browser, which these tests do not include. */
interface Pasting {
  DataTransfer: new () => { items: { add(file: object): void } }
  File: new (parts: Uint8Array[], name: string, options: { type: string }) => object
  ClipboardEvent: new (name: string, options: { clipboardData: object; bubbles: boolean; cancelable: boolean }) => object
}

test('chat: a picture can be pasted, the same file can be chosen twice, and the field stays visible offline', async () => {
  const { token } = await completeMember(lapak, 'Toko Tempel')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto(`/chat?dengan=${sellerId}`)
  const preview = page.getByAltText('Gambar yang akan dikirim')
  const send = page.getByRole('button', { name: 'Kirim', exact: true })
  await messageField(page).waitFor()
  await pastePicture(page)
  await preview.waitFor()
  await expect.poll(() => send.isEnabled()).toBe(true)
  await send.click()
  await log(page).getByRole('link', { name: 'Buka gambar' }).waitFor()
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles(pngFile())
  await preview.waitFor()
  expect(await chooser.inputValue(), 'the chooser has forgotten it').toBe('')
  await expect.poll(() => send.isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Lepas gambar' }).click()
  await preview.waitFor({ state: 'hidden' })

  await page.context().setOffline(true)
  await page.getByText('Tidak ada jaringan.').waitFor()
  const box = await messageField(page).boundingBox()
  expect(box && box.y + box.height).toBeLessThan(phone.height)
  expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true)
  await close({ errors: errorsOfCut })
})
