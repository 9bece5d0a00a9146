import { type StarterBrand, type StarterProduct, starterBrands, starterProducts } from '#contexts/catalogue/catalogue/starter-catalogue.ts'

/* The demo sells the starter catalogue. Prices, pictures and targets that may be ordered for are the demo's own. */

export interface DemoBrand extends StarterBrand {
  /** A target that may be ordered for every product of this brand. */
  exampleTarget: string
  /** Name of a picture in `web/public/demo`; null shows the initials. */
  picture: string | null
}

export interface DemoProduct extends StarterProduct {
  /** Whole rupiah: the trade price; for a bill the seller's admin fee, for an open amount the seller's margin. */
  basePrice: bigint
}

const exampleTargets: Readonly<Record<string, string>> = {
  Telkomsel: '081234567890',
  Indosat: '085712345678',
  XL: '087812345678',
  Axis: '083812345678',
  Tri: '089612345678',
  Smartfren: '088212345678',
  'by.U': '085155123456',
  'Telkomsel Transfer': '082112345678',
  'Telkomsel Data': '081312345678',
  'Indosat Data': '085612345678',
  'XL Data': '081912345678',
  'Axis Data': '083112345678',
  'Tri Data': '089512345678',
  'Smartfren Data': '088112345678',
  'by.U Data': '085156123456',
  'Telkomsel Telepon & SMS': '085212345678',
  'Indosat Telepon': '081512345678',
  'XL Telepon': '087712345678',
  'Tri Telepon': '089812345678',
  'PLN Prabayar': '14123456788',
  'PLN Pascabayar': '513210012345',
  'PLN Nontaglis': '5132100123456',
  'PGN Gas Negara': '0110123456',
  PDAM: '20123456',
  'BPJS Kesehatan': '8888801234567890',
  'BPJS Ketenagakerjaan': '3578031234560001',
  Telkom: '0318412345',
  'Internet Rumah': '152401234567',
  'Telkomsel Halo': '081112345678',
  'XL Prioritas': '081712345678',
  'Indosat Matrix': '081612345678',
  'Smartfren Pascabayar': '088812345678',
  'Tri Pascabayar': '089912345678',
  Multifinance: '1120123456',
  PBB: '357803000100200450',
  'E-Samsat': '3273012345678901',
  OVO: '081234567812',
  DANA: '085712345612',
  GoPay: '087812345612',
  ShopeePay: '089612345612',
  LinkAja: '081312345612',
  'Mandiri E-Money': '6032981234567890',
  'BRI Brizzi': '6013501234567890',
  'Mobile Legends': '1234567891234',
  'Free Fire': '1234567890',
  'PUBG Mobile': '5123456780',
  'Genshin Impact': '800123456',
  'Honor of Kings': '1123456789012345678',
  'Call of Duty Mobile': '6742123456789012345',
  Valorant: 'Lapak#ID1',
  'Steam Wallet': '081234567856',
  'Google Play': '085712345656',
  Roblox: '087812345656',
  'Garena Shell': '089612345656',
  'Spotify Premium': '081312345656',
  'K-Vision': '103512345678',
  'Nex Parabola': '100212345678',
  Vidio: '081234567834',
  Viu: '085712345634',
  WeTV: '087812345634',
  'TV Berlangganan': '301012345678',
}

/** Brands with a picture, drawn for the demo like the pictures of its shops; they are not company logos. */
const pictured: ReadonlySet<string> = new Set([
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
])

/** By product code. */
// biome-ignore format: one line per brand, like a price list
const basePrices: Readonly<Record<string, number>> = {
  S5: 5475, S10: 10350, S15: 15150, S20: 20150, S25: 25050, S30: 29950, S40: 39850, S50: 49750, S75: 74500, S100: 98600, S150: 148500, S200: 197500, S300: 296500, S500: 494000, S1000: 988000,
  I5: 5875, I10: 10850, I12: 12400, I15: 15150, I20: 20050, I25: 24850, I30: 29750, I50: 49150, I60: 58900, I80: 78200, I100: 97500, I150: 146000, I200: 194500,
  X5: 5890, X10: 10890, X15: 14990, X25: 24950, X30: 29900, X50: 49800, X100: 99400, X150: 149000, X200: 198600, X300: 297900,
  AX5: 5880, AX10: 10880, AX15: 14980, AX25: 24900, AX30: 29850, AX50: 49750, AX100: 99300, AX200: 198500,
  T1: 1350, T2: 2350, T5: 5450, T10: 10300, T15: 15050, T20: 19850, T25: 24750, T30: 29600, T50: 49200, T75: 73700, T100: 98000, T200: 195800,
  SM5: 5125, SM10: 10050, SM15: 15000, SM20: 19900, SM25: 24800, SM30: 29700, SM50: 49200, SM60: 59100, SM100: 98200, SM150: 147300, SM200: 196300,
  BU5: 5500, BU10: 10400, BU15: 15250, BU20: 20200, BU25: 25150, BU50: 49850, BU100: 98800,
  STROPEN: 950,
  SD1G1: 5250, SD1G3: 9700, SD2G3: 12600, SD3G7: 23900, SD5G7: 31500, SD4G30: 44800, SD8G30: 66500, SD12G30: 84500, SD17G30: 103500, SD25G30: 124000, SD50G30: 176500, SD90G30: 232000,
  ID1G2: 6350, ID2G5: 11800, ID3G28: 21400, ID5G5: 19600, ID7G14: 27800, ID9G28: 41500, ID13G28: 54800, ID16G28: 64500, ID35G28: 92800, ID50G28: 107500, ID150G28: 157000,
  XD2G7: 14900, XD3G7: 18400, XD5G28: 31200, XD7G14: 29900, XD11G28: 52400, XD17G28: 66800, XD27G28: 87300, XD42G28: 108900, XD70G28: 142500,
  AD1G1: 4650, AD1G5: 9300, AD2G7: 13700, AD3G15: 21900, AD5G30: 33600, AD8G30: 44700, AD12G30: 55900, AD20G30: 73800,
  TD1G1: 4550, TD2G3: 9150, TD3G7: 14700, TD5G10: 21800, TD9G10: 29400, TD11G28: 48900, TD18G30: 61800, TD30G30: 76900, TD55G30: 98900,
  SFD2G3: 9350, SFD4G7: 18700, SFD6G28: 28400, SFD10G28: 38600, SFD18G28: 57300, SFD30G28: 74900, SFD60G28: 105500,
  BD1G1: 4900, BD3G7: 17900, BD6G30: 31500, BD10G30: 46800, BD20G30: 72500, BD35G30: 98000,
  TELS100: 5600, TELS300: 12900, TELS1000: 33500, TELS2000: 52800, SMSS500: 9900, SMSS1000: 21800,
  TELI60: 4300, TELI250: 14600, TELI1000: 29800,
  TELX30: 7200, TELX90: 18600, TELX200: 36500,
  TELT20: 5100, TELT60: 14200, TELT150: 29500,
  PLN20: 20085, PLN50: 50085, PLN100: 100085, PLN200: 200085, PLN500: 500085, PLN1000: 1000085,
  PLNPASCA: 2500,
  PLNNON: 3000,
  PGN: 2500,
  PDAMSBY: 2500, PDAMSDA: 2500, PDAMGSK: 2000, PDAMMLG: 2500, PDAMBDG: 2500, PDAMBGR: 2500, PDAMBKS: 2500, PDAMSMG: 2500, PDAMSLO: 2000, PDAMSLM: 2000, PAMJAYA: 2500, PDAMMDN: 2500, PDAMPLB: 2500, PDAMMKS: 2500, PDAMBJM: 2500, PDAMDPS: 2500,
  BPJSKES: 2500,
  BPJSTK: 2500,
  TELKOM: 2500,
  INDIHOME: 2500, ICONNET: 2500, BIZNET: 2500, FIRSTMEDIA: 2500, MYREPUBLIC: 2500, CBN: 3000,
  HALO: 2000,
  XLPASCA: 2000,
  MATRIX: 2000,
  SMPASCA: 2000,
  TRIPASCA: 2000,
  FIF: 3500, ADIRA: 3500, BAF: 3500, WOM: 3500, MEGACF: 3500, OTOFIN: 3500, COLUMBIA: 3000,
  PBBSBY: 2500, PBBDKI: 2500, PBBBDG: 2500,
  SAMJABAR: 5000,
  OVO10: 10950, OVO20: 20950, OVO25: 25950, OVO50: 50950, OVO75: 75950, OVO100: 100950, OVO200: 200950, OVO500: 500950, OVOOPEN: 950,
  DANA10: 10125, DANA20: 20125, DANA25: 25125, DANA50: 50125, DANA75: 75125, DANA100: 100125, DANA200: 200125, DANA500: 500125, DANAOPEN: 150,
  GOPAY10: 10900, GOPAY20: 20900, GOPAY25: 25900, GOPAY50: 50900, GOPAY75: 75900, GOPAY100: 100900, GOPAY200: 200900, GOPAY500: 500900, GOPAYOPEN: 900,
  SHOPEE10: 10750, SHOPEE20: 20750, SHOPEE25: 25750, SHOPEE50: 50750, SHOPEE75: 75750, SHOPEE100: 100750, SHOPEE200: 200750, SHOPEE500: 500750, SHOPEEOPEN: 750,
  LINKAJA10: 10650, LINKAJA20: 20650, LINKAJA25: 25650, LINKAJA50: 50650, LINKAJA75: 75650, LINKAJA100: 100650, LINKAJA200: 200650, LINKAJA500: 500650, LINKAJAOPEN: 650,
  EMONEY20: 21050, EMONEY50: 51050, EMONEY100: 101050, EMONEY200: 201050,
  BRIZZI20: 20950, BRIZZI50: 50950, BRIZZI100: 100950, BRIZZI200: 200950,
  ML5: 1425, ML12: 3325, ML19: 5225, ML28: 7600, ML44: 11400, ML59: 15200, ML85: 21850, ML170: 43700, ML240: 61750, ML296: 76000, ML408: 103550, ML568: 142500, ML875: 218500, ML2010: 475000, MLWDP: 27300,
  FF5: 880, FF12: 1750, FF50: 6950, FF70: 9100, FF140: 18150, FF355: 45250, FF720: 90500, FF1450: 181000, FFMM: 27500, FFMB: 80500,
  PUBG60: 14300, PUBG131: 28400, PUBG263: 56500, PUBG530: 112800, PUBG825: 171000, PUBG1100: 224500,
  GI60: 12900, GI330: 64500, GI1090: 196000, GI2240: 408000, GIWELKIN: 63500,
  HOK16: 3150, HOK80: 14900, HOK240: 44300, HOK560: 102500,
  CODM31: 4700, CODM63: 9300, CODM128: 18600, CODM321: 46300, CODM645: 92500,
  VAL475: 52500, VAL1000: 105500, VAL2050: 210000, VAL3650: 367500,
  STEAM12: 14900, STEAM45: 52300, STEAM60: 68900, STEAM90: 102500, STEAM120: 135500, STEAM250: 281000, STEAM400: 447500,
  GPLAY5: 5650, GPLAY10: 10900, GPLAY20: 21300, GPLAY50: 52300, GPLAY100: 103800, GPLAY150: 155200, GPLAY300: 309500, GPLAY500: 515500,
  RBX80: 15200, RBX400: 74500, RBX800: 148500, RBX1700: 297000,
  GRN33: 9300, GRN66: 18500, GRN165: 46000, GRN330: 91800,
  SPOTIFY1: 56800, SPOTIFY3: 169500,
  KVCLING30: 43500, KVGOL30: 72500, KVJUARA30: 98500,
  NEXNUS30: 32500, NEXPLT30: 89500,
  VIDIO30: 46500, VIDIO365: 318000,
  VIU30: 28500,
  WETV30: 31500,
  MNCVISION: 2500, TRANSVISION: 2500,
}

function ofDemo<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name]
  if (value === undefined) throw new Error(`the demo knows nothing about ${name} of the starter catalogue`)
  return value
}

export const demoBrands: readonly DemoBrand[] = starterBrands.map((brand) => ({
  ...brand,
  exampleTarget: ofDemo(exampleTargets, brand.name),
  picture: pictured.has(brand.name) ? `brand-${brand.name.toLowerCase().replaceAll(' ', '-')}` : null,
}))

export const demoProducts: readonly DemoProduct[] = starterProducts.map((product) => ({
  ...product,
  basePrice: BigInt(ofDemo(basePrices, product.code)),
}))

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
