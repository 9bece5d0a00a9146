import type { favouriteCalls } from '@lapak/contract/market-data/favourites'
import type { BodyOf } from '@lapak/contract/shared/call'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { changesOf } from '#shared/changes.ts'
import { type Favourite, readFavourite } from './favourites.queries.ts'

export interface FavouriteDeps {
  db: Database
  catalogue: CatalogueSnapshot
  settings: Settings
}

type NewFavourite = BodyOf<typeof favouriteCalls.add>
type FavouriteChanges = BodyOf<typeof favouriteCalls.change>

/** The target is normalized as in orders, so that it can be compared with a typed number. */
export function addFavourite({ db, catalogue, settings }: FavouriteDeps, memberId: bigint, asked: NewFavourite): Promise<Favourite> {
  const product = asked.productcode ? (catalogue.productsByCode.get(asked.productcode) ?? null) : null
  if (asked.productcode && !product) throw new Refusal('not_found.product')
  const target = catalogue.operators.normalizeTarget(asked.target, product?.targetKind ?? null)
  if (target === '') throw new Refusal('input.invalid', {}, { errors: { target: 'Nomor tujuan wajib diisi' } })
  return db.transaction(async (tx) => {
    await refuseTooMany(tx, memberId, settings.get('favourites.max'))
    const { id } = await tx
      .insertInto('favourite')
      .values({ member_id: memberId, name: asked.name, target, product_id: product?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecond)
    return known(await readFavourite(tx, memberId, id))
  })
}

/** Fields that are omitted stay unchanged. */
export function changeFavourite({ db }: FavouriteDeps, memberId: bigint, id: bigint, asked: FavouriteChanges): Promise<Favourite> {
  return db.transaction(async (tx) => {
    const before = known(await readFavourite(tx, memberId, id))
    const changes = changesOf(before, { name: asked.name ?? before.name })
    if (!changes) return before
    await tx.updateTable('favourite').set(changes).where('id', '=', id).where('member_id', '=', memberId).execute()
    return known(await readFavourite(tx, memberId, id))
  })
}

export async function removeFavourite({ db }: FavouriteDeps, memberId: bigint, id: bigint): Promise<void> {
  await db.transaction(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('favourite').where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('not_found.favourite')
  })
}

/** Deletes the favourites of a member that closes its account. The caller has locked the member's row, so no favourite is added concurrently. */
export const deleteFavourites = async (tx: Tx, memberId: bigint): Promise<void> => {
  await tx.deleteFrom('favourite').where('member_id', '=', memberId).execute()
}

/** Locks the member's row, so that concurrent additions run one after another and no favourite is added after the account was closed. */
async function refuseTooMany(tx: Tx, memberId: bigint, max: number) {
  const { status } = await tx.selectFrom('member').select('status').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (status === 0) throw new Refusal('access.blocked')
  const { count } = await tx
    .selectFrom('favourite')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (count >= max) throw new Refusal('favourite.too_many', { max })
}

function known(favourite: Favourite | undefined): Favourite {
  if (!favourite) throw new Refusal('not_found.favourite')
  return favourite
}

function refuseSecond(error: unknown): never {
  if (violatesConstraint(error, 'favourite_once')) throw new Refusal('favourite.exists')
  throw error
}
