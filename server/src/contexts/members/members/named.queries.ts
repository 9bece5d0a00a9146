import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { Refusal } from '#http/refusal.ts'

/** A search text is refused if it matches more members than this: the list that is searched by these members would be incomplete. */
const namedMax = 200

/** The ids of members whose name contains this text, or whose e-mail does, as chosen by `by`. */
export const membersNamed = (read: Reader, typed: string, by: readonly ('name' | 'email')[]): Promise<bigint[]> =>
  idsOf(named(read, typed, by))

/** Includes only members that have or had a seller API, so that even common names have few matches. */
export const sellersNamed = (read: Reader, typed: string): Promise<bigint[]> =>
  idsOf(
    named(read, typed, ['name']).where((eb) =>
      eb.exists(eb.selectFrom('seller_api').select('seller_id').whereRef('seller_id', '=', 'member.id')),
    ),
  )

const named = (read: Reader, typed: string, by: readonly ('name' | 'email')[]) =>
  read
    .selectFrom('member')
    .select('member.id')
    .where((eb) => eb.or(by.map((column) => eb(`member.${column}`, 'ilike', containsPattern(typed)))))
    .limit(namedMax + 1)

async function idsOf(query: ReturnType<typeof named>): Promise<bigint[]> {
  const found = await query.execute()
  if (found.length > namedMax)
    throw new Refusal('input.invalid', {}, { errors: { search: `Lebih dari ${namedMax} member cocok, ketik lebih lengkap` } })
  return found.map(({ id }) => id)
}
