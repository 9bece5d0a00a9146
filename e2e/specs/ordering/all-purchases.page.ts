import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, desktop, phone, queryOf } from '../../fixtures/app.ts'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { buyer, changeSetting, isolatedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await isolatedLapak()
const admin = await lapak.signIn('admin@lapak.test')

const api = '/api/admin/v1/transactions'

/** A purchase of the demo's buyer at the demo's seller, in the state that the ending of its number selects. */
let orders = 0
async function createPurchase(ending: '7777' | '0013' | '0006'): Promise<{ id: number; target: string }> {
  orders += 1
  const target = `0812666${String(orders).padStart(2, '0')}${ending}`
  const seller = await lapak.signIn('penjual@lapak.test')
  const { content } = await lapak.call<{ content: { id: number; productcode: string }[] }>(
    seller,
    'GET',
    '/api/v1/seller/product?status=1&search=S5&size=50',
  )
  const offer = content.find(({ productcode }) => productcode === 'S5')
  const body = { productcode: 'S5', target, reffclient: `TA-${target}`, productmemberid: offer?.id }
  const { id } = await lapak.call<{ id: number }>(await lapak.signIn(buyer), 'POST', '/api/v1/transactions/buyer', body)
  // Waits until the supplier has answered that the order is final or in progress.
  const state = async () => {
    const { attempts } = await lapak.call<{ attempts: { state: string }[] }>(admin, 'GET', `${api}/${id}`)
    return attempts[0]?.state
  }
  await expect.poll(state, { timeout: 60_000 }).toBe(ending === '0013' ? 'waiting' : 'success')
  return { id, target }
}

const open = (viewport = desktop) => openApp(lapak, { as: admin, viewport })
const drawerOf = (page: Page, id: number) => page.getByRole('dialog', { name: `Transaksi ${id}`, exact: true })
const yes = (page: Page) => page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()

test.each([phone, desktop])(
  'all purchases: an administrator opens them from the menu, with sums, filters and columns, at $width px [A-TRX-01, A-TRX-02, A-TRX-04, A-ROLE-05]',
  async (viewport) => {
    const { target } = await createPurchase('0013')
    const { page, requestsTo, close } = await open(viewport)
    await page.goto('/home')
    await page
      .getByRole('button', { name: viewport === phone ? /^Menu / : /^Administrator/ })
      .filter({ visible: true })
      .first()
      .click()
    await page
      .getByRole(viewport === phone ? 'link' : 'menuitem', { name: 'Transaksi semua member' })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Transaksi semua member' }).waitFor()
    for (const label of ['Total Trx', 'Amount Trx', 'Pending']) await page.getByText(label, { exact: true }).first().waitFor()
    if (viewport === desktop) {
      await page.getByRole('row').filter({ hasText: target }).waitFor()
      const heads = await page.getByRole('columnheader').allTextContents()
      const wanted = [
        'ID',
        'Dibuat',
        'Diperbarui',
        'Reff Client',
        'Kode',
        'Produk',
        'Tujuan',
        'Harga',
        'Member',
        'Suplier',
        'Status',
        'Serial Number',
        'Keterangan',
      ]
      expect(heads.map((head) => head.trim()).filter((head) => wanted.includes(head))).toEqual(wanted)
    }
    await page.getByRole('button', { name: /^Semua pending/ }).click()
    await page.waitForURL(/statustrx=0/)
    const search = page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/^Cari ID/))
      .filter({ visible: true })
      .first()
    await search.fill(target)
    await page.waitForURL(new RegExp(`search=${target}`))
    await page
      .getByText(viewport === phone ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target)
      .first()
      .waitFor()
    const last = (path: string) => queryOf(requestsTo('GET', path).at(-1))
    if (viewport === phone) await page.getByRole('button', { name: /^Filter/ }).click()
    const status = page.getByRole('combobox', { name: 'Status' }).filter({ visible: true })
    await status.selectOption('2')
    await page.getByText('Tidak ada transaksi yang cocok').first().waitFor()
    await status.selectOption('0')
    await page
      .getByRole('button', { name: /^Rentang tanggal/ })
      .filter({ visible: true })
      .click()
    await page.getByRole('button', { name: 'Kemarin' }).click()
    await page.getByText('Tidak ada transaksi yang cocok').first().waitFor()
    const asked = { search: target, statustrx: '0', awal: dayAgo(1), akhir: dayAgo(1) }
    for (const path of [api, `${api}/today`]) await expect.poll(() => last(path)).toMatchObject(asked)
    await close()
  },
)

test('all purchases: an administrator reads the exchanges, requests a check, and sets the purchase to success with a serial number and a note [A-TRX-03, A-TRX-05, A-TRX-06, A-TRX-09, A-MSG-09, A-ENT-11]', async () => {
  const { id } = await createPurchase('0013')
  const { page, requestsTo, close } = await open()
  await page.goto(`/trxadm?trx=${id}`)
  const drawer = drawerOf(page, id)
  await drawer.getByText('Percakapan dengan server').waitFor()
  await drawer.getByText('Pesanan dikirim').waitFor()
  await drawer.getByRole('button', { name: 'Cek ulang' }).click()
  await drawer.getByText(/Sedang ditanyakan ke server suplier|Server suplier baru saja dihubungi/).waitFor()
  await drawer.getByRole('button', { name: 'Sukseskan' }).click()
  const form = page.getByRole('dialog', { name: `Sukseskan transaksi ${id}` })
  await form.getByRole('button', { name: 'Sukseskan' }).click()
  await form.getByText(/^Tulis alasannya/).waitFor()
  await form.getByLabel('Serial number').fill('SN-ADM-1')
  await form.getByLabel('Catatan').fill('Suplier memastikan terkirim')
  await form.getByRole('button', { name: 'Sukseskan' }).click()
  await page.getByText(new RegExp(`Transaksi ${id} SUKSES\\?`)).waitFor()
  // Escape answers the confirmation with No: neither the form with its text nor the drawer closes.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Warning' }).waitFor({ state: 'detached' })
  expect(await form.getByLabel('Catatan').inputValue()).toBe('Suplier memastikan terkirim')
  await form.getByRole('button', { name: 'Sukseskan' }).click()
  await page.getByText(new RegExp(`Transaksi ${id} SUKSES\\?`)).waitFor()
  expect(requestsTo('PATCH', '/api/admin/v1/transaction')).toHaveLength(0)
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'No' }).click()
  expect(requestsTo('PATCH', '/api/admin/v1/transaction')).toHaveLength(0)
  await form.getByRole('button', { name: 'Sukseskan' }).click()
  await yes(page)
  await alertMessage(page, 'Update Trx Ok!').waitFor()
  const ended = { serialnumber: 'SN-ADM-1', description: 'Suplier memastikan terkirim' }
  expect(requestsTo('PATCH', '/api/admin/v1/transaction').map((request) => request.postDataJSON())).toEqual([
    expect.objectContaining({ id, status: 1, ...ended }),
  ])
  expect(await lapak.call(admin, 'GET', `${api}/${id}`)).toMatchObject({ id, transactionrc: 1, ...ended })
  await drawer.getByText('SN-ADM-1').first().waitFor()
  await drawer.getByText('menjadi milik').waitFor()
  await drawer.getByRole('button', { name: 'Refund' }).waitFor()
  await close()
})

test('all purchases: a pending purchase is set to failure and a successful one is refunded, each after a confirmation [A-TRX-07, A-TRX-08, A-TRX-09]', async () => {
  const { page, requestsTo, close } = await open()
  let sent = 0
  for (const [ending, label, question, became] of [
    ['0013', 'Gagalkan', /GAGAL\?/, 'sudah kembali ke saldo'],
    ['7777', 'Refund', /^Refund transaksi/, 'dikembalikan ke'],
  ] as const) {
    const { id } = await createPurchase(ending)
    await page.goto(`/trxadm?trx=${id}`)
    const drawer = drawerOf(page, id)
    await drawer.getByRole('button', { name: label }).click()
    const form = page.getByRole('dialog', { name: `${label} transaksi ${id}` })
    await form.getByLabel('Catatan').fill('Suplier memastikan tidak terkirim')
    await form.getByRole('button', { name: label }).click()
    await page.getByText(question).first().waitFor()
    expect(requestsTo('PATCH', '/api/admin/v1/transaction')).toHaveLength(sent)
    await yes(page)
    await alertMessage(page, 'Update Trx Ok!').first().waitFor()
    sent += 1
    expect(requestsTo('PATCH', '/api/admin/v1/transaction')).toHaveLength(sent)
    await drawer.getByText(became).waitFor()
    await drawer.getByText('GAGAL', { exact: true }).first().waitFor()
  }
  await close()
})

test('all purchases: several purchases are ended with one reason, a preview, a confirmation and a result for each purchase', async () => {
  const waiting = [await createPurchase('0013'), await createPurchase('0013')]
  const done = await createPurchase('7777')
  const { page, requestsTo, close } = await open(phone)
  await page.goto(`/trxadm?search=0812666&size=50`)
  await page.getByText(/Total Trx/).waitFor()
  for (const { id } of [...waiting, done]) await page.getByRole('checkbox', { name: `Pilih transaksi ${id}`, exact: true }).check()
  const bar = page.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
  await bar.getByRole('button', { name: 'Cek ulang' }).click()
  const checked = page.getByRole('dialog', { name: 'Cek ulang' })
  await checked.getByText(/Transaksi ini tidak pending/).waitFor()
  await checked.getByRole('button', { name: 'Tutup' }).last().click()
  await bar.getByRole('button', { name: 'Gagalkan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gagalkan 3 transaksi' })
  await dialog.getByText('Status transaksi tidak bisa diubah dari SUKSES').waitFor()
  await dialog.getByText(/^2 transaksi, Rp/).waitFor()
  await dialog.getByRole('button', { name: 'Gagalkan 2 transaksi' }).click()
  await dialog.getByText(/^Tulis alasannya/).waitFor()
  await dialog.getByLabel('Alasan untuk semuanya').fill('Server suplier mati semalam')
  await dialog.getByRole('button', { name: 'Gagalkan 2 transaksi' }).click()
  await page.getByText(/^2 transaksi GAGAL\?/).waitFor()
  expect(requestsTo('POST', `${api}/bulk`)).toHaveLength(0)
  await yes(page)
  await dialog.getByText('Update Trx Ok!').first().waitFor()
  for (const { id } of waiting) {
    const { transactionrc, description } = await lapak.call<{ transactionrc: number; description: string }>(admin, 'GET', `${api}/${id}`)
    expect([transactionrc, description]).toEqual([2, 'Server suplier mati semalam'])
  }
  expect(await lapak.call(admin, 'GET', `${api}/${done.id}`)).toMatchObject({ transactionrc: 1 })
  await dialog.getByRole('button', { name: 'Tutup' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  await close()
})

test.each([phone, desktop])(
  'all purchases: an alert shows advice, is taken over and is ended, each with a reason that other administrators see, at $width px',
  async (viewport) => {
    const { id, target } = await createPurchase('0006')
    const raised = async () =>
      (await lapak.call<{ content: { idtrx: number }[] }>(admin, 'GET', `${api}/alerts?size=-1`)).content.some(({ idtrx }) => idtrx === id)
    await expect.poll(raised, { timeout: 60_000 }).toBe(true)
    const { page, close } = await open(viewport)
    await page.goto('/trxadm')
    await page.getByRole('tab', { name: /^Peringatan \(\d+\)/ }).click()
    const shown = viewport === phone ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target
    const row =
      viewport === phone
        ? page.getByRole('button', { name: new RegExp(shown) })
        : page.getByRole('row').filter({ hasText: shown }).getByRole('button').first()
    await row.waitFor()
    await row.click()
    const drawer = drawerOf(page, id)
    await drawer.getByText('Jawaban bertentangan').waitFor()
    await drawer.getByText(/Bandingkan percakapan/).waitFor()
    await drawer.getByRole('button', { name: 'Saya tangani' }).click()
    const taking = page.getByRole('dialog', { name: 'Tangani peringatan' })
    await taking.getByRole('button', { name: 'Simpan' }).click()
    await taking.getByText(/^Tulis alasannya/).waitFor()
    await taking.getByLabel('Apa yang Anda lakukan').fill('Saya telepon supliernya')
    await taking.getByRole('button', { name: 'Simpan' }).click()
    await taking.waitFor({ state: 'detached' })
    await drawer.getByText(/^Ditangani .*: Saya telepon supliernya$/).waitFor()
    await drawer.getByRole('button', { name: 'Akhiri peringatan' }).click()
    const ending = page.getByRole('dialog', { name: 'Akhiri peringatan' })
    await ending.getByLabel('Bagaimana selesainya').fill('Suplier memastikan sukses')
    await ending.getByRole('button', { name: 'Simpan' }).click()
    await drawer.getByText(/^Jawaban bertentangan, diakhiri oleh .*: Suplier memastikan sukses$/).waitFor()
    expect(await raised()).toBe(false)
    await close()
  },
)

test("all purchases: above a price limit a second administrator approves, with the transaction's details shown", async () => {
  await changeSetting(lapak, 'purchases.secondAdminFrom', 1_000)
  const { id } = await createPurchase('0013')
  const first = await open(phone)
  await first.page.goto(`/trxadm?trx=${id}`)
  await drawerOf(first.page, id).getByRole('button', { name: 'Gagalkan' }).click()
  const form = first.page.getByRole('dialog', { name: `Gagalkan transaksi ${id}` })
  await form.getByLabel('Catatan').fill('Suplier memastikan tidak terkirim')
  await form.getByRole('button', { name: 'Gagalkan' }).click()
  await yes(first.page)
  await alertMessage(first.page, 'Menunggu admin kedua').waitFor()
  await drawerOf(first.page, id).getByText('meminta: Gagalkan. Suplier memastikan tidak terkirim').waitFor()
  const second = await openApp(lapak, { as: await lapak.signIn('kasir@lapak.test') })
  await second.page.goto('/persetujuan')
  await second.page.getByText(`Ubah transaksi ${id} dari PENDING menjadi GAGAL milik `).filter({ visible: true }).first().click()
  await second.page.getByRole('link', { name: `Lihat transaksi ${id}` }).click()
  const drawer = drawerOf(second.page, id)
  await drawer.getByLabel('Alasan').fill('Sudah saya periksa')
  await drawer.getByRole('button', { name: 'Setujui' }).click()
  await yes(second.page)
  await alertMessage(second.page, 'Keputusan dicatat').waitFor()
  await drawer.getByText('sudah kembali ke saldo').waitFor()
  // The page of the first administrator shows the refund too.
  await drawerOf(first.page, id).getByText('sudah kembali ke saldo').waitFor()
  await second.close()
  await first.close()
})
