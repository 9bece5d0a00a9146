import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, filter, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/** What a change did. `special` is a price given to this buyer, changed or ended; the last two are of a whole shop. */
export const changeKinds = [
  'price',
  'open',
  'closed',
  'removed',
  'special',
  'disturbed',
  'restored',
  'cut_off',
  'cut_off_over',
  'sold_out',
  'in_stock',
  'shop_open',
  'shop_closed',
] as const

/** What one callback `price.changed` tells at most. */
export const changesPerCallback = 100

export const changeRow = z.object({
  id: rowId,
  /** Null, as all that tells of one product, when the whole shop opened or closed. */
  productmemberid: rowId.nullable(),
  productcode: z.string().nullable(),
  productname: z.string().nullable(),
  sellerid: rowId,
  sellername: z.string(),
  kind: z.enum(changeKinds),
  /** This buyer's own price before and after; null after `removed`. */
  pricebefore: rupiah.nullable(),
  price: rupiah.nullable(),
  at: moment,
})
export type ChangeRow = z.output<typeof changeRow>

const kindsText = boundedText(400)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(changeKinds)).max(changeKinds.length))

export const priceChangeCalls = {
  list: call('GET', '/api/v1/product/changes', {
    summary: "What changed in the price or state of products in the list, at the member's own prices, newest first",
    access: 'member',
    query: z.object(
      pageQuery(['id'], {
        search: filter(plainText(100)),
        productcode: filter(plainText(30).toUpperCase()),
        sellerid: filter(rowIdText),
        /** One kind or several, as `price,special`. */
        kind: filter(kindsText),
      }),
    ),
    data: pageOf(changeRow),
  }),
}
