import type { Reader } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import { containing } from '#core/search.ts'

/** What more members have than this is no search: who looks for rows of theirs would get those of some. */
const namedMax = 200

/** Members in whose name, or in whose e-mail as well, this is. */
export async function membersNamed(read: Reader, typed: string, by: readonly ('name' | 'email')[]): Promise<bigint[]> {
  const pattern = containing(typed)
  const found = await read
    .selectFrom('member')
    .select('id')
    .where((eb) => eb.or(by.map((column) => eb(column, 'ilike', pattern))))
    .limit(namedMax + 1)
    .execute()
  if (found.length > namedMax)
    throw new Refusal('input.invalid', {}, { errors: { search: `Lebih dari ${namedMax} member cocok, ketik lebih lengkap` } })
  return found.map(({ id }) => id)
}
