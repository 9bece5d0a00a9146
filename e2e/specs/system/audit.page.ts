import { expect, test } from 'vitest'
import { type AppOptions, phone } from '../../fixtures/app.ts'
import { newShopName } from '../../fixtures/becoming-seller.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const admin = await lapak.signIn('admin@lapak.test')
const open = (options: AppOptions = {}) => openApp(lapak, { as: admin, ...options })

const changed = await changedRule()

/** Changes a setting: an event with an old and a new value that no other test reads. */
async function changedRule(): Promise<{ name: string }> {
  const rules = await lapak.call<{ name: string; value: number; version: number }[]>(admin, 'GET', '/api/admin/v1/settings')
  const rule = rules.find(({ name }) => name === 'sandbox.keptDays')
  if (!rule) throw new Error('no such rule')
  const body = { value: rule.value + 1, version: rule.version, reason: 'Untuk pengujian audit' }
  await lapak.call(admin, 'PATCH', `/api/admin/v1/settings/${rule.name}`, body)
  return rule
}

test('audit: an administrator finds the actor, the old and new value, the reason and the IP address of a change', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await page.getByRole('button', { name: /^Administrator/ }).click()
  await page.getByRole('menuitem', { name: 'Audit' }).click()
  const table = page.getByRole('table', { name: 'Audit' })
  await page.getByRole('combobox', { name: 'Kejadian' }).fill('Aturan diub')
  await page.getByRole('option', { name: 'Aturan diubah' }).click()
  await page.waitForURL('**event=setting.changed**')
  const row = table.getByRole('row').filter({ hasText: changed.name }).first()
  await row.waitFor()
  expect(await row.textContent()).toMatch(/Aturan diubah.*Nilai: \d+ → \d+.*Untuk pengujian audit/)
  await page
    .getByRole('button', { name: /^Rincian Aturan diubah/ })
    .first()
    .click()
  expect(await page.getByRole('region', { name: 'Perubahan' }).textContent()).toMatch(/^Sebelum → sesudahNilai\d+ → \d+$/)
  await close()
})

test('audit: a name filters the events by their actor, and links to the member', async () => {
  const { page, close } = await open()
  const name = newShopName()
  const { token } = await newMember(lapak, name)
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  await page.goto('/admin/audit')
  await page
    .getByRole('button', { name: `Hanya oleh ${name}` })
    .first()
    .click()
  await page.waitForURL(`**actorid=${id}**`)
  await page.getByRole('button', { name: 'Semua pelaku' }).waitFor()
  const rows = page.getByRole('table', { name: 'Audit' }).locator('tbody tr')
  await expect.poll(() => rows.filter({ hasNotText: name }).count()).toBe(0)
  await page
    .getByRole('button', { name: /^Rincian / })
    .first()
    .click()
  expect(await page.getByRole('link', { name: `${name} (#${id})` }).getAttribute('href')).toBe(`/usermanagement?member=${id}`)
  await page.getByRole('button', { name: 'Semua pelaku' }).click()
  await page.waitForURL((url) => !url.search.includes('actorid'))
  await close()
})

test('audit: events are found by the kind and name of their subject, and an empty result shows a message', async () => {
  const { page, close } = await open()
  await page.goto('/admin/audit')
  await page.getByRole('combobox', { name: 'Tentang' }).selectOption('setting')
  const field = page.getByRole('textbox', { name: 'ID atau nama' })
  await field.fill(changed.name)
  await field.press('Enter')
  await page.waitForURL(`**subject=${changed.name}**`)
  const rows = page.getByRole('table', { name: 'Audit' }).locator('tbody tr')
  await rows.filter({ hasText: changed.name }).first().waitFor()
  await expect.poll(() => rows.filter({ hasNotText: changed.name }).count()).toBe(0)
  await field.fill('tidak.ada')
  await field.press('Enter')
  await page.getByText('Tidak ada kejadian yang cocok').waitFor()
  await close()
})

test('audit: on a phone each event is a card with its subject and changes', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.goto('/admin/audit?event=setting.changed')
  await page.getByText(`Aturan ${changed.name}`).first().waitFor()
  await page
    .getByRole('button', { name: /^Rincian Aturan diubah/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Perubahan' }).waitFor()
  await close()
})

test('audit: a member who is not an administrator has no access', async () => {
  const { page, close } = await openApp(lapak, { as: (await newMember(lapak)).token })
  await page.goto('/admin/audit')
  await page.getByText('Anda tidak punya akses').waitFor()
  await close()
})
