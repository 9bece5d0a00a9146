import type { Server } from 'node:http'
import { join } from 'node:path'
import fastifyFormbody from '@fastify/formbody'
import type { Config } from '#core/config.ts'
import { type Database, openDatabase } from '#core/db.ts'
import { healthRoutes } from '#core/health.ts'
import { createHttp, createRoutes, type Guards, type Routes } from '#core/http.ts'
import { createLog, type Log } from '#core/log.ts'
import { startMirror } from '#core/mirror.ts'
import { acceptFiles } from '#core/multipart.ts'
import { createOutgoing, type Outgoing } from '#core/outgoing.ts'
import { createVault, type Vault } from '#core/secrets.ts'
import { addSecurityHeaders } from '#core/security-headers.ts'
import { takeWorkerIdentity } from '#core/worker-identity.ts'
import { createIdentityProviders, type IdentityProviders } from '#outside/identity/identity.ts'
import { createMailer } from '#outside/mail/mail.ts'
import { sandboxNames } from '#outside/name-inquiry/sandbox.ts'
import { createObjectStore } from '#outside/object-store/object-store.ts'
import { createSuppliers } from '#outside/suppliers/suppliers.ts'
import { createWhatsapp } from '#outside/whatsapp/carriers.ts'
import { serveDocs } from './docs.ts'
import { accessRoutes, clientVersion } from './features/access/access.routes.ts'
import { type Access, createAccess, endSessions, mailLink, signUp } from './features/access/access.ts'
import { apiSettingsRoutes } from './features/api-settings/api-settings.routes.ts'
import { bankAccountRoutes } from './features/bank-accounts/bank-accounts.routes.ts'
import { bannerRoutes } from './features/banners/banners.routes.ts'
import { buyingListRoutes } from './features/buying-list/buying-list.routes.ts'
import { callbackRoutes } from './features/callbacks/callbacks.routes.ts'
import { type Callbacks, createCallbacks } from './features/callbacks/callbacks.ts'
import { startSender } from './features/callbacks/sender.ts'
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts'
import { getRoutes } from './features/h2h/get.routes.ts'
import { h2hRoutes } from './features/h2h/h2h.routes.ts'
import { createIntake, keyGuard } from './features/h2h/h2h.ts'
import { createKeys, type Keys } from './features/h2h/keys.ts'
import { createSandbox } from './features/h2h/sandbox.ts'
import { jabberRoutes } from './features/jabber/jabber.routes.ts'
import { startJobs } from './features/jobs/jobs.ts'
import { locationRoutes } from './features/locations/locations.routes.ts'
import { Market } from './features/market/market.ts'
import { mirrorMarket } from './features/market/mirror-market.ts'
import { memberRoutes } from './features/members/members.routes.ts'
import { offerRoutes } from './features/offers/offers.routes.ts'
import { otpRoutes } from './features/otp/otp.routes.ts'
import { createOtp, type Otp } from './features/otp/otp.ts'
import { createCarrier } from './features/outbox/carry.ts'
import { outboxRoutes } from './features/outbox/outbox.routes.ts'
import { createOutbox, type Outbox } from './features/outbox/outbox.ts'
import { servePages } from './features/pages.ts'
import { pinRoutes } from './features/pin/pin.routes.ts'
import { priceChangeRoutes } from './features/price-changes/price-changes.routes.ts'
import { tellPriceChanges } from './features/price-changes/price-changes.ts'
import { createBreaker } from './features/purchases/breaker.ts'
import { startDispatcher } from './features/purchases/dispatch.ts'
import { purchaseRoutes } from './features/purchases/purchases.routes.ts'
import { createPurchases, type Purchases } from './features/purchases/purchases.ts'
import { reportRoutes } from './features/purchases/reports.routes.ts'
import { type Realtime, startRealtime } from './features/realtime/realtime.ts'
import { reviewRoutes } from './features/reviews/reviews.routes.ts'
import { specialPriceRoutes } from './features/special-prices/special-prices.routes.ts'
import { supplierRoutes } from './features/suppliers/suppliers.routes.ts'
import { termsRoutes } from './features/terms/terms.routes.ts'
import { twoFactorRoutes } from './features/two-factor/two-factor.routes.ts'
import { createTwoFactor, type TwoFactor } from './features/two-factor/two-factor.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { createUploads, type Uploads } from './features/uploads/uploads.ts'
import { walletRoutes } from './features/wallet/wallet.routes.ts'

export type Role = 'http' | 'worker'

export interface Lapak {
  /** Where this process answers; empty without the http role. */
  address: string
  /** Reads again at once what is kept in memory. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/**
 * How long a stopping process waits for slow sellers, receivers and clients. What is left then is what a killed process
 * leaves: the next one finds it claimed by nobody and asks.
 */
const graceMs = 5000

const atMost = (ms: number, work: Promise<unknown>) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    work.then(() => resolve(), reject).finally(() => clearTimeout(timer))
  })

export interface LapakOptions {
  config: Config
  databaseUrl: string
  roles: readonly Role[]
}

/** One program in one or several roles. Everything that a process keeps in memory can be lost at any moment. */
export async function startLapak({ config, databaseUrl, roles }: LapakOptions): Promise<Lapak> {
  const log = createLog(config.logLevel)
  const db = await openDatabase({ url: databaseUrl, pool: config.databasePool, log })
  const vault = createVault(config.secretKey)
  const outbox = createOutbox({ vault })
  // The development outbox keeps what it would carry.
  const otp = createOtp({ db, outbox, secretKey: config.secretKey, whatsapp: config.whatsapp !== null || !config.production })
  const market = new Market()
  const keys = createKeys({ db, market, vault, log, ratePerKey: config.ratePerKey })
  const mirror = await startMirror(db, [...mirrorMarket(db, market), keys.mirrored], log)
  const outgoing = createOutgoing({
    allowedHosts: config.allowedHosts,
    connectionsPerOrigin: 64,
    refusedPorts: [portOf(databaseUrl), config.port],
  })
  const suppliers = createSuppliers(outgoing)
  const twoFactor = createTwoFactor({ db, vault, outbox, secretKey: config.secretKey, endSessions })
  const store = createObjectStore({ folder: join(config.dataDir, 'uploads'), s3: config.s3 })
  const uploads = createUploads({ db, store, log, config })
  const { code: installation } = await db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()

  let wakeSender = () => {}
  let wakeDispatcher = () => {}
  let realtime: Realtime | null = null
  const callbacks = createCallbacks({ db, market, wakeSender: () => wakeSender() })
  const purchases = createPurchases({
    db,
    market,
    vault,
    suppliers,
    callbacks,
    log,
    timing: config,
    queueMax: config.queueMax,
    notify: !roles.includes('worker'),
    refreshMarket: mirror.refresh,
    wakeDispatcher: () => wakeDispatcher(),
    placed: (buyerId, purchaseId) => realtime?.changed(buyerId, purchaseId),
  })
  const parts: Parts = {
    config,
    db,
    vault,
    outbox,
    otp,
    twoFactor,
    identityProviders: createIdentityProviders(outgoing, config),
    market,
    keys,
    outgoing,
    suppliers,
    uploads,
    callbacks,
    purchases,
    installation,
    refreshMarket: mirror.refresh,
    log,
  }

  let closing = false
  const stops: (() => Promise<void>)[] = []
  let address = ''
  if (roles.includes('http')) {
    const http = await startHttpRole(parts, () => closing)
    realtime = http.realtime
    address = http.address
    stops.push(http.stop)
  }
  if (roles.includes('worker')) {
    const worker = await startWorkerRole(parts, databaseUrl, outgoing)
    wakeSender = worker.wakeSender
    wakeDispatcher = worker.wakeDispatcher
    stops.push(worker.stop)
  }

  return {
    address,
    refresh: mirror.refresh,
    /** Takes nothing more, finishes what it holds, and lets go. */
    async stop() {
      if (closing) return
      closing = true
      await purchases.close()
      await Promise.all(stops.map((stop) => stop()))
      await purchases.settler.idle()
      await mirror.close()
      await atMost(graceMs / 5, outgoing.close())
      await db.close()
    },
  }
}

interface Parts {
  config: Config
  db: Database
  vault: Vault
  outbox: Outbox
  otp: Otp
  twoFactor: TwoFactor
  identityProviders: IdentityProviders
  market: Market
  keys: Keys
  outgoing: Outgoing
  suppliers: ReturnType<typeof createSuppliers>
  uploads: Uploads
  callbacks: Callbacks
  purchases: Purchases
  installation: string
  refreshMarket(): Promise<void>
  log: Log
}

async function startHttpRole(parts: Parts, closing: () => boolean) {
  const { config, db, purchases, log } = parts
  const access = createAccess(db, { id: config.clientId, secret: config.clientSecret })
  const app = createHttp({ log, trustProxy: config.trustProxy })
  await app.register(fastifyFormbody)
  await acceptFiles(app)
  await addSecurityHeaders(app, { contentSecurityPolicy: { directives: pagePolicy }, strictTransportSecurity: config.production })
  const routes = createRoutes(app, guards(access, parts.keys))
  healthRoutes(routes, { db, closing, waiting: () => purchases.waiting, metricsToken: config.metricsToken })
  const ownAddress = () => addressOf(app.server, config)
  registerFeatures(routes, parts, () => config.publicUrl.replace(/\/+$/, '') || ownAddress())
  await serveDocs(routes, clientVersion)
  await servePages(app)
  await app.listen({ host: config.host, port: config.port })
  const realtime = await startRealtime(app.server, { db, access, purchases, log, publicUrl: config.publicUrl })
  return {
    realtime,
    address: ownAddress(),
    async stop() {
      // Both at once: the channel waits for every connection to end, and only a closing server ends those that clients keep.
      await atMost(graceMs, Promise.all([app.close(), realtime.close()]))
    },
  }
}

/** Where this process answers, once it listens. */
function addressOf(server: Server, { host, port }: Config): string {
  const bound = server.address()
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${boundPort}`
}

/** Features, by hand: what is not listed here does not exist. */
function registerFeatures(routes: Routes, parts: Parts, publicUrl: () => string) {
  const intake = createIntake(parts.db, parts.purchases, createSandbox(parts.db))
  accessRoutes(routes, { ...parts, publicUrl })
  twoFactorRoutes(routes, parts)
  walletRoutes(routes, parts)
  purchaseRoutes(routes, parts)
  reportRoutes(routes, { ...parts, settler: parts.purchases.settler })
  h2hRoutes(routes, { ...parts, intake })
  getRoutes(routes, { ...parts, intake })
  offerRoutes(routes, parts)
  specialPriceRoutes(routes, parts)
  buyingListRoutes(routes, parts)
  priceChangeRoutes(routes, parts)
  pinRoutes(routes, parts)
  catalogueRoutes(routes, parts)
  supplierRoutes(routes, parts)
  reviewRoutes(routes, parts)
  bannerRoutes(routes, parts)
  apiSettingsRoutes(routes, { ...parts, publicUrl })
  callbackRoutes(routes, parts)
  uploadRoutes(routes, parts)
  otpRoutes(routes, parts)
  if (!parts.config.production) outboxRoutes(routes, parts)
  memberRoutes(routes, parts)
  locationRoutes(routes)
  termsRoutes(routes, parts)
  // Invented names only where nobody takes them for a bank's word; the provider comes with the payments.
  bankAccountRoutes(routes, { ...parts, nameInquiry: parts.config.production ? null : sandboxNames })
  jabberRoutes(routes, parts)
}

const guards = (access: Access, keys: Keys): Guards => ({
  public: () => null,
  client: (request) => {
    access.requireClient(request)
    return null
  },
  member: (request) => access.requireMember(request),
  seller: (request) => access.requireRole(request, 'ROLE_SELLER'),
  admin: (request) => access.requireRole(request, 'ROLE_ADMIN'),
  key: keyGuard(keys),
})

/** Mantine sets styles from script, so inline styles must pass; scripts never do. */
const pagePolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", 'ws:', 'wss:'],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
}

async function startWorkerRole(parts: Parts, databaseUrl: string, outgoing: Outgoing) {
  const { db, market, vault, purchases, config, log } = parts
  const worker = await takeWorkerIdentity(databaseUrl, (error) => {
    // Without the lock others take our claims as dead; going on would ask sellers twice at once.
    log.fatal({ err: error }, 'the connection that shows this worker alive broke')
    process.exit(1)
  })
  const dispatcher = startDispatcher({
    ...parts,
    settler: purchases.settler,
    worker,
    refreshMarket: parts.refreshMarket,
    breaker: createBreaker(db, config.restMs, log),
  })
  const sender = startSender({ db, market, vault, outgoing, log, worker: worker.number, firstPauseMs: config.callbackRetryMs })
  const mailer = config.smtpUrl === '' ? null : createMailer({ url: config.smtpUrl, from: config.mailFrom })
  const whatsapp = config.whatsapp && createWhatsapp(outgoing, config.whatsapp)
  const jobs = await startJobs({
    databaseUrl,
    db,
    log,
    signUp: (asked) => signUp(parts, asked),
    mailLink: (asked) => mailLink(parts, asked),
    carry: createCarrier({ ...parts, mailer, whatsapp, production: config.production }),
    tellPriceChanges: () => tellPriceChanges(parts),
    sweepUploads: () => parts.uploads.sweep(),
  })
  await db.listen('attempts', dispatcher.wake)
  return {
    wakeDispatcher: dispatcher.wake,
    wakeSender: sender.wake,
    async stop() {
      await atMost(graceMs, Promise.all([dispatcher.stop(), sender.stop(), jobs.stop()]))
      mailer?.close()
      await purchases.settler.idle()
      await worker.close()
    },
  }
}

function portOf(databaseUrl: string): number {
  return URL.canParse(databaseUrl) ? Number(new URL(databaseUrl).port || 5432) : 5432
}
