import type { User } from '@lapak/contract/auth/access'
import { administratorEntries, type Entry, entriesFor } from '#routes/menu-entries.ts'
import { useWaiting } from '#routes/waiting.ts'

/** The screens of administration that this user has, and how much waits there; none for others. */
export function useAdministration(user: User): Entry[] {
  const waiting = useWaiting()
  return entriesFor(administratorEntries, user).map((entry) => {
    const waits = waiting[entry.key] ?? 0
    return waits === 0 ? entry : { ...entry, label: `${entry.label} (${waits})`, waits }
  })
}

/** For the button that opens them: who does not look inside has to know. */
export const waitingIn = (entries: Entry[]): number => entries.reduce((sum, { waits = 0 }) => sum + waits, 0)
