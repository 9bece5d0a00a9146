import type { User } from '@lapak/contract/access'
import { useWaitingCount } from '#features/decisions/decisions.api.ts'
import { useLiveDecisions } from '#features/decisions/decisions.live.ts'
import { administratorEntries, type Entry, entriesFor } from '#routes/menu-entries.ts'

/** The screens of administration that this user has, and how much waits there; none for others. */
export function useAdministration(user: User): Entry[] {
  const entries = entriesFor(administratorEntries, user)
  useLiveDecisions()
  const waiting = useWaitingCount(entries.length > 0)
  if (waiting === 0) return entries
  return entries.map((entry) => (entry.key === 'persetujuan' ? { ...entry, label: `${entry.label} (${waiting})`, waits: waiting } : entry))
}

/** For the button that opens them: who does not look inside has to know. */
export const waitingIn = (entries: Entry[]): number => entries.reduce((sum, { waits = 0 }) => sum + waits, 0)
