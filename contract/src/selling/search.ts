import { z } from 'zod'
import { pricingQuery, pricingRow, searches } from '../catalogue/catalogue.ts'
import { call } from '../shared/call.ts'
import { pageOf, plainText } from '../shared/wire.ts'
import { sellerListQuery, sellerSummary } from './sellers.ts'

/** One search for products and sellers. */
export const searchCalls = {
  products: call('GET', '/api/v1/product/pricing/cari', {
    summary: 'Find prices by product code, name or brand, tolerating typing errors; a phone number finds by operator; at most 500 per page',
    compressed: true,
    access: 'member',
    limit: searches,
    query: z.object({ ...pricingQuery, cari: plainText(100).default('') }),
    data: pageOf(pricingRow),
  }),
  sellers: call('GET', '/api/v1/supplier/cari', {
    summary: 'Find sellers by name, tolerating typing errors',
    compressed: true,
    access: 'member',
    limit: searches,
    query: z.object({ page: sellerListQuery.page, size: sellerListQuery.size.default(50), cari: plainText(100).default('') }),
    data: pageOf(sellerSummary),
  }),
}
