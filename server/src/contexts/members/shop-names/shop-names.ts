import { sql } from 'kysely'
import { lockCache } from '#db/cache-lock.ts'
import { type Database, type Reader, type Tx, violatesConstraint } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { looksLikePlatform } from './shown-name.ts'
import { skeletonOf } from './skeleton.ts'

export { nameForAll, seenName } from './shown-name.ts'

/** Reserves the name of a shop; refused if it looks like the platform or another shop. The former name becomes free. */
export async function reserveShopName(tx: Tx, memberId: bigint, name: string): Promise<void> {
  if (looksLikePlatform(name)) throw new Refusal('name.of_platform', {}, { field: 'membername' })
  const skeleton = skeletonOf(name)
  await tx
    .insertInto('shop_name')
    .values({ member_id: memberId, skeleton })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ skeleton }))
    .execute()
    .catch((error) => {
      throw violatesConstraint(error, 'shop_name_pkey') ? new Refusal('name.taken', {}, { field: 'membername' }) : error
    })
}

/** Called before a member applies to sell: refuses a name that looks like that of the platform or another shop. */
export async function refuseNameOfOther(read: Reader, memberId: bigint, name: string): Promise<void> {
  if (looksLikePlatform(name)) throw new Refusal('name.of_platform')
  const taken = await read
    .selectFrom('shop_name')
    .select('member_id')
    .where('skeleton', '=', skeletonOf(name))
    .where('member_id', '<>', memberId)
    .executeTakeFirst()
  if (taken) throw new Refusal('name.taken')
}

/** A seller whose name is not reserved, because it looks like that of an older shop. */
export interface NameClash {
  memberId: bigint
  name: string
}

/**
 * Reserves the names of sellers whose name was not reserved by a change (older sellers, demonstration data), from old to new. Returns the sellers
 * whose name looks like that of an older shop: they keep the name until the operator contacts them, because their customers know it.
 */
export async function reserveNamesOfSellers(db: Database): Promise<NameClash[]> {
  const ids = await namelessSellers(db)
  if (ids.length === 0) return []
  return db.transaction(async (tx) => {
    // The cache lock prevents concurrent changes of names.
    await lockCache(tx)
    const sellers = await tx
      .selectFrom('member')
      .select(['id', 'name'])
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .orderBy('id')
      .execute()
    const skeletons = sellers.map(({ name }) => skeletonOf(name))
    await sql`
      insert into shop_name (member_id, skeleton)
      select * from unnest(${sellers.map(({ id }) => id)}::bigint[], ${skeletons}::text[]) on conflict do nothing`.execute(tx)
    const named = new Set(await withNames(tx, ids))
    return sellers.filter(({ id }) => !named.has(id)).map(({ id, name }) => ({ memberId: id, name }))
  })
}

/** Must be called before anything is locked, because it reads all sellers. */
async function namelessSellers(db: Database): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select member_id as id from member_role
      join role on role.id = member_role.role_id and role.name = 'ROLE_SELLER'
    where not exists (select from shop_name where shop_name.member_id = member_role.member_id)`.execute(db.read)
  return rows.map(({ id }) => id)
}

async function withNames(tx: Tx, ids: bigint[]): Promise<bigint[]> {
  const rows = await tx.selectFrom('shop_name').select('member_id').where(sql<boolean>`member_id = any(${ids}::bigint[])`).execute()
  return rows.map(({ member_id }) => member_id)
}
