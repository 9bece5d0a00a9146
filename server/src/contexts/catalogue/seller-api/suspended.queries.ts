import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

export interface SuspendedSeller {
  seller_id: bigint
  name: string
  circuit_open_since: Date | null
  circuit_open_until: Date
  failures: number
  /** The number of all suspended sellers. */
  total: bigint
}

/** Suspended sellers, sorted by descending number of failures. */
export async function suspendedSellers(read: Reader, limit: number): Promise<SuspendedSeller[]> {
  const { rows } = await sql<SuspendedSeller>`
    select seller_id, member.name, circuit_open_since, circuit_open_until, failures, count(*) over () as total
    from seller_api join member on member.id = seller_id
    where circuit_open_until > now() order by failures desc, seller_id limit ${limit}`.execute(read)
  return rows
}
