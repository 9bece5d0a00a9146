// @module-tag nightly
/*
 * Screens of a buyer: products, the purchase, its lists, money in and out. Each tab, dialog, drawer, menu and refusal is checked once for
 * accessibility violations and horizontal overflow. The actions on these screens have tests of their own; here each state is created as fast as
 * possible, by calls and replaced answers. Tests share one page per member, and continue with the money, purchases and settings of the tests before
 * them.
 */
import type { Locator, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { password } from '../../fixtures/lapak.ts'
import { pasteText } from '../../fixtures/paste-text.ts'
import { pngFile } from '../../fixtures/pictures.ts'
import { placePurchase } from '../../fixtures/place-purchase.ts'
import {
  button,
  confirmationDialog,
  dialog,
  groupInFours,
  heading,
  main,
  openScreensForTest,
  overrideAnswer,
  productButton,
  refusalResponse,
  type Screens,
  successResponse,
  testScreen,
} from '../../fixtures/screens.ts'
import { hoursAgo, newSupplierTarget, orderPath, screensLapak, type Ticket } from '../../fixtures/screens-lapak.ts'

const { lapak, ofBuyer, ofSeller, ofAdmin, member, seller, admin, tokenOf, arrange, payable, ticketOf, cashOut } = await screensLapak()

/* Products and sellers */

const brandIdOf = async (name: string) => {
  const categories = await lapak.call<{ brands: { id: number; brandname: string }[] }[]>(ofBuyer, 'GET', '/api/v1/product/category')
  return categories.flatMap(({ brands }) => brands).find(({ brandname }) => brandname === name)?.id
}

testScreen('/product by product, by seller and as a table', async () => {
  const { page, go, check } = member
  const articles = main(member).getByRole('article')
  await go(`/product?brandid=${await brandIdOf('Telkomsel')}`)
  await check('products with their sellers', articles)
  const views = page.getByRole('radiogroup', { name: 'Tampilan' })
  await views.getByText('Tabel').click()
  await check('a brand in a table', page.getByRole('table', { name: 'Perbandingan harga' }), { onlyOn: 'desk' })
  await views.getByText('Per suplier').click()
  await check('prices by seller', page.getByText(/^25 dari \d+ harga/))
  await page.getByRole('combobox', { name: 'Urutkan harga' }).click()
  await check('the sorts', page.getByRole('option', { name: 'Paling Murah' }))
  await page.keyboard.press('Escape')
  await articles.getByText('Tambah', { exact: true }).first().click()
  await check('the question before a price is added to the list', confirmationDialog(member).getByText(/^Tambah .* dari /))
  await button(confirmationDialog(member), 'No').click()
  await page.getByRole('combobox', { name: 'Produk', exact: true }).click()
  await page.getByRole('option').nth(1).click()
  await page.waitForURL(/productid=/)
  await check('one product', articles)
  await views.getByText('Per produk').click()

  const tree = page.getByRole('navigation', { name: 'Kategori produk' })
  const search = (place: Locator) => place.getByRole('searchbox', { name: 'Cari kategori atau brand' })
  await search(tree).fill('pln pra')
  await check('a brand that is looked for', tree.getByRole('link', { name: 'PLN Prabayar' }), { onlyOn: 'desk' })
  await search(tree).fill('')
  await page.setViewportSize(phone)
  await button(main(member), /^Telkomsel/)
    .first()
    .click()
  const drawer = dialog(member, 'Pilih brand')
  await check('the categories', drawer.getByRole('button', { expanded: true }), { onlyOn: 'phone' })
  await search(drawer).fill('pln pra')
  await check('a brand that is looked for in the drawer', drawer.getByRole('link', { name: 'PLN Prabayar' }), { onlyOn: 'phone' })
})

testScreen('/cari with products, sellers, favourites and nothing', async () => {
  const { page, go, check } = member
  await lapak.call(ofBuyer, 'POST', '/api/v1/favourites', { name: 'Pak Lurah Cibeunying', target: '081260017777', productcode: 'S10' })
  await go('/cari?cari=telkomsel 100')
  await check('products that were found', main(member).getByRole('article'))
  await go('/cari?cari=Serpong')
  await page.getByRole('tab', { name: /^Seller \([1-9]/ }).click()
  await check('sellers that were found', main(member).getByRole('link', { name: /^Lihat/ }))
  await go('/cari?cari=cibeunying')
  await check('favourites in a search', page.getByRole('region', { name: 'Favorit yang ditemukan' }).getByText('Pak Lurah Cibeunying'))
  await go('/cari?cari=zzqqxxkk')
  await page.getByRole('tab', { name: 'Seller (0)' }).click()
  await check('nothing found', page.getByText('Suplier tidak ditemukan'))
  await page.route('**/pricing/cari?**page=1**', (route) => route.fulfill(refusalResponse(422, 'tidak bisa')))
  await go('/cari?cari=telkomsel')
  await button(page, 'Muat lagi').click()
  await check('the rest is missing', page.getByRole('alert').filter({ hasText: 'Belum bisa dimuat' }))
  await page.unroute('**/pricing/cari?**page=1**')
})

interface Shop {
  sellerid: number
  sellername: string
  jmlproduk: number
}
interface Assortment {
  productlist: { brands: { products: object[] }[] }[]
}
const shops = async () => (await lapak.call<{ content: Shop[] }>(ofBuyer, 'GET', '/api/v1/supplier?size=50&sort=sellername,ASC')).content
const shopOf = async (name: string) => (await shops()).find(({ sellername }) => sellername === name)?.sellerid

testScreen('/supplier and the page of a seller', async () => {
  const { page, go, check } = member
  await go('/supplier')
  await check('the list of sellers', page.getByRole('region', { name: 'Suplier Pilihan' }).getByRole('link'))
  await page.getByRole('tab', { name: 'Suplier saya' }).click()
  await page.waitForURL('**/supplier?tab=saya')
  await check('the own sellers', main(member).getByRole('article'))
  await page.route('**/api/v1/supplier?**', (route) => route.fulfill(refusalResponse(422, 'suplier tidak terbaca')))
  await page.goto('/supplier')
  await check('sellers that cannot be read', main(member).getByRole('alert').getByText('suplier tidak terbaca'))
  await page.unroute('**/api/v1/supplier?**')

  await go(`/supplier/${await shopOf('Anging Mammiri Cell')}?kategori=E-Wallet`)
  await check('the page of a seller', page.getByRole('heading', { level: 2, name: 'E-Wallet' }))
  await go('/supplier/bukan-angka')
  await check('a missing seller', heading(member, 'Suplier tidak ditemukan'))
  const large = await shopOf('Sinar Pulsa Nusantara')
  const restore = await overrideAnswer<Assortment>(
    member,
    `**/api/v1/product/seller/${large}`,
    ({ productlist: [category], ...others }) => {
      const [brand] = category?.brands ?? []
      const products = Array.from({ length: 3000 }, (_, place) => ({
        ...brand?.products[0],
        id: 1e6 + place,
        productname: `Produk ke-${place + 1}`,
      }))
      return { ...others, productlist: [{ ...category, brands: [{ ...brand, products }] }] }
    },
  )
  await page.goto(`/supplier/${large}`)
  await check('a large shop', page.getByText('Produk ke-1', { exact: true }))
  restore()
})

testScreen('adding products of a seller to the list', async () => {
  const screens = await openScreensForTest(lapak, { as: (await completeMember(lapak)).token })
  const { page, go, check } = screens
  await go(`/supplier/${await shopOf('Deli Multi Payment')}`)
  await button(page, 'Tambah semua dari suplier ini').click()
  await check('the question about all that a seller sells', confirmationDialog(screens).getByText(/^Tambah \d+ produk dari /))
  await button(confirmationDialog(screens), 'No').click()
  await button(page, /^Tambah ke daftar Produk: /)
    .first()
    .click()
  await check('the question about one product', confirmationDialog(screens).getByText(/^Tambah /))
})

testScreen('reviews of a seller', async () => {
  const { page, go, check } = member
  await placePurchase(lapak)
  const id = await shopOf('Sinar Pulsa Nusantara')
  await go(`/supplier/${id}?tab=ulasan`)
  await button(page, /^(Tulis ulasan|Ubah ulasan Anda)$/).click()
  const review = dialog(member, /^(Tulis|Ubah) ulasan$/)
  await review.getByRole('radio', { name: /^4 bintang/ }).check({ force: true })
  await review.getByRole('textbox', { name: 'Ulasan' }).fill('Cepat sekali\nselalu lengkap')
  await check('the review dialog', button(review, 'Kirim'))
  await button(review, 'Kirim').click()
  await check('the reviews', page.getByRole('listitem').filter({ hasText: 'Ulasan Anda' }))

  await seller.go(`/supplier/${id}?tab=ulasan`)
  const text = seller.page.getByText('selalu lengkap')
  await seller.page
    .getByRole('listitem')
    .filter({ has: text })
    .getByRole('button', { name: /^(Balas|Ubah balasan)/ })
    .click()
  await seller.page.getByRole('textbox', { name: /^Balasan untuk / }).fill('Terima kasih, Kak')
  await seller.check('an answer being written', button(seller.page, 'Kirim balasan'))
  await button(seller.page, 'Kirim balasan').click()
  await seller.check('a review that is answered', seller.page.getByText('Terima kasih, Kak', { exact: true }))
})

/* Buying */

/** The visible part of a phone while its keyboard is open. */
const keyboardOpen = { width: 360, height: 380 }

/** Opens a new purchase dialog. Leaves /home first, because its number field has the same label. */
async function openPurchase(screens: Screens) {
  await screens.go('/syaratketentuan')
  await heading(screens, 'Syarat dan Ketentuan').first().waitFor()
  await screens.go('/trxpembelian?beli=1')
  await numberField(screens).waitFor()
}
const numberField = (screens: Screens) => dialog(screens).getByLabel('Nomor tujuan')
const pay = (page: Page) => button(page, /^Bayar Rp/)
async function confirm(screens: Screens, target: string, code = 'S5') {
  await openPurchase(screens)
  await numberField(screens).fill(target)
  await productButton(screens.page, code).click()
}
const outcome = (screens: Screens, word: string) => dialog(screens).getByRole('heading', { name: word })
const onOrders = (page: Page, act: (route: Route) => Promise<void>) =>
  page.route(`**${orderPath}`, (route) => (route.request().method() === 'POST' ? act(route) : route.fallback()))

testScreen('the purchase from the number to a success', async () => {
  const { page, check } = member
  await openPurchase(member)
  await check('the purchase, empty', numberField(member))
  await numberField(member).fill(newSupplierTarget())
  await check('choosing a product', productButton(page, 'S10'))
  await check('products above a keyboard', productButton(page, 'S10'), { sizes: [keyboardOpen] })
  await numberField(member).fill(`S10 ${newSupplierTarget()}`)
  await check('code and number in one field', page.getByRole('status').getByText('Telkomsel'))
  await check('code and number above a keyboard', page.getByRole('status').getByText('Telkomsel'), { sizes: [keyboardOpen] })
  await productButton(page, 'S10').click()
  await check('the confirmation', pay(page))
  await check('the confirmation above a keyboard', pay(page), { sizes: [keyboardOpen] })
  await pay(page).click()
  await check('the result of a success', outcome(member, 'SUKSES'))
  await button(dialog(member), 'Simpan ke favorit').click()
  const naming = dialog(member, 'Simpan ke favorit')
  await button(naming, 'Simpan').click()
  await check('a name for a number', naming.getByText('Nama wajib diisi'))
})

testScreen('a purchase that is pending, and one that fails,', async () => {
  const { page, check } = member
  await confirm(member, newSupplierTarget('0013'))
  await pay(page).click()
  await check('the result of a pending purchase', outcome(member, 'PENDING'))
  await confirm(member, newSupplierTarget('0001'))
  await pay(page).click()
  await check('the result of a failure', outcome(member, 'GAGAL'))
})

testScreen('a token: whose meter it is, its result and its receipt', async () => {
  const { page, check } = member
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/v1/purchases/customer', async (route) => {
    await asked.promise
    await route.continue()
  })
  await confirm(member, '14123456777', 'PLN20')
  await check('a name that is being asked', pay(page))
  asked.resolve()
  await check('the name of a meter', dialog(member).getByText(/^[A-Z]+ [A-Z]+$/))
  await pay(page).click()
  await check('the result of a token', dialog(member).getByText('R1 / 1300VA'))
  await button(dialog(member), 'Struk').click()
  const receipt = dialog(member, 'Struk')
  await receipt.getByLabel('Harga jual ke pelanggan').fill('22000')
  await check('the receipt', receipt.getByRole('article', { name: 'Struk' }).getByText('Rp 22.000'))
  await page.unroute('**/api/v1/purchases/customer')
  await confirm(member, '14123450001', 'PLN20')
  await check('a meter that nobody knows', page.getByText('nama tidak diketahui'))
  await confirm(member, '1412', 'PLN20')
  await check('a number that cannot be right', page.getByText('Nomor meter PLN terdiri dari 11 angka, ID pelanggan 12 angka'))
})

testScreen('an open amount, a bill and too little money', async () => {
  const { page, check } = member
  await confirm(member, newSupplierTarget(), 'DANAOPEN')
  await button(page, 'Lanjut').click()
  await check('an open amount', page.getByText('Nominal wajib diisi'))
  await page.getByRole('textbox', { name: 'Nominal' }).fill('999000000')
  await button(page, 'Lanjut').click()
  await check('too little money and the way on', page.getByRole('link', { name: /^Topup Rp/ }))
  await confirm(member, `53${newSupplierTarget()}`, 'PLNPASCA')
  await check('a bill', page.getByText('Dibayar pelanggan'))
})

testScreen('a purchase at a chosen seller, with the PIN', async () => {
  const { page, go, check } = member
  const pin = (value: string) => lapak.call(ofBuyer, 'PATCH', '/api/v1/user/pin', { password, pin: value })
  await pin('482915')
  try {
    await page.goto('/cari?cari=Telkomsel 10.000')
    await button(main(member), /^Beli Telkomsel 10\.000 dari /)
      .first()
      .click()
    await button(dialog(member), 'Lanjut').click()
    await check('the number is missing', dialog(member).getByText('Nomor tujuan wajib diisi'))
    await dialog(member).getByLabel('Nomor tujuan').fill('085790037777')
    await button(dialog(member), 'Lanjut').click()
    await pay(page).click()
    await check('the PIN', dialog(member).getByText('PIN harus 6 angka'))
    await dialog(member).getByLabel('PIN transaksi').fill('482915')
    await pay(page).click()
    await check('a number of another operator', dialog(member).getByText('Saldo tidak berubah'))
  } finally {
    await pin('')
  }
  await go('/home')
})

testScreen('a purchase whose price rose, whose answer is lost, or that is a double', async () => {
  const { page, check } = member
  const target = newSupplierTarget()
  await onOrders(page, (route) =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), maxprice: 1 }) }),
  )
  await confirm(member, target)
  await pay(page).click()
  await check('a price that rose', page.getByText(/Harga sekarang Rp/))
  await page.unroute(`**${orderPath}`)
  await pay(page).click()
  await outcome(member, 'SUKSES').waitFor()
  await confirm(member, target)
  await pay(page).click()
  await check('a probable double', button(page, 'Ya, pesan lagi'))
  await confirm(member, newSupplierTarget())
  await page.keyboard.press('Escape')
  await check('leaving an order that was not sent', confirmationDialog(member).getByText('Pesanan ini belum dikirim'))
  await button(confirmationDialog(member), 'No').click()

  const answered = Promise.withResolvers<void>()
  await onOrders(page, async (route) => {
    await answered.promise
    await route.abort()
  })
  await pay(page).click()
  await button(dialog(member), /^Tutup$/)
    .last()
    .click()
  await check('leaving a sent order', confirmationDialog(member).getByText('Pesanan sudah dikirim'))
  answered.resolve()
  await check('an order without an answer', page.getByText('Belum ada kepastian'))
  const sent =
    (await dialog(member)
      .getByText(/^0812 /)
      .first()
      .textContent()) ?? ''
  await page.unroute(`**${orderPath}`)
  await page.goto('/home')
  await confirm(member, sent)
  await check('the same order without an answer', page.getByText('Pesanan yang sama masih menunggu jawaban'))
})

testScreen('many numbers at once', async () => {
  const screens = await openScreensForTest(lapak, { as: ofBuyer })
  const { page, go, check } = screens
  const field = main(screens).getByLabel('Nomor tujuan')
  const payAll = button(page, /^(Bayar|Kirim ulang) \d+ pesanan/)
  const rows = page.getByRole('table', { name: 'Pesanan' }).getByRole('row')
  const targets = Array.from({ length: 20 }, () => newSupplierTarget())
  await go('/home')
  await check('home with its number field', field)
  await field.fill(newSupplierTarget())
  await check('products on the home page', productButton(page, 'S10'))
  await pasteText(field, `${targets.join('\n')}\n${targets[0]}\n0812\nZZ9 081200007777\n`)
  await dialog(screens).getByRole('combobox', { name: 'Produk untuk semua nomor' }).selectOption('S5')
  await check('a pasted list', dialog(screens).getByText('3 baris tidak ikut'))
  await button(page, 'Lanjut dengan 20 pesanan').click()
  await check('twenty orders and one confirmation', payAll)
  // The server receives the second order, but its answer never arrives.
  let orders = 0
  const second = Promise.withResolvers<void>()
  await onOrders(page, async (route) => {
    if (++orders === 2) return second.resolve()
    await route.continue()
  })
  await payAll.click()
  await second.promise
  await page.goto('/home')
  await check('home with a list that was begun', button(page, /^Lanjutkan daftar/).getByText('sisa'))
  await page.unroute(`**${orderPath}`)
  await button(page, /^Lanjutkan daftar/).click()
  await check('a list that was begun', rows.nth(3).getByText('Belum dikirim'))
  await payAll.click()
  await expect.poll(() => rows.getByText('SUKSES').count(), { timeout: 60_000 }).toBe(20)
  await check('what became of twenty', rows.getByText('SUKSES'))
  await button(page, /^Beli lagi$/).click()
  await button(page, 'Banyak nomor sekaligus').click()
  await dialog(screens).getByRole('textbox', { name: 'Daftar nomor' }).fill(`S5 ${targets[0]}`)
  await button(page, 'Lanjut dengan 1 pesanan').click()
  await payAll.click()
  await check('a probable double in a list', button(page, /^Ya, pesan lagi untuk /))
})

testScreen('buying with a new account, without money or a list', async () => {
  const screens = await openScreensForTest(lapak, { as: (await completeMember(lapak, 'Kios Modal Tipis')).token })
  const { page, go, check } = screens
  await go('/home')
  await main(screens).getByLabel('Nomor tujuan').fill(newSupplierTarget())
  await check('what is open for a new account', productButton(page, 'S10').getByText(/termurah:/))
  await openPurchase(screens)
  await button(page, 'Banyak nomor sekaligus').click()
  await dialog(screens).getByRole('textbox', { name: 'Daftar nomor' }).fill(`S5 ${newSupplierTarget()}\nS5 ${newSupplierTarget()}`)
  await button(page, 'Lanjut dengan 2 pesanan').click()
  await check('too little money for a list', page.getByRole('link', { name: /^Topup Rp/ }))
  await page.goto('/profile?tab=api')
  await page.getByRole('switch', { name: 'Beli juga di luar daftar' }).click()
  await check('the option to buy outside of the list', button(page, 'Batalkan perubahan'))
  await button(page, 'Simpan').click()
  await page.getByText('Update API Ok!').waitFor()
  await openPurchase(screens)
  await numberField(screens).fill(newSupplierTarget())
  await check('an empty list', page.getByRole('link', { name: 'Cari produk' }))
})

testScreen('/home with favourites', async () => {
  const { page, go, check } = member
  await lapak.call(ofBuyer, 'POST', '/api/v1/favourites', { name: 'Warung Sari Ayu', target: newSupplierTarget(), productcode: 'S10' })
  await page.goto('/home')
  const favourites = main(member).getByRole('list', { name: 'Favorit', exact: true })
  await check('home with favourites', button(favourites, /^Warung Sari Ayu/))
  await main(member).getByLabel('Nomor tujuan').fill('warung sari')
  await check('favourites by name', button(favourites, /^Warung Sari Ayu/))
  await main(member).getByLabel('Nomor tujuan').fill('')
  await button(page, /^(Semua favorit|Kelola favorit)/).click()
  await check('all favourites', button(dialog(member, 'Favorit'), 'Ganti nama Warung Sari Ayu'))
  await go('/home')
})

/* The lists of a buyer */

testScreen('/trxpembelian with its filters and a purchase', async () => {
  const { page, go, check } = member
  const { id, target } = await placePurchase(lapak)
  await go('/trxpembelian')
  await check('the list with its way to buy again', button(page, new RegExp(`^Beli lagi .* untuk ${target}$`)))
  await check('the list on a tablet, and at 200 % of a desk', page.getByRole('row').filter({ hasText: target }), {
    sizes: [
      { width: 1249, height: 800 },
      { width: 640, height: 450 },
    ],
  })
  const narrow = { width: 560, height: 600 }
  await page.setViewportSize(narrow)
  await page.getByRole('table').evaluate((node) => {
    const { parentElement } = node as unknown as { parentElement: { scrollLeft: number } }
    parentElement.scrollLeft = 150
  })
  await check('a table that is scrolled sideways', page.getByRole('table'), { sizes: [narrow] })
  await go(`/trxpembelian?trx=${id}`)
  await check('a purchase', dialog(member).getByText('Jejak pengiriman'))
  await button(dialog(member), 'Laporkan masalah').click()
  const report = dialog(member, 'Laporkan masalah')
  await button(report, 'Kirim laporan').click()
  await check('the report of a purchase', report.getByText('Pilih masalahnya'))

  await page.goto('/trxpembelian?trx=99999999')
  await check('a purchase that is not there', page.getByText('Transaksi tidak ditemukan'))
  await page.goto('/trxpembelian')
  await button(page, /^Filter lain$/).click()
  const category = page.getByRole('combobox', { name: 'Kategori' })
  await category.selectOption(
    (await category
      .locator('option')
      .filter({ hasText: /^Pulsa/ })
      .first()
      .getAttribute('value')) ?? '',
  )
  await check('the other filters', category, { onlyOn: 'desk' })
  await page.keyboard.press('Escape')
  await check(
    'a narrowed list',
    main(member)
      .getByText(target)
      .or(main(member).getByText(groupInFours(target))),
  )
  await page.setViewportSize(phone)
  await button(page, /^Filter/).click()
  await check('the filters of a phone', main(member).getByRole('combobox').first(), { onlyOn: 'phone' })
  await go('/trxpembelian?search=zqx')
  await check('nothing of today', page.getByText('Yang dicari hanya pembelian hari ini.'))
})

testScreen('/trxpembelian with the products to buy', async () => {
  const { page, go, check } = member
  await page.goto('/trxpembelian?tab=produk')
  await check('the buying list', page.getByText('Aktif', { exact: true }))
  await page.getByRole('switch').first().click()
  await check('the question before a product is switched off', button(confirmationDialog(member), 'No'))
  await button(confirmationDialog(member), 'No').click()
  const choices = page.getByRole('checkbox', { name: /^Pilih .* dari / })
  for (const place of [0, 1, 2]) await choices.nth(place).check()
  const bar = page.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
  await check('three chosen rows', bar.getByText('3 dipilih'))
  await page.route('**/api/v1/product/mapping/*/0', (route) => route.fulfill(refusalResponse(422, 'Belum bisa sekarang')))
  await button(bar, 'Nonaktifkan').click()
  await button(confirmationDialog(member), 'Yes').click()
  await check(
    'rows that failed',
    page
      .getByRole('alert')
      .filter({ hasText: /belum berhasil/i })
      .getByRole('listitem'),
  )
  await page.unroute('**/api/v1/product/mapping/*/0')

  await page.goto('/trxpembelian?tab=produk&search=GPLAY50&sort=productcode,ASC')
  await check('the list by product', button(page, 'Atur rute Google Play 50.000'))
  await go('/trxpembelian?tab=produk&rute=GPLAY50')
  const steps = dialog(member).getByRole('list', { name: 'Rute pesanan' }).getByRole('listitem')
  await check('the route', steps.nth(1))
  await button(steps.first(), /^Turunkan/).click()
  await check('the order that can be taken back', button(page, 'Urungkan'))
  // A message changes its place with the width, and is in both places for a moment.
  await expect.poll(() => button(page, 'Urungkan').count()).toBe(1)
  await button(page, 'Urungkan').click()
  await button(page, 'Urungkan').waitFor({ state: 'hidden' })

  await page.route('**/api/v1/product/changes?**', (route) => route.fulfill(successResponse({ content: [], totalElements: 0 })))
  await page.goto('/trxpembelian?tab=produk&lihat=perubahan')
  await check('no changes yet', page.getByText('Belum ada perubahan'))
  await page.unroute('**/api/v1/product/changes?**')
  for (const state of [0, 1]) await lapak.call(ofSeller, 'PATCH', `/api/v1/seller/tokostatus/${state}`)
  await page.goto('/trxpembelian?tab=produk&lihat=perubahan&search=Sinar')
  await check('changes that are none of prices', page.getByText('Toko buka lagi', { exact: true }))
})

testScreen('disputes of a buyer, a seller and the administrators', async () => {
  const [lost, won] = [await placePurchase(lapak), await placePurchase(lapak)]
  for (const { id } of [lost, won])
    await lapak.call(ofBuyer, 'POST', '/api/v1/disputes', { idtrx: id, reason: 'serial', msg: 'Token tidak bisa dipakai' })
  await seller.go('/penjualan?tab=sengketa&tahap=menunggu')
  await seller.check('the disputes of a seller', seller.page.getByText(won.target).or(seller.page.getByText(groupInFours(won.target))))
  const opens = ({ page }: Screens, { target }: { target: string }) =>
    page
      .getByRole('row')
      .filter({ hasText: target })
      .getByRole('button', { name: /^Sengketa \d+/ })
  await opens(seller, lost).click()
  const sale = dialog(seller, /^Sengketa \d+/)
  await button(sale, 'Sudah terkirim').click()
  await seller.check('a dispute of the seller', sale.getByText(/^Tulis alasannya/))
  await sale.getByLabel('Jawaban').fill('SN sudah diterima operator')
  await button(sale, 'Sudah terkirim').click()
  await button(confirmationDialog(seller), 'Yes').click()
  await sale.getByText('Menunggu admin').waitFor()

  await admin.go('/trxadm?tab=sengketa&tahap=menunggu')
  await admin.check('disputes of all members', admin.page.getByText(lost.target).or(admin.page.getByText(groupInFours(lost.target))))
  await opens(admin, lost).click()
  const open = dialog(admin, /^Sengketa \d+/)
  await open.getByLabel('Jawaban').fill('Operator memastikan tidak masuk')
  await admin.check('a dispute of the administrators', open.getByText('SN sudah diterima operator'))
  await button(open, 'Kembalikan dana').click()
  await button(confirmationDialog(admin), 'Yes').click()
  await open.getByText('Dana kembali').waitFor()

  await member.go('/trxpembelian?tab=sengketa')
  await opens(member, lost).click()
  await member.check('a dispute that ended', dialog(member, /^Sengketa \d+/).getByText('Operator memastikan tidak masuk'))
})

/* Money in */

const approve = ({ id }: Ticket) =>
  lapak.call(ofAdmin, 'POST', '/api/admin/v1/payment/tiket/approve', { id, description: 'Mutasi BCA pagi' })
const turn = ({ id }: Ticket, status: 3 | 4, description: string) =>
  lapak.call(ofAdmin, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/${status}`, { description })

testScreen('/tambahsaldo and the Topup dialog', async () => {
  const { token } = await completeMember(lapak)
  const screens = await openScreensForTest(lapak, { as: token })
  const { page, go, check } = screens
  const next = button(main(screens), 'Lanjut')
  await go('/histori')
  await check('a history without anything', page.getByText('Belum ada transaksi hari ini'))
  await button(page.getByRole('banner'), 'Topup').click()
  await check('the Topup dialog', dialog(screens, 'Topup').getByRole('radio', { name: 'BNI' }))
  await page.keyboard.press('Escape')
  await overrideAnswer<object[]>(screens, '**/api/v1/payment/method', (methods) =>
    methods.map((one) => ({ ...one, feeflat: 1000, feebasispoints: 70 })),
  )
  await page.goto('/tambahsaldo?jumlah=250000&methode=2')
  await check('the page of top-ups with a fee', page.getByText('Biaya Rp 1.000 + 0,7%.'))
  await next.click()
  await check('the terms are not accepted', page.getByRole('alert').filter({ hasText: 'mohon centang syarat dan ketentuan' }))
  await page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' }).check()
  await main(screens).getByLabel('Jumlah deposit').fill('49999')
  await next.click()
  await check('too little', page.getByText('Minimal topup Rp 50.000'))
  await ticketOf(token)
  await page.goto('/tambahsaldo')
  await check('top-ups with an open ticket', page.getByRole('region', { name: 'Tiket terbuka' }).getByRole('link'))
})

testScreen('tickets that are paid by card, QRIS and a virtual account', async () => {
  const screens = await openScreensForTest(lapak, { as: (await completeMember(lapak)).token })
  const { page, check } = screens
  await page.addInitScript('window.open = () => null')
  for (const [methode, shown] of [
    [6, page.getByRole('link', { name: 'Bayar dengan kartu' })],
    [8, page.getByRole('img', { name: 'Kode QRIS' })],
    [7, button(page, 'Salin nomor rekening')],
  ] as const) {
    await page.goto(`/tambahsaldo?jumlah=85000&methode=${methode}`)
    await page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' }).check()
    await button(main(screens), 'Lanjut').click()
    await page.waitForURL('**/confmdeposit/TP-*')
    await check(`a ticket that is paid by method ${methode}`, shown)
  }
  await page.goto('/profile')
  await check('a profile with a virtual account', page.getByRole('region', { name: 'Virtual account' }).locator('code'))
  for (const end of ['success', 'failure']) {
    await page.goto(`/paymenttopup/${end}`)
    await check(`/paymenttopup/${end}`, main(screens).getByRole('link', { name: 'Lobby' }))
  }
})

testScreen('/confmdeposit in every state, and /histori', async () => {
  const { token } = await completeMember(lapak)
  const [paid, rejected, back, cancelled, open] = [
    await ticketOf(token, 61_000),
    await ticketOf(token, 62_000),
    await ticketOf(token, 63_000),
    await ticketOf(token, 64_000),
    await ticketOf(token, 65_000),
  ] as const
  await approve(paid)
  await turn(rejected, 3, 'Transfer tidak ditemukan')
  await approve(back)
  await turn(back, 4, 'Uangnya bukan miliknya')
  await arrange((tables) =>
    tables
      .updateTable('top_up')
      .set({ created_at: hoursAgo(49) })
      .where('id', '=', BigInt(cancelled.id))
      .execute(),
  )
  const { invoice: short } = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/invoice', { amount: 88_000 })
  await fetch(`${lapak.info.address}/dev/gateway/${short}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ act: 'less', amount: '88000' }),
  })
  const screens = await openScreensForTest(lapak, { as: token })
  const { page, go, check } = screens
  await go(`/confmdeposit/${open.invoice}`)
  await check('the ticket', page.getByText('Transfer sebesar'))
  const proof = page.getByRole('region', { name: 'Sudah transfer?' })
  await proof.locator('input[type=file]').setInputFiles(pngFile())
  await check('a ticket with its proof', proof.getByRole('img', { name: 'bukti transfer' }))
  await go(`/confmdeposit/${cancelled.invoice}`)
  await button(page, 'Batalkan tiket').click()
  await check('the question before a ticket is cancelled', button(confirmationDialog(screens), 'Yes'))
  await button(confirmationDialog(screens), 'Yes').click()
  await check('a cancelled ticket', heading(screens, 'Tiket berakhir'))
  for (const [{ invoice }, state, shown] of [
    [paid, 'a paid ticket', heading(screens, 'Pembayaran Berhasil')],
    [rejected, 'a rejected ticket', page.getByText('Transfer tidak ditemukan')],
    [back, 'a ticket that was taken back', page.getByText('yang sudah masuk keluar lagi dari saldo.')],
    [{ invoice: short }, 'a ticket that was paid with another sum', page.getByText('Rp 87.999 sudah diterima')],
    [{ invoice: 'TP-0-0' }, 'a ticket that is not there', main(screens).getByText('Tiket tidak ditemukan')],
  ] as const) {
    await page.goto(`/confmdeposit/${invoice}`)
    await check(state, shown)
  }
  await go('/histori')
  await check('tickets in every state', page.getByText('REFUND', { exact: true }))
  await button(page, `Detail ${paid.invoice}`).click()
  await check('a ticket unfolded', page.getByText('Mutasi BCA pagi'))
  await go('/histori?tab=mutasi')
  await check('the statement of a balance', page.getByText('Saldo awal + masuk − keluar = saldo akhir'))
})

/* Money out */

testScreen('the Cashout dialog', async () => {
  const { page, go, check } = seller
  const cashout = dialog(seller, 'Cashout')
  const open = async (screens = seller) => {
    await screens.page.goto('/syaratketentuan')
    await button(screens.page.getByRole('banner'), 'Cashout').click()
  }
  await payable(ofSeller)
  await open()
  await cashout.getByLabel('Jumlah').fill('99999')
  await check('the cash-out dialog below the least', cashout.getByText('Paling sedikit Rp 100.000', { exact: true }))
  await cashout.getByLabel('Jumlah').fill('200000')
  await button(cashout, 'Minta kode OTP').click()
  await cashout.getByText(/^Kode dikirim lewat/).waitFor()
  await cashout.getByLabel('Kode OTP').fill('123456')
  await check('the cash-out dialog, filled in', button(cashout, 'Lanjut'))
  const restore = await overrideAnswer<object>(seller, '**/api/v1/seller/cashout/bank/*', (data) => ({
    ...data,
    open: false,
    from: 8,
    until: 21,
  }))
  await open()
  await check('the cash-out dialog outside its hours', cashout.getByText('Penarikan dilayani pukul 08:00-21:00 WIB'))
  restore()
  const without = await openScreensForTest(lapak, { as: await tokenOf('penjual5@lapak.test') })
  await open(without)
  await without.check('the cash-out dialog without an account', dialog(without, 'Cashout').getByText('Belum ada rekening'))
  await cashOut('penjual@lapak.test', '081230003001')
  await open()
  await check('a cash-out under way', button(cashout, 'Batalkan penarikan'))
  await go('/histori')
  await check('a history with a cash-out', page.getByText('CASHOUT'))
})
