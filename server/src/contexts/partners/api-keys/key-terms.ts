import { type KeyTerms, keyTerms } from '@lapak/contract/shared/key-terms'
import { byColumn, selected } from '#db/columns.ts'
import type { ApiKey } from '#db/schema.ts'
import { addressList } from '#http/typed-addresses.ts'
import { changesOf } from '#shared/changes.ts'

/*
 * The column of `api_key` for each term of a key; the contract defines the terms (key-terms.ts). A new term needs a migration that adds its column,
 * also to the triggers `cache_bump` and `cache_stamp`. Lists, changes, replaced keys, the audit and the cache follow from this table, so `admit`
 * (verification.ts) only has to check the term.
 */

const columns = { name: 'name', test: 'test', timed: 'timed', ip: 'allowed_addresses' } as const satisfies Record<
  keyof KeyTerms,
  keyof ApiKey
>
const names = keyTerms.keyof().options

/** Columns for a `select` of keys. */
export const selectedTerms = selected(columns)

/** Values by column, for `values` or `set`. */
export const columnsOf = <Given extends Partial<KeyTerms>>(terms: Given) => byColumn(columns, terms)

/** Terms that are not given keep their value. A list of addresses is normalized, and refused when it is invalid. */
export function becomes(before: KeyTerms, { ip, ...asked }: Partial<KeyTerms>): KeyTerms {
  const requested: Partial<KeyTerms> = { ...asked, ip: ip === undefined ? ip : addressList(ip, 'ip') }
  return Object.fromEntries(names.map((name) => [name, requested[name] === undefined ? before[name] : requested[name]])) as KeyTerms
}

/** The terms that would change; null when none would. */
export const changesFrom = (before: KeyTerms, asked: Partial<KeyTerms>) => changesOf(before, becomes(before, asked))
