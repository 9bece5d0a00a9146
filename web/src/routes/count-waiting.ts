import { useEffect } from 'react'
import { useUnreadChats } from '#features/chat/unread.api.ts'
import { useWaitingCount } from '#features/decisions/decisions.api.ts'
import { useLiveDecisions } from '#features/decisions/decisions.live.ts'
import { useWaitingDisputes } from '#features/disputes/disputes.api.ts'
import { useLiveDisputes } from '#features/disputes/disputes.live.ts'
import { useWaitingPosts } from '#features/feeds/feeds.api.ts'
import { useLiveReports } from '#features/feeds/feeds.live.ts'
import { useWaitingAlerts } from '#features/health/health.api.ts'
import { useWaitingApplications } from '#features/seller-applications/seller-applications.api.ts'
import { useLiveApplications } from '#features/seller-applications/seller-applications.live.ts'
import { keepWaiting } from '#routes/waiting.ts'

/** Keeps count of what waits for administrators, and follows the lists that everybody has a side of. */
export function useCountWaiting(isAdministrator: boolean) {
  useLiveDecisions()
  useLiveApplications()
  useLiveDisputes()
  useLiveReports()
  const counted: Record<string, number> = {
    layanan: useUnreadChats('house', isAdministrator),
    kiriman: useWaitingPosts(isAdministrator),
    persetujuan: useWaitingCount(isAdministrator),
    kesehatan: useWaitingAlerts(isAdministrator),
    trxadm: useWaitingDisputes('house', isAdministrator),
    usermanagement: useWaitingApplications(isAdministrator),
  }
  useEffect(() => keepWaiting(counted))
}
