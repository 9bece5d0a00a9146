import { supplierKinds } from '@lapak/contract/catalogue/seller-api'
import type { reportCalls } from '@lapak/contract/ordering/purchases'
import type { CatalogueSnapshot, SellerApi } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { allowsIpAddress } from '#http/address-list.ts'
import type { CallRequest } from '#http/http.ts'
import { parseReport, reportsOf } from '#integrations/suppliers/report.ts'
import type { SupplierReport } from '#integrations/suppliers/supplier.ts'
import { yieldToEvents } from '#jobs/yielding.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Settler } from '../settlement/settle.ts'
import type { RawReport } from '../types.ts'
import { attemptOfReference, type TestOrder, testOfReference } from './reference.ts'
import type { ReportSource, UnknownReportLimiter } from './unknown-reports.ts'

export interface ReportDeps {
  db: Database
  catalogue: CatalogueSnapshot
  settler: Settler
  settings: Settings
  installation: string
  /** Stores a report about a test order of this seller's self-test. Returns false if this test order does not exist. */
  keepTestReport(sellerId: bigint, order: TestOrder, report: RawReport): Promise<boolean>
}

export interface ReportContext extends ReportDeps {
  unknownReports: UnknownReportLimiter
}

type Reported = Pick<CallRequest<typeof reportCalls.byGet>, 'params' | 'request' | 'reply'>

export async function receiveReport(context: ReportContext, { params, request, reply }: Reported): Promise<string> {
  const answer = (status: 400 | 403 | 404 | 429, text: string) => {
    reply.code(status)
    return text
  }
  const sellerId = context.catalogue.sellersByReportPath.get(params.path)
  const api = sellerId === undefined ? undefined : context.catalogue.sellerApis.get(sellerId)
  if (api === undefined) return answer(404, 'UNKNOWN')
  if (!allowsIpAddress(api.reportAddresses, request.ip)) return answer(403, `IP tidak sesuai @${request.ip}`)
  const source = { sellerId: api.sellerId, address: request.ip }
  const tooMany = (seconds: number) => {
    reply.header('retry-after', seconds)
    return answer(429, 'TOO MANY UNKNOWN REFERENCES')
  }
  const blockedSeconds = context.unknownReports.retryAfterSeconds(source)
  if (blockedSeconds > 0) return tooMany(blockedSeconds)
  crashPoint('report.received')
  const mark = request.url.indexOf('?')
  const query = mark === -1 ? '' : request.url.slice(mark + 1)
  // Servers send JSON, forms or text with any content type, so the parser reads all formats from the raw body.
  const { results, retryAfterSeconds, isComplete } = await receiveList(context, api, source, { query, bodies: reportsOf(request.rawBody) })
  // The seller's server would repeat a list that is refused, although nothing of it is left to settle.
  if (isComplete && results.includes('ours')) return 'OK'
  // Reports that were not read come again with the repeated list; those that were settled before them have no effect a second time.
  if (retryAfterSeconds > 0) return tooMany(retryAfterSeconds)
  return results.includes('unreadable') ? answer(400, 'UNREADABLE') : answer(404, 'UNKNOWN REFERENCE')
}

interface ReportList {
  query: string
  bodies: string[]
}

/** Whether a report is about an order of this seller; `unreadable` if it contains no reference. */
type ReportResult = 'ours' | 'foreign' | 'unreadable'

interface ReportListResult {
  results: ReportResult[]
  /** Seconds until the source may send again; 0 means now. */
  retryAfterSeconds: number
  /** False if the source reached its limit before the end of the list. */
  isComplete: boolean
}

/**
 * Takes the reports of a list one by one. A list may contain orders of other customers of the seller's server: our own orders after them are settled
 * too, but each of the others counts like a single report, since otherwise a list would allow fifty times as many guesses. Reading stops when the
 * source has reached its limit.
 */
async function receiveList(
  context: ReportContext,
  api: SellerApi,
  source: ReportSource,
  { query, bodies }: ReportList,
): Promise<ReportListResult> {
  const results: ReportResult[] = []
  let retryAfterSeconds = 0
  for (const body of bodies) {
    // The seller's own patterns may need milliseconds for each report.
    if (results.length > 0) await yieldToEvents()
    const result = await receiveOne(context, api, { query, body })
    results.push(result)
    retryAfterSeconds = result === 'ours' ? context.unknownReports.retryAfterSeconds(source) : await context.unknownReports.count(source)
    if (retryAfterSeconds > 0) break
  }
  return { results, retryAfterSeconds, isComplete: results.length === bodies.length }
}

async function receiveOne(context: ReportContext, api: SellerApi, { query, body }: RawReport): Promise<ReportResult> {
  const read = (target?: string, product?: string) => parseReport(supplierKinds[api.kind], query, body, api.patterns, target, product)
  const report = read()
  if (report === null) return 'unreadable'
  const test = testOfReference(context.installation, report.reference)
  const isOurs = test
    ? await context.keepTestReport(api.sellerId, test, { query, body })
    : await settleReport(context, api, report.reference, (target, product) => read(target, product) ?? report)
  return isOurs ? 'ours' : 'foreign'
}

/**
 * The maximum number of reports about one attempt, because each is stored. No server needs nearly as many; further reports are refused and counted
 * like those about unknown references.
 */
const reportsMax = 100n

/**
 * Parses the report again with the order's target, so that the target is removed from its text. The target is known only after the order was found to
 * be this seller's.
 */
async function settleReport(
  { db, catalogue, settler, installation }: ReportContext,
  api: SellerApi,
  reference: string,
  read: (target: string, product?: string) => SupplierReport,
): Promise<boolean> {
  const attemptId = attemptOfReference(installation, reference)
  if (attemptId === null) return false
  const attempt = await db.read
    .selectFrom('attempt')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .select((of) => [
      'attempt.id',
      'attempt.purchase_id',
      'purchase.target',
      'purchase.product_id',
      of
        .selectFrom('exchange')
        .select((report) => report.fn.countAll<bigint>().as('count'))
        .whereRef('exchange.attempt_id', '=', 'attempt.id')
        .where('exchange.kind', '=', 'report')
        .as('reports'),
    ])
    .where('attempt.id', '=', attemptId)
    .where('attempt.seller_id', '=', api.sellerId)
    .executeTakeFirst()
  if (!attempt || (attempt.reports ?? 0n) >= reportsMax) return false
  const { outcome } = read(attempt.target, catalogue.products.get(attempt.product_id)?.name)
  await settler.add({
    attemptId: attempt.id,
    purchaseId: attempt.purchase_id,
    source: 'report',
    claim: null,
    result: outcome,
    request: '',
    answer: outcome.message,
    tookMs: null,
  })
  return true
}
