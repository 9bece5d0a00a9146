import type { User } from '@lapak/contract/access'
import { useUnreadChats } from '#features/chat/chat.api.ts'
import { useWaitingCount } from '#features/decisions/decisions.api.ts'
import { useLiveDecisions } from '#features/decisions/decisions.live.ts'
import { useWaitingDisputes } from '#features/disputes/disputes.api.ts'
import { useLiveDisputes } from '#features/disputes/disputes.live.ts'
import { useWaitingPosts } from '#features/feeds/feeds.api.ts'
import { useLiveReports } from '#features/feeds/feeds.live.ts'
import { useWaitingAlerts } from '#features/health/health.api.ts'
import { useWaitingApplications } from '#features/seller-applications/seller-applications.api.ts'
import { useLiveApplications } from '#features/seller-applications/seller-applications.live.ts'
import { administratorEntries, type Entry, entriesFor } from '#routes/menu-entries.ts'

/** The screens of administration that this user has, and how much waits there; none for others. */
export function useAdministration(user: User): Entry[] {
  const entries = entriesFor(administratorEntries, user)
  const isAdministrator = entries.length > 0
  useLiveDecisions()
  useLiveApplications()
  useLiveDisputes()
  useLiveReports()
  const waiting: Record<string, number> = {
    layanan: useUnreadChats('house', isAdministrator),
    kiriman: useWaitingPosts(isAdministrator),
    persetujuan: useWaitingCount(isAdministrator),
    kesehatan: useWaitingAlerts(isAdministrator),
    trxadm: useWaitingDisputes('house', isAdministrator),
    usermanagement: useWaitingApplications(isAdministrator),
  }
  return entries.map((entry) => {
    const waits = waiting[entry.key] ?? 0
    return waits === 0 ? entry : { ...entry, label: `${entry.label} (${waits})`, waits }
  })
}

/** For the button that opens them: who does not look inside has to know. */
export const waitingIn = (entries: Entry[]): number => entries.reduce((sum, { waits = 0 }) => sum + waits, 0)
