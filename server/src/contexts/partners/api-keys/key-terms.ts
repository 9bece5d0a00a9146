import { type KeyTerms, keyTerms } from '@lapak/contract/shared/key-terms'
import { byColumn, selectColumns } from '#db/columns.ts'
import type { ApiKey } from '#db/schema.ts'
import { addressList } from '#http/typed-addresses.ts'
import { changesOf } from '#shared/changes.ts'

/*
 * Maps each term of a key to its column of `api_key`; the contract defines the terms (key-terms.ts). A new term needs a migration that adds its
 * column, also to the triggers `cache_bump` and `cache_stamp`. Lists, changes, replaced keys, the audit and the cache use this table, so apart from
 * it only `admit` (verification.ts) has to be changed to check the term.
 */

const columns = { name: 'name', test: 'test', timed: 'timed', ip: 'allowed_addresses' } as const satisfies Record<
  keyof KeyTerms,
  keyof ApiKey
>
const names = keyTerms.keyof().options

/** The columns of the terms for a `select` of keys. */
export const selectedTerms = selectColumns(columns)

/** The given terms by column name, for `values` or `set`. */
export const columnsOf = <Given extends Partial<KeyTerms>>(terms: Given) => byColumn(columns, terms)

/** The terms after a change. Terms that are not given keep their value; a list of IP addresses is normalized, and refused if it is invalid. */
export function changedTerms(before: KeyTerms, { ip, ...asked }: Partial<KeyTerms>): KeyTerms {
  const requested: Partial<KeyTerms> = { ...asked, ip: ip === undefined ? ip : addressList(ip, 'ip') }
  return Object.fromEntries(names.map((name) => [name, requested[name] === undefined ? before[name] : requested[name]])) as KeyTerms
}

/** The terms that the request would change; null if it would change none. */
export const changesFrom = (before: KeyTerms, asked: Partial<KeyTerms>) => changesOf(before, changedTerms(before, asked))
