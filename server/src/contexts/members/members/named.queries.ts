import type { Reader } from '#db/db.ts'
import { containing } from '#db/like-pattern.ts'
import { Refusal } from '#http/refusal.ts'

/** A text that more members match is refused: a search by members would return the rows of some of them only. */
const namedMax = 200

/** Members whose name, or e-mail if requested, contains this text. */
export const membersNamed = (read: Reader, typed: string, by: readonly ('name' | 'email')[]): Promise<bigint[]> =>
  idsOf(named(read, typed, by))

/** Only members that have or had a seller API: even for common names these are few. */
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
