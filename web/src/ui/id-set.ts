import { useState } from 'react'

/** A set of marked rows, which are either selected or expanded. */
export interface IdSet {
  ids: ReadonlySet<bigint>
  has: (id: bigint) => boolean
  toggle: (id: bigint) => void
  set: (ids: Iterable<bigint>) => void
}

/** Returns the set of marked rows; rows that are no longer shown lose their mark. */
export function useIdSet(rows: { id: bigint }[] | undefined): IdSet {
  const [ids, setIds] = useState<ReadonlySet<bigint>>(new Set())
  const shown = rows && new Set(rows.map(({ id }) => id))
  if (shown && [...ids].some((id) => !shown.has(id))) setIds(new Set([...ids].filter((id) => shown.has(id))))
  return {
    ids,
    has: (id) => ids.has(id),
    toggle: (id) => setIds(new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])),
    set: (next) => setIds(new Set(next)),
  }
}
