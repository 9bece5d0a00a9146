import { sql } from 'kysely'
import type { Database } from '#db/db.ts'

/** Every column that holds addresses of pictures. A picture that none of them names is removed after some days. */
export const pictureColumns = [
  ['member', 'avatar'],
  ['member', 'ktp'],
  ['member', 'npwp'],
  ['category', 'image'],
  ['brand_group', 'logo'],
  ['brand', 'logo'],
  ['product', 'image'],
  ['banner', 'image'],
  ['seller_document', 'ktp'],
  ['seller_document', 'npwp'],
  ['top_up', 'proof'],
  ['payment_method', 'logo'],
  ['message', 'image'],
  ['post', 'image'],
] as const

const addresses = sql.join(
  pictureColumns.map(([table, column]) => sql`select ${sql.ref(column)} as address from ${sql.table(table)}`),
  sql` union all `,
)

interface Unused {
  id: bigint
  name: string
  private: boolean
}

/** Some of the pictures that nobody uses so many days after they were uploaded. Their name is found in an address of any form. */
export async function unusedPictures(db: Database, keptDays: number, count: number): Promise<Unused[]> {
  const { rows } = await sql<Unused>`
    select id, name, private from upload
    where created_at < now() - ${keptDays} * interval '1 day'
      and name not in (select substring(address from '([A-Za-z0-9_-]{32}[.]webp)(?:[?].*)?$') as name from (${addresses}) as used
                       where address ~ '[A-Za-z0-9_-]{32}[.]webp([?].*)?$')
    order by id limit ${count}`.execute(db.read)
  return rows
}
