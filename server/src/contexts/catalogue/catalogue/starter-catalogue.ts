import { newProduct } from '@lapak/contract/catalogue/catalogue.admin'
import type { TargetKind } from '@lapak/contract/market-data/targets'

/*
 * The starter catalogue: what is usually sold in Indonesia, for a new installation. Products have no prices, because sellers set them; without an
 * offer a product is only a choice for sellers. Codes are our own, in the style of this trade. An installation that has an entry never gets it again
 * (`seed-catalogue.ts`), so names and codes of entries are keys: to rename one here adds a second one there.
 */

export interface StarterGroup {
  name: string
  category: string
}

export interface StarterBrand {
  /** Unique; products refer to it. */
  name: string
  category: string
  group: string | null
  /** Code of an operator (`operator.code`): only its numbers are accepted. */
  operator: string | null
  targetKind: TargetKind
}

export interface StarterProduct {
  code: string
  name: string
  description: string
  /** 0 = prepaid, 1 = bill (PPOB), 2 = open amount. */
  type: 0 | 1 | 2
  /** Whole rupiah: the step of an open amount. Prepaid goods and bills have the form's default, which is not used. */
  denom: bigint
  brand: string
  /** True if the buyer receives a code and types it in. */
  isCode: boolean
}

export const starterCategories = [
  'Pulsa',
  'Paket Data',
  'SMS & Telepon',
  'Token PLN',
  'Tagihan (PPOB)',
  'E-Wallet',
  'Game',
  'Voucher',
  'TV & Streaming',
] as const
type CategoryName = (typeof starterCategories)[number]

type BrandLine = [name: string, operator: string | null, targetKind: TargetKind]

const brandTable: readonly [category: CategoryName, group: string | null, brands: readonly BrandLine[]][] = [
  [
    'Pulsa',
    'Pulsa Reguler',
    [
      ['Telkomsel', 'TSEL', 'mobile'],
      ['Indosat', 'ISAT', 'mobile'],
      ['XL', 'XL', 'mobile'],
      ['Axis', 'AXIS', 'mobile'],
      ['Tri', 'TRI', 'mobile'],
      ['Smartfren', 'SMART', 'mobile'],
      ['by.U', 'BYU', 'mobile'],
    ],
  ],
  ['Pulsa', 'Pulsa Transfer', [['Telkomsel Transfer', 'TSEL', 'mobile']]],
  [
    'Paket Data',
    null,
    [
      ['Telkomsel Data', 'TSEL', 'mobile'],
      ['Indosat Data', 'ISAT', 'mobile'],
      ['XL Data', 'XL', 'mobile'],
      ['Axis Data', 'AXIS', 'mobile'],
      ['Tri Data', 'TRI', 'mobile'],
      ['Smartfren Data', 'SMART', 'mobile'],
      ['by.U Data', 'BYU', 'mobile'],
    ],
  ],
  [
    'SMS & Telepon',
    null,
    [
      ['Telkomsel Telepon & SMS', 'TSEL', 'mobile'],
      ['Indosat Telepon', 'ISAT', 'mobile'],
      ['XL Telepon', 'XL', 'mobile'],
      ['Tri Telepon', 'TRI', 'mobile'],
    ],
  ],
  ['Token PLN', null, [['PLN Prabayar', null, 'meter']]],
  [
    'Tagihan (PPOB)',
    'Listrik & Gas',
    [
      ['PLN Pascabayar', null, 'digits'],
      ['PLN Nontaglis', null, 'digits'],
      ['PGN Gas Negara', null, 'digits'],
    ],
  ],
  ['Tagihan (PPOB)', 'Air', [['PDAM', null, 'digits']]],
  [
    'Tagihan (PPOB)',
    'BPJS',
    [
      ['BPJS Kesehatan', null, 'digits'],
      ['BPJS Ketenagakerjaan', null, 'digits'],
    ],
  ],
  [
    'Tagihan (PPOB)',
    'Telepon & Internet Rumah',
    [
      ['Telkom', null, 'digits'],
      ['Internet Rumah', null, 'digits'],
    ],
  ],
  [
    'Tagihan (PPOB)',
    'Seluler Pascabayar',
    [
      ['Telkomsel Halo', 'TSEL', 'mobile'],
      ['XL Prioritas', 'XL', 'mobile'],
      ['Indosat Matrix', 'ISAT', 'mobile'],
      ['Smartfren Pascabayar', 'SMART', 'mobile'],
      ['Tri Pascabayar', 'TRI', 'mobile'],
    ],
  ],
  ['Tagihan (PPOB)', 'Angsuran', [['Multifinance', null, 'digits']]],
  [
    'Tagihan (PPOB)',
    'Pajak & Kendaraan',
    [
      ['PBB', null, 'digits'],
      ['E-Samsat', null, 'digits'],
    ],
  ],
  [
    'E-Wallet',
    'Dompet Digital',
    [
      ['OVO', null, 'mobile'],
      ['DANA', null, 'mobile'],
      ['GoPay', null, 'mobile'],
      ['ShopeePay', null, 'mobile'],
      ['LinkAja', null, 'mobile'],
    ],
  ],
  [
    'E-Wallet',
    'Kartu Uang Elektronik',
    [
      ['Mandiri E-Money', null, 'digits'],
      ['BRI Brizzi', null, 'digits'],
    ],
  ],
  [
    'Game',
    'Game Seluler',
    [
      // User id and zone id as one number, as suppliers accept it.
      ['Mobile Legends', null, 'text'],
      ['Free Fire', null, 'text'],
      ['PUBG Mobile', null, 'text'],
      ['Genshin Impact', null, 'text'],
      ['Honor of Kings', null, 'text'],
      ['Call of Duty Mobile', null, 'text'],
    ],
  ],
  ['Game', 'Game PC', [['Valorant', null, 'text']]],
  [
    // The voucher code is returned as the serial number; the target is the number it is recorded for.
    'Voucher',
    null,
    [
      ['Steam Wallet', null, 'mobile'],
      ['Google Play', null, 'mobile'],
      ['Roblox', null, 'mobile'],
      ['Garena Shell', null, 'mobile'],
      ['Spotify Premium', null, 'mobile'],
    ],
  ],
  [
    'TV & Streaming',
    null,
    [
      ['K-Vision', null, 'digits'],
      ['Nex Parabola', null, 'digits'],
      ['Vidio', null, 'mobile'],
      ['Viu', null, 'mobile'],
      ['WeTV', null, 'mobile'],
      ['TV Berlangganan', null, 'digits'],
    ],
  ],
]

export const starterGroups: readonly StarterGroup[] = brandTable.flatMap(([category, group]) =>
  group === null ? [] : [{ name: group, category }],
)

export const starterBrands: readonly StarterBrand[] = brandTable.flatMap(([category, group, brands]) =>
  brands.map(([name, operator, targetKind]) => ({ name, category, group, operator, targetKind })),
)

/** Electricity tokens, vouchers and streaming are codes that the buyer types in. */
const codeBrands: ReadonlySet<string> = new Set([
  ...starterBrands.filter(({ category }) => category === 'Token PLN' || category === 'Voucher').map(({ name }) => name),
  ...['Vidio', 'Viu', 'WeTV'],
])

const dots = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '.')

const defaultDenom = BigInt(newProduct.denom)

function prepaid(brand: string, code: string, name: string, description: string): StarterProduct {
  return { code, name, description, type: 0, denom: defaultDenom, brand, isCode: codeBrands.has(brand) }
}

/** Fixed amounts in thousands: `S` and 10 give S10, "Telkomsel 10.000". */
const amounts = (brand: string, prefix: string, label: string, note: string, thousands: readonly number[]): StarterProduct[] =>
  thousands.map((amount) => prepaid(brand, `${prefix}${amount}`, `${label} ${dots(amount * 1000)}`, `${note} Rp ${dots(amount * 1000)}`))

const pulsa = (brand: string, prefix: string, thousands: readonly number[]): StarterProduct[] =>
  amounts(brand, prefix, brand, `Pulsa reguler ${brand}, menambah masa aktif. Senilai`, thousands)

/** Data packages with their own prefix: `SD`, 3 and 30 give SD3G30. */
const packages = (
  brand: string,
  prefix: string,
  label: string,
  list: readonly (readonly [gigabytes: number, days: number])[],
): StarterProduct[] =>
  list.map(([gb, days]) =>
    prepaid(
      brand,
      `${prefix}${gb}G${days}`,
      `${label} ${gb} GB ${days} Hari`,
      `Kuota utama ${gb} GB semua jaringan, masa aktif ${days} hari`,
    ),
  )

/** Counted goods: diamonds, minutes, UC. */
const counted = (brand: string, prefix: string, unit: string, counts: readonly number[]): StarterProduct[] =>
  counts.map((count) => prepaid(brand, `${prefix}${count}`, `${brand} ${dots(count)} ${unit}`, `${dots(count)} ${unit} untuk ${brand}`))

const named = (brand: string, list: readonly (readonly [code: string, name: string, description: string])[]): StarterProduct[] =>
  list.map(([code, name, description]) => prepaid(brand, code, name, description))

const bills = (brand: string, list: readonly (readonly [code: string, name: string])[]): StarterProduct[] =>
  list.map(([code, name]) => ({
    code,
    name,
    description: `Cek lalu bayar tagihan ${name}`,
    type: 1,
    denom: defaultDenom,
    brand,
    isCode: false,
  }))

const openAmount = (brand: string, code: string, name: string, step: number): StarterProduct => ({
  code,
  name,
  description: `Nominal bebas, kelipatan Rp ${dots(step)}`,
  type: 2,
  denom: BigInt(step),
  brand,
  isCode: false,
})

const wallet = (brand: string, prefix: string, thousands: readonly number[]): StarterProduct[] =>
  amounts(brand, prefix, brand, `Saldo ${brand} masuk ke nomor tujuan. Senilai`, thousands)

const walletAmounts = [10, 20, 25, 50, 75, 100, 200, 500]

// One line per family, formatted like a price list.
// biome-ignore format: wrapped, one number per line, nobody could read it
export const starterProducts: readonly StarterProduct[] = [
  ...pulsa('Telkomsel', 'S', [5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000]),
  ...pulsa('Indosat', 'I', [5, 10, 12, 15, 20, 25, 30, 50, 60, 80, 100, 150, 200]),
  ...pulsa('XL', 'X', [5, 10, 15, 25, 30, 50, 100, 150, 200, 300]),
  ...pulsa('Axis', 'AX', [5, 10, 15, 25, 30, 50, 100, 200]),
  ...pulsa('Tri', 'T', [1, 2, 5, 10, 15, 20, 25, 30, 50, 75, 100, 200]),
  ...pulsa('Smartfren', 'SM', [5, 10, 15, 20, 25, 30, 50, 60, 100, 150, 200]),
  ...pulsa('by.U', 'BU', [5, 10, 15, 20, 25, 50, 100]),
  openAmount('Telkomsel Transfer', 'STROPEN', 'Telkomsel Pulsa Transfer Nominal Bebas', 1000),

  ...packages('Telkomsel Data', 'SD', 'Telkomsel Flash', [[1, 1], [1, 3], [2, 3], [3, 7], [5, 7], [4, 30], [8, 30], [12, 30], [17, 30], [25, 30], [50, 30], [90, 30]]),
  ...packages('Indosat Data', 'ID', 'Freedom Internet', [[1, 2], [2, 5], [3, 28], [5, 5], [7, 14], [9, 28], [13, 28], [16, 28], [35, 28], [50, 28], [150, 28]]),
  ...packages('XL Data', 'XD', 'Xtra Combo Flex', [[2, 7], [3, 7], [5, 28], [7, 14], [11, 28], [17, 28], [27, 28], [42, 28], [70, 28]]),
  ...packages('Axis Data', 'AD', 'Axis Bronet', [[1, 1], [1, 5], [2, 7], [3, 15], [5, 30], [8, 30], [12, 30], [20, 30]]),
  ...packages('Tri Data', 'TD', 'Tri Happy', [[1, 1], [2, 3], [3, 7], [5, 10], [9, 10], [11, 28], [18, 30], [30, 30], [55, 30]]),
  ...packages('Smartfren Data', 'SFD', 'Smartfren Kuota Nonstop', [[2, 3], [4, 7], [6, 28], [10, 28], [18, 28], [30, 28], [60, 28]]),
  ...packages('by.U Data', 'BD', 'by.U Kuota', [[1, 1], [3, 7], [6, 30], [10, 30], [20, 30], [35, 30]]),

  ...counted('Telkomsel Telepon & SMS', 'TELS', 'Menit Sesama', [100, 300, 1000, 2000]),
  ...named('Telkomsel Telepon & SMS', [['SMSS500', 'Telkomsel SMS 500 Semua Operator', '500 SMS ke semua operator, 7 hari'], ['SMSS1000', 'Telkomsel SMS 1.000 Semua Operator', '1.000 SMS ke semua operator, 30 hari']]),
  ...counted('Indosat Telepon', 'TELI', 'Menit Sesama', [60, 250, 1000]),
  ...counted('XL Telepon', 'TELX', 'Menit Semua Operator', [30, 90, 200]),
  ...counted('Tri Telepon', 'TELT', 'Menit Semua Operator', [20, 60, 150]),

  ...amounts('PLN Prabayar', 'PLN', 'Token PLN', 'Token listrik prabayar, 20 digit di nomor seri. Senilai', [20, 50, 100, 200, 500, 1000]),

  ...bills('PLN Pascabayar', [['PLNPASCA', 'PLN Pascabayar']]),
  ...bills('PLN Nontaglis', [['PLNNON', 'PLN Nontagihan Listrik']]),
  ...bills('PGN Gas Negara', [['PGN', 'PGN Gas Negara']]),
  ...bills('PDAM', [['PDAMSBY', 'PDAM Surya Sembada Kota Surabaya'], ['PDAMSDA', 'PDAM Delta Tirta Kab. Sidoarjo'], ['PDAMGSK', 'PDAM Giri Tirta Kab. Gresik'], ['PDAMMLG', 'PDAM Tugu Tirta Kota Malang'], ['PDAMBDG', 'PDAM Tirtawening Kota Bandung'], ['PDAMBGR', 'PDAM Tirta Pakuan Kota Bogor'], ['PDAMBKS', 'PDAM Tirta Bhagasasi Kab. Bekasi'], ['PDAMSMG', 'PDAM Tirta Moedal Kota Semarang'], ['PDAMSLO', 'PDAM Toya Wening Kota Surakarta'], ['PDAMSLM', 'PDAM Tirta Sembada Kab. Sleman'], ['PAMJAYA', 'PAM Jaya DKI Jakarta'], ['PDAMMDN', 'PDAM Tirtanadi Kota Medan'], ['PDAMPLB', 'PDAM Tirta Musi Kota Palembang'], ['PDAMMKS', 'PDAM Kota Makassar'], ['PDAMBJM', 'PAM Bandarmasih Kota Banjarmasin'], ['PDAMDPS', 'PDAM Tirta Sewakadarma Kota Denpasar']]),
  ...bills('BPJS Kesehatan', [['BPJSKES', 'BPJS Kesehatan']]),
  ...bills('BPJS Ketenagakerjaan', [['BPJSTK', 'BPJS Ketenagakerjaan (BPU)']]),
  ...bills('Telkom', [['TELKOM', 'Telkom Telepon Rumah']]),
  ...bills('Internet Rumah', [['INDIHOME', 'Telkomsel IndiHome'], ['ICONNET', 'PLN Icon Plus ICONNET'], ['BIZNET', 'Biznet Home'], ['FIRSTMEDIA', 'First Media'], ['MYREPUBLIC', 'MyRepublic'], ['CBN', 'CBN Fiber']]),
  ...bills('Telkomsel Halo', [['HALO', 'Telkomsel Halo']]),
  ...bills('XL Prioritas', [['XLPASCA', 'XL Prioritas']]),
  ...bills('Indosat Matrix', [['MATRIX', 'Indosat Matrix']]),
  ...bills('Smartfren Pascabayar', [['SMPASCA', 'Smartfren Pascabayar']]),
  ...bills('Tri Pascabayar', [['TRIPASCA', 'Tri Pascabayar']]),
  ...bills('Multifinance', [['FIF', 'FIF Group'], ['ADIRA', 'Adira Finance'], ['BAF', 'Bussan Auto Finance'], ['WOM', 'WOM Finance'], ['MEGACF', 'Mega Central Finance'], ['OTOFIN', 'OTO Finance'], ['COLUMBIA', 'Columbia Finance']]),
  ...bills('PBB', [['PBBSBY', 'PBB Kota Surabaya'], ['PBBDKI', 'PBB DKI Jakarta'], ['PBBBDG', 'PBB Kota Bandung']]),
  ...bills('E-Samsat', [['SAMJABAR', 'Samsat Jawa Barat']]),

  ...wallet('OVO', 'OVO', walletAmounts),
  ...wallet('DANA', 'DANA', walletAmounts),
  ...wallet('GoPay', 'GOPAY', walletAmounts),
  ...wallet('ShopeePay', 'SHOPEE', walletAmounts),
  ...wallet('LinkAja', 'LINKAJA', walletAmounts),
  openAmount('OVO', 'OVOOPEN', 'OVO Nominal Bebas', 1),
  openAmount('DANA', 'DANAOPEN', 'DANA Nominal Bebas', 1),
  openAmount('GoPay', 'GOPAYOPEN', 'GoPay Nominal Bebas', 1000),
  openAmount('ShopeePay', 'SHOPEEOPEN', 'ShopeePay Nominal Bebas', 1000),
  openAmount('LinkAja', 'LINKAJAOPEN', 'LinkAja Nominal Bebas', 1000),
  ...wallet('Mandiri E-Money', 'EMONEY', [20, 50, 100, 200]),
  ...wallet('BRI Brizzi', 'BRIZZI', [20, 50, 100, 200]),

  ...counted('Mobile Legends', 'ML', 'Diamond', [5, 12, 19, 28, 44, 59, 85, 170, 240, 296, 408, 568, 875, 2010]),
  ...named('Mobile Legends', [['MLWDP', 'Mobile Legends Weekly Diamond Pass', 'Pass mingguan, 220 diamond selama 7 hari']]),
  ...counted('Free Fire', 'FF', 'Diamond', [5, 12, 50, 70, 140, 355, 720, 1450]),
  ...named('Free Fire', [['FFMM', 'Free Fire Member Mingguan', 'Keanggotaan mingguan'], ['FFMB', 'Free Fire Member Bulanan', 'Keanggotaan bulanan']]),
  ...counted('PUBG Mobile', 'PUBG', 'UC', [60, 131, 263, 530, 825, 1100]),
  ...counted('Genshin Impact', 'GI', 'Genesis Crystal', [60, 330, 1090, 2240]),
  ...named('Genshin Impact', [['GIWELKIN', 'Genshin Blessing of the Welkin Moon', 'Berkah 30 hari']]),
  ...counted('Honor of Kings', 'HOK', 'Token', [16, 80, 240, 560]),
  ...counted('Call of Duty Mobile', 'CODM', 'CP', [31, 63, 128, 321, 645]),
  ...counted('Valorant', 'VAL', 'Points', [475, 1000, 2050, 3650]),

  ...amounts('Steam Wallet', 'STEAM', 'Steam Wallet IDR', 'Kode voucher Steam di nomor seri. Senilai', [12, 45, 60, 90, 120, 250, 400]),
  ...amounts('Google Play', 'GPLAY', 'Google Play', 'Kode voucher Google Play Indonesia di nomor seri. Senilai', [5, 10, 20, 50, 100, 150, 300, 500]),
  ...counted('Roblox', 'RBX', 'Robux', [80, 400, 800, 1700]),
  ...counted('Garena Shell', 'GRN', 'Shell', [33, 66, 165, 330]),
  ...named('Spotify Premium', [['SPOTIFY1', 'Spotify Premium 1 Bulan', 'Kode langganan individual 1 bulan'], ['SPOTIFY3', 'Spotify Premium 3 Bulan', 'Kode langganan individual 3 bulan']]),

  ...named('K-Vision', [['KVCLING30', 'K-Vision Cling 30 Hari', 'Paket Cling, masa aktif 30 hari'], ['KVGOL30', 'K-Vision Gol 30 Hari', 'Paket olahraga, masa aktif 30 hari'], ['KVJUARA30', 'K-Vision Juara 30 Hari', 'Paket lengkap, masa aktif 30 hari']]),
  ...named('Nex Parabola', [['NEXNUS30', 'Nex Parabola Nusantara 30 Hari', 'Paket Nusantara, masa aktif 30 hari'], ['NEXPLT30', 'Nex Parabola Platinum 30 Hari', 'Paket Platinum, masa aktif 30 hari']]),
  ...named('Vidio', [['VIDIO30', 'Vidio Platinum 30 Hari', 'Kode langganan 30 hari, semua layar'], ['VIDIO365', 'Vidio Platinum 1 Tahun', 'Kode langganan 365 hari, semua layar']]),
  ...named('Viu', [['VIU30', 'Viu Premium 30 Hari', 'Kode langganan 30 hari']]),
  ...named('WeTV', [['WETV30', 'WeTV VIP 30 Hari', 'Kode langganan 30 hari']]),
  ...bills('TV Berlangganan', [['MNCVISION', 'MNC Vision'], ['TRANSVISION', 'Transvision']]),
]
