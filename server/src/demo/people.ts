import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'

/** Password of all demo accounts. */
export const DEMO_PASSWORD = 'lapak1234'

export interface DemoPlace {
  /** Ministry of Home Affairs codes as in `idn-area-data`; names are for reading. */
  provinceCode: string
  cityCode: string
  districtCode: string
  province: string
  city: string
  district: string
  address: string
}

export interface DemoMember {
  email: string
  /** Name of the shop or member, shown everywhere. */
  name: string
  /** A name, or a number or handle that the shop's page turns into a link. */
  contact: string
  /** Name of a picture in `web/public/demo`; null shows the initials. */
  picture: string | null
  phone: string
  place: DemoPlace
  /** Whole rupiah, booked as an approved top-up. */
  balance: bigint
}

export interface DemoCutoff {
  /** Local time in Asia/Jakarta; a window may cross midnight. */
  from: string
  to: string
}

export interface DemoSeller extends DemoMember {
  shopOpen: boolean
  supplier: {
    kind: SupplierKind
    userId: string
    pin: string
    username: string
    password: string
  }
  /** Markup on the buy price of prepaid goods: both parts, rounded up to 5 rupiah. */
  markup: { basisPoints: number; rupiah: number }
  /** Difference between the prices of the seller's own sources and the trade price, in basis points; negative means cheaper. */
  costBasisPoints: number
  /** Share of the catalogue that it sells, 0 to 1. */
  share: number
  /** Null = every category. */
  categories: readonly string[] | null
  /** How the seller's own server names the platform's products. */
  supplierCode: { prefix: string; suffix: string }
  /** Behaviour of the seller's simulated server. */
  behaviour: { latencyMs: number; failurePerMille: number; pendingPerMille: number }
  /** Per thousand offers: with limited stock, on promo, closed, disturbed. */
  perMille: { stock: number; promo: number; closed: number; disturbed: number }
  /** A daily window without sales, for these categories only. */
  cutoff: (DemoCutoff & { categories: readonly string[] }) | null
}

function place(districtCode: string, province: string, city: string, district: string, address: string): DemoPlace {
  return { provinceCode: districtCode.slice(0, 2), cityCode: districtCode.slice(0, 5), districtCode, province, city, district, address }
}

export const demoAdmin: DemoMember = {
  email: 'admin@lapak.test',
  name: 'Kantor Lapak',
  contact: 'Ratna Kusumawati',
  picture: null,
  phone: '081190001000',
  place: place('31.73.02', 'Daerah Khusus Ibukota Jakarta', 'Kota Jakarta Barat', 'Grogol Petamburan', 'Jl. Tanjung Duren Raya No. 12'),
  balance: 0n,
}

/** The second administrator, for approvals. */
export const demoCashier: DemoMember = {
  email: 'kasir@lapak.test',
  name: 'Kasir Lapak',
  contact: 'Dewi Anggraini',
  picture: null,
  phone: '081190001001',
  place: place('31.73.02', 'Daerah Khusus Ibukota Jakarta', 'Kota Jakarta Barat', 'Grogol Petamburan', 'Jl. Tanjung Duren Raya No. 12'),
  balance: 0n,
}

/** The first buyer is the buyer of the guides; the last buyer has an empty buying list and a small balance. */
export const demoBuyers: readonly DemoMember[] = [
  {
    email: 'pembeli@lapak.test',
    name: 'Konter Berkah Cell',
    contact: 'Budi Santoso',
    picture: null,
    phone: '081330002001',
    place: place('35.15.18', 'Jawa Timur', 'Kabupaten Sidoarjo', 'Waru', 'Jl. Raya Waru No. 88, ruko depan pasar'),
    balance: 25_000_000n,
  },
  {
    email: 'pembeli2@lapak.test',
    name: 'Anugerah Reload',
    contact: 'Dewi Lestari',
    picture: 'shop-anugerah',
    phone: '085740002002',
    place: place('33.74.10', 'Jawa Tengah', 'Kota Semarang', 'Tembalang', 'Jl. Prof. Soedarto No. 21'),
    balance: 8_450_000n,
  },
  {
    email: 'pembeli3@lapak.test',
    name: 'Bali Dewata Pulsa',
    contact: 'I Made Suardana',
    picture: null,
    phone: '087860002003',
    place: place('51.71.03', 'Bali', 'Kota Denpasar', 'Denpasar Barat', 'Jl. Teuku Umar No. 140'),
    balance: 1_275_500n,
  },
  {
    email: 'pembeli4@lapak.test',
    name: 'Warung Bu Yanti',
    contact: 'Yanti Rahmawati',
    picture: 'shop-warung',
    phone: '089620002004',
    place: place('32.75.04', 'Jawa Barat', 'Kota Bekasi', 'Bekasi Selatan', 'Jl. Pekayon Raya Gg. Mawar No. 5'),
    balance: 65_000n,
  },
]

export const demoSellers: readonly DemoSeller[] = [
  {
    email: 'penjual@lapak.test',
    name: 'Sinar Pulsa Nusantara',
    contact: 'Hendra Wijaya',
    picture: 'shop-sinar-pulsa',
    phone: '081230003001',
    place: place('35.78.03', 'Jawa Timur', 'Kota Surabaya', 'Rungkut', 'Jl. Rungkut Madya No. 45'),
    balance: 12_750_000n,
    shopOpen: true,
    supplier: { kind: 'irs', userId: 'PA0001', pin: '4321', username: 'lapak', password: 'rahasia1' },
    markup: { basisPoints: 12, rupiah: 60 },
    costBasisPoints: 0,
    share: 1,
    categories: null,
    supplierCode: { prefix: '', suffix: '' },
    behaviour: { latencyMs: 900, failurePerMille: 12, pendingPerMille: 60 },
    perMille: { stock: 40, promo: 90, closed: 10, disturbed: 15 },
    cutoff: null,
  },
  {
    email: 'penjual2@lapak.test',
    name: 'Parahyangan Reload',
    contact: '0821-2000-3002',
    picture: 'shop-parahyangan',
    phone: '082120003002',
    place: place('32.73.02', 'Jawa Barat', 'Kota Bandung', 'Coblong', 'Jl. Ir. H. Juanda No. 301'),
    balance: 6_320_000n,
    shopOpen: true,
    supplier: { kind: 'otomax', userId: 'LP0217', pin: '1945', username: 'lapak', password: 'rahasia2' },
    markup: { basisPoints: 8, rupiah: 40 },
    costBasisPoints: 3,
    share: 0.82,
    categories: null,
    supplierCode: { prefix: '', suffix: 'H' },
    behaviour: { latencyMs: 2_400, failurePerMille: 25, pendingPerMille: 250 },
    perMille: { stock: 60, promo: 120, closed: 20, disturbed: 30 },
    cutoff: null,
  },
  {
    email: 'penjual3@lapak.test',
    name: 'Deli Multi Payment',
    contact: '@delimultipayment',
    picture: 'shop-deli-multi',
    phone: '081360003003',
    place: place('12.71.17', 'Sumatera Utara', 'Kota Medan', 'Medan Baru', 'Jl. Iskandar Muda No. 72'),
    balance: 18_905_000n,
    shopOpen: true,
    supplier: { kind: 'http-get', userId: 'DMP118', pin: '7788', username: 'lapak', password: 'rahasia3' },
    markup: { basisPoints: 5, rupiah: 35 },
    costBasisPoints: -2,
    share: 0.95,
    categories: ['Token PLN', 'Tagihan (PPOB)', 'E-Wallet', 'TV & Streaming', 'Pulsa'],
    supplierCode: { prefix: 'DM', suffix: '' },
    behaviour: { latencyMs: 450, failurePerMille: 6, pendingPerMille: 20 },
    perMille: { stock: 0, promo: 50, closed: 10, disturbed: 10 },
    // PLN itself closes around midnight for its daily settlement.
    cutoff: { from: '23:00', to: '01:00', categories: ['Token PLN', 'Tagihan (PPOB)'] },
  },
  {
    email: 'penjual4@lapak.test',
    name: 'Anging Mammiri Cell',
    contact: '0852-4000-3004',
    picture: null,
    phone: '085240003004',
    place: place('73.71.09', 'Sulawesi Selatan', 'Kota Makassar', 'Panakkukang', 'Jl. Boulevard Ruko Jascinth No. 9'),
    balance: 2_140_000n,
    shopOpen: true,
    supplier: { kind: 'otomax', userId: 'PA0088', pin: '2580', username: 'lapak', password: 'rahasia4' },
    markup: { basisPoints: 20, rupiah: 25 },
    costBasisPoints: 6,
    share: 0.7,
    categories: ['Pulsa', 'Paket Data', 'SMS & Telepon', 'Token PLN', 'E-Wallet'],
    supplierCode: { prefix: 'AM', suffix: '' },
    behaviour: { latencyMs: 5_200, failurePerMille: 60, pendingPerMille: 400 },
    perMille: { stock: 150, promo: 60, closed: 40, disturbed: 80 },
    cutoff: null,
  },
  {
    email: 'penjual5@lapak.test',
    name: 'Jogja Game Store',
    contact: 'Bagas Prasetyo',
    picture: 'shop-jogja-game',
    phone: '087730003005',
    place: place('34.04.07', 'Daerah Istimewa Yogyakarta', 'Kabupaten Sleman', 'Depok', 'Jl. Affandi No. 17, Gejayan'),
    balance: 4_015_000n,
    shopOpen: true,
    supplier: { kind: 'http-get', userId: 'JGS07', pin: '0707', username: 'lapak', password: 'rahasia5' },
    markup: { basisPoints: 60, rupiah: 50 },
    costBasisPoints: -8,
    share: 0.97,
    categories: ['Game', 'Voucher', 'TV & Streaming', 'E-Wallet'],
    supplierCode: { prefix: '', suffix: 'JG' },
    behaviour: { latencyMs: 1_300, failurePerMille: 15, pendingPerMille: 80 },
    perMille: { stock: 220, promo: 180, closed: 15, disturbed: 20 },
    cutoff: null,
  },
  {
    email: 'penjual6@lapak.test',
    name: 'Serpong Distribusi Digital',
    contact: 'Michael Tanuwijaya',
    picture: null,
    phone: '081710003006',
    place: place('36.74.01', 'Banten', 'Kota Tangerang Selatan', 'Serpong', 'BSD Ruko Golden Madrid Blok C No. 6'),
    balance: 980_000n,
    // The cheapest seller, whose shop is closed: shows that routing skips a closed shop.
    shopOpen: false,
    supplier: { kind: 'irs', userId: 'SDD001', pin: '3690', username: 'lapak', password: 'rahasia6' },
    markup: { basisPoints: 2, rupiah: 10 },
    costBasisPoints: -5,
    share: 0.6,
    categories: null,
    supplierCode: { prefix: 'S', suffix: 'X' },
    behaviour: { latencyMs: 1_000, failurePerMille: 30, pendingPerMille: 100 },
    perMille: { stock: 50, promo: 40, closed: 30, disturbed: 30 },
    cutoff: null,
  },
]

/** Has sent its documents and waits for approval as a seller. */
export const demoApplicant: DemoMember = {
  email: 'calon@lapak.test',
  name: 'Kios Cahaya Digital',
  contact: 'Slamet Raharjo',
  picture: null,
  phone: '085640003001',
  place: place('33.74.10', 'Jawa Tengah', 'Kota Semarang', 'Tembalang', 'Jl. Sirojudin No. 7'),
  balance: 350_000n,
}

export const demoMembers: readonly DemoMember[] = [demoAdmin, demoCashier, ...demoBuyers, ...demoSellers, demoApplicant]
