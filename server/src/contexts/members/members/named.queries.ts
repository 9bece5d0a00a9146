import type { Reader } from '#db/db.ts'
import { containing } from '#db/like-pattern.ts'
import { Refusal } from '#http/refusal.ts'

/** What more members have than this is no search: who looks for rows of theirs would get those of some. */
const namedMax = 200

/** Members in whose name, or in whose e-mail as well, this is. */
export const membersNamed = (read: Reader, typed: string, by: readonly ('name' | 'email')[]): Promise<bigint[]> =>
  idsOf(named(read, typed, by))

/** Of who has, or had, a server to sell from: of names that many members share, these are few. */
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
    .where((eb) => eb.or(by.map((column) => eb(`member.${column}`, 'ilike', containing(typed)))))
    .limit(namedMax + 1)

async function idsOf(query: ReturnType<typeof named>): Promise<bigint[]> {
  const found = await query.execute()
  if (found.length > namedMax)
    throw new Refusal('input.invalid', {}, { errors: { search: `Lebih dari ${namedMax} member cocok, ketik lebih lengkap` } })
  return found.map(({ id }) => id)
}
