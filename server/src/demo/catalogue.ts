import type { TargetKind } from '@lapak/contract/market-data/targets'

/** 0 = prepaid, 1 = bill (PPOB), 2 = open amount. */
export type DemoProductType = 0 | 1 | 2

export interface DemoCategory {
  name: string
}

export interface DemoBrandGroup {
  name: string
  category: string
}

export interface DemoBrand {
  /** Unique; products refer to it. */
  name: string
  category: string
  group: string | null
  /** Code of an operator (`operator.code`): only its numbers are accepted. */
  operator: string | null
  targetKind: TargetKind
  /** A target that may be ordered for every product of this brand. */
  exampleTarget: string
  /** Name of a picture in `web/public/demo`; null shows the initials. */
  picture: string | null
}

export interface DemoProduct {
  code: string
  name: string
  description: string
  type: DemoProductType
  /** Whole rupiah: the step of an open amount. Prepaid goods and bills have the form's default of 10, which is not used. */
  denom: bigint
  brand: string
  /** True if the buyer receives a code and types it in. */
  isCode: boolean
  /** Whole rupiah: the trade price; for a bill the seller's admin fee, for an open amount the seller's margin. */
  basePrice: bigint
}

const DEFAULT_DENOM = 10n

const CATEGORY_NAMES = [
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
type CategoryName = (typeof CATEGORY_NAMES)[number]

export const demoCategories: readonly DemoCategory[] = CATEGORY_NAMES.map((name) => ({ name }))

type BrandLine = [name: string, operator: string | null, targetKind: TargetKind, exampleTarget: string]

const BRAND_TABLE: readonly [category: CategoryName, group: string | null, brands: readonly BrandLine[]][] = [
  [
    'Pulsa',
    'Pulsa Reguler',
    [
      ['Telkomsel', 'TSEL', 'mobile', '081234567890'],
      ['Indosat', 'ISAT', 'mobile', '085712345678'],
      ['XL', 'XL', 'mobile', '087812345678'],
      ['Axis', 'AXIS', 'mobile', '083812345678'],
      ['Tri', 'TRI', 'mobile', '089612345678'],
      ['Smartfren', 'SMART', 'mobile', '088212345678'],
      ['by.U', 'BYU', 'mobile', '085155123456'],
    ],
  ],
  ['Pulsa', 'Pulsa Transfer', [['Telkomsel Transfer', 'TSEL', 'mobile', '082112345678']]],
  [
    'Paket Data',
    null,
    [
      ['Telkomsel Data', 'TSEL', 'mobile', '081312345678'],
      ['Indosat Data', 'ISAT', 'mobile', '085612345678'],
      ['XL Data', 'XL', 'mobile', '081912345678'],
      ['Axis Data', 'AXIS', 'mobile', '083112345678'],
      ['Tri Data', 'TRI', 'mobile', '089512345678'],
      ['Smartfren Data', 'SMART', 'mobile', '088112345678'],
      ['by.U Data', 'BYU', 'mobile', '085156123456'],
    ],
  ],
  [
    'SMS & Telepon',
    null,
    [
      ['Telkomsel Telepon & SMS', 'TSEL', 'mobile', '085212345678'],
      ['Indosat Telepon', 'ISAT', 'mobile', '081512345678'],
      ['XL Telepon', 'XL', 'mobile', '087712345678'],
      ['Tri Telepon', 'TRI', 'mobile', '089812345678'],
    ],
  ],
  ['Token PLN', null, [['PLN Prabayar', null, 'meter', '14123456788']]],
  [
    'Tagihan (PPOB)',
    'Listrik & Gas',
    [
      ['PLN Pascabayar', null, 'digits', '513210012345'],
      ['PLN Nontaglis', null, 'digits', '5132100123456'],
      ['PGN Gas Negara', null, 'digits', '0110123456'],
    ],
  ],
  ['Tagihan (PPOB)', 'Air', [['PDAM', null, 'digits', '20123456']]],
  [
    'Tagihan (PPOB)',
    'BPJS',
    [
      ['BPJS Kesehatan', null, 'digits', '8888801234567890'],
      ['BPJS Ketenagakerjaan', null, 'digits', '3578031234560001'],
    ],
  ],
  [
    'Tagihan (PPOB)',
    'Telepon & Internet Rumah',
    [
      ['Telkom', null, 'digits', '0318412345'],
      ['Internet Rumah', null, 'digits', '152401234567'],
    ],
  ],
  [
    'Tagihan (PPOB)',
    'Seluler Pascabayar',
    [
      ['Telkomsel Halo', 'TSEL', 'mobile', '081112345678'],
      ['XL Prioritas', 'XL', 'mobile', '081712345678'],
      ['Indosat Matrix', 'ISAT', 'mobile', '081612345678'],
      ['Smartfren Pascabayar', 'SMART', 'mobile', '088812345678'],
      ['Tri Pascabayar', 'TRI', 'mobile', '089912345678'],
    ],
  ],
  ['Tagihan (PPOB)', 'Angsuran', [['Multifinance', null, 'digits', '1120123456']]],
  [
    'Tagihan (PPOB)',
    'Pajak & Kendaraan',
    [
      ['PBB', null, 'digits', '357803000100200450'],
      ['E-Samsat', null, 'digits', '3273012345678901'],
    ],
  ],
  [
    'E-Wallet',
    'Dompet Digital',
    [
      ['OVO', null, 'mobile', '081234567812'],
      ['DANA', null, 'mobile', '085712345612'],
      ['GoPay', null, 'mobile', '087812345612'],
      ['ShopeePay', null, 'mobile', '089612345612'],
      ['LinkAja', null, 'mobile', '081312345612'],
    ],
  ],
  [
    'E-Wallet',
    'Kartu Uang Elektronik',
    [
      ['Mandiri E-Money', null, 'digits', '6032981234567890'],
      ['BRI Brizzi', null, 'digits', '6013501234567890'],
    ],
  ],
  [
    'Game',
    'Game Seluler',
    [
      // User id and zone id as one number, as suppliers accept it.
      ['Mobile Legends', null, 'text', '1234567891234'],
      ['Free Fire', null, 'text', '1234567890'],
      ['PUBG Mobile', null, 'text', '5123456780'],
      ['Genshin Impact', null, 'text', '800123456'],
      ['Honor of Kings', null, 'text', '1123456789012345678'],
      ['Call of Duty Mobile', null, 'text', '6742123456789012345'],
    ],
  ],
  ['Game', 'Game PC', [['Valorant', null, 'text', 'Lapak#ID1']]],
  [
    // The voucher code is returned as the serial number; the target is the number it is recorded for.
    'Voucher',
    null,
    [
      ['Steam Wallet', null, 'mobile', '081234567856'],
      ['Google Play', null, 'mobile', '085712345656'],
      ['Roblox', null, 'mobile', '087812345656'],
      ['Garena Shell', null, 'mobile', '089612345656'],
      ['Spotify Premium', null, 'mobile', '081312345656'],
    ],
  ],
  [
    'TV & Streaming',
    null,
    [
      ['K-Vision', null, 'digits', '103512345678'],
      ['Nex Parabola', null, 'digits', '100212345678'],
      ['Vidio', null, 'mobile', '081234567834'],
      ['TV Berlangganan', null, 'digits', '301012345678'],
    ],
  ],
]

/** Pictures of brands, drawn for the demo like the pictures of its shops; they are not company logos. */
const pictures = new Map(
  [
    'Telkomsel',
    'Indosat',
    'XL',
    'PLN Prabayar',
    'PLN Pascabayar',
    'PDAM',
    'OVO',
    'DANA',
    'GoPay',
    'Mobile Legends',
    'Google Play',
    'Vidio',
  ].map((brand) => [brand, `brand-${brand.toLowerCase().replaceAll(' ', '-')}`]),
)

export const demoBrandGroups: readonly DemoBrandGroup[] = BRAND_TABLE.flatMap(([category, group]) =>
  group === null ? [] : [{ name: group, category }],
)

export const demoBrands: readonly DemoBrand[] = BRAND_TABLE.flatMap(([category, group, brands]) =>
  brands.map(([name, operator, targetKind, exampleTarget]) => ({
    name,
    category,
    group,
    operator,
    targetKind,
    exampleTarget,
    picture: pictures.get(name) ?? null,
  })),
)

/** Electricity tokens and vouchers are codes that the buyer types in. */
const codeBrands: ReadonlySet<string> = new Set(
  demoBrands.filter(({ category }) => category === 'Token PLN' || category === 'Voucher').map(({ name }) => name),
)

type Denomination = readonly [thousands: number, price: number]

const dots = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '.')

function prepaid(brand: string, code: string, name: string, description: string, price: number): DemoProduct {
  return { code, name, description, type: 0, denom: DEFAULT_DENOM, brand, isCode: codeBrands.has(brand), basePrice: BigInt(price) }
}

/** Fixed amounts in thousands: `S` and 10 give S10, "Telkomsel 10.000". */
function amounts(brand: string, prefix: string, label: string, note: string, list: readonly Denomination[]): DemoProduct[] {
  return list.map(([thousands, price]) =>
    prepaid(brand, `${prefix}${thousands}`, `${label} ${dots(thousands * 1000)}`, `${note} Rp ${dots(thousands * 1000)}`, price),
  )
}

const pulsa = (brand: string, prefix: string, list: readonly Denomination[]): DemoProduct[] =>
  amounts(brand, prefix, brand, `Pulsa reguler ${brand}, menambah masa aktif. Senilai`, list)

/** Data packages [GB, days, price] with their own prefix: `SD`, 3 and 30 give SD3G30. */
function packages(
  brand: string,
  prefix: string,
  label: string,
  list: readonly (readonly [gigabytes: number, days: number, price: number])[],
): DemoProduct[] {
  return list.map(([gb, days, price]) =>
    prepaid(
      brand,
      `${prefix}${gb}G${days}`,
      `${label} ${gb} GB ${days} Hari`,
      `Kuota utama ${gb} GB semua jaringan, masa aktif ${days} hari`,
      price,
    ),
  )
}

/** Counted goods [count, price]: diamonds, minutes, UC. */
function counted(brand: string, prefix: string, unit: string, list: readonly (readonly [count: number, price: number])[]): DemoProduct[] {
  return list.map(([count, price]) =>
    prepaid(brand, `${prefix}${count}`, `${brand} ${dots(count)} ${unit}`, `${dots(count)} ${unit} untuk ${brand}`, price),
  )
}

const named = (
  brand: string,
  list: readonly (readonly [code: string, name: string, description: string, price: number])[],
): DemoProduct[] => list.map(([code, name, description, price]) => prepaid(brand, code, name, description, price))

/** Bills [code, name, admin fee]. */
const bills = (brand: string, list: readonly (readonly [code: string, name: string, adminFee: number])[]): DemoProduct[] =>
  list.map(([code, name, adminFee]) => ({
    code,
    name,
    description: `Cek lalu bayar tagihan ${name}`,
    type: 1,
    denom: DEFAULT_DENOM,
    brand,
    isCode: false,
    basePrice: BigInt(adminFee),
  }))

const openAmount = (brand: string, code: string, name: string, step: number, margin: number): DemoProduct => ({
  code,
  name,
  description: `Nominal bebas, kelipatan Rp ${dots(step)}`,
  type: 2,
  denom: BigInt(step),
  brand,
  isCode: false,
  basePrice: BigInt(margin),
})

/** E-wallets sell at face value plus a fee per wallet, independent of the amount. */
const wallet = (brand: string, prefix: string, fee: number, thousands: readonly number[]): DemoProduct[] =>
  amounts(
    brand,
    prefix,
    brand,
    `Saldo ${brand} masuk ke nomor tujuan. Senilai`,
    thousands.map((amount) => [amount, amount * 1000 + fee] as const),
  )

const WALLET_AMOUNTS = [10, 20, 25, 50, 75, 100, 200, 500]

// One line per family and one pair per product, formatted like a price list.
// biome-ignore format: wrapped, one pair per line, nobody could read it
export const demoProducts: readonly DemoProduct[] = [
  ...pulsa('Telkomsel', 'S', [[5, 5475], [10, 10350], [15, 15150], [20, 20150], [25, 25050], [30, 29950], [40, 39850], [50, 49750], [75, 74500], [100, 98600], [150, 148500], [200, 197500], [300, 296500], [500, 494000], [1000, 988000]]),
  ...pulsa('Indosat', 'I', [[5, 5875], [10, 10850], [12, 12400], [15, 15150], [20, 20050], [25, 24850], [30, 29750], [50, 49150], [60, 58900], [80, 78200], [100, 97500], [150, 146000], [200, 194500]]),
  ...pulsa('XL', 'X', [[5, 5890], [10, 10890], [15, 14990], [25, 24950], [30, 29900], [50, 49800], [100, 99400], [150, 149000], [200, 198600], [300, 297900]]),
  ...pulsa('Axis', 'AX', [[5, 5880], [10, 10880], [15, 14980], [25, 24900], [30, 29850], [50, 49750], [100, 99300], [200, 198500]]),
  ...pulsa('Tri', 'T', [[1, 1350], [2, 2350], [5, 5450], [10, 10300], [15, 15050], [20, 19850], [25, 24750], [30, 29600], [50, 49200], [75, 73700], [100, 98000], [200, 195800]]),
  ...pulsa('Smartfren', 'SM', [[5, 5125], [10, 10050], [15, 15000], [20, 19900], [25, 24800], [30, 29700], [50, 49200], [60, 59100], [100, 98200], [150, 147300], [200, 196300]]),
  ...pulsa('by.U', 'BU', [[5, 5500], [10, 10400], [15, 15250], [20, 20200], [25, 25150], [50, 49850], [100, 98800]]),
  openAmount('Telkomsel Transfer', 'STROPEN', 'Telkomsel Pulsa Transfer Nominal Bebas', 1000, 950),

  ...packages('Telkomsel Data', 'SD', 'Telkomsel Flash', [[1, 1, 5250], [1, 3, 9700], [2, 3, 12600], [3, 7, 23900], [5, 7, 31500], [4, 30, 44800], [8, 30, 66500], [12, 30, 84500], [17, 30, 103500], [25, 30, 124000], [50, 30, 176500], [90, 30, 232000]]),
  ...packages('Indosat Data', 'ID', 'Freedom Internet', [[1, 2, 6350], [2, 5, 11800], [3, 28, 21400], [5, 5, 19600], [7, 14, 27800], [9, 28, 41500], [13, 28, 54800], [16, 28, 64500], [35, 28, 92800], [50, 28, 107500], [150, 28, 157000]]),
  ...packages('XL Data', 'XD', 'Xtra Combo Flex', [[2, 7, 14900], [3, 7, 18400], [5, 28, 31200], [7, 14, 29900], [11, 28, 52400], [17, 28, 66800], [27, 28, 87300], [42, 28, 108900], [70, 28, 142500]]),
  ...packages('Axis Data', 'AD', 'Axis Bronet', [[1, 1, 4650], [1, 5, 9300], [2, 7, 13700], [3, 15, 21900], [5, 30, 33600], [8, 30, 44700], [12, 30, 55900], [20, 30, 73800]]),
  ...packages('Tri Data', 'TD', 'Tri Happy', [[1, 1, 4550], [2, 3, 9150], [3, 7, 14700], [5, 10, 21800], [9, 10, 29400], [11, 28, 48900], [18, 30, 61800], [30, 30, 76900], [55, 30, 98900]]),
  ...packages('Smartfren Data', 'SFD', 'Smartfren Kuota Nonstop', [[2, 3, 9350], [4, 7, 18700], [6, 28, 28400], [10, 28, 38600], [18, 28, 57300], [30, 28, 74900], [60, 28, 105500]]),
  ...packages('by.U Data', 'BD', 'by.U Kuota', [[1, 1, 4900], [3, 7, 17900], [6, 30, 31500], [10, 30, 46800], [20, 30, 72500], [35, 30, 98000]]),

  ...counted('Telkomsel Telepon & SMS', 'TELS', 'Menit Sesama', [[100, 5600], [300, 12900], [1000, 33500], [2000, 52800]]),
  ...named('Telkomsel Telepon & SMS', [['SMSS500', 'Telkomsel SMS 500 Semua Operator', '500 SMS ke semua operator, 7 hari', 9900], ['SMSS1000', 'Telkomsel SMS 1.000 Semua Operator', '1.000 SMS ke semua operator, 30 hari', 21800]]),
  ...counted('Indosat Telepon', 'TELI', 'Menit Sesama', [[60, 4300], [250, 14600], [1000, 29800]]),
  ...counted('XL Telepon', 'TELX', 'Menit Semua Operator', [[30, 7200], [90, 18600], [200, 36500]]),
  ...counted('Tri Telepon', 'TELT', 'Menit Semua Operator', [[20, 5100], [60, 14200], [150, 29500]]),

  ...amounts('PLN Prabayar', 'PLN', 'Token PLN', 'Token listrik prabayar, 20 digit di nomor seri. Senilai', [[20, 20085], [50, 50085], [100, 100085], [200, 200085], [500, 500085], [1000, 1000085]]),

  ...bills('PLN Pascabayar', [['PLNPASCA', 'PLN Pascabayar', 2500]]),
  ...bills('PLN Nontaglis', [['PLNNON', 'PLN Nontagihan Listrik', 3000]]),
  ...bills('PGN Gas Negara', [['PGN', 'PGN Gas Negara', 2500]]),
  ...bills('PDAM', [['PDAMSBY', 'PDAM Surya Sembada Kota Surabaya', 2500], ['PDAMSDA', 'PDAM Delta Tirta Kab. Sidoarjo', 2500], ['PDAMGSK', 'PDAM Giri Tirta Kab. Gresik', 2000], ['PDAMMLG', 'PDAM Tugu Tirta Kota Malang', 2500], ['PDAMBDG', 'PDAM Tirtawening Kota Bandung', 2500], ['PDAMBGR', 'PDAM Tirta Pakuan Kota Bogor', 2500], ['PDAMBKS', 'PDAM Tirta Bhagasasi Kab. Bekasi', 2500], ['PDAMSMG', 'PDAM Tirta Moedal Kota Semarang', 2500], ['PDAMSLO', 'PDAM Toya Wening Kota Surakarta', 2000], ['PDAMSLM', 'PDAM Tirta Sembada Kab. Sleman', 2000], ['PAMJAYA', 'PAM Jaya DKI Jakarta', 2500], ['PDAMMDN', 'PDAM Tirtanadi Kota Medan', 2500], ['PDAMPLB', 'PDAM Tirta Musi Kota Palembang', 2500], ['PDAMMKS', 'PDAM Kota Makassar', 2500], ['PDAMBJM', 'PAM Bandarmasih Kota Banjarmasin', 2500], ['PDAMDPS', 'PDAM Tirta Sewakadarma Kota Denpasar', 2500]]),
  ...bills('BPJS Kesehatan', [['BPJSKES', 'BPJS Kesehatan', 2500]]),
  ...bills('BPJS Ketenagakerjaan', [['BPJSTK', 'BPJS Ketenagakerjaan (BPU)', 2500]]),
  ...bills('Telkom', [['TELKOM', 'Telkom Telepon Rumah', 2500]]),
  ...bills('Internet Rumah', [['INDIHOME', 'Telkomsel IndiHome', 2500], ['ICONNET', 'PLN Icon Plus ICONNET', 2500], ['BIZNET', 'Biznet Home', 2500], ['FIRSTMEDIA', 'First Media', 2500], ['MYREPUBLIC', 'MyRepublic', 2500], ['CBN', 'CBN Fiber', 3000]]),
  ...bills('Telkomsel Halo', [['HALO', 'Telkomsel Halo', 2000]]),
  ...bills('XL Prioritas', [['XLPASCA', 'XL Prioritas', 2000]]),
  ...bills('Indosat Matrix', [['MATRIX', 'Indosat Matrix', 2000]]),
  ...bills('Smartfren Pascabayar', [['SMPASCA', 'Smartfren Pascabayar', 2000]]),
  ...bills('Tri Pascabayar', [['TRIPASCA', 'Tri Pascabayar', 2000]]),
  ...bills('Multifinance', [['FIF', 'FIF Group', 3500], ['ADIRA', 'Adira Finance', 3500], ['BAF', 'Bussan Auto Finance', 3500], ['WOM', 'WOM Finance', 3500], ['MEGACF', 'Mega Central Finance', 3500], ['OTOFIN', 'OTO Finance', 3500], ['COLUMBIA', 'Columbia Finance', 3000]]),
  ...bills('PBB', [['PBBSBY', 'PBB Kota Surabaya', 2500], ['PBBDKI', 'PBB DKI Jakarta', 2500], ['PBBBDG', 'PBB Kota Bandung', 2500]]),
  ...bills('E-Samsat', [['SAMJABAR', 'Samsat Jawa Barat', 5000]]),

  ...wallet('OVO', 'OVO', 950, WALLET_AMOUNTS),
  ...wallet('DANA', 'DANA', 125, WALLET_AMOUNTS),
  ...wallet('GoPay', 'GOPAY', 900, WALLET_AMOUNTS),
  ...wallet('ShopeePay', 'SHOPEE', 750, WALLET_AMOUNTS),
  ...wallet('LinkAja', 'LINKAJA', 650, WALLET_AMOUNTS),
  openAmount('OVO', 'OVOOPEN', 'OVO Nominal Bebas', 1, 950),
  openAmount('DANA', 'DANAOPEN', 'DANA Nominal Bebas', 1, 150),
  openAmount('GoPay', 'GOPAYOPEN', 'GoPay Nominal Bebas', 1000, 900),
  openAmount('ShopeePay', 'SHOPEEOPEN', 'ShopeePay Nominal Bebas', 1000, 750),
  openAmount('LinkAja', 'LINKAJAOPEN', 'LinkAja Nominal Bebas', 1000, 650),
  ...wallet('Mandiri E-Money', 'EMONEY', 1050, [20, 50, 100, 200]),
  ...wallet('BRI Brizzi', 'BRIZZI', 950, [20, 50, 100, 200]),

  ...counted('Mobile Legends', 'ML', 'Diamond', [[5, 1425], [12, 3325], [19, 5225], [28, 7600], [44, 11400], [59, 15200], [85, 21850], [170, 43700], [240, 61750], [296, 76000], [408, 103550], [568, 142500], [875, 218500], [2010, 475000]]),
  ...named('Mobile Legends', [['MLWDP', 'Mobile Legends Weekly Diamond Pass', 'Pass mingguan, 220 diamond selama 7 hari', 27300]]),
  ...counted('Free Fire', 'FF', 'Diamond', [[5, 880], [12, 1750], [50, 6950], [70, 9100], [140, 18150], [355, 45250], [720, 90500], [1450, 181000]]),
  ...named('Free Fire', [['FFMM', 'Free Fire Member Mingguan', 'Keanggotaan mingguan', 27500], ['FFMB', 'Free Fire Member Bulanan', 'Keanggotaan bulanan', 80500]]),
  ...counted('PUBG Mobile', 'PUBG', 'UC', [[60, 14300], [131, 28400], [263, 56500], [530, 112800], [825, 171000], [1100, 224500]]),
  ...counted('Genshin Impact', 'GI', 'Genesis Crystal', [[60, 12900], [330, 64500], [1090, 196000], [2240, 408000]]),
  ...named('Genshin Impact', [['GIWELKIN', 'Genshin Blessing of the Welkin Moon', 'Berkah 30 hari', 63500]]),
  ...counted('Honor of Kings', 'HOK', 'Token', [[16, 3150], [80, 14900], [240, 44300], [560, 102500]]),
  ...counted('Call of Duty Mobile', 'CODM', 'CP', [[31, 4700], [63, 9300], [128, 18600], [321, 46300], [645, 92500]]),
  ...counted('Valorant', 'VAL', 'Points', [[475, 52500], [1000, 105500], [2050, 210000], [3650, 367500]]),

  ...amounts('Steam Wallet', 'STEAM', 'Steam Wallet IDR', 'Kode voucher Steam di nomor seri. Senilai', [[12, 14900], [45, 52300], [60, 68900], [90, 102500], [120, 135500], [250, 281000], [400, 447500]]),
  ...amounts('Google Play', 'GPLAY', 'Google Play', 'Kode voucher Google Play Indonesia di nomor seri. Senilai', [[5, 5650], [10, 10900], [20, 21300], [50, 52300], [100, 103800], [150, 155200], [300, 309500], [500, 515500]]),
  ...counted('Roblox', 'RBX', 'Robux', [[80, 15200], [400, 74500], [800, 148500], [1700, 297000]]),
  ...counted('Garena Shell', 'GRN', 'Shell', [[33, 9300], [66, 18500], [165, 46000], [330, 91800]]),
  ...named('Spotify Premium', [['SPOTIFY1', 'Spotify Premium 1 Bulan', 'Kode langganan individual 1 bulan', 56800], ['SPOTIFY3', 'Spotify Premium 3 Bulan', 'Kode langganan individual 3 bulan', 169500]]),

  ...named('K-Vision', [['KVCLING30', 'K-Vision Cling 30 Hari', 'Paket Cling, masa aktif 30 hari', 43500], ['KVGOL30', 'K-Vision Gol 30 Hari', 'Paket olahraga, masa aktif 30 hari', 72500], ['KVJUARA30', 'K-Vision Juara 30 Hari', 'Paket lengkap, masa aktif 30 hari', 98500]]),
  ...named('Nex Parabola', [['NEXNUS30', 'Nex Parabola Nusantara 30 Hari', 'Paket Nusantara, masa aktif 30 hari', 32500], ['NEXPLT30', 'Nex Parabola Platinum 30 Hari', 'Paket Platinum, masa aktif 30 hari', 89500]]),
  ...named('Vidio', [['VIDIO30', 'Vidio Platinum 30 Hari', 'Kode langganan 30 hari, semua layar', 46500], ['VIDIO365', 'Vidio Platinum 1 Tahun', 'Kode langganan 365 hari, semua layar', 318000]]),
  ...bills('TV Berlangganan', [['MNCVISION', 'MNC Vision', 2500], ['TRANSVISION', 'Transvision', 2500]]),
]

const brandByName = new Map(demoBrands.map((brand) => [brand.name, brand]))

export function brandOf(product: DemoProduct): DemoBrand {
  const brand = brandByName.get(product.brand)
  if (!brand) throw new Error(`Demo product ${product.code} names a brand that does not exist: ${product.brand}`)
  return brand
}

/** A target that this product can be ordered for in the demo. */
export function exampleTarget(product: DemoProduct): string {
  return brandOf(product).exampleTarget
}
