import { sql } from 'kysely'
import { type Database, type Tx, violates } from '#core/db.ts'
import { lockMirror } from '#core/mirror-lock.ts'
import { Refusal } from '#core/refusal.ts'
import { skeletonOf } from './skeleton.ts'

/** A shop takes its name; refused when another one looks the same. Its former name is free again. */
export async function takeShopName(tx: Tx, memberId: bigint, name: string): Promise<void> {
  const skeleton = skeletonOf(name)
  await tx
    .insertInto('shop_name')
    .values({ member_id: memberId, skeleton })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ skeleton }))
    .execute()
    .catch((error) => {
      throw violates(error, 'shop_name_pkey') ? new Refusal('name.taken', {}, { field: 'membername' }) : error
    })
}

/** Of one look; whoever comes later gets none. */
export interface NameClash {
  memberId: bigint
  name: string
}

/**
 * Sellers who got their name otherwise than by a change of it (older ones, demonstration) take it as well, the oldest first. Answers
 * those whose name looks like an older shop's: they keep it until somebody talks to them, since their customers know it.
 */
export function takeNamesOfSellers(db: Database): Promise<NameClash[]> {
  return db.transaction(async (tx) => {
    // Nobody changes a name meanwhile.
    await lockMirror(tx)
    const { rows: nameless } = await sql<{ id: bigint; name: string }>`
      select member.id, member.name from member
        join member_role on member_role.member_id = member.id
        join role on role.id = member_role.role_id and role.name = 'ROLE_SELLER'
      where not exists (select from shop_name where shop_name.member_id = member.id)
      order by member.id`.execute(tx)
    if (nameless.length === 0) return []
    const ids = nameless.map(({ id }) => id)
    const skeletons = nameless.map(({ name }) => skeletonOf(name))
    const { rows: taken } = await sql<{ member_id: bigint }>`
      insert into shop_name (member_id, skeleton)
      select * from unnest(${ids}::bigint[], ${skeletons}::text[]) on conflict do nothing returning member_id`.execute(tx)
    const named = new Set(taken.map(({ member_id }) => member_id))
    return nameless.filter(({ id }) => !named.has(id)).map(({ id, name }) => ({ memberId: id, name }))
  })
}
