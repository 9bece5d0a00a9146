// @module-tag nightly
/*
 * Screens of the back office, and screens with global state. Each tab, dialog, drawer, menu and refusal is checked once for accessibility violations
 * and horizontal overflow. The actions on these screens have tests of their own; here each state is created as fast as possible, by calls and
 * replaced answers. Tests share one page per member, and continue with the money, purchases and settings of the tests before them.
 */
import { openingItems } from '@lapak/contract/backoffice/opening'
import { expect } from 'vitest'
import { createBank } from '../../../simulators/src/bank.ts'
import { requireSecondFactor } from '../../fixtures/authenticator.ts'
import { newShopName } from '../../fixtures/becoming-seller.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { buyer, changeSetting } from '../../fixtures/lapak.ts'
import { pngFile } from '../../fixtures/pictures.ts'
import { placePurchase } from '../../fixtures/place-purchase.ts'
import {
  button,
  chooseCsvFile,
  confirmationDialog,
  dialog,
  groupInFours,
  heading,
  main,
  openScreensForTest,
  overrideAnswer,
  type Screens,
  successResponse,
  testScreen,
} from '../../fixtures/screens.ts'
import { hoursAgo, screensLapak, type Ticket } from '../../fixtures/screens-lapak.ts'

const { lapak, ofAdmin, visitor, member, admin, tokenOf, arrange, ticketOf, orderAt, cashOut, openCashier } = await screensLapak()
const cashier = await openCashier()

testScreen('/admdashboard and /admin/kesehatan', async () => {
  const { page, go, check } = admin
  await page.route('**/api/admin/v1/opening', (route) =>
    route.fulfill(successResponse({ tampil: true, butir: openingItems.map((nama, nth) => ({ nama, siap: nth === 2 })) })),
  )
  await go('/admdashboard')
  await check('a new installation', page.getByRole('list', { name: 'Yang perlu disiapkan' }))
  await page.unroute('**/api/admin/v1/opening')
  await go('/admdashboard')
  await check('the dashboard', page.getByRole('table', { name: 'Peringkat suplier' }).getByRole('row').nth(1))
  await go(`/admdashboard?awal=${dayAgo(500)}&akhir=${dayAgo(0)}`)
  await check('a range that is too long', page.getByRole('alert'))
  await go('/admin/kesehatan')
  await check('how the house runs', page.getByRole('region', { name: 'Pembukuan' }))
  await page.getByRole('button', { name: 'Periksa sekarang' }).click()
  await check('what the doctor found', page.getByRole('list', { name: 'Hasil pemeriksaan' }))
  await page.route('**/api/admin/v1/health/alerts?*', (route) => route.fulfill(successResponse({ content: [], totalElements: 0 })))
  await go('/admin/kesehatan?tab=peringatan')
  await check('no alerts', page.getByText('Tidak ada peringatan', { exact: true }))
  await page.unroute('**/api/admin/v1/health/alerts?*')

  /** Makes a demo seller unreachable for this many minutes, or reachable again with null. */
  const rests = (minutes: number | null) =>
    arrange(async (tables) => {
      const rested = minutes === null ? null : new Date(Date.now() - minutes * 60_000)
      await tables
        .updateTable('seller_api')
        .set({ circuit_open_since: rested, circuit_open_until: rested && new Date(Date.now() + 3_600_000), failures: rested ? 7 : 0 })
        .where('seller_id', '=', (one) => one.selectFrom('member').select('id').where('email', '=', 'penjual2@lapak.test'))
        .execute()
      await tables.selectNoFrom(({ fn, val }) => fn('graphile_worker.add_job', [val('check-health')]).as('job')).execute()
    })
  await rests(30)
  await check('an open alert', page.getByRole('main').getByText('Server suplier tidak terjangkau', { exact: true }))
  const opens = button(page, /^Peringatan \d+$/).first()
  const alert = dialog(admin, /^Peringatan \d+$/)
  await opens.click()
  await button(alert, 'Saya tangani').click()
  await button(alert, 'Ambil').click()
  await check('an alert that is being taken', alert.getByText(/^Tulis alasan/))
  await alert.getByLabel('Apa yang Anda lakukan').fill('Menelepon suplier')
  await page.keyboard.press('Enter')
  await opens.click()
  await button(alert, /^Akhiri$/).click()
  await alert.getByLabel('Bagaimana selesainya').fill('Suplier pindah server')
  await check('an alert that is being ended', button(alert, 'Akhiri peringatan'))
  await button(alert, 'Akhiri peringatan').click()
  await alert.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Status' }).selectOption('selesai')
  await check('an ended alert', main(admin).getByText('Server suplier tidak terjangkau', { exact: true }))
  await rests(null)
})

testScreen('/usermanagement and a member', async () => {
  const { page, go, check } = admin
  const opened = dialog(admin, /^Member \d+$/)
  const part = (name: string) => opened.getByRole('tab', { name, exact: true }).click()
  const open = async (email: string) => {
    await page.goto(`/usermanagement?search=${encodeURIComponent(email)}`)
    await button(main(admin), /^Detail /).click()
    await opened.getByText('Konfirmasi e-mail').waitFor()
  }
  await placePurchase(lapak)
  await go('/usermanagement')
  await check('/usermanagement', page.getByText('Pengajuan suplier', { exact: true }))
  await open(buyer)
  for (const [name, shown] of [
    ['Saldo', opened.getByRole('list', { name: 'Mutasi saldo' })],
    ['Tiket', opened.getByRole('list', { name: 'Tiket' })],
    ['Transaksi', opened.getByRole('list', { name: 'Transaksi' })],
    ['Sesi & key', opened.getByRole('list', { name: 'API key' })],
    ['Audit', opened.getByRole('list', { name: 'Audit' })],
  ] as const) {
    await part(name)
    await check(`the tab ${name} of a member`, shown)
  }

  await open((await completeMember(lapak, newShopName())).email)
  const data = opened.getByRole('form', { name: 'Data member' })
  await data.getByLabel('Kontak').fill('@toko')
  await button(data, 'Simpan').click()
  await check('a member', data.getByText('Tulis alasannya'))
  await data.getByLabel('Alasan').fill('Permintaan lewat WhatsApp')
  await button(data, 'Simpan').click()
  await expect.poll(() => data.getByLabel('Alasan').inputValue()).toBe('')
  const withReason = async (form: string, reason: string) => {
    const asked = opened.getByRole('form', { name: form })
    await asked.getByLabel('Alasan').fill(reason)
    await button(asked, form).click()
  }
  await part('Peran')
  await button(opened, 'Tambah peran Suplier').click()
  await withReason('Tambah peran Suplier', 'Dokumen diperiksa di kantor')
  await check('the roles of a member', button(opened, 'Cabut peran Suplier'))
  await part('Suplier')
  await check('the shop of a member', opened.getByRole('heading', { name: 'NPWP' }))
  await part('Profil')
  await button(opened, 'Blokir').click()
  await check('before a member is blocked', button(opened.getByRole('form', { name: 'Blokir member' }), 'Blokir member'))
  await withReason('Blokir member', 'Laporan penipuan')
  await check('the question before a member is blocked', button(confirmationDialog(admin), 'Yes'))
  await button(confirmationDialog(admin), 'Yes').click()
  await check('a member that is blocked', opened.getByText('Member ini diblokir'))
  await button(opened, 'Buka blokir').click()
  await withReason('Buka blokir', 'Sudah dijelaskan')
  await button(opened, 'Blokir').waitFor()
  await part('Peran')
  await button(opened, 'Tambah peran Admin').click()
  await withReason('Tambah peran Admin', 'Admin baru untuk malam')
  await check('a member that waits for a second administrator', opened.getByText(/Diminta .*: Admin baru untuk malam/))
  await open('admin@lapak.test')
  await check('the own account', opened.getByText('Ini akun Anda sendiri'))
})

testScreen('/admin/products', async () => {
  const { page, go, check } = admin
  const base = '/api/admin/v1'
  const listed = async (path: string) =>
    (await lapak.call<{ content: { productcode: string; brandname: string }[] }>(ofAdmin, 'GET', `${base}${path}`)).content
  for (const [tab, list] of [
    ['product', 'Daftar produk'],
    ['brand', 'Daftar brand'],
    ['category', 'Daftar kategori'],
    ['brandgroup', 'Daftar BrandGroup'],
  ] as const) {
    await go(`/admin/products?tab=${tab}`)
    await check(`the tab ${tab}`, page.getByRole('region', { name: list }).locator('tbody tr, li'))
  }
  await page.goto('/admin/products?tab=category')
  await button(page, 'Tambah kategori').first().click()
  const category = dialog(admin, 'Tambah kategori')
  await category.getByLabel('Nama kategori').fill('Pulsa')
  await button(category, 'Simpan').click()
  await check('a category with the name of another one', category.getByText('Kategori Pulsa sudah ada'))
  await page.goto('/admin/products?tab=category')
  await button(page, 'Urutkan').click()
  await check('the order of categories', dialog(admin, 'Urutkan kategori').getByRole('listitem').first())
  await page.goto('/admin/products?tab=category')
  await button(page, 'Isi katalog awal').click()
  await check(
    'a starter catalogue of which nothing is missing',
    dialog(admin, 'Isi katalog awal').getByText('Tidak ada yang perlu ditambahkan'),
  )
  const restoreStarter = await overrideAnswer(admin, '**/api/admin/v1/catalogue/starter', () => ({
    categories: [
      {
        name: 'Pulsa',
        added: 1,
        brandgroups: ['Pulsa Reguler'],
        brands: ['Telkomsel', 'Indosat', 'XL', 'Axis', 'Tri', 'Smartfren'],
        products: 77,
      },
      { name: 'Game', added: 0, brandgroups: [], brands: [], products: 3 },
    ],
  }))
  await page.goto('/admin/products?tab=category')
  await button(page, 'Isi katalog awal').click()
  await check('the starter catalogue', dialog(admin, 'Isi katalog awal').getByText('kategori sudah ada'))
  restoreStarter()
  const none = { product: 0, brand: 0, category: 0, brandgroup: 0 }
  const restoreCounts = await overrideAnswer(admin, '**/api/admin/v1/catalogue', () => none)
  const restoreList = await overrideAnswer(admin, '**/api/admin/v1/product?*', () => ({ content: [], totalElements: 0 }))
  await go('/admin/products')
  await check('an empty catalogue', page.getByRole('link', { name: 'Mulai dari kategori' }))
  for (const restore of [restoreCounts, restoreList]) restore()
  await page.goto('/admin/products?tab=brandgroup')
  await button(page, 'Tambah BrandGroup').first().click()
  const group = dialog(admin, 'Tambah BrandGroup')
  await group.getByLabel('Nama BrandGroup').fill('Grup baru')
  await button(group, 'Simpan').click()
  await group.locator('input[type=file]').setInputFiles(pngFile())
  await group.getByText('Terunggah, belum disimpan').waitFor()
  await group.getByRole('switch', { name: 'Status' }).click()
  await check('the dialog of a group', group.getByText('Pilih kategori').last())
  await page.goto('/admin/products?tab=brand')
  await button(page, 'Tambah brand').first().click()
  const brand = dialog(admin, 'Tambah brand')
  await brand.getByLabel('Nama brand').fill('Operator Baru')
  await brand.getByLabel('Kategori').selectOption({ label: 'Pulsa' })
  await brand.getByLabel('Tujuan').selectOption({ label: 'Nomor HP' })
  await check('the dialog of a brand', brand.getByLabel('Operator'))
  await page.goto('/admin/products?tab=brand&search=Axis&sort=id,ASC')
  await button(page.getByRole('region', { name: 'Daftar brand' }).locator('tbody tr').filter({ hasText: 'Axis' }).first(), /./)
    .last()
    .click()
  await dialog(admin, 'Ubah brand').getByRole('switch', { name: 'Status' }).click()
  await check('what closing a brand touches', dialog(admin, 'Ubah brand').getByText(/penawaran dari \d+ suplier berhenti/))
  await button(dialog(admin, 'Ubah brand'), 'Simpan').click()
  await check('the question before a brand is closed', confirmationDialog(admin).getByText(/^Tutup brand Axis\?/))

  await page.goto('/admin/products?tab=brand')
  await button(page, 'Prefix operator').click()
  const operators = dialog(admin, 'Prefix operator')
  await check('the prefixes of operators', operators.getByText('085154, 085155'))
  await button(operators, 'Ubah XL').click()
  const prefixes = dialog(admin, 'Prefix XL')
  await prefixes.getByLabel('Prefix').fill('0817, 81')
  await button(prefixes, 'Simpan').click()
  await check('a wrong prefix', prefixes.getByText('81: prefix diawali 08'))
  await page.goto('/admin/products')
  await button(page, 'Tambah produk').first().click()
  const product = dialog(admin, 'Tambah produk')
  await product.getByLabel('Nama produk').fill('Pulsa baru')
  await button(product, 'Simpan').click()
  await check('the dialog of a product', product.getByLabel('Kode produk'))
  const [vidio] = await listed('/product?search=vidio&size=1')
  await page.goto('/admin/products')
  await button(page, 'Impor CSV').click()
  const csv = dialog(admin, 'Impor katalog')
  const lines = [`VIDX;Vidio 9 hari;${vidio?.brandname};`, `${vidio?.productcode};;;Non Aktif`]
  const give = (...more: string[]) => chooseCsvFile(csv, 'katalog.csv', ['Kode produk;Nama produk;Brand;Status', ...lines, ...more])
  await give('X1;Tanpa brand;Tidak ada;')
  await check('a catalogue with a wrong line', csv.getByText('Brand tidak dikenal'))
  await give()
  await check('a catalogue that can be stored', csv.getByText('Status Aktif → Non Aktif'))
})

testScreen('/admin/sliders and /admin/audit', async () => {
  const { page, go, check } = admin
  const rows = page.getByRole('region', { name: 'Daftar banner' }).locator('tbody tr, li')
  await go('/admin/sliders')
  await check('the banners', rows.filter({ hasText: 'Token PLN dan tagihan' }))
  await button(page, /^Tambah$/).click()
  const banner = dialog(admin, 'Tambah banner')
  await banner.getByLabel('Judul').fill('Promo gajian')
  await button(banner, 'Simpan').click()
  await check('a banner without a picture', banner.getByText('Unggah gambar banner'))
  await banner.locator('input[type=file]').setInputFiles(pngFile())
  await check('the dialog of a new banner', banner.getByRole('img', { name: 'Promo gajian di hp' }))
  await page.goto('/admin/sliders')
  await button(rows.filter({ hasText: 'Token PLN dan tagihan' }), /./)
    .last()
    .click()
  await dialog(admin, 'Ubah banner').getByLabel('Berakhir').click()
  await check('the day on which a banner ends', button(page, 'Bulan berikutnya'))
  await page.keyboard.press('Escape')
  await button(dialog(admin, 'Ubah banner'), /^Hapus$/).click()
  await check('the question before a banner is deleted', button(confirmationDialog(admin), 'Yes'))
  await page.goto('/admin/sliders')
  await button(page, 'Urutkan').click()
  await check('the order of banners', button(dialog(admin, 'Urutkan banner'), /^Turunkan /))

  await page.goto('/admin/audit?event=setting.changed')
  await check('the audit', page.getByText(/cashOut\.fromHour/))
  await button(page, /^Rincian Aturan diubah/)
    .first()
    .click()
  await check('an event of the audit', page.getByRole('region', { name: 'Perubahan' }))
})

testScreen('/admin/pengaturan', async () => {
  const { page, go, check } = admin
  const rule = dialog(admin, 'Ubah aturan')
  await go('/admin/pengaturan')
  await check('the rules', page.getByRole('region', { name: 'Topup' }))
  await go('/admin/pengaturan?search=zqx')
  await check('no rules', page.getByText('Tidak ada aturan yang cocok'))
  await page.goto('/admin/pengaturan?aturan=topup.min')
  await rule.getByLabel('Nilai baru').fill('20000000')
  await button(rule, 'Simpan').click()
  await check('a rule out of its limits', rule.getByText('Pilih Rp 1 sampai Rp 10.000.000'))
  await page.goto('/admin/pengaturan?aturan=cashOut.perDay')
  await check('a rule with its history', rule.getByRole('region', { name: 'Riwayat perubahan' }).getByText(/→/))
  await page.goto('/admin/pengaturan?aturan=access.twoFactorDemanded')
  await check('a rule of choices', rule.getByLabel('Nilai baru'))

  await page.goto('/admin/pengaturan?tab=metode')
  const method = page.getByRole('list', { name: 'Metode topup' }).getByRole('listitem').filter({ hasText: 'MANDIRI' }).first()
  await button(method, /^Ubah /).click()
  await dialog(admin).getByLabel('Nomor rekening').fill('9988776655')
  await button(dialog(admin), 'Simpan').click()
  await check('a way to top up that is changed', dialog(admin).getByText('Tulis alasannya'))
  await dialog(admin).getByLabel('Alasan').fill('Rekening baru kantor')
  await button(dialog(admin), 'Simpan').click()
  await check('the ways to top up', method.getByRole('link', { name: 'Menunggu admin kedua' }))

  await go('/admin/pengaturan?tab=penghubung')
  const gateway = page.getByRole('region', { name: 'Penyedia pembayaran' })
  await button(gateway, 'Tes Penyedia pembayaran').click()
  await check('adapters', gateway.getByText(/^Berhasil: menjawab/))
  const gagal = { at: new Date().toISOString(), pesan: 'tidak menjawab' }
  const restore = await overrideAnswer<object[]>(admin, '**/api/admin/v1/adapters', (adapters) =>
    adapters.map((one) => ({ ...one, gagal })),
  )
  await page.goto('/admin/pengaturan?tab=penghubung')
  await check('adapters that failed', gateway.getByText('tidak menjawab'))
  restore()
})

const requestOf = (screens: Screens) => dialog(screens, /^Permintaan /)

testScreen('/account and /persetujuan', async () => {
  const { page, go, check } = admin
  await go('/account')
  const cash = page.getByRole('table', { name: 'Akun kas' }).getByRole('row')
  await check('/account', page.getByText('transaksi berjalan Rp'))
  await button(page, 'Transfer Kas').click()
  const transfer = dialog(admin, 'Transfer Kas')
  await transfer.getByLabel('Jumlah').fill('999999999999')
  await button(transfer, /^Transfer$/).click()
  await check('the dialog of a transfer', transfer.getByText('Saldo kas 01 tidak cukup'))
  await transfer.getByLabel('Jumlah').fill('25000')
  await button(transfer, /^Transfer$/).click()
  await transfer.waitFor({ state: 'hidden' })
  await cash.first().waitFor()
  await button(page, 'Histori kas BNI').click()
  await check('the history of a cash account', dialog(admin, 'Kas 02 BNI').getByText('+Rp 25.000'))
  await page.goto('/account')
  const verification = page.getByRole('region', { name: 'Pembukuan' })
  await button(verification, 'Periksa sekarang').click()
  await check('a verification of the books', verification.getByText(/^Diperiksa .* aturan/))
  await button(page, 'Penyesuaian').click()
  const adjustment = dialog(admin, 'Penyesuaian saldo')
  await button(adjustment, 'Minta persetujuan').click()
  await check('the dialog of an adjustment, empty', adjustment.getByText('Pilih membernya'))
  await adjustment.getByRole('combobox', { name: 'Member' }).fill('berkah')
  await page.getByRole('option', { name: 'Konter Berkah Cell' }).click()
  await adjustment.getByLabel('Jumlah').fill('25000')
  await adjustment.getByLabel('Alasan').fill('Keluhan 4711 diterima')
  await check('the dialog of an adjustment', adjustment.getByText(/^Rp|menjadi Rp/))
  await button(adjustment, 'Minta persetujuan').click()
  await adjustment.waitFor({ state: 'hidden' })
  await button(page, 'Koreksi').click()
  const correction = dialog(admin, 'Koreksi kas')
  await correction.getByLabel('Jumlah').fill('500000')
  await correction.getByLabel('Alasan').fill('Biaya bank bulan ini')
  await check('the dialog of a correction', correction.getByText(/menjadi Rp/))
  await button(correction, 'Catat').click()
  await check('the question before a correction', confirmationDialog(admin).getByText(/Biaya bank: −Rp 500\.000/))

  await page.goto('/persetujuan')
  const asked = 'Penyesuaian saldo Konter Berkah Cell: +Rp 25.000'
  await check('what waits for a second administrator', main(admin).getByText(asked))
  await main(admin).getByText(asked).filter({ visible: true }).first().click()
  await check('an own request', requestOf(admin).getByText('Permintaan Anda sendiri, menunggu admin lain'))
  await cashier.go('/persetujuan')
  await main(cashier).getByText(asked).filter({ visible: true }).first().click()
  await button(requestOf(cashier), 'Setujui').click()
  await cashier.check('a request with its reason', requestOf(cashier).getByText('Tulis alasannya'))
  await requestOf(cashier).getByLabel('Alasan').fill('Sudah saya periksa')
  await button(requestOf(cashier), 'Setujui').click()
  await button(confirmationDialog(cashier), 'Yes').click()
  await cashier.go('/persetujuan?tab=selesai')
  await cashier.page.getByRole('tab', { name: 'Sudah diputuskan' }).click()
  await cashier.check('what was decided', main(cashier).getByText('Disetujui'))
  await cashier.page.route('**/api/admin/v1/decisions?*', (route) => route.fulfill(successResponse({ content: [], totalElements: 0 })))
  await cashier.page.goto('/persetujuan')
  await cashier.check('nothing waits for a second administrator', cashier.page.getByText('Tidak ada yang menunggu'))
  await cashier.page.unroute('**/api/admin/v1/decisions?*')
})

/** Moves money at the bank, whose feed reports it. */
async function moveAtBank(sum: number, direction: 'in' | 'out', text: string) {
  const body = new URLSearchParams({ bank: '01', amount: String(sum), direction, text })
  const answered = await fetch(`${lapak.info.address}/dev/bank`, { method: 'POST', body })
  expect(await answered.text()).toContain('Mutasi terkirim.')
}
/** Waits until a worker has processed the bank row with this text. */
const waitsAtBank = (search: string) =>
  expect
    .poll(
      async () =>
        (await lapak.call<{ totalElements: number }>(ofAdmin, 'GET', `/api/admin/v1/bank/unmatched/list?search=${search}`)).totalElements,
      { timeout: 60_000 },
    )
    .toBe(1)

testScreen('/mutasibank', async () => {
  const { page, go, check } = admin
  const mark = `JOKO${Date.now()}`
  const { token } = await completeMember(lapak, `Pak ${mark}`)
  const ticket = await ticketOf(token, 71_000)
  const { bank } = await lapak.call<Ticket>(token, 'GET', `/api/v1/payment/tiket/${ticket.invoice}`)
  await moveAtBank(72_345, 'in', `SETORAN ${mark}`)
  await go(`/mutasibank?search=${mark}X`)
  await check('/mutasibank without a row', page.getByText('Tidak ada mutasi yang cocok'))
  await button(page, 'Unggah CSV').click()
  const upload = dialog(admin, 'Unggah CSV mutasi')
  await chooseCsvFile(upload, 'mutasi.csv', ['<html>Sesi berakhir</html>'])
  await check('a bank statement that is refused', upload.getByText('File tidak dikenali sebagai mutasi BCA'))
  await chooseCsvFile(upload, 'mutasi.csv', [`Tanggal,Berita ${mark},Debit,Kredit,Kode,Saldo\n01/11/2026,BUDI,,"5,000.00",7,"6,000.00"`])
  await check('a bank statement whose columns nobody knows', upload.getByRole('region', { name: 'Pemetaan kolom' }))
  const teller = createBank({ url: '', secret: '', code: '01', account: bank.accountno })
  teller.move(ticket.nominal, `TRSF E-BANKING CR ${mark}`)
  teller.move(-2_500, `BIAYA ADM ${mark}`)
  await chooseCsvFile(upload, 'mutasi.csv', [teller.file('KlikBCA')])
  await check('a bank statement before it is stored', upload.getByText('2 (2 baru, 0 sudah ada)'))
  await button(upload, 'Simpan 2 mutasi baru').click()
  await upload.waitFor({ state: 'hidden' })
  await go(`/mutasibank?search=${mark}`)
  await check('/mutasibank', page.getByText(/^Nominal sama persis dengan tiket/))
  // A row is expanded either in the table or in its card; a change of width replaces the table by cards or the cards by the table.
  const unfold = async (address: string) => {
    await page.goto(`/mutasibank?${address}`)
    await button(page, /^Detail /).click()
  }
  const explain = dialog(admin, 'Jelaskan')
  await unfold(`search=BIAYA ADM ${mark}`)
  await button(page, 'Jelaskan').click()
  await explain.getByRole('radio', { name: /^Bukan urusan Lapak/ }).check()
  await explain.getByLabel('Alasan').fill('Biaya admin bulanan')
  await check('the dialog that explains a row', button(explain, 'Jelaskan'))
  await page.keyboard.press('Enter')
  await explain.waitFor({ state: 'hidden' })
  await unfold(`search=BIAYA ADM ${mark}`)
  await button(page, 'Buka lagi').click()
  await check('the dialog that takes an explanation back', dialog(admin, 'Buka lagi').getByLabel('Alasan'))

  await waitsAtBank(mark)
  const waiting = () => unfold(`tab=menunggu&search=${mark}`)
  await check('money without an owner', button(page, 'Jodohkan'), { recreate: waiting })
  const give = dialog(admin, 'Jodohkan')
  await waiting()
  await button(page, 'Jodohkan').click()
  await give.getByRole('searchbox').fill(mark)
  await give.getByRole('radio', { name: new RegExp(`^Pak ${mark}`) }).check()
  await button(give, 'Jodohkan').click()
  await check('the dialog that gives money', give.getByText('Tulis alasannya'))

  const { invoice } = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/invoice', { amount: 88_000 })
  const body = new URLSearchParams({ act: 'less', amount: '88000' })
  await fetch(`${lapak.info.address}/dev/gateway/${invoice}`, { method: 'POST', redirect: 'manual', body })
  await waitsAtBank(invoice)
  const paid = () => unfold(`tab=menunggu&search=${invoice}`)
  await check('a payment without an owner', page.getByText('Nomor pembayaran'), { recreate: paid })
  await paid()
  await button(page, 'Jelaskan').click()
  await check('the dialog that lets a payment go', page.getByText('Uang ini keluar dari pembukuan'))
})

const drawerOf = (screens: Screens, id: number) => dialog(screens, `Tiket ${id}`)

testScreen('/cashin', async () => {
  const { page, go, check } = admin
  const { token } = await completeMember(lapak)
  const [first, second] = [await ticketOf(token, 81_000), await ticketOf(token, 82_000)]
  await go('/cashin')
  await check('/cashin', main(admin).getByText(`Rp ${second.nominal.toLocaleString('id')}`))
  await go('/cashin?statustrx=3')
  await check('top-ups that are filtered', page.getByText(/Reject|Tidak ada tiket yang cocok/))
  await page.goto(`/cashin?tiket=${first.id}`)
  const drawer = drawerOf(admin, first.id)
  await check('a top-up that waits', drawer.getByText('Belum ada mutasi bank untuk tiket ini'))
  await button(drawer, 'Approve').click()
  await button(confirmationDialog(admin), 'Yes').click()
  await check('the question about a top-up whose money nobody has seen', confirmationDialog(admin).getByText('Tulis catatan referensinya'))
  await confirmationDialog(admin).getByLabel('Catatan referensi').fill('Mutasi BCA pagi')
  await button(confirmationDialog(admin), 'Yes').click()
  await check('an approved top-up', button(drawer, 'Cancel'))
  await button(drawer, 'Cancel').click()
  await confirmationDialog(admin).getByLabel('Alasan').fill('Salah orang')
  await button(confirmationDialog(admin), 'Yes').click()
  await check('a cancelled top-up', drawer.getByText('Salah orang'))

  // From now on the rows of a bank wait for an administrator.
  await changeSetting(lapak, 'topup.autoApproveMax', 1)
  await moveAtBank(second.nominal, 'in', 'TRSF')
  await expect
    .poll(
      async () => {
        await page.goto('/cashin')
        await page.getByText('Amount', { exact: true }).first().waitFor()
        return button(page, /^Setujui semua yang cocok/).count()
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(1)
  await button(page, /^Setujui semua yang cocok/).click()
  await check('the question about all that match', confirmationDialog(admin).getByLabel('Catatan referensi'))
})

testScreen('/cashout from its question to the provider', async () => {
  const { page, go, check } = admin
  const id = await cashOut('penjual2@lapak.test', '082120003002')
  const drawer = drawerOf(admin, id)
  const approveByHand = async () => {
    await button(drawer, 'Approve').click()
    await button(confirmationDialog(admin), 'Yes').click()
  }
  await go('/cashout')
  await check('/cashout', main(admin).getByText('Pending', { exact: true }).last())
  await page.goto(`/cashout?tiket=${id}`)
  await check('a cash-out that waits', drawer.getByText('••••3456'))
  await cashier.page.goto(`/cashout?tiket=${id}`)
  await button(drawerOf(cashier, id), 'Reject').click()
  await confirmationDialog(cashier).getByLabel('Alasan').fill('Rekening tidak cocok')
  await cashier.check('the question before a cash-out is rejected', confirmationDialog(cashier).getByText('Member membaca catatan ini'))
  await button(drawer, 'Proses').click()
  await check('the question of a step', button(confirmationDialog(admin), 'Yes'))
  await button(confirmationDialog(admin), 'Yes').click()
  await cashier.check('what happened while the question was open', confirmationDialog(cashier).getByText(/^Diproses oleh /))
  await approveByHand()
  await check('the question whether a cash-out was paid', confirmationDialog(admin).getByText('Tulis catatan referensinya'))
  await page.keyboard.press('Escape')

  // The sandbox fails payouts to accounts with this ending.
  await arrange((tables) => tables.updateTable('cash_out').set({ account_no: '8290120000' }).where('id', '=', BigInt(id)).execute())
  await button(drawer, 'Bayar lewat penyedia').click()
  await button(confirmationDialog(admin), 'Yes').click()
  await check('the question whether the provider is to pay', confirmationDialog(admin).getByText('Tulis catatan referensinya'))
  await confirmationDialog(admin).getByLabel('Catatan referensi').fill('Penarikan pagi')
  await button(confirmationDialog(admin), 'Yes').click()
  await check('a cash-out that the provider did not pay', drawer.getByText('Gagal (INVALID_DESTINATION)'))
  const payout = (state: string, failure: string | null, since: Date | null) =>
    arrange((tables) =>
      tables
        .updateTable('payout')
        .set({ state, failure, missing_since: since, due_at: new Date(Date.now() + 3_600_000), ...(since && { created_at: since }) })
        .where('cash_out_id', '=', BigInt(id))
        .execute(),
    )
  const contradicts = (contradiction: string | null) =>
    arrange((tables) => tables.updateTable('payout').set({ contradiction }).where('cash_out_id', '=', BigInt(id)).execute())
  await contradicts('succeeded')
  await check('a cash-out whose failed payout the provider contradicts', drawer.getByText('Kabar penyedia bertentangan'))
  await contradicts(null)
  await payout('waits', null, null)
  await check('a cash-out that waits for its bank', drawer.getByText('Diterima penyedia, menunggu bank'))
  await payout('unknown', 'xendit timeout', null)
  await check('a cash-out of which the provider has not told', drawer.getByText(/^Jawaban penyedia belum diketahui/))
  await payout('unknown', 'tidak dikenal penyedia', hoursAgo(2))
  await button(drawer, 'Tandai tidak terkirim').click()
  await check('the question whether it was never sent', confirmationDialog(admin).getByLabel('Alasan'))
  await confirmationDialog(admin).getByLabel('Alasan').fill('Tidak ada di dasbor penyedia')
  await button(confirmationDialog(admin), 'Yes').click()
  await drawer.getByText('Gagal (INVALID_DESTINATION)').waitFor()
  await arrange((tables) => tables.updateTable('cash_out').set({ account_no: '8290123456' }).where('id', '=', BigInt(id)).execute())
  await button(drawer, 'Bayar lewat penyedia').click()
  await confirmationDialog(admin).getByLabel('Catatan referensi').fill('Penarikan pagi')
  await button(confirmationDialog(admin), 'Yes').click()
  await check('a cash-out that the provider paid', drawer.getByText('Dibayar', { exact: true }))
  const rejected = await cashOut('penjual2@lapak.test', '082120003002')
  await lapak.call(ofAdmin, 'PATCH', `/api/admin/v1/payment/tiket/update/${rejected}/3`, { description: 'Nama tidak cocok', from: 0 })
  await page.goto(`/cashout?tiket=${rejected}`)
  await check('a rejected cash-out', drawerOf(admin, rejected).getByText('Nama tidak cocok'))
})

testScreen('/trxadm', async () => {
  const { page, go, check } = admin
  const [one, two, three] = [await orderAt('0013'), await orderAt('0013'), await orderAt('7777')]
  const opened = (id: number) => dialog(admin, `Transaksi ${id}`)
  const ended = async (id: number, rc: number) =>
    expect
      .poll(() => lapak.call(ofAdmin, 'GET', `/api/admin/v1/transactions/${id}`), { timeout: 60_000 })
      .toMatchObject(rc === 0 ? { attempts: [{ state: 'waiting' }] } : { transactionrc: rc })
  for (const { id } of [one, two]) await ended(id, 0)
  await ended(three.id, 1)
  await go('/trxadm')
  await check('/trxadm', page.getByText(three.target).or(page.getByText(groupInFours(three.target))))
  await page.goto(`/trxadm?trx=${one.id}`)
  await button(opened(one.id), 'Cek ulang').click()
  await check('a pending transaction', opened(one.id).getByText(/Sedang ditanyakan ke server suplier|Server suplier baru saja dihubungi/))
  await button(opened(one.id), 'Sukseskan').click()
  const success = dialog(admin, `Sukseskan transaksi ${one.id}`)
  await button(success, 'Sukseskan').click()
  await check('the success of a transaction', success.getByText(/^Tulis alasannya/))
  for (const [label, id] of [
    ['Gagalkan', one.id],
    ['Refund', three.id],
  ] as const) {
    await page.goto(`/trxadm?trx=${id}`)
    await button(opened(id), label).click()
    const form = dialog(admin, `${label} transaksi ${id}`)
    await form.getByLabel('Catatan').fill('Suplier memastikan tidak terkirim')
    await button(form, label).click()
    await check(`the question before ${label}`, button(confirmationDialog(admin), 'Yes'))
  }
  await page.goto('/trxadm?size=50')
  for (const { id } of [one, two, three]) await page.getByRole('checkbox', { name: `Pilih transaksi ${id}`, exact: true }).check()
  const bar = page.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
  await check('three transactions are chosen', bar.getByText('3 dipilih'))
  await button(bar, 'Cek ulang').click()
  await check('what could be asked about', dialog(admin, 'Cek ulang').getByText(/Transaksi ini tidak pending/))
  await button(dialog(admin, 'Cek ulang'), 'Tutup').last().click()
  await button(bar, 'Gagalkan').click()
  const many = dialog(admin, 'Gagalkan 3 transaksi')
  await button(many, 'Gagalkan 2 transaksi').click()
  await check('the preview of many', many.getByText(/^Tulis alasannya/))
  await many.getByLabel('Alasan untuk semuanya').fill('Server suplier mati semalam')
  await button(many, 'Gagalkan 2 transaksi').click()
  await button(confirmationDialog(admin), 'Yes').click()
  await check('what became of many', many.getByText('Update Trx Ok!'))

  const odd = await orderAt('0006')
  const raised = async () =>
    (await lapak.call<{ content: { idtrx: number }[] }>(ofAdmin, 'GET', '/api/admin/v1/transactions/alerts?size=-1')).content
  await expect.poll(async () => (await raised()).map(({ idtrx }) => idtrx), { timeout: 60_000 }).toContain(odd.id)
  await page.goto('/trxadm?tab=peringatan')
  await check('the alerts of transactions', page.getByText(odd.target).or(page.getByText(groupInFours(odd.target))))
  await page.goto(`/trxadm?trx=${odd.id}`)
  await button(opened(odd.id), 'Saya tangani').click()
  const taking = dialog(admin, 'Tangani peringatan')
  await button(taking, 'Simpan').click()
  await check('an alert of a transaction that is being taken', taking.getByText(/^Tulis alasannya/))
  await taking.getByLabel('Apa yang Anda lakukan').fill('Saya telepon supliernya')
  await button(taking, 'Simpan').click()
  await check('an alert that somebody looks after', opened(odd.id).getByText(/^Ditangani /))
})

/** The reference of a purchase at its seller: the code of this installation, which tickets also contain, followed by the id of the attempt. */
async function referenceOf(id: number): Promise<string> {
  const { attempts } = await lapak.call<{ attempts: { id: number }[] }>(ofAdmin, 'GET', `/api/admin/v1/transactions/${id}`)
  return `${(await ticketOf(ofAdmin)).invoice.split('-')[1]}${attempts[0]?.id}`
}

testScreen('/rekonsiliasi', async () => {
  const { page, go, check } = admin
  const mark = Date.now() % 100_000
  const bank = createBank({
    url: lapak.info.address,
    secret: 'lapak-development-bank-feed',
    code: '02',
    account: '881000220260',
    opening: 250_000,
    name: `rekonsiliasi-${mark}`,
  })
  bank.move(75_500.5, `SETORAN ${mark}`, new Date(Date.now() - 5 * 86_400_000))
  expect(await bank.deliver()).toMatchObject({ status: 200 })
  await go('/rekonsiliasi')
  await button(page, 'Periksa sekarang').click()
  const range = `bankcode=02&awal=${dayAgo(5)}&akhir=${dayAgo(5)}`
  const differences = () =>
    lapak
      .call<{ content: object[] }>(ofAdmin, 'GET', `/api/admin/v1/reconciliation/differences?${range}`)
      .then(({ content }) => content.length)
  await expect.poll(differences, { timeout: 60_000 }).toBeGreaterThan(0)
  await page.goto(`/rekonsiliasi?${range}`)
  await check('banks beside the books', page.getByRole('link', { name: /^Lihat \d+ selisih/ }))
  await go(`/rekonsiliasi?tab=selisih&${range}`)
  await check('differences', page.getByText('Tidak ada di pembukuan'))
  await go(`/rekonsiliasi?tab=selisih&search=SETORAN ${mark}`)
  await expect.poll(() => button(page, /^Selisih \d+$/).count()).toBe(1)
  await button(page, /^Selisih \d+$/).click()
  await button(dialog(admin, /^Selisih/), 'Selesaikan').click()
  await check('a difference', dialog(admin, /^Selisih/).getByText('Tulis alasannya'))
  await page.goto('/rekonsiliasi?tab=selisih&search=zq')
  await check('a search that is too short', page.getByText('Ketik minimal 3 huruf atau angka, atau pilih paling lama 31 hari'))

  await page.goto('/rekonsiliasi?tab=penyedia')
  await check('no payment provider', page.getByText('Belum ada penyedia pembayaran'))
  await page.goto('/rekonsiliasi?tab=suplier')
  await button(page, 'Unggah file suplier').click()
  const file = dialog(admin, 'File suplier')
  await file.getByRole('combobox', { name: 'Suplier' }).fill('Sinar Pulsa Nusantara')
  await page.getByRole('option', { name: 'Sinar Pulsa Nusantara', exact: true }).click()
  await button(file, 'Hari').click()
  await check('the day of a list', button(page, 'Bulan sebelumnya'))
  await page.keyboard.press('Escape')
  await chooseCsvFile(file, 'suplier.csv', ['reference,price,status', 'ada spasi,100,sukses'])
  await check('a list with wrong lines', file.getByText('Baris 2: referensi tidak terbaca'))
  await chooseCsvFile(file, 'suplier.csv', ['<html>bukan file</html>'])
  await check('no list at all', file.getByText('File suplier tidak terbaca'))
  const reference = await referenceOf((await placePurchase(lapak)).id)
  await chooseCsvFile(file, 'suplier.csv', [
    'reference,number,price,status',
    `${reference},0812,9000,sukses`,
    `ASING${mark},0812,9000,sukses`,
  ])
  await check('a list beside our sales', file.getByText(`ASING${mark}: Tidak ada di Lapak`))
  await button(file, 'Simpan').click()
  await file.waitFor({ state: 'hidden' })
  await check('sellers beside our sales', page.getByText(/^Sinar Pulsa Nusantar/))
})

/* Screens that change global state are last, because they change all pages */

testScreen('what waits for a second administrator at a ticket and a transaction', async () => {
  const { page, check } = admin
  await changeSetting(lapak, 'money.secondAdminFrom', 50_000)
  await changeSetting(lapak, 'purchases.secondAdminFrom', 1_000)
  const { id } = await ticketOf((await completeMember(lapak)).token, 91_000)
  await page.goto(`/cashin?tiket=${id}`)
  await button(drawerOf(admin, id), 'Approve').click()
  await confirmationDialog(admin).getByLabel('Catatan referensi').fill('Mutasi BCA pagi')
  await button(confirmationDialog(admin), 'Yes').click()
  await check('a ticket that waits for a second administrator', drawerOf(admin, id).getByText(/meminta: Approve/))
  await cashier.page.goto(`/cashin?tiket=${id}`)
  await drawerOf(cashier, id).getByLabel('Alasan').fill('Sudah saya periksa')
  await button(drawerOf(cashier, id), 'Setujui').click()
  await cashier.check('the question to a second administrator', button(confirmationDialog(cashier), 'Yes'))

  const order = await orderAt('0013')
  await page.goto(`/trxadm?trx=${order.id}`)
  await button(dialog(admin, `Transaksi ${order.id}`), 'Gagalkan').click()
  const form = dialog(admin, `Gagalkan transaksi ${order.id}`)
  await form.getByLabel('Catatan').fill('Suplier memastikan tidak terkirim')
  await button(form, 'Gagalkan').click()
  await button(confirmationDialog(admin), 'Yes').click()
  await check('a transaction that waits for a second administrator', dialog(admin, `Transaksi ${order.id}`).getByText(/meminta: Gagalkan/))

  const cash = await lapak.call<{ code: string; balance: number }[]>(ofAdmin, 'GET', '/api/admin/v1/accounts')
  const all = { idsumber: '01', idtujuan: '02', jumlah: cash.find(({ code }) => code === '01')?.balance, reason: 'Pindah semua ke BNI' }
  const names = [`semua-${Date.now()}`, `semua-${Date.now() + 1}`]
  for (const reffclient of names) await lapak.call(ofAdmin, 'POST', '/api/admin/v1/accounts/transfer', { ...all, reffclient })
  const waiting = await lapak.call<{ content: { id: number; subject: string }[] }>(
    ofAdmin,
    'GET',
    '/api/admin/v1/decisions?open=1&size=100',
  )
  const [first, second] = names.map((name) => waiting.content.find(({ subject }) => subject === `transfer ${name}`)?.id)
  const yes = { yes: true, reason: 'Sudah saya periksa' }
  await lapak.call(await tokenOf('kasir@lapak.test'), 'POST', `/api/admin/v1/decisions/${first}`, yes)
  await cashier.page.goto('/persetujuan')
  await button(cashier.page, `Permintaan ${second}`).first().click()
  await requestOf(cashier).getByLabel('Alasan').fill('Sudah saya periksa')
  await button(requestOf(cashier), 'Setujui').click()
  await button(confirmationDialog(cashier), 'Yes').click()
  await cashier.check('a request that lapsed', requestOf(cashier).getByText('Tidak berlaku lagi', { exact: true }))
})

testScreen('an announcement of maintenance', async () => {
  const { page, go, check } = admin
  await page.goto('/admin/pengaturan?tab=pemeliharaan')
  await check('no announcement', page.getByText('Tidak ada pengumuman.'))
  await button(page, 'Umumkan').click()
  const announce = dialog(admin, 'Umumkan pemeliharaan')
  await button(announce, 'Umumkan').click()
  await announce.getByLabel('Hentikan pesanan baru').check()
  await check('an announcement that is written', announce.getByText('Tulis pengumumannya'))
  await announce.getByLabel('Pengumuman').fill('Kami pindah server')
  await announce.getByLabel('Alasan').fill('Pindah server')
  await button(announce, 'Umumkan').click()
  await announce.waitFor({ state: 'hidden' })
  await check('what is announced', button(page, 'Cabut'))
  await member.page.goto('/syaratketentuan')
  await member.check('an announcement', member.page.getByText('Kami pindah server'))
  await visitor.page.goto('/login')
  await visitor.check('an announcement before signing in', visitor.page.getByText('Pesanan dihentikan sementara'))
  await button(page, 'Cabut').click()
  const back = dialog(admin, 'Cabut pengumuman')
  await check('an announcement that is taken back', back.getByLabel('Alasan'))
  await back.getByLabel('Alasan').fill('Sudah selesai')
  await button(back, 'Cabut').click()
  await back.waitFor({ state: 'hidden' })
  await go('/home')
})

testScreen('/syaratketentuan and terms that have to be accepted', async () => {
  const { page, go, check } = admin
  await member.go('/syaratketentuan')
  await member.check('the terms', member.page.getByRole('heading', { name: '5. Komplain dan pengembalian' }))
  await go('/syaratketentuan')
  const text = page.getByLabel('Isi syarat dan ketentuan')
  await text.fill(`${await text.inputValue()}\n# 10. Tambahan\n- Toko wajib menempelkan daftar harga.`)
  await page.getByText('Pratinjau', { exact: true }).click()
  await check('the preview of new terms', page.getByRole('region', { name: 'Pratinjau' }).getByText('Toko wajib menempelkan daftar harga.'))
  await button(page, 'Terbitkan versi baru').click()
  await check('the question before terms are published', button(confirmationDialog(admin), 'Yes'))
  await button(confirmationDialog(admin), 'Yes').click()
  await check('the versions of the terms', page.getByText('Versi 2'))
  await member.page.goto('/trxpembelian')
  await member.check('terms that wait to be accepted', heading(member, 'Update Syarat dan ketentuan'))

  await requireSecondFactor(lapak)
  const kept = await openScreensForTest(lapak, { as: ofAdmin })
  await kept.page.goto('/syaratketentuan')
  await kept.check('the way to the second factor', button(kept.page, 'Buka Keamanan'))
})
