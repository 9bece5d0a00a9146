import { expect, test } from 'vitest'
import { alertMessage, openWithRealtime, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { pngFile } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()

interface Drawn {
  naturalWidth: number
}

test('top-up: a member tops up on a phone, uploads the proof of payment, and the approval changes the balance [B-TOP-01, B-OPEN-67, B-MSG-16]', async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token, viewport: phone })
  const { page, close } = app
  await openWithRealtime(app, '/home')
  await page.getByRole('banner').getByRole('button', { name: 'Topup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Topup' })
  await dialog.getByRole('radio', { name: 'BNI' }).waitFor()
  await dialog.getByLabel('Jumlah deposit').fill('250000')
  await dialog.getByText('BNI', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Lanjut' }).click()

  await page.waitForURL('**/tambahsaldo?jumlah=250000&methode=2')
  const logos = page.getByRole('group', { name: 'Metode pembayaran' }).locator('img')
  await expect.poll(() => logos.evaluateAll((all) => all.map((logo) => (logo as unknown as Drawn).naturalWidth))).toEqual(Array(7).fill(48))
  const next = page.getByRole('main').getByRole('button', { name: 'Lanjut' })
  // Buttons that move money fade in.
  const opacity = () =>
    next.evaluate(
      (node) => (globalThis as unknown as { getComputedStyle(of: unknown): { opacity: string } }).getComputedStyle(node).opacity,
    )
  await expect.poll(opacity).toBe('1')
  await page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' }).check()
  await next.click()

  await page.waitForURL('**/confmdeposit/TP-*')
  const invoice = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const section = page.getByRole('region', { name: 'Sudah transfer?' })
  const label = await section.getByText('Unggah bukti transfer', { exact: true }).boundingBox()
  expect(label?.height, 'two lines that do not touch each other').toBeGreaterThan(32)
  await section.locator('input[type=file]').setInputFiles(pngFile())
  await alertMessage(page, 'Bukti transfer terkirim').waitFor()
  const proof = section.getByRole('img', { name: 'bukti transfer' })
  await expect.poll(() => proof.evaluate((image) => (image as unknown as Drawn).naturalWidth)).toBeGreaterThan(0)

  const { id, nominal } = await lapak.call<{ id: number; nominal: number }>(token, 'GET', `/api/v1/payment/tiket/${invoice}`)
  const approval = { id, description: 'Mutasi BNI 123' }
  await lapak.call(await lapak.signIn('admin@lapak.test'), 'POST', '/api/admin/v1/payment/tiket/approve', approval)
  await page.getByRole('heading', { name: 'Pembayaran Berhasil' }).waitFor()
  const balance = page.getByRole('banner').getByText(`Rp ${nominal.toLocaleString('id')}`)
  await balance.waitFor()
  await close()
})
