import { brandOf, type DemoProduct, demoProducts } from './catalogue.ts'
import { type DemoCutoff, type DemoSeller, demoBuyers, demoSellers } from './people.ts'
import { pickInt, pseudoRandom } from './pick.ts'

export interface DemoOffer {
  sellerEmail: string
  productCode: string
  /** The seller's own code; unique within the seller. */
  supplierCode: string
  /** Code with which the seller's server checks the name of a meter's owner. */
  checkCode: string | null
  /** All prices in whole rupiah; buy ≤ promo < sell. */
  buyPrice: bigint
  sellPrice: bigint
  promoPrice: bigint | null
  /** Null = unlimited, 0 = sold out. */
  stock: number | null
  open: boolean
  disturbed: boolean
  cutoff: DemoCutoff | null
}

export interface DemoMapping {
  buyerEmail: string
  productCode: string
  sellerEmail: string
  /** 1 is tried first; without gaps per buyer and product. */
  priority: number
}

export interface DemoSpecialPrice {
  sellerEmail: string
  buyerEmail: string
  productCode: string
  /** Whole rupiah, below the sell price and not below the buy price. */
  price: bigint
}

/** The products that the guides order first: the first seller sells them without limits, and the first buyer has them in the buying list. */
const ESSENTIAL = new Set(['S5', 'S10', 'PLN20', 'DANAOPEN', 'PLNPASCA'])

// biome-ignore format: a word list
const POPULAR = [
  'S5 S10 S15 S20 S25 S50 S100 I5 I10 I15 I20 I25 I50 I100 X5 X10 X15 X25 X50 X100 AX5 AX10 AX25 AX50 T5 T10 T20 T50 SM5 SM10 SM20 SM50 BU5 BU10 BU20',
  'SD1G1 SD3G7 SD8G30 SD25G30 ID2G5 ID9G28 ID16G28 XD5G28 XD17G28 AD2G7 AD8G30 TD3G7 TD11G28 SFD6G28 BD6G30 STROPEN',
  'PLN20 PLN50 PLN100 PLN200 PLN500 PLNPASCA BPJSKES TELKOM INDIHOME PDAMSBY PDAMSDA HALO FIF',
  'DANA20 DANA50 DANA100 DANAOPEN OVO20 OVO50 OVO100 OVOOPEN GOPAY20 GOPAY50 GOPAY100 GOPAYOPEN SHOPEE50 LINKAJA50 EMONEY50',
  'ML85 ML170 FF70 FF140 PUBG60 GPLAY50 STEAM60',
].flatMap((line) => line.split(' '))

function carries(seller: DemoSeller, product: DemoProduct): boolean {
  if (seller.categories !== null && !seller.categories.includes(brandOf(product).category)) return false
  return ESSENTIAL.has(product.code) || pseudoRandom(`${seller.email} carries ${product.code}`) < seller.share
}

/** Rounds up to 5 rupiah, as usual in this trade. */
const roundUp = (amount: number): number => Math.ceil(amount / 5) * 5

/**
 * A prepaid good has a trade price to which the seller adds a markup. A bill or an open amount has only the seller's fee: charged to the buyer (sell)
 * and paid to the seller's own source (buy).
 */
function prices(seller: DemoSeller, product: DemoProduct): { buy: number; sell: number } {
  const base = Number(product.basePrice)
  const name = `${seller.email} prices ${product.code}`
  if (product.type !== 0) {
    const sell = roundUp(base + pickInt(name, -2, 4) * 25)
    return { buy: roundUp(sell * 0.6), sell }
  }
  const buy = roundUp(base * (1 + (seller.costBasisPoints + pickInt(name, -4, 4)) / 10_000))
  return { buy, sell: roundUp(buy + seller.markup.rupiah + (buy * seller.markup.basisPoints) / 10_000) }
}

const tokenOfPln = /^PLN\d+$/

function offer(seller: DemoSeller, product: DemoProduct): DemoOffer {
  const { buy, sell } = prices(seller, product)
  const happens = (what: keyof DemoSeller['perMille']): boolean =>
    pseudoRandom(`${seller.email} ${what} ${product.code}`) * 1000 < seller.perMille[what]
  const essential = seller === demoSellers[0] && ESSENTIAL.has(product.code)
  // The promo takes off half of the margin, so that it never sells below cost; there is no promo if the margin cannot be halved.
  const promo = sell - Math.floor((sell - buy) / 10) * 5
  // Bills have unlimited stock. Of the offers with limited stock, one in five is sold out.
  const limited = !essential && product.type === 0 && happens('stock')
  const cutoff = seller.cutoff?.categories.includes(brandOf(product).category) ? { from: seller.cutoff.from, to: seller.cutoff.to } : null
  return {
    sellerEmail: seller.email,
    productCode: product.code,
    supplierCode: `${seller.supplierCode.prefix}${product.code}${seller.supplierCode.suffix}`,
    // PLN tokens are sent to meters, and every simulated server knows their owners; not every seller has set the check code.
    checkCode: tokenOfPln.test(product.code) && seller.email !== demoSellers[1]?.email ? 'CEKPLN' : null,
    buyPrice: BigInt(buy),
    sellPrice: BigInt(sell),
    promoPrice: happens('promo') && promo < sell ? BigInt(promo) : null,
    stock: limited ? Math.max(0, pickInt(`${seller.email} holds ${product.code}`, -50, 200)) : null,
    open: essential || !happens('closed'),
    disturbed: !essential && happens('disturbed'),
    cutoff,
  }
}

export function demoOffers(): DemoOffer[] {
  return demoSellers.flatMap((seller) =>
    demoProducts.filter((product) => carries(seller, product)).map((product) => offer(seller, product)),
  )
}

/** Whether the offer can be bought at any time of the day. */
function isLive(candidate: DemoOffer): boolean {
  const seller = demoSellers.find(({ email }) => email === candidate.sellerEmail)
  return seller?.shopOpen === true && candidate.open && !candidate.disturbed && candidate.stock !== 0 && candidate.cutoff === null
}

const price = (candidate: DemoOffer): number => Number(candidate.promoPrice ?? candidate.sellPrice)

/**
 * Two or three sellers per product, cheapest first among those that sell at any hour. The third seller has a closed shop, a disturbed offer or a
 * cut-off, if such a seller is available, so that the lists show what routing skips. For the essential products the first seller has priority 1:
 * readers of the guides then find their order on that seller's page.
 */
function routesFor(buyerEmail: string, offers: readonly DemoOffer[], productCode: string): DemoMapping[] {
  const isGuide = ({ sellerEmail }: DemoOffer): boolean => ESSENTIAL.has(productCode) && sellerEmail === demoSellers[0]?.email
  const candidates = offers
    .filter((candidate) => candidate.productCode === productCode)
    .toSorted((a, b) => Number(isGuide(b)) - Number(isGuide(a)) || price(a) - price(b))
  const live = candidates.filter(isLive)
  const passedBy = candidates.filter((candidate) => !isLive(candidate))
  const two = [...live, ...passedBy].slice(0, 2)
  const wantsThird = pickInt(`${buyerEmail} maps ${productCode}`, 2, 3) === 3
  const third = wantsThird ? [...passedBy, ...live].filter((candidate) => !two.includes(candidate)).slice(0, 1) : []
  return [...two, ...third].map(({ sellerEmail }, index) => ({ buyerEmail, productCode, sellerEmail, priority: index + 1 }))
}

/**
 * Buying lists: the first buyer has all popular products, the second buyer every third product, the third buyer every sixth product, and the last
 * buyer none.
 */
export function demoMappings(): DemoMapping[] {
  const offers = demoOffers()
  const everyNth = [1, 3, 6]
  return demoBuyers.flatMap(({ email }, buyer) => {
    const step = everyNth[buyer]
    if (step === undefined) return []
    return POPULAR.filter((_, index) => index % step === 0).flatMap((code) => routesFor(email, offers, code))
  })
}

/** Special prices, lower by a third of the margin: the first buyer has them at two sellers, the second buyer at one seller. */
export function demoSpecialPrices(): DemoSpecialPrice[] {
  const offers = new Map(demoOffers().map((candidate) => [`${candidate.sellerEmail} ${candidate.productCode}`, candidate]))
  const agreements: readonly [buyer: number, seller: number, codes: readonly string[]][] = [
    [0, 0, ['S10', 'S20', 'S50', 'I10', 'X10', 'PLN50', 'PLN100', 'OVO50', 'BPJSKES']],
    [0, 2, ['PLN20', 'PLN100', 'PLNPASCA', 'DANAOPEN', 'DANA50', 'GOPAY50']],
    [1, 1, ['S5', 'S10', 'I5', 'I10', 'T5', 'T10', 'SM10', 'AX10']],
    [2, 4, ['ML85', 'ML170', 'FF70', 'FF140', 'PUBG60']],
  ]
  return agreements.flatMap(([buyerIndex, sellerIndex, codes]) => {
    const buyer = demoBuyers[buyerIndex]
    const seller = demoSellers[sellerIndex]
    if (!buyer || !seller) return []
    return codes.flatMap((productCode) => {
      const candidate = offers.get(`${seller.email} ${productCode}`)
      if (!candidate) return []
      // Below the promo price too: otherwise the buyer would pay more than other buyers during a promo.
      const from = candidate.promoPrice ?? candidate.sellPrice
      const cut = (from - candidate.buyPrice) / 3n
      return cut > 0n ? [{ sellerEmail: seller.email, buyerEmail: buyer.email, productCode, price: from - cut }] : []
    })
  })
}
