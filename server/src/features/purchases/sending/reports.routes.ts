import type { FastifyReply, FastifyRequest } from 'fastify'
import { allows } from '#core/address-list.ts'
import type { Database } from '#core/db.ts'
import { passing } from '#core/fault.ts'
import type { Routes } from '#core/http.ts'
import type { Log } from '#core/log.ts'
import { parseReport } from '#outside/suppliers/report.ts'
import type { SupplierReport } from '#outside/suppliers/supplier.ts'
import type { Market, SellerApi } from '../../market/market.ts'
import { supplierKinds } from '../../seller-api/seller-api.ts'
import type { Settler } from '../settling/settle.ts'
import { attemptOfReference } from './dispatch.ts'

export interface ReportContext {
  db: Database
  market: Market
  settler: Settler
  installation: string
  log: Log
}

/**
 * Where sellers' servers report final states: `/public/report/{the seller's own secret path}`, from the addresses that the
 * seller named. A report may touch only that seller's own attempts. It is stored before it is answered; the same report
 * again is answered again and does nothing.
 */
export function reportRoutes(routes: Routes, context: ReportContext) {
  routes.raw.register(async (scope) => {
    // Dialects post JSON, forms, or text under any name; the report parser reads them all from the raw text.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
      request.rawBody = body.toString()
      done(null, undefined)
    })
    scope.route({ method: ['GET', 'POST'], url: '/public/report/:path', handler: (request, reply) => takeReport(context, request, reply) })
  })
}

async function takeReport(context: ReportContext, request: FastifyRequest, reply: FastifyReply) {
  const { path } = request.params as { path: string }
  const sellerId = context.market.sellersByReportPath.get(path)
  const api = sellerId === undefined ? undefined : context.market.sellerApis.get(sellerId)
  if (api === undefined) return reply.code(404).type('text/plain').send('UNKNOWN')
  if (!allows(api.reportAddresses, request.ip)) return reply.code(403).type('text/plain').send(`IP tidak sesuai @${request.ip}`)
  passing('report.received')
  const mark = request.url.indexOf('?')
  const query = mark === -1 ? '' : request.url.slice(mark + 1)
  const read = (target?: string) => parseReport(supplierKinds[api.kind], query, request.rawBody, api.patterns, target)
  const report = read()
  if (report === null) return reply.code(400).type('text/plain').send('UNREADABLE')
  const known = await settleReport(context, api, report.reference, (target) => read(target) ?? report)
  return reply
    .code(known ? 200 : 404)
    .type('text/plain')
    .send(known ? 'OK' : 'UNKNOWN REFERENCE')
}

/** Only an order that is this seller's own tells which words in the report were its customer's. */
async function settleReport(
  { db, settler, installation }: ReportContext,
  api: SellerApi,
  reference: string,
  read: (target: string) => SupplierReport,
): Promise<boolean> {
  const attemptId = attemptOfReference(installation, reference)
  if (attemptId === null) return false
  const attempt = await db.read
    .selectFrom('attempt')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .select(['attempt.id', 'attempt.purchase_id', 'purchase.target'])
    .where('attempt.id', '=', attemptId)
    .where('attempt.seller_id', '=', api.sellerId)
    .executeTakeFirst()
  if (!attempt) return false
  const { outcome } = read(attempt.target)
  await settler.add({
    attemptId: attempt.id,
    purchaseId: attempt.purchase_id,
    source: 'report',
    result: outcome,
    request: '',
    answer: outcome.message,
    tookMs: null,
  })
  return true
}
