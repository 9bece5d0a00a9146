import { type CallbackReceiver, startCallbackReceiver } from '@lapak/simulators/callback-receiver'
import { type SupplierSimulator, startSupplier } from '@lapak/simulators/supplier'
import { startTestApp, supplierCredentials, type TestApp, type TestMember } from '../app.ts'
import { type ReverseProxy, startReverseProxy } from './partner-api.ts'

/**
 * The surroundings of a Lapak that a test kills: its database, suppliers, buyers and their callback receivers. They run in the test's own process and
 * survive every kill.
 */
export interface World {
  app: TestApp
  /** The URL of Lapak for buyers and suppliers, which stays the same for every process. */
  proxy: ReverseProxy
  sellers: { member: TestMember; supplier: SupplierSimulator }[]
  /**
   * Ends the suppliers' problems: the server that was off is on again, and the balance that was refused as too low is topped up. Before this, an
   * order that may have reached these suppliers cannot become final.
   */
  sellersRecover(): Promise<void>
  /** Switches the last seller's server off again. */
  sellersFail(): Promise<void>
  /** Targets that sellers refuse until they recover. */
  refused: Set<string>
  buyers: TestMember[]
  receiver: CallbackReceiver
  stockedOffer: bigint
  stop(): Promise<void>
}

/** More than the buyers can spend, so that no order of theirs is refused for its balance. */
export const initialDeposit = 50_000_000_000n
/** The balance of the last buyer, which is sometimes too low. */
export const smallTopUp = 90_000n
export const initialStock = 100_000
export const callbackSecret = `whsec_${Buffer.from('twenty-four bytes and more').toString('base64')}`

/** The server of the last seller is off while orders are sent. */
const kinds = [
  { kind: 'irs', number: 1 },
  { kind: 'otomax', number: 2 },
  { kind: 'http-get', number: 3 },
  { kind: 'otomax', number: 2 },
] as const

export async function startWorld(options: { supplierTimeoutMs?: number } = {}): Promise<World> {
  const app = await startTestApp({ DATABASE_POOL: '4', UNDER_WAY_MS: '400' }, [])
  // The limit before a suspension is high, so that orders reach the server that is off, and kills happen during these orders.
  await app.setting('sellerApi.suspendAfterFailures', 200)
  // High limits, because a few buyers send all orders here.
  await app.setting('purchases.inquiriesPerMinute', 100_000)
  await app.setting('purchases.inquiriesPerDay', 10_000_000)
  const proxy = await startReverseProxy()
  const receiver = await startCallbackReceiver({ secret: callbackSecret, keep: 1_000_000 })
  const timeoutMs = options.supplierTimeoutMs ?? 250

  const sellers: World['sellers'] = []
  for (const { kind, number } of kinds) {
    const reportPath = `laporan-${sellers.length}-${'r'.repeat(20)}`
    const supplier = await startSupplier({
      kind,
      credentials: supplierCredentials,
      reportDelayMs: 60,
      slowMs: 150,
      reportUrl: `${proxy.url}/public/report/${reportPath}`,
    })
    const member = await app.seller({
      kind: number,
      apiUrl: supplier.url,
      templates: supplier.templates,
      name: `Suplier ${kind}`,
      reportPath,
      timeoutMs,
    })
    sellers.push({ member, supplier })
  }

  const buyers: TestMember[] = []
  for (const balance of [initialDeposit, initialDeposit, initialDeposit, smallTopUp]) {
    buyers.push(
      await app.member({ name: `Pembeli ${buyers.length + 1}`, balance, callbackUrl: `${receiver.url}/callback`, callbackSecret }),
    )
  }
  const stockedOffer = await openShops(app, sellers, buyers)
  const refused = new Set<string>()
  return {
    app,
    proxy,
    sellers,
    refused,
    async sellersRecover() {
      for (const { supplier } of sellers) for (const target of refused) supplier.script(target, 'success')
      refused.clear()
      await sellers.at(-1)?.supplier.comeUp()
    },
    async sellersFail() {
      await sellers.at(-1)?.supplier.goDown()
    },
    buyers,
    receiver,
    stockedOffer,
    async stop() {
      await app.stop()
      await proxy.close()
      await receiver.close()
      for (const { supplier } of sellers) await supplier.close()
    },
  }
}

/** The first three sellers offer every product, in a different order for each buyer. S25 is first ordered at the seller whose server is off. */
async function openShops(app: TestApp, sellers: World['sellers'], buyers: TestMember[]): Promise<bigint> {
  const products = [
    { ...(await app.product({ code: 'S5' })), price: 5_150n },
    { ...(await app.product({ code: 'S10' })), price: 10_150n },
    { ...(await app.product({ code: 'S25' })), price: 25_000n },
    { ...(await app.product({ code: 'PLNPASCA', type: 1, targetKind: 'digits' })), price: 2_500n },
    { ...(await app.product({ code: 'DANA', type: 2, denom: 1_000n })), price: 250n },
  ]
  const [off, ...on] = sellers.map(({ member }) => member).toReversed() as [TestMember, ...TestMember[]]
  let stockedOffer = 0n
  for (const product of products) {
    const offers: bigint[] = []
    for (const [index, seller] of on.entries()) {
      const stocked = product.code === 'S10' && index === 0
      const offer = await app.offer({ seller, product, price: product.price + BigInt(index * 10), ...(stocked && { stock: initialStock }) })
      if (stocked) stockedOffer = offer
      offers.push(offer)
    }
    const first = product.code === 'S25' ? await app.offer({ seller: off, product, price: 24_000n }) : null
    for (const [index, buyer] of buyers.entries()) {
      if (first !== null) await app.map(buyer, first, 1)
      for (const step of offers.keys()) await app.map(buyer, offers[(index + step) % offers.length] as bigint, step + 2)
    }
  }
  return stockedOffer
}
