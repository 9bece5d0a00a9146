import { z } from 'zod'
import { orderFields } from '../ordering/purchases.ts'
import { call } from '../shared/call.ts'
import { personName } from '../shared/names.ts'
import { moment, rowId, rowIdText } from '../shared/wire.ts'

/** A target for which a member often buys, stored with a name. */
export const favourite = z.object({
  id: rowId,
  name: z.string(),
  target: z.string(),
  /** The product that the member usually buys for this target; null if only the target is stored. */
  productcode: z.string().nullable(),
  productname: z.string().nullable(),
  createat: moment,
})

const name = personName(40).min(1, 'Nama wajib diisi')
const changes = { setting: 'favourites.changesPerHour', seconds: 3600 } as const

export const favouriteCalls = {
  list: call('GET', '/api/v1/favourites', {
    summary: "List the member's favourite numbers by name",
    access: 'member',
    data: z.array(favourite),
  }),
  add: call('POST', '/api/v1/favourites', {
    summary: 'Add a favourite: a number with a name and the product usually bought for it',
    access: 'member',
    body: z.object({ name, target: orderFields.target, productcode: orderFields.productcode.nullish() }),
    data: favourite,
    done: 'Tersimpan di favorit',
    limit: changes,
    refuses: ['favourite.exists', 'favourite.too_many', 'not_found.product'],
  }),
  change: call('PATCH', '/api/v1/favourites/{id}', {
    summary: 'Change a favourite; fields that are not given stay as they are',
    access: 'member',
    params: z.object({ id: rowIdText }),
    body: z.object({ name: name.optional() }),
    data: favourite,
    done: 'Nama favorit diganti',
    limit: changes,
    refuses: ['not_found.favourite'],
  }),
  remove: call('DELETE', '/api/v1/favourites/{id}', {
    summary: 'Remove a favourite',
    access: 'member',
    params: z.object({ id: rowIdText }),
    done: 'Favorit dihapus',
    limit: changes,
    refuses: ['not_found.favourite'],
  }),
}
