import { type KeyTerms, keyTerms } from '@lapak/contract/shared/key-terms'
import { byColumn, selected } from '#db/columns.ts'
import type { ApiKey } from '#db/schema.ts'
import { addressList } from '#http/typed-addresses.ts'
import { changesOf } from '#shared/changes.ts'

/*
 * In which column of `api_key` each term of a key stands; what it is, says the contract (key-terms.ts). Whoever adds one here writes a
 * migration, with the column among those of the triggers `cache_bump` and `cache_stamp`; lists, changes, what takes a key's place and the audit have
 * it by this table, and memory, so that `admit` (verification.ts) only has to ask it.
 */

const columns = { name: 'name', test: 'test', timed: 'timed', ip: 'allowed_addresses' } as const satisfies Record<
  keyof KeyTerms,
  keyof ApiKey
>
const names = keyTerms.keyof().options

/** For a `select` of keys. */
export const selectedTerms = selected(columns)

/** For `values` or `set`. */
export const columnsOf = <Given extends Partial<KeyTerms>>(terms: Given) => byColumn(columns, terms)

/** What is not given stays as it is. A list of addresses is kept in its usual spelling, and refused where it is none. */
export function becomes(before: KeyTerms, { ip, ...asked }: Partial<KeyTerms>): KeyTerms {
  const requested: Partial<KeyTerms> = { ...asked, ip: ip === undefined ? ip : addressList(ip, 'ip') }
  return Object.fromEntries(names.map((name) => [name, requested[name] === undefined ? before[name] : requested[name]])) as KeyTerms
}

/** What of it would be other than it is; null when nothing would. */
export const changesFrom = (before: KeyTerms, asked: Partial<KeyTerms>) => changesOf(before, becomes(before, asked))
