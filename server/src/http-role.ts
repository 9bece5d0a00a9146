import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApprovalKind } from '@lapak/contract/system/approvals'
import { refuseMissingKeys } from '#db/encrypted-columns.ts'
import { closeAfterAnswers, stopListening } from '#http/graceful-close.ts'
import { healthRoutes } from '#http/health.ts'
import { type Checks, createHttp, createRoutes, type Guards, type Routes } from '#http/http.ts'
import { acceptFiles } from '#http/multipart.ts'
import { allowanceOf, rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { addSecurityHeaders } from '#http/security-headers.ts'
import { watchConnections } from '#http/server-limits.ts'
import { createNameInquiry } from '#integrations/name-inquiry/inquiries.ts'
import type { EventSource } from '#realtime/events.ts'
import type { Config } from '#shared/config.ts'
import { accessRoutes, clientVersion } from './contexts/auth/access/access.routes.ts'
import { type Access, announceSetup, createAccess } from './contexts/auth/access/access.ts'
import { type Realtime, startRealtime } from './contexts/auth/realtime-logon/realtime-logon.ts'
import { dashboardAdminRoutes } from './contexts/backoffice/dashboard/dashboard.admin.routes.ts'
import { doctorAdminRoutes } from './contexts/backoffice/doctor/doctor.admin.routes.ts'
import { doctorRoutes } from './contexts/backoffice/doctor/doctor.routes.ts'
import { healthAdminRoutes } from './contexts/backoffice/health/health.admin.routes.ts'
import { healthEvents } from './contexts/backoffice/health/health.events.ts'
import { checkWithoutWorker } from './contexts/backoffice/health/without-worker.ts'
import { openingAdminRoutes } from './contexts/backoffice/opening/opening.admin.routes.ts'
import { countRows } from './contexts/backoffice/users/rows-read.ts'
import { userAdminRoutes } from './contexts/backoffice/users/users.admin.routes.ts'
import { executeApprovedUserChange } from './contexts/backoffice/users/users.ts'
import { catalogueAdminRoutes } from './contexts/catalogue/catalogue/catalogue.admin.routes.ts'
import { catalogueRoutes } from './contexts/catalogue/catalogue/catalogue.routes.ts'
import { priceChangeEvents } from './contexts/catalogue/price-changes/price-changes.events.ts'
import { priceChangeRoutes } from './contexts/catalogue/price-changes/price-changes.routes.ts'
import { sellerApiRoutes } from './contexts/catalogue/seller-api/seller-api.routes.ts'
import { shopRoutes } from './contexts/catalogue/shop/shop.routes.ts'
import { specialPriceRoutes } from './contexts/catalogue/special-prices/special-prices.routes.ts'
import { chatAdminRoutes } from './contexts/community/chat/chat.admin.routes.ts'
import { chatEvents, publishTyping, typingEvents } from './contexts/community/chat/chat.events.ts'
import { chatRoutes } from './contexts/community/chat/chat.routes.ts'
import { feedAdminRoutes } from './contexts/community/feeds/feeds.admin.routes.ts'
import { backEvents, goneEvents, postEvents, reportEvents } from './contexts/community/feeds/feeds.events.ts'
import { feedRoutes } from './contexts/community/feeds/feeds.routes.ts'
import { bankAccountRoutes } from './contexts/funds/bank-accounts/bank-accounts.routes.ts'
import { bankStatementAdminRoutes } from './contexts/funds/bank-statements/bank-statements.admin.routes.ts'
import { bankStatementRoutes } from './contexts/funds/bank-statements/bank-statements.routes.ts'
import { executeApprovedNote, executeApprovedSuspenseEnd } from './contexts/funds/bank-statements/bank-statements.ts'
import { devBankRoutes } from './contexts/funds/bank-statements/dev-bank.routes.ts'
import { cashOutRoutes } from './contexts/funds/cash-outs/cash-outs.routes.ts'
import { recheckPayout } from './contexts/funds/cash-outs/cash-outs.ts'
import { paymentGatewayRoutes } from './contexts/funds/payment-gateway/payment-gateway.routes.ts'
import { createTicketProvider } from './contexts/funds/payment-gateway/payment-gateway.ts'
import { sandboxPages } from './contexts/funds/payment-gateway/sandbox-page.ts'
import { executeApprovedEnd } from './contexts/funds/reconciliation/end-difference.ts'
import { reconciliationAdminRoutes } from './contexts/funds/reconciliation/reconciliation.admin.routes.ts'
import { ticketAdminRoutes } from './contexts/funds/tickets/tickets.admin.routes.ts'
import { ticketEvents } from './contexts/funds/tickets/tickets.events.ts'
import { executeApprovedTicketStep } from './contexts/funds/tickets/tickets.ts'
import { topUpAdminRoutes } from './contexts/funds/top-ups/top-ups.admin.routes.ts'
import { topUpRoutes } from './contexts/funds/top-ups/top-ups.routes.ts'
import { executeApprovedMethodChange } from './contexts/funds/top-ups/top-ups.ts'
import { treasuryAdminRoutes } from './contexts/funds/treasury/treasury.admin.routes.ts'
import { executeApprovedCashMove } from './contexts/funds/treasury/treasury.ts'
import { walletRoutes } from './contexts/funds/wallet/wallet.routes.ts'
import { favouriteRoutes } from './contexts/market-data/favourites/favourites.routes.ts'
import { targetAdminRoutes } from './contexts/market-data/targets/targets.admin.routes.ts'
import { memberRoutes } from './contexts/members/members/members.routes.ts'
import { otpRoutes } from './contexts/members/otp/otp.routes.ts'
import { pinRoutes } from './contexts/members/pin/pin.routes.ts'
import { stepUpRoutes } from './contexts/members/step-up-auth/step-up-auth.routes.ts'
import { requireStepUp } from './contexts/members/step-up-auth/step-up-auth.ts'
import { twoFactorRoutes } from './contexts/members/two-factor/two-factor.routes.ts'
import { readBuyerOptions } from './contexts/ordering/buyer-options/buyer-options.queries.ts'
import { buyerOptionRoutes } from './contexts/ordering/buyer-options/buyer-options.routes.ts'
import { buyingListRoutes } from './contexts/ordering/buying-list/buying-list.routes.ts'
import { disputeAdminRoutes } from './contexts/ordering/disputes/disputes.admin.routes.ts'
import { disputeEvents } from './contexts/ordering/disputes/disputes.events.ts'
import { disputeRoutes } from './contexts/ordering/disputes/disputes.routes.ts'
import { executeApprovedRejection } from './contexts/ordering/disputes/disputes.ts'
import { createIntake } from './contexts/ordering/intake/intake.ts'
import { reportRoutes } from './contexts/ordering/purchases/dispatch/reports.routes.ts'
import { purchaseAdminRoutes } from './contexts/ordering/purchases/purchases.admin.routes.ts'
import { purchaseEvents, saleEvents } from './contexts/ordering/purchases/purchases.events.ts'
import { purchaseRoutes } from './contexts/ordering/purchases/purchases.routes.ts'
import { apiKeyRoutes } from './contexts/partners/api-keys/api-keys.routes.ts'
import { requireStepUpOfSoftware } from './contexts/partners/api-keys/api-keys.ts'
import { callbackRoutes } from './contexts/partners/callbacks/callbacks.routes.ts'
import { xmppRoutes } from './contexts/partners/jabber/jabber.routes.ts'
import { earningRoutes } from './contexts/selling/earnings/earnings.routes.ts'
import { offerRoutes } from './contexts/selling/offers/offers.routes.ts'
import { reviewRoutes } from './contexts/selling/reviews/reviews.routes.ts'
import { searchRoutes } from './contexts/selling/search/search.routes.ts'
import { sellerApplicationAdminRoutes } from './contexts/selling/seller-applications/seller-applications.admin.routes.ts'
import { sellerApplicationEvents } from './contexts/selling/seller-applications/seller-applications.events.ts'
import { sellerApplicationRoutes } from './contexts/selling/seller-applications/seller-applications.routes.ts'
import { sellerSelfTestRoutes } from './contexts/selling/seller-self-test/seller-self-test.routes.ts'
import { storeTestReport } from './contexts/selling/seller-self-test/seller-self-test.ts'
import { sellerRoutes } from './contexts/selling/sellers/sellers.routes.ts'
import { approvalAdminRoutes } from './contexts/system/approvals/approvals.admin.routes.ts'
import { type ApprovedAction, requireAdministrator } from './contexts/system/approvals/approvals.ts'
import { auditAdminRoutes } from './contexts/system/audit/audit.admin.routes.ts'
import { bannerAdminRoutes } from './contexts/system/banners/banners.admin.routes.ts'
import { bannerRoutes } from './contexts/system/banners/banners.routes.ts'
import { knownFirstPicture } from './contexts/system/banners/first-picture.ts'
import { locationRoutes } from './contexts/system/locations/locations.routes.ts'
import { maintenanceAdminRoutes } from './contexts/system/maintenance/maintenance.admin.routes.ts'
import { maintenanceEvents } from './contexts/system/maintenance/maintenance.events.ts'
import { maintenanceRoutes } from './contexts/system/maintenance/maintenance.routes.ts'
import { notificationEvents } from './contexts/system/notifications/notifications.events.ts'
import { notificationRoutes } from './contexts/system/notifications/notifications.routes.ts'
import { outboxRoutes } from './contexts/system/outbox/outbox.routes.ts'
import { pushRoutes } from './contexts/system/push/push.routes.ts'
import { settingAdminRoutes } from './contexts/system/settings/settings.admin.routes.ts'
import { executeApprovedSettingChange } from './contexts/system/settings/settings.ts'
import { termsAdminRoutes } from './contexts/system/terms/terms.admin.routes.ts'
import { termsRoutes } from './contexts/system/terms/terms.routes.ts'
import { uploadRoutes } from './contexts/system/uploads/uploads.routes.ts'
import { createDeliverer } from './deliverer.ts'
import { serveDocs } from './docs.ts'
import { encryptedColumns } from './encrypted-columns.ts'
import { healthContext } from './health-port.ts'
import { channelAdapters } from './partner-api/partner-api.ts'
import type { Services } from './services.ts'
import { atMost, lingerMs, shutdownMs, startParts } from './shutdown.ts'
import { servePages } from './static-files.ts'

/** The HTTP role: calls, the web page and the realtime channel. */
export const startHttpRole = (parts: Services, closing: () => boolean) =>
  startParts(parts.log, (opened) => startHttp(parts, closing, opened))

async function startHttp(parts: Services, closing: () => boolean, opened: (close: () => unknown) => void) {
  const { config, db, log } = parts
  const access = createAccess(parts, { id: config.clientId, secret: config.clientSecret })
  const app = createHttp({ log, trustProxy: config.trustProxy })
  await acceptFiles(app)
  await addSecurityHeaders(app, {
    contentSecurityPolicy: { directives: pagePolicy(config.publicUrl) },
    strictTransportSecurity: config.production,
  })
  const routes = createRoutes(app, { guards: guards(access), checks: checks(parts, access), production: config.production })
  healthRoutes(app, healthContext(parts, closing))
  const ownAddress = () => addressOf(app.server, config)
  const publicUrl = () => config.publicUrl.replace(/\/+$/, '') || ownAddress()
  registerFeatures(routes, parts, publicUrl)
  await serveDocs(routes, clientVersion, parts.settings.get('callbacks.keptDays'), config)
  const firstPicture = knownFirstPicture(db.read)
  firstPicture()
  await servePages(routes, { pictureAt: (path) => (path === '/home' ? firstPicture() : undefined) })
  opened(() => app.close())
  await app.listen({ host: config.host, port: config.port })
  const realtime = await startRealtime(app.server, {
    db,
    access,
    sources: eventSources(parts),
    log,
    typed: (memberId, id) => publishTyping(parts, memberId, id),
    ...config,
  })
  watchConnections(app.server, { log, ...config })
  const { deliver, close: closeMail } = createDeliverer(parts)
  await announceSetup(parts, publicUrl())
  const stopChecking = checkWithoutWorker({ ...parts, deliver, everyMs: config.workerCheckMs })
  return {
    realtime,
    address: ownAddress(),
    /** For the first `delayMs` the process answers as before, while proxies learn that it stops. */
    async stop(delayMs: number) {
      await atMost(shutdownMs, stopChecking())
      closeMail()
      if (delayMs > 0) await leaveProxies(app.server, realtime, delayMs)
      // Both are closed concurrently: the realtime channel waits for all connections to end, and only a server that is closing ends keep-alive
      // connections.
      await atMost(shutdownMs, Promise.all([app.close(), realtime.close()]))
    },
  }
}

async function leaveProxies(server: Server, { disconnectPages }: Realtime, delayMs: number) {
  closeAfterAnswers(server)
  await pause(delayMs)
  disconnectPages()
  await stopListening(server, lingerMs)
}

/** URL of this process once it listens. */
function addressOf(server: Server, { host, port }: Config): string {
  const bound = server.address()
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
  const everywhere = host === '0.0.0.0' || host === '::'
  return `http://${everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${boundPort}`
}

/** All features. A feature that is not listed here has no routes. */
function registerFeatures(routes: Routes, parts: Services, publicUrl: () => string) {
  const intake = createIntake(parts)
  for (const channel of channelAdapters) channel.open?.(routes, { ...parts, intake })
  accessRoutes(routes, { ...parts, publicUrl })
  twoFactorRoutes(routes, parts)
  walletRoutes(routes, parts)
  purchaseRoutes(routes, parts)
  purchaseAdminRoutes(routes, parts)
  reportRoutes(routes, {
    ...parts,
    settler: parts.purchases.settler,
    keepTestReport: (sellerId, order, report) => storeTestReport(parts, sellerId, order, report),
  })
  offerRoutes(routes, parts)
  specialPriceRoutes(routes, parts)
  auditAdminRoutes(routes, parts)
  approvalAdminRoutes(routes, { ...parts, execute: execute(parts, publicUrl) })
  settingAdminRoutes(routes, parts)
  topUpAdminRoutes(routes, parts)
  treasuryAdminRoutes(routes, parts)
  bankStatementAdminRoutes(routes, parts)
  bankStatementRoutes(routes, parts)
  reconciliationAdminRoutes(routes, parts)
  buyingListRoutes(routes, parts)
  priceChangeRoutes(routes, parts)
  pinRoutes(routes, parts)
  stepUpRoutes(routes, parts)
  catalogueRoutes(routes, { ...parts, routeOf: parts.purchases.route })
  catalogueAdminRoutes(routes, parts)
  targetAdminRoutes(routes, parts)
  sellerRoutes(routes, parts)
  searchRoutes(routes, parts)
  reviewRoutes(routes, parts)
  bannerRoutes(routes, parts)
  bannerAdminRoutes(routes, parts)
  apiKeyRoutes(routes, { ...parts, readUsertrx: (memberId) => readBuyerOptions(parts.db.read, memberId) })
  buyerOptionRoutes(routes, parts)
  sellerApiRoutes(routes, { ...parts, publicUrl })
  sellerSelfTestRoutes(routes, parts)
  shopRoutes(routes, parts)
  earningRoutes(routes, parts)
  sellerApplicationRoutes(routes, { ...parts, publicUrl })
  sellerApplicationAdminRoutes(routes, { ...parts, publicUrl })
  callbackRoutes(routes, parts)
  uploadRoutes(routes, parts)
  otpRoutes(routes, parts)
  if (!parts.config.production) outboxRoutes(routes, parts)
  if (!parts.config.production) devBankRoutes(routes, parts)
  memberRoutes(routes, parts)
  userAdminRoutes(routes, { ...parts, publicUrl })
  locationRoutes(routes)
  termsRoutes(routes, parts)
  termsAdminRoutes(routes, parts)
  const { gateway, sandbox } = parts
  const withProvider = { ...parts, provider: createTicketProvider(gateway, parts.installation) }
  topUpRoutes(routes, withProvider)
  paymentGatewayRoutes(routes, { ...withProvider, recheckPayout })
  if (gateway && sandbox) sandboxPages(routes, { ...parts, gateway, recheckPayout }, sandbox)
  cashOutRoutes(routes, parts)
  ticketAdminRoutes(routes, parts)
  dashboardAdminRoutes(routes, parts)
  healthAdminRoutes(routes, parts)
  openingAdminRoutes(routes, parts)
  doctorRoutes(routes)
  doctorAdminRoutes(routes, { ...parts, openSecrets: () => refuseMissingKeys(parts.db, parts.cipher, encryptedColumns) })
  maintenanceRoutes(routes, parts)
  maintenanceAdminRoutes(routes, parts)
  bankAccountRoutes(routes, { ...parts, nameInquiry: createNameInquiry(parts.outgoing, parts.config) })
  xmppRoutes(routes, parts)
  chatRoutes(routes, parts)
  chatAdminRoutes(routes, parts)
  favouriteRoutes(routes, parts)
  feedRoutes(routes, parts)
  feedAdminRoutes(routes, parts)
  notificationRoutes(routes, { ...parts, requireStepUpOfSoftware: (caller) => requireStepUpOfSoftware(parts, caller) })
  pushRoutes(routes, { ...parts, identity: parts.pushIdentity, services: { ...parts.config.push, production: parts.config.production } })
  disputeRoutes(routes, { ...parts, publicUrl })
  disputeAdminRoutes(routes, { ...parts, publicUrl })
}

/** Executes an approved request in the feature that owns it. */
const execute = (parts: Services, publicUrl: () => string): Record<ApprovalKind, ApprovedAction> => ({
  'purchase.force': parts.purchases.executeApprovedForce,
  'setting.change': (approved, approval) => executeApprovedSettingChange(parts, approved, approval),
  'cash.move': (approved, approval) => executeApprovedCashMove(parts, approved, approval),
  'unmatched.assign': (approved, approval) => executeApprovedSuspenseEnd(parts, approved, approval),
  'statement.note': (approved, approval) => executeApprovedNote(parts, approved, approval),
  'difference.end': (approved, approval) => executeApprovedEnd(parts, approved, approval),
  'dispute.reject': (approved, approval) => executeApprovedRejection({ ...parts, publicUrl }, approved, approval),
  'payment_method.change': (approved, approval) => executeApprovedMethodChange(parts, approved, approval),
  'ticket.decide': (approved, approval) => executeApprovedTicketStep(parts, approved, approval),
  'member.change': (approved, approval) => executeApprovedUserChange({ ...parts, publicUrl }, approved, approval),
})

/** All sources of realtime events. */
const eventSources = (parts: Services): EventSource[] => [
  purchaseEvents(parts),
  saleEvents(parts),
  priceChangeEvents(parts),
  ticketEvents(parts),
  sellerApplicationEvents(parts),
  healthEvents(parts),
  maintenanceEvents(parts),
  disputeEvents(parts),
  chatEvents(parts),
  typingEvents(parts),
  postEvents(),
  goneEvents(),
  backEvents(),
  reportEvents(parts),
  notificationEvents(parts),
]

const guards = (access: Access): Guards => ({
  public: () => null,
  client: async (request) => {
    await access.requireClient(request)
    return null
  },
  member: (request) => access.requireMember(request),
  seller: (request) => access.requireRole(request, 'ROLE_SELLER'),
  admin: async (request) => {
    const caller = await access.requireRole(request, 'ROLE_ADMIN')
    return { ...caller, recheckRole: (tx) => requireAdministrator(tx, caller.memberId) }
  },
  // The handlers check the secret in the path themselves.
  secret: () => null,
})

const checks = ({ db, audit, settings }: Services, { requireSecondFactor }: Access): Checks => ({
  requireSecondFactor,
  requireStepUp: (caller, by) => requireStepUp({ db, audit }, caller, by),
  // Test keys have a separate allowance, so that tests do not block live requests.
  count: ({ memberId, sessionId, test }, { setting, seconds, per }) =>
    rateLimit(
      db,
      `${allowanceOf(setting, memberId)}${test ? ' in tests' : ''}${per === 'session' ? ` in ${sessionId}` : ''}`,
      settings.get(setting),
      seconds,
    ),
  countRows: (caller, call, rows) => countRows({ db, audit, settings }, caller, call, rows),
  countLongList: ({ memberId }, rows) => {
    const tooMany = (retryAfterSeconds: number) => new Refusal('rate.too_many', {}, { retryAfterSeconds })
    const allowance = settings.get('access.listRowsPerMinute')
    return rateLimit(db, allowanceOf('access.listRowsPerMinute', memberId), allowance, 60, tooMany, rows)
  },
})

/** Mantine sets styles from scripts, so inline styles must be allowed; inline scripts never are. */
const pagePolicy = (publicUrl: string) => ({
  defaultSrc: ["'self'"],
  // No page uses a base element, and an injected one would redirect all relative addresses.
  baseUri: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  // The own origin explicitly: Safari before 15.4 applies 'self' to HTTP only, not to WebSocket.
  connectSrc: ["'self'", ...(publicUrl === '' ? [] : [new URL(publicUrl).origin.replace(/^http/, 'ws')])],
  frameAncestors: ["'none'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  upgradeInsecureRequests: null,
})
