import { bankStatementCalls } from '@lapak/contract/funds/bank-statements'
import type { CallRequest, Routes } from '#http/http.ts'
import { bankFeeds } from '#integrations/bank-feeds/feeds.ts'
import { type FeedDeps, takeDelivery } from './feed.ts'

/** The endpoints to which bank feeds deliver rows. */
export function bankStatementRoutes(routes: Routes, deps: FeedDeps) {
  const secrets = deps.config.bankFeeds
  const take =
    (name: keyof typeof bankFeeds) =>
    ({ params, request }: Pick<CallRequest<typeof bankStatementCalls.feed>, 'params' | 'request'>) =>
      takeDelivery(deps, bankFeeds[name], secrets[name], {
        bank: params.bankcode,
        headers: request.headers,
        body: request.rawBody,
        address: request.ip,
      })
  routes.on(bankStatementCalls.feed, take('own'))
  routes.on(bankStatementCalls.moota, take('moota'))
  routes.on(bankStatementCalls.cekmutasi, take('cekmutasi'))
}
