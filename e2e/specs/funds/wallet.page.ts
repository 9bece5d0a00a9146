import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { desktop, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'

const rupiah = (amount: number) => `Rp ${amount.toLocaleString('id')}`

/** A top-up ticket of this member. */
async function topup(token: string, jumlah: number): Promise<{ id: number; invoice: string; nominal: number }> {
  const ticket = { jumlah, methode: 1, methodetext: 'BCA' }
  const made = await lapak.call<{ invoice: string; nominal: number }>(token, 'POST', '/api/v1/payment/tiket', ticket)
  return { ...made, id: Number(made.invoice.split('-').at(-1)) }
}

const decided = async (path: string, method = 'POST', body: object = {}) =>
  lapak.call(await lapak.signIn(admin), method, `/api/admin/v1/payment/tiket/${path}`, body)

test.each([phone, desktop])(
  'wallet: the balance links to tickets in every state, and their CSV file, at $width px [B-RT-62, B-RT-63, B-ROLE-04, B-API-43, B-STATE-06, B-STATE-07, B-STATE-08, B-STATE-09, B-STATE-10]',
  async (viewport) => {
    const { token } = await completeMember(lapak)
    const { page, close } = await openApp(lapak, { as: token, viewport })
    await page.goto('/home')
    await page.getByRole('banner').getByRole('link', { name: 'Rp 0' }).click()
    await page.waitForURL('**/histori')
    await page.getByRole('tab', { name: 'Histori Pembayaran' }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Histori Pembayaran', 'Mutasi Saldo'])
    await page.getByText('Belum ada transaksi hari ini').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Topup' }).click()
    await page.waitForURL('**/tambahsaldo')

    // Opens the list after the tickets are created, because a new ticket opens on every open page of its member.
    const open = await topup(token, 61_000)
    const paid = await topup(token, 62_000)
    await decided('approve', 'POST', { id: paid.id, description: 'Mutasi BCA pagi' })
    const back = await topup(token, 63_000)
    await decided('approve', 'POST', { id: back.id, description: 'Salah orang' })
    await decided(`update/${back.id}/4`, 'PATCH', { description: 'Uangnya bukan miliknya' })
    const refused = await topup(token, 64_000)
    await decided(`update/${refused.id}/3`, 'PATCH', { description: 'Tidak ada uangnya' })

    await page.goto('/histori')
    const list = page.getByRole(viewport === phone ? 'list' : 'table', { name: 'Histori pembayaran' })
    for (const [{ nominal }, state, became] of [
      [open, 'PROSES'],
      [paid, 'SUKSES'],
      [refused, 'GAGAL', 'Tidak ada uangnya. Saldo tidak berubah.'],
      [back, 'REFUND', 'Uangnya bukan miliknya. Uangnya keluar lagi dari saldo.'],
    ] as const) {
      const row = list.getByRole(viewport === phone ? 'listitem' : 'row').filter({ hasText: rupiah(nominal) })
      await row.getByText(state, { exact: true }).waitFor()
      if (became) await row.getByText(became).waitFor()
      await row.getByText('CASHIN').waitFor()
    }
    await page.getByRole('button', { name: `Detail ${paid.invoice}` }).click()
    await page.getByText('Mutasi BCA pagi').waitFor()

    if (viewport === phone) await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Status').filter({ visible: true }).selectOption('3')
    await list.getByText(rupiah(refused.nominal)).waitFor()
    // An expanded ticket shows its amount twice.
    await list.getByText(rupiah(paid.nominal)).first().waitFor({ state: 'detached' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Unduh CSV' }).filter({ visible: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe('mutasisaldo.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(refused.invoice)
    await close()
  },
)

test('wallet: the statement adds up to the balance and shows a new top-up [B-RT-62, B-API-43]', async () => {
  const { token } = await completeMember(lapak)
  const paid = await topup(token, 71_000)
  // Creates the ticket before the page opens, because a new ticket would open on the page.
  const more = await topup(token, 72_000)
  await decided('approve', 'POST', { id: paid.id, description: 'Mutasi BCA siang' })
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto('/histori')
  await page.getByRole('tab', { name: 'Mutasi Saldo' }).click()
  const list = page.getByRole('table', { name: 'Mutasi saldo' })
  await list.getByText(`+${rupiah(paid.nominal)}`).waitFor()
  const card = (label: string) => page.locator('dl > *').filter({ hasText: label }).locator('dd')
  for (const [label, amount] of [
    ['Saldo awal', 0],
    ['Masuk', paid.nominal],
    ['Keluar', 0],
    ['Saldo akhir', paid.nominal],
  ] as const)
    await expect.poll(() => card(label).textContent()).toBe(rupiah(amount))
  await page.getByText('Saldo awal + masuk − keluar = saldo akhir').waitFor()

  await decided('approve', 'POST', { id: more.id, description: 'Mutasi BCA sore' })
  await list.getByText(`+${rupiah(more.nominal)}`).waitFor()
  await expect.poll(() => card('Saldo akhir').textContent()).toBe(rupiah(paid.nominal + more.nominal))
  await page.getByLabel('Arah').filter({ visible: true }).selectOption('2')
  await page.getByText('Tidak ada mutasi yang cocok').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Unduh CSV' }).filter({ visible: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('mutasisaldo.csv')
  await close()
})

test('wallet: the statement shows every field of its rows, with the id first [B-ENT-21, B-OPEN-36]', async () => {
  const { token } = await completeMember(lapak)
  await decided('approve', 'POST', { id: (await topup(token, 73_000)).id, description: 'Mutasi BCA malam' })
  const { content } = await lapak.call<{ content: { id: number }[] }>(token, 'GET', '/api/v1/payment/mutasisaldo')
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto('/histori?tab=mutasi')
  const table = page.getByRole('table', { name: 'Mutasi saldo' })
  await table.getByText('Rp 73.', { exact: false }).first().waitFor()
  const heads = await table.getByRole('columnheader').allTextContents()
  expect(heads.map((head) => head.trim())).toEqual(['ID', 'Waktu', 'Keterangan', 'Referensi', 'Mutasi', 'Saldo akhir'])
  await table.getByText(String(content[0]?.id), { exact: true }).waitFor()
  await close()
})
