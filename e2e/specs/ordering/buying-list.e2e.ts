/* Tests of the buying list that need a browser: the width of a confirmation, and the colour of a refusal. */
import { expect, test } from 'vitest'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { colourOf, openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

test('messages: a confirmation is 350 px wide on a phone, and a refusal is red for every status [B-LAY-10, A-MSG-01]', async () => {
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/trxpembelian?tab=produk')
  for (const status of [422, 200]) {
    await page.route('**/api/v1/product/mapping/**', (route) =>
      route.fulfill({ status, json: { success: false, msg: `ditolak ${status}` } }),
    )
    await page.getByRole('switch', { checked: true }).first().click()
    const question = page.getByRole('dialog', { name: 'Warning' })
    await expect.poll(async () => Math.round((await question.boundingBox())?.width ?? 0)).toBe(350)
    await question.getByRole('button', { name: 'No' }).waitFor()
    await question.getByRole('button', { name: 'Yes' }).click()
    const shown = alertMessage(page, `ditolak ${status}`)
    await shown.waitFor()
    expect(await colourOf(shown, 'background-color')).toBe('red')
  }
  await close({ statuses: [422] })
})
