import { expect, test } from 'vitest'
import { type AppOptions, desk, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'

const lapak = await sharedLapak()

const admin = await lapak.signIn('admin@lapak.test')
const open = (options: AppOptions = {}) => openApp(lapak, { as: admin, ...options })

const changed = await changedRule()

/** Something with a before and an after, that no other walk asks about. */
async function changedRule(): Promise<{ name: string }> {
  const rules = await lapak.call<{ name: string; value: number; version: number }[]>(admin, 'GET', '/api/admin/v1/settings')
  const rule = rules.find(({ name }) => name === 'sandbox.keptDays')
  if (!rule) throw new Error('no such rule')
  const body = { value: rule.value + 1, version: rule.version, reason: 'Untuk jalan-jalan audit' }
  await lapak.call(admin, 'PATCH', `/api/admin/v1/settings/${rule.name}`, body)
  return rule
}

test('an administrator finds who changed what, from which value to which, why and from where', async () => {
  const { page, look, close } = await open()
  await page.goto('/home')
  await page.getByRole('button', { name: /^Administrator/ }).click()
  await page.getByRole('menuitem', { name: 'Audit' }).click()
  const table = page.getByRole('table', { name: 'Audit' })
  await page.getByRole('combobox', { name: 'Kejadian' }).fill('Aturan diub')
  await page.getByRole('option', { name: 'Aturan diubah' }).click()
  await page.waitForURL('**event=setting.changed**')
  const row = table.getByRole('row').filter({ hasText: changed.name }).first()
  await row.waitFor()
  expect(await row.textContent()).toMatch(/Aturan diubah.*Nilai: \d+ → \d+.*Untuk jalan-jalan audit/)
  await page
    .getByRole('button', { name: /^Rincian Aturan diubah/ })
    .first()
    .click()
  expect(await page.getByRole('region', { name: 'Perubahan' }).textContent()).toMatch(/^Sebelum → sesudahNilai\d+ → \d+$/)
  await look('the audit', { width: 768, height: 1024 })
  await close()
})

test('whose name is pressed is the only one then, and each leads to the member', async () => {
  const { page, close } = await open()
  const { token } = await newMember(lapak, 'Pak Audit')
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  await page.goto('/admin/audit')
  await page.getByRole('button', { name: 'Hanya oleh Pak Audit' }).first().click()
  await page.waitForURL(`**actorid=${id}**`)
  await page.getByRole('button', { name: 'Semua pelaku' }).waitFor()
  await page
    .getByRole('button', { name: /^Rincian / })
    .first()
    .click()
  expect(await page.getByRole('link', { name: `Pak Audit (#${id})` }).getAttribute('href')).toBe(`/usermanagement?member=${id}`)
  await page.getByRole('button', { name: 'Semua pelaku' }).click()
  await page.waitForURL((url) => !url.search.includes('actorid'))
  await close()
})

test('what something is about is found by its kind and number, and nothing found is said', async () => {
  const { page, close } = await open()
  await page.goto('/admin/audit')
  await page.getByRole('combobox', { name: 'Tentang' }).selectOption('setting')
  const field = page.getByRole('textbox', { name: 'ID atau nama' })
  await field.fill(changed.name)
  await field.press('Enter')
  await page.waitForURL(`**subject=${changed.name}**`)
  await page.getByRole('table', { name: 'Audit' }).getByRole('row').filter({ hasText: changed.name }).first().waitFor()
  await field.fill('tidak.ada')
  await field.press('Enter')
  await page.getByText('Tidak ada kejadian yang cocok').waitFor()
  await close()
})

test('on a phone each event is a card with who did what to what', async () => {
  const { page, look, close } = await open({ viewport: phone })
  await page.goto('/admin/audit?event=setting.changed')
  await page.getByText(`Aturan ${changed.name}`).first().waitFor()
  await look('the audit on a phone')
  await page
    .getByRole('button', { name: /^Rincian Aturan diubah/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Perubahan' }).waitFor()
  await look('an event on a phone')
  await close()
})

test('it is no page for members', async () => {
  const { page, close } = await openApp(lapak, { as: (await newMember(lapak)).token, viewport: desk })
  await page.goto('/admin/audit')
  await page.getByText('Anda tidak punya akses').waitFor()
  await close()
})
