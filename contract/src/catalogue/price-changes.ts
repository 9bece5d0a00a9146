import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, filter, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/**
 * Kinds of changes in a buyer's prices. `special`: a special price for this buyer was given, changed or ended. The last two kinds concern a whole
 * shop.
 */
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

/** Maximum number of changes in one `price.changed` callback. */
export const changesPerCallback = 100

export const changeRow = z.object({
  id: rowId,
  /** Null when the whole shop opened or closed. The other product fields are null in this case, too. */
  productmemberid: rowId.nullable(),
  productcode: z.string().nullable(),
  productname: z.string().nullable(),
  sellerid: rowId,
  sellername: z.string(),
  kind: z.enum(changeKinds),
  /** This buyer's price before and after the change. `price` is null after `removed`. */
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
    summary: "List price and state changes of products in the buying list, at the member's own prices, newest first",
    access: 'member',
    query: z.object(
      pageQuery(['id'], {
        search: filter(plainText(100)),
        productcode: filter(plainText(30).toUpperCase()),
        sellerid: filter(rowIdText),
        /** One or several kinds, separated by commas: `price,special`. */
        kind: filter(kindsText),
      }),
    ),
    data: pageOf(changeRow),
  }),
}
