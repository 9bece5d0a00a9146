import { z } from 'zod'
import { call } from './call.ts'
import { filter, flag, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from './wire.ts'

/** A product of a seller in a buyer's own list ("product mapping"); an order walks these by `prioritas`, 1 first. */
export const mappingRow = z.object({
  id: rowId,
  productmemberid: rowId,
  productcode: z.string(),
  productname: z.string(),
  brandname: z.string(),
  sellername: z.string(),
  sellerid: rowId,
  statustoko: flag,
  /** The price that this buyer pays. */
  price: rupiah,
  prioritas: z.int(),
  status: flag,
})
export type MappingRow = z.output<typeof mappingRow>

export const mappingStatusWords = { 1: 'Aktif', 0: 'Non Aktif' } as const

const id = z.object({ id: rowIdText })

export const buyingListCalls = {
  list: call('GET', '/api/v1/product/mappings', {
    summary: "The buyer's list",
    access: 'member',
    query: z.object(
      pageQuery(['id', 'productcode', 'productname', 'sellername', 'price', 'prioritas', 'status'], {
        search: filter(plainText(100)),
        brandid: filter(rowIdText),
        categoryid: filter(rowIdText),
        sellerid: filter(rowIdText),
      }),
    ),
    data: pageOf(mappingRow),
  }),
  add: call('POST', '/api/v1/product/mapping', {
    summary: "Add a seller's product to the list; the default priority is behind the last one",
    access: 'member',
    body: z.object({
      productmemberid: rowId,
      status: flag.default(true),
      prioritas: z.int().min(1).max(999).nullish(),
      sellerid: rowId.optional(),
    }),
    data: mappingRow,
    done: 'Add Product Suplier Ok!',
    refuses: ['not_found.offer', 'mapping.exists', 'mapping.priority_used'],
  }),
  setStatus: call('PATCH', '/api/v1/product/mapping/{id}/{status}', {
    summary: 'Switch a product of the list on or off',
    access: 'member',
    params: z.object({ id: rowIdText, status: z.enum(['0', '1']).transform((text) => text === '1') }),
    data: mappingRow,
    done: 'Update Product Suplier Ok!',
    refuses: ['not_found.mapping'],
  }),
  remove: call('DELETE', '/api/v1/product/mapping/{id}', {
    summary: 'Take a product off the list',
    access: 'member',
    params: id,
    done: 'Delete Ok!',
    refuses: ['not_found.mapping'],
  }),
}
