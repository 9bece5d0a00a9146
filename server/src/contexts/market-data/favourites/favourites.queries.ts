import type { favouriteCalls } from '@lapak/contract/market-data/favourites'
import type { DataOf } from '@lapak/contract/shared/call'
import type { Reader } from '#db/db.ts'

export type Favourite = DataOf<typeof favouriteCalls.add>

const favouritesOf = (read: Reader, memberId: bigint) =>
  read
    .selectFrom('favourite')
    .leftJoin('product', 'product.id', 'favourite.product_id')
    .select([
      'favourite.id',
      'favourite.name',
      'favourite.target',
      'product.code as productcode',
      'product.name as productname',
      'favourite.created_at as createat',
    ])
    .where('member_id', '=', memberId)

/** Sorted by name, ignoring case. */
export const listFavourites = (read: Reader, memberId: bigint): Promise<Favourite[]> =>
  favouritesOf(read, memberId)
    .orderBy((of) => of.fn('lower', ['favourite.name']))
    .orderBy('favourite.id')
    .execute()

export const readFavourite = (read: Reader, memberId: bigint, id: bigint): Promise<Favourite | undefined> =>
  favouritesOf(read, memberId).where('favourite.id', '=', id).executeTakeFirst()
