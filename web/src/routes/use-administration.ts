import type { User } from '@lapak/contract/auth/access'
import { administratorEntries, type Entry, entriesFor } from '#routes/menu-entries.ts'
import { useWaiting } from '#routes/waiting.ts'

/** The entries of the administrators' menu with the number of items that wait at each entry; empty for other members. */
export function useAdministration(user: User): Entry[] {
  const waiting = useWaiting()
  return entriesFor(administratorEntries, user).map((entry) => {
    const waits = waiting[entry.key] ?? 0
    return waits === 0 ? entry : { ...entry, label: `${entry.label} (${waits})`, waits }
  })
}

/** The total of the waiting counts, for the button that opens the menu. */
export const waitingIn = (entries: Entry[]): number => entries.reduce((sum, { waits = 0 }) => sum + waits, 0)
