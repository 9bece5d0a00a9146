import type { User } from '@lapak/contract/auth/access'
import { administratorEntries, entriesFor, type MenuEntry } from '#routes/menu-entries.ts'
import { useWaitingCounts } from '#routes/waiting-counts.ts'

/** The entries of the administrators' menu with the number of items that wait at each entry; empty for other members. */
export function useAdministratorEntries(user: User): MenuEntry[] {
  const waiting = useWaitingCounts()
  return entriesFor(administratorEntries, user).map((entry) => {
    const waits = waiting[entry.key] ?? 0
    return waits === 0 ? entry : { ...entry, label: `${entry.label} (${waits})`, waits }
  })
}

/** The total of the waiting counts, for the button that opens the menu. */
export const totalWaiting = (entries: MenuEntry[]): number => entries.reduce((sum, { waits = 0 }) => sum + waits, 0)
