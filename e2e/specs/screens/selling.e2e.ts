// @module-tag nightly
/*
 * Screens of a seller. Each tab, dialog, drawer, menu and refusal is checked once for accessibility violations and horizontal overflow. The actions
 * on these screens have tests of their own; here each state is created as fast as possible, by calls and replaced answers. Tests share one page per
 * member, and continue with the money, purchases and settings of the tests before them.
 */
import type { Locator } from 'playwright-core'
import { demoSellers } from '../../../server/src/demo/people.ts'
import { desktop, openWithRealtime, phone } from '../../fixtures/app.ts'
import {
  approveApplication,
  choosePicture,
  type DemoSeller,
  fillServerForm,
  newShopName,
  openApplication,
  saveServer,
  sendDocuments,
  serverForm,
  testServer,
} from '../../fixtures/becoming-seller.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer } from '../../fixtures/lapak.ts'
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
  productButton,
  testScreen,
} from '../../fixtures/screens.ts'
import { screensLapak } from '../../fixtures/screens-lapak.ts'

const { lapak, ofBuyer, ofSeller, seller, admin, tokenOf, offerOf, orderAt } = await screensLapak()

/* Selling */

testScreen('/penjualan with its sales', async () => {
  const { page, go, check } = seller
  const { id, target } = await orderAt('0013')
  await go('/penjualan')
  await check('the sales', page.getByText(target).or(page.getByText(groupInFours(target))))
  await page.getByRole('switch').first().click({ force: true })
  await check('the question before the shop closes', confirmationDialog(seller).getByText('Yakin akan Tutup Transaksi'))
  await button(confirmationDialog(seller), 'No').click()
  await go('/penjualan?statustrx=1')
  await check('sales of one state', main(seller).getByText('SUKSES', { exact: true }))
  await go(`/penjualan?trx=${id}`)
  await check('a pending sale', dialog(seller).getByText('Pesanan dikirim'))
  await button(dialog(seller), 'Selesaikan sendiri').click()
  const form = dialog(seller, /^Selesaikan/)
  await button(form, 'Simpan').click()
  await check('the end of a sale', form.getByText('Pilih hasilnya'))
  await form.getByRole('radio', { name: 'SUKSES' }).check()
  await check('the end of a sale as a success', form.getByRole('textbox', { name: 'Serial number' }))
  await form.getByRole('radio', { name: 'GAGAL' }).check()
  await button(form, 'Simpan').click()
  await check('the end of a sale as a failure', form.getByText('Tulis alasannya'))
  await form.getByLabel('Alasan').fill('Server kami tidak mengenal nomor ini')
  await button(form, 'Simpan').click()
  await check('the question before a sale is called a failure', confirmationDialog(seller).getByText(/kembali ke saldo pembeli\./))
  await page.goto('/penjualan?tab=pendapatan')
  await check('the earnings', page.getByText('sementara'))
  await page.setViewportSize(phone)
  await button(page, /^Rincian/)
    .first()
    .click()
  await check('the earnings of a day', page.getByText('Jadi hutang'), { onlyOn: 'phone' })
})

testScreen('/penjualan and /home in colours of the system', async () => {
  const selling = await openScreensForTest(lapak, { as: ofSeller, forcedColors: 'active' })
  await selling.go('/penjualan')
  await selling.check('sales in forced colours', selling.page.getByRole('switch'))
  const buying = await openScreensForTest(lapak, { as: ofBuyer, forcedColors: 'active' })
  await buying.go('/home')
  await main(buying).getByLabel('Nomor tujuan').fill('081234567890')
  await buying.check('a product is chosen in forced colours', productButton(buying.page, 'S10'))
})

testScreen('/penjualan with its products', async () => {
  const { page, go, check } = seller
  const shown = page.getByRole('region', { name: 'Daftar produk' })
  await go('/penjualan?tab=produk')
  await check('the products', shown.getByText(/^Rp/))
  await go('/penjualan?tab=produk&perhatian=bukantermurah')
  await check('products that are not the cheapest', shown.getByText(/^Anda ke-[2-9]/))
  await go('/penjualan?tab=produk&size=-1')
  await check('a long list', page.locator('[data-index="0"]'))

  await go('/penjualan?tab=produk&search=S10')
  await button(page, 'Tambah produk').click()
  const add = dialog(seller, 'Tambah produk')
  await button(add, /^Tambah$/).click()
  await check('the dialog to add a product', add.getByText('Pilih kategorinya'))
  await add.getByLabel('Harga jual').fill('5000')
  await add.getByLabel('Harga beli').fill('5.200')
  await check('a product below its cost', add.getByText('Di bawah modal'))
  await page.goto('/penjualan?tab=produk&search=S10')
  const { id } = await offerOf('S10')
  await button(page, /^Produk S10$/).click()
  const drawer = dialog(seller, 'Ubah produk')
  await drawer.getByLabel('Harga promo').fill('5400')
  await check('everything of a product', button(drawer, 'Hapus'))
  await page.goto('/penjualan?tab=produk&search=S10')
  await button(page, /^Ubah harga promo S10$/).click()
  await page.getByRole('textbox', { name: 'harga promo S10', exact: true }).fill('sepuluh')
  await check('what is typed into a row', page.getByText('Tulis angka bulat saja'), { onlyOn: 'desk' })
  await page.getByRole('textbox', { name: 'harga promo S10', exact: true }).fill('5')
  await heading(seller, 'Penjualan').click()
  await check('what is not saved', page.getByText('Belum disimpan'), { onlyOn: 'desk' })

  await lapak.call(ofSeller, 'PATCH', `/api/v1/seller/product/${id}`, { kodesupplier: 'S10', buyprice: 1 })
  await page.goto('/penjualan?tab=produk&search=S10')
  await button(page, 'Sinkron harga').click()
  await check('what became of the prices', dialog(seller, 'Sinkron harga').getByText(/\bS10: Rp 1 → Rp/))
  await page.goto('/penjualan?tab=produk&search=vidio')
  await button(page, 'Ubah massal').click()
  const many = dialog(seller, /^Ubah \d+ produk/)
  await many.getByLabel('Harga jual', { exact: true }).selectOption({ label: 'Turun sekian rupiah' })
  await many.getByLabel('Rupiah').fill('150')
  await button(many, 'Lihat perubahan').click()
  await check('what becomes of many', many.getByRole('list', { name: 'Pratinjau perubahan' }).getByRole('listitem'))
  await many.getByLabel('Rupiah').fill('900.000')
  await button(many, 'Lihat perubahan').click()
  await check('what cannot be', many.getByText('Harga jual harus 0 sampai'))

  await page.goto('/penjualan?tab=produk')
  await button(page, 'Impor CSV').click()
  const csv = dialog(seller, 'Impor CSV')
  const give = (...lines: string[]) => chooseCsvFile(csv, 'produk.csv', ['Kode produk;Harga jual;Stok', ...lines])
  await give('S10;10.900;15', 'TAKADA;5.000;')
  await check('a file of products with a wrong line', csv.getByText('Kode produk tidak dikenal'))
  await give('S10;10.900;15')
  await check('a file of products that can be stored', button(csv, 'Simpan 1 produk'))
})

testScreen('/penjualan with its special prices', async () => {
  const { page, go, check } = seller
  const { id, categoryid, brandid, buyprice } = await offerOf('S10')
  await lapak.call(ofSeller, 'PATCH', `/api/v1/seller/product/${id}`, { status: 0 })
  await go('/penjualan?tab=hargakhusus&size=100')
  await check('the special prices, one of them not sold', page.getByRole('region', { name: 'Daftar harga khusus' }).getByText(/^Rp/))
  await lapak.call(ofSeller, 'PATCH', `/api/v1/seller/product/${id}`, { status: 1 })
  const choose = async (place: Locator) => {
    await place.getByLabel('Kategori').selectOption(String(categoryid))
    await place.getByLabel('Brand/Operator').selectOption(String(brandid))
    await place.getByRole('combobox', { name: 'Produk' }).fill('(S10)')
    await page.getByRole('option', { name: '(S10)' }).click()
  }
  await button(page, /^Tambah$/).click()
  const add = dialog(seller, 'Tambah harga khusus')
  await button(add, 'Simpan').click()
  await check('the dialog of a special price', add.getByText('Pilih pembelinya'))
  await add.getByRole('combobox', { name: 'Pembeli' }).pressSequentially(buyer)
  await check('a suggested buyer', page.getByRole('option', { name: 'Konter Berkah Cell' }))
  await page.getByRole('option', { name: 'Konter Berkah Cell' }).click()
  await choose(add)
  await add.getByLabel('Harga khusus').fill(String(Math.max(buyprice - 5, 1)))
  await check('a price below its cost', add.getByText('Di bawah modal'))
  await page.goto('/penjualan?tab=hargakhusus')
  await button(page, /^Ubah .* untuk /)
    .first()
    .click()
  await check('one special price', dialog(seller, 'Ubah harga khusus').getByLabel('Harga khusus'))
  await page.goto('/penjualan?tab=hargakhusus')
  await button(page, /^Hapus .* untuk /)
    .first()
    .click()
  await check('the question before a special price ends', button(confirmationDialog(seller), 'Yes'))
  await button(confirmationDialog(seller), 'No').click()
  await button(page, 'Beberapa member').click()
  const many = dialog(seller, 'Harga khusus beberapa member')
  for (const email of [buyer, 'pembeli2@lapak.test']) {
    await many.getByRole('combobox', { name: 'Pembeli' }).fill(email)
    await page.getByRole('listbox', { name: 'Pembeli' }).getByRole('option').click()
  }
  await page.keyboard.press('Tab')
  await choose(many)
  await page.keyboard.press('Tab')
  await many.getByLabel('Cara').selectOption('percent')
  await many.getByLabel('Potongan persen').fill('0,5')
  await button(many, 'Lihat hasilnya').click()
  await check('who gets which prices', many.getByText('Tulis angka bulat 1 sampai 99'))
  await many.getByLabel('Potongan persen').fill('50')
  await button(many, 'Lihat hasilnya').click()
  await check('each price before it is given', button(many, 'Simpan 2 harga'))
})

testScreen('/penjualan with its server', async () => {
  const { page, check } = seller
  const form = page.getByRole('form', { name: 'API suplier' })
  const tested = page.getByRole('region', { name: 'Hasil test' })
  await page.goto('/penjualan?tab=setting')
  await check('the state of a connection', page.getByRole('region', { name: 'Keadaan koneksi' }).getByText('Menerima pesanan'))
  await form.getByLabel('PIN').fill('991199')
  await button(form, 'Test').click()
  await check('a server that refuses the PIN', tested.getByText('Ditolak'))
  await form.getByLabel('PIN').fill('')
  await button(form, 'Test').click()
  await check('a server that answers', tested.getByText('Server menjawab'))
  await button(form, /^Simpan$/).click()
  await check('the question before a server is saved', confirmationDialog(seller).getByText('Simpan pengaturan API ini?'))
  await button(confirmationDialog(seller), 'No').click()
  await button(form, 'Pengaturan lanjutan').click()
  await form.getByLabel('Alamat IP laporan').fill('203.0.113.7, toko saya')
  await button(form, /^Simpan$/).click()
  await button(confirmationDialog(seller), 'Yes').click()
  await check('an address of reports that is none', form.getByText('Isi alamat IP, dipisah koma', { exact: true }))

  const restore = await overrideAnswer<object>(seller, '**/api/v1/seller/api', (data) => ({
    ...data,
    reportaddresses: '203.0.113.7,2001:db8::/32',
  }))
  await page.goto('/penjualan?tab=setting')
  await check('reports from two addresses', page.getByText('Laporan hanya diterima dari 203.0.113.7, 2001:db8::/32.'))
  restore()
  await form.getByLabel('API URL').fill('http://10.0.0.5/api')
  await button(form, 'Test').click()
  await check('an address that is not public', form.getByText('10.0.0.5 bukan alamat publik'))
  await button(form, 'Pengaturan lanjutan').click()
  await form.getByLabel('Pola sukses').fill('(?<!tidak )sukses')
  await form.getByLabel('API URL').fill('https://suplier.example/api')
  await form.getByLabel('PIN').fill('123456')
  await form.getByLabel('Password', { exact: true }).fill('rahasia')
  await button(form, 'Test').click()
  await check('a pattern that cannot be used', form.getByText('Pola success tidak valid'))
  await form.getByLabel('Pola sukses').fill('beres')
  const box = page.getByRole('region', { name: 'Coba pola' })
  await box.getByLabel('Jawaban server').fill('R#A1 S5.081234567890 BERES kode 778899')
  await button(box, 'Coba').click()
  await check('a pattern that is tried out', page.getByRole('region', { name: 'Yang dipahami' }).getByText('Sukses', { exact: true }))
})

testScreen('the hours and the self-test of a shop', async () => {
  const { page, check } = seller
  await page.goto('/penjualan?tab=setting')
  const hours = page.getByRole('form', { name: 'Jam buka toko' })
  await hours.getByLabel('Selalu buka').click()
  await hours.getByLabel('Senin, dari jam').fill('20:00')
  await hours.getByLabel('Senin, sampai jam').fill('04:00')
  await button(hours, 'Samakan semua dengan Senin').click()
  await hours.getByLabel('Selasa, buka').selectOption({ label: '24 jam' })
  await hours.getByLabel('Minggu, buka').selectOption({ label: 'Tutup' })
  await hours.getByLabel('Rabu, dari jam').fill('')
  await button(hours, 'Simpan jam buka').click()
  await check('hours that differ by day', hours.getByText('Isi jam'))

  // The self-test takes as long as the seller's timeout in the situation of a slow server.
  const known = await lapak.call<Record<string, unknown>>(ofSeller, 'GET', '/api/v1/seller/api')
  const { reporturl, tested, pinset, passwordset, ...settings } = known
  await lapak.call(ofSeller, 'PATCH', '/api/v1/seller/api', { ...settings, timeoutms: 3_000 })
  await page.goto('/penjualan?tab=setting')
  const section = page.getByRole('region', { name: 'Uji server' })
  await section.getByText('Produk dan nomor uji', { exact: true }).click()
  await section.getByLabel('Nomor tujuan, Ganda').fill('')
  await check('products and numbers of a self-test', section.getByText('Please fill'))
  await section.getByLabel('Nomor tujuan, Ganda').fill('081277770018')
  await button(section, 'Jalankan uji').click()
  await check('the question before a self-test', confirmationDialog(seller).getByText('pesanan uji yang tidak dibayar'))
  await button(confirmationDialog(seller), 'Yes').click()
  await check('a self-test under way', section.getByText(/Sedang diuji/))
  await section.getByText(/9 lulus, 1 gagal/).waitFor({ timeout: 60_000 })
  await section.getByRole('listitem', { name: 'Sukses', exact: true }).getByText('Percakapan, 1 langkah').click()
  await check('the result of a self-test', section.getByText('server Anda membeli dua kali'))

  const closed = await tokenOf('penjual4@lapak.test')
  const clock = (minutes: number) => new Date(Date.now() + (7 * 60 + minutes) * 60_000).toISOString().slice(11, 16)
  await lapak.call(closed, 'PATCH', '/api/v1/seller/tokostatus/1')
  await lapak.call(closed, 'PATCH', '/api/v1/seller/tokojam', {
    jambuka: Array.from({ length: 7 }, () => ({ buka: clock(120), tutup: clock(180) })),
  })
  const outside = await openScreensForTest(lapak, { as: closed })
  await outside.go('/penjualan?tab=setting')
  await outside.check('a shop outside of its hours', outside.page.getByText(/^Di luar jam operasional sampai/))
  await lapak.call(closed, 'DELETE', '/api/v1/seller/api')
  await outside.page.goto('/penjualan?tab=setting')
  await outside.check('a server that cannot be tested yet', outside.page.getByText('Simpan server yang lulus test dulu'))
})

testScreen('/regseller, and an application at /usermanagement', async () => {
  const name = newShopName()
  const { email, token } = await completeMember(lapak, name)
  const screens = await openScreensForTest(lapak, { as: token })
  const { page, check } = screens
  await openWithRealtime(screens, '/regseller')
  await button(page, 'Kirim dokumen').click()
  await choosePicture(page, 'NPWP').setInputFiles({ name: 'ktp.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await check('the documents', page.getByText('File harus gambar JPEG, PNG atau WebP'))
  await page.reload()
  await sendDocuments(page, ['KTP'])
  await check('waiting for an administrator', page.getByText('Dokumen Anda sedang diperiksa'))
  await button(page, 'Hubungkan server sekarang').click()
  await check('a server that is connected before the approval', page.getByText('Server Anda boleh dihubungkan sekarang'))
  await button(page, 'Kembali ke verifikasi').click()

  await admin.go(`/usermanagement?tab=pengajuan&search=${encodeURIComponent(email)}`)
  await admin.check('the applications', admin.page.getByText(email))
  const application = await openApplication(admin, desktop, name)
  await admin.check('an application', button(application, 'Tolak'))
  await button(application, 'Tolak').click()
  await button(application, 'Tolak pengajuan').click()
  await admin.check('a rejection with its reason', application.getByText('Tulis alasannya'))
  await application.getByLabel('Alasan').fill('Foto KTP buram, ambil lagi')
  await application.getByLabel('Alasan').press('Enter')
  await button(confirmationDialog(admin), 'Yes').click()
  await check('the reason of a rejection', page.getByText('Alasan: Foto KTP buram, ambil lagi'))
  await sendDocuments(page, ['KTP', 'NPWP'])

  await admin.page.goto(`/usermanagement?tab=pengajuan&search=${encodeURIComponent(email)}`)
  const second = await openApplication(admin, desktop, name)
  await button(second, 'Perbesar foto KTP').click()
  await button(dialog(admin, 'Foto KTP'), /^Perbesar$/).click()
  await admin.check('a card from near', dialog(admin, 'Foto KTP').getByText('150%'))
  await admin.page.keyboard.press('Escape')
  await approveApplication(admin, second, name)
  await check('the server of a new seller', serverForm(page))
  await fillServerForm(lapak, serverForm(page), demoSellers[0] as DemoSeller)
  await testServer(page)
  await saveServer(page)
  await check('a seller who is done', page.getByText('Anda suplier di Lapak'))
  await page.getByRole('link', { name: 'Ke Penjualan' }).click()
  await check('a shop that has sold nothing', page.getByRole('heading', { name: 'Penjualan' }))

  await admin.page.goto(`/usermanagement?tab=pengajuan&adminconfirmation=3&search=${encodeURIComponent(email)}`)
  const third = await openApplication(admin, desktop, name)
  await button(third, 'Cabut persetujuan').click()
  await admin.check('taking an approval away', third.getByText('Pesanan yang berjalan diselesaikan'))

  const restore = await overrideAnswer(admin, '**/sellerrequest/*', (application: object) => ({
    ...application,
    memberktp: null,
    membernpwp: null,
    fototerkunci: true,
  }))
  await admin.page.goto(`/usermanagement?tab=pengajuan&adminconfirmation=3&search=${encodeURIComponent(email)}`)
  const locked = await openApplication(admin, desktop, name)
  await admin.check('an application without a fresh proof', button(locked, 'Tampilkan foto identitas'))
  restore()
})
