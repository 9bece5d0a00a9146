import { join } from 'node:path'
import { startCache } from '#db/cache.ts'
import { type Database, openDatabase } from '#db/db.ts'
import { refuseMissingKeys } from '#db/encrypted-columns.ts'
import { roleAt } from '#db/migrate.ts'
import { restoredAt, unconfirmedRestore, watchRestore } from '#db/restore.ts'
import { compareWitnesses, openWitness } from '#db/witness.ts'
import { createOutgoing } from '#http/outgoing.ts'
import { createWriteCheck } from '#http/write-check.ts'
import { createIdentityProviders } from '#integrations/oauth/oauth.ts'
import { createObjectStore } from '#integrations/object-storage/object-storage.ts'
import { createProviders } from '#integrations/payment-gateway/providers.ts'
import { createSuppliers } from '#integrations/suppliers/suppliers.ts'
import { supportsTexts } from '#integrations/whatsapp/carriers.ts'
import { type Config, missingTransports } from '#shared/config.ts'
import { createLog, type Log } from '#shared/log.ts'
import { platformKeys } from '#shared/platform-keys.ts'
import { createCipher } from '#shared/secrets.ts'
import { startTracer } from '#shared/tracing/start-tracer.ts'
import { endSession, endSessions } from './contexts/auth/access/access.ts'
import type { Realtime } from './contexts/auth/realtime-logon/realtime-logon.ts'
import { cacheMarketTables } from './contexts/market-data/snapshot/cached-tables.ts'
import { CatalogueSnapshot } from './contexts/market-data/snapshot/snapshot.ts'
import { createOtp } from './contexts/members/otp/otp.ts'
import { createSessionAttempts } from './contexts/members/passwords/passwords.ts'
import { createTwoFactor } from './contexts/members/two-factor/two-factor.ts'
import { createLowBalanceWarning } from './contexts/ordering/buyer-options/low-balance.ts'
import { endWithRefund, lockRefundedDispute } from './contexts/ordering/disputes/disputes.ts'
import { purchaseChange } from './contexts/ordering/purchases/changes.ts'
import { purchasesChannel } from './contexts/ordering/purchases/purchases.events.ts'
import { createPurchases } from './contexts/ordering/purchases/purchases.ts'
import { createKeys } from './contexts/partners/api-keys/verification.ts'
import { createCallbacks } from './contexts/partners/callbacks/callbacks.ts'
import { cacheAddresses, createXmppResults } from './contexts/partners/jabber/jabber.ts'
import { createAudit } from './contexts/system/audit/audit.ts'
import { createMaintenance } from './contexts/system/maintenance/maintenance.ts'
import { createOutbox } from './contexts/system/outbox/outbox.ts'
import { identityOf } from './contexts/system/push/push.ts'
import { createSettings } from './contexts/system/settings/settings.ts'
import { createUploads } from './contexts/system/uploads/uploads.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { startHealthPort } from './health-port.ts'
import { startHttpRole } from './http-role.ts'
import type { Services } from './services.ts'
import { atMost, shutdownMs, startParts } from './shutdown.ts'
import { startWorkerRole } from './worker-role.ts'
import { startXmppRole } from './xmpp-role.ts'

export type Role = 'http' | 'worker' | 'xmpp'

export interface Lapak {
  /** URL of this process; empty if the process does not have the http role. */
  address: string
  /** Reloads the cached data immediately. */
  refresh(): Promise<void>
  /** Takes no more work, but goes on answering for `delayMs` (default 0), so that proxies notice. Then finishes what was begun, and closes. */
  stop(delayMs?: number): Promise<void>
}

export interface LapakOptions {
  config: Config
  databaseUrl: string
  roles: readonly Role[]
  /**
   * Called when everything must be started again: the database was restored or failed over, and memory may contain what is gone, or a restore was
   * noticed or confirmed.
   */
  onOutdated?: () => void
}

/** Purposes of the platform's own signing and hashing keys. */
const platformPurposes = ['otp', 'recovery-codes', 'private pictures', 'push'] as const

/** Starts one process with one or several roles. Its state in memory can be lost at any moment. */
export function startLapak(options: LapakOptions): Promise<Lapak> {
  const log = createLog(options.config.logLevel)
  return startParts(log, (opened) => startRoles(options, log, opened))
}

async function startRoles(
  { config, databaseUrl, roles: configured, onOutdated = () => {} }: LapakOptions,
  log: Log,
  opened: (close: () => unknown) => void,
): Promise<Lapak> {
  const witnesses = join(config.dataDir, 'witness')
  await findRestore(databaseUrl, log, (first) => compareWitnesses(first, witnesses, { isWorker: configured.includes('worker') }))
  const db = await openDatabase({ url: databaseUrl, pool: config.databasePool, onOtherTimeline: onOutdated, log })
  opened(db.close)
  if (config.production) await warnOfOwner(databaseUrl, log)
  const restore = await unconfirmedRestore(db.read)
  // Until the restore is confirmed, no worker runs.
  const roles = restore === null ? configured : configured.filter((role) => role === 'http')
  const audit = createAudit({ db, log })
  const settings = createSettings(config)
  const cipher = createCipher(config.secretKey, config.formerSecretKeys)
  await refuseMissingKeys(db, cipher, encryptedColumns)
  const signing = await platformKeys({ db, cipher, firstKey: config.formerSecretKeys.at(-1) ?? config.secretKey }, platformPurposes)
  const missing = missingTransports(config)
  for (const transport of missing) log.warn({ transport }, 'not configured: codes and links by this transport are refused')
  const outbox = createOutbox({
    cipher,
    missing,
    sendsWhatsappTexts: config.whatsapp === null ? !config.production : supportsTexts(config.whatsapp),
  })
  // In development, the outbox stores WhatsApp messages instead of sending them.
  const otp = createOtp({ db, outbox, settings, key: signing.otp, whatsapp: config.whatsapp !== null || !config.production })
  const catalogue = new CatalogueSnapshot(settings)
  const maintenance = createMaintenance()
  const keys = createKeys({ db, audit, catalogue, cipher, log, requestsPerSecondAndKey: config.requestsPerSecondAndKey })
  const addresses = cacheAddresses()
  const cached = [settings.cached, maintenance.cached, ...cacheMarketTables(catalogue), keys.cached, addresses.cached]
  const cache = await startCache(db, cached, log)
  opened(cache.close)
  const writeCheck = createWriteCheck({ url: databaseUrl })
  opened(writeCheck.close)
  let address = ''
  const outgoing = createOutgoing({
    allowedHosts: config.allowedHosts,
    connectionsPerOrigin: 64,
    refusedPorts: () => [portOf(databaseUrl, 5432), address === '' ? config.port : portOf(address, 80)],
  })
  const suppliers = createSuppliers(outgoing)
  const sessionAttempts = createSessionAttempts({ db, audit, outbox, endSession })
  const twoFactor = createTwoFactor({ db, audit, cipher, outbox, sessionAttempts, recoveryKey: signing['recovery-codes'], endSessions })
  const store = createObjectStore({ folder: join(config.dataDir, 'uploads'), s3: config.s3 })
  const uploads = createUploads({ db, audit, store, settings, log, key: signing['private pictures'] })
  const { code: installation } = await db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()

  let closing = false
  const tracer = config.tracing === null ? null : await startTracer({ ...config.tracing, installation, roles, log })
  const closeTracer = async () => {
    if (tracer !== null) await atMost(shutdownMs / 5, tracer.close())
  }
  opened(closeTracer)

  let wakeSender = () => {}
  let wakeDispatcher = () => {}
  let realtime: Realtime | null = null
  const callbacks = createCallbacks({ db, catalogue, wakeSender: () => wakeSender() })
  const purchases = createPurchases({
    db,
    audit,
    settings,
    catalogue,
    cipher,
    suppliers,
    callbacks,
    xmppResults: createXmppResults({ addresses, served: config.xmpp !== null }),
    log,
    tracer,
    timing: config,
    restoredAt: await restoredAt(db.read),
    queueMax: config.queueMax,
    notify: () => closing || !roles.includes('worker'),
    refreshCatalogue: cache.refresh,
    paused: (now) => restore !== null || maintenance.pausesOrders(now),
    wakeDispatcher: () => wakeDispatcher(),
    wentBelowFloor: createLowBalanceWarning({ db, callbacks, outbox, settings, log }),
    lockRefundedDispute,
    refunded: (tx, refund) => endWithRefund({ outbox, publicUrl: () => config.publicUrl.replace(/\/+$/, '') || address }, tx, refund),
    placed: (order) => realtime?.publishLocally(purchasesChannel, purchaseChange(order)),
  })
  const parts: Services = {
    config,
    db,
    audit,
    settings,
    cipher,
    outbox,
    otp,
    sessionAttempts,
    twoFactor,
    identityProviders: createIdentityProviders(outgoing, config),
    ...createProviders(outgoing, config),
    catalogue,
    maintenance,
    keys,
    addresses,
    outgoing,
    writeCheck,
    pushIdentity: config.push.subject === '' ? null : identityOf(signing.push, config.push.subject),
    suppliers,
    uploads,
    store,
    callbacks,
    purchases,
    installation,
    refreshCatalogue: cache.refresh,
    afterRefresh: cache.afterRefresh,
    log,
    tracer,
  }

  const stops: ((delayMs: number) => Promise<void>)[] = []
  const started = (stop: (delayMs: number) => Promise<void>) => {
    stops.push(stop)
    opened(() => stop(0))
  }
  let closeHealthPort = () => Promise.resolve()
  if (config.healthPort !== null) {
    closeHealthPort = await startHealthPort(parts, config.healthPort, () => closing)
    opened(closeHealthPort)
  }
  if (roles.includes('http')) {
    const http = await startHttpRole(parts, () => closing)
    realtime = http.realtime
    address = http.address
    started(http.stop)
  }
  if (roles.includes('worker')) {
    const witness = await openWitness({ db, folder: witnesses, log, wentBack: onOutdated })
    opened(witness.close)
    const worker = await startWorkerRole(parts, databaseUrl, witness)
    wakeSender = worker.wakeSender
    wakeDispatcher = worker.wakeDispatcher
    started(async () => {
      await worker.stop()
      await witness.close()
    })
  }
  if (roles.includes('xmpp')) started((await startXmppRole(parts, databaseUrl)).stop)

  const stopWatching = watchRestore(db, { atStart: restore, log, onChange: onOutdated })
  return {
    address,
    refresh: cache.refresh,
    async stop(delayMs = 0) {
      if (closing) return
      closing = true
      stopWatching()
      // Workers claim nothing more from here on, while the http role goes on taking orders for other processes.
      await Promise.all(stops.map((stop) => stop(delayMs)))
      await purchases.close()
      await closeTracer()
      await closeHealthPort()
      await writeCheck.close()
      await cache.close()
      await atMost(shutdownMs / 5, outgoing.close())
      await db.close()
    },
  }
}

/** On connections of its own, because a finding may begin another timeline, which later connections must not take for a change. */
async function findRestore(url: string, log: Log, compare: (db: Database) => Promise<void>) {
  const db = await openDatabase({ url, pool: 1, log })
  try {
    await compare(db)
  } finally {
    await db.close()
  }
}

/** Logs a warning if the program owns the tables: an intruder in the program could then disable append-only rules and other constraints. */
async function warnOfOwner(databaseUrl: string, log: Log) {
  const { role, owns } = await roleAt(databaseUrl)
  if (owns) log.warn({ role }, 'DATABASE_URL is the owner of the tables; set DATABASE_OWNER_URL, and give the program a role of its own')
}

function portOf(url: string, usual: number): number {
  return URL.canParse(url) ? Number(new URL(url).port || usual) : usual
}
