/* The way from a member to a seller, as it is gone on the pages; regseller.test.ts looks at every step of it. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page, ViewportSize } from 'playwright-core'
import type { demoSellers } from '../server/src/demo/people.ts'
import type { Lapak } from './lapak.ts'
import { picture } from './pictures.ts'
import { message, phone, type Walk } from './walk.ts'

export type DemoSeller = (typeof demoSellers)[number]

/** Shops that look alike are refused, so everybody here has a name of its own. */
export const newName = () =>
  `Toko ${randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`

export const step = (page: Page, nth: number) => page.getByRole('navigation', { name: `Langkah ${nth} dari 4` })
export const choosePicture = (page: Page, of: string) => page.getByLabel(`Pilih foto ${of}`)
export const serverForm = (page: Page) => page.getByRole('form', { name: 'API suplier' })

export async function sendDocuments(page: Page, cards: string[]) {
  for (const of of cards) {
    await choosePicture(page, of).setInputFiles(picture())
    await page.getByText('Terunggah, belum dikirim').nth(cards.indexOf(of)).waitFor()
  }
  await page.getByRole('button', { name: 'Kirim dokumen' }).click()
  await message(page, 'Dokumen berhasil dikirim').waitFor()
  await step(page, 2).waitFor()
}

export async function openApplication({ page }: Walk, viewport: ViewportSize, name: string) {
  const main = page.getByRole('main')
  const opens =
    viewport === phone ? main.getByRole('button').filter({ hasText: name }) : main.getByRole('button', { name: `Detail ${name}` })
  await opens.click()
  const dialog = page.getByRole('dialog', { name: /^Member \d+$/ })
  await dialog.getByText(name, { exact: true }).waitFor()
  return dialog
}

export async function approve({ page }: Walk, application: Locator, name: string) {
  await application.getByRole('button', { name: 'Setujui' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText(`Setujui ${name} sebagai suplier?`).waitFor()
  await question.getByRole('button', { name: 'Yes' }).click()
  await message(page, 'Approve Ok!').waitFor()
}

const typeWords = { irs: 'IRS', otomax: 'OTOMAX', 'http-get': 'Standar HTTP GET' } as const
const templateWords = [
  ['order', 'Alamat pesanan'],
  ['status', 'Alamat cek status'],
  ['balance', 'Alamat saldo'],
] as const

/** How this seller of the demo has its server reached, for somebody else to do the same. */
export async function fillServer(lapak: Lapak, form: Locator, { email, supplier }: DemoSeller) {
  const known = await lapak.call<{ apiurl: string; templates: Record<string, string> }>(
    await lapak.signIn(email),
    'GET',
    '/api/v1/seller/api',
  )
  await form.getByLabel('Jenis API').selectOption({ label: typeWords[supplier.kind] })
  await form.getByLabel('API URL').fill(known.apiurl)
  await form.getByLabel('API user id').fill(supplier.userId)
  await form.getByLabel('PIN').fill(supplier.pin)
  await form.getByLabel('Username').fill(supplier.username)
  await form.getByLabel('Password', { exact: true }).fill(supplier.password)
  for (const [name, label] of templateWords) if (known.templates[name]) await form.getByLabel(label).fill(known.templates[name])
}

export async function testServer(page: Page) {
  await serverForm(page).getByRole('button', { name: 'Test' }).click()
  await page.getByRole('region', { name: 'Hasil test' }).getByText('Server menjawab').waitFor()
}

/** As the step of who becomes a seller. */
export async function saveServer(page: Page) {
  await serverForm(page).getByRole('button', { name: 'Lanjut', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText('Simpan pengaturan API ini?').waitFor()
  await question.getByRole('button', { name: 'Yes' }).click()
  await message(page, 'Update API Ok!').waitFor()
}
