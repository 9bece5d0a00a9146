import { useEffect } from 'react'
import { useWaitingAlerts } from '#features/backoffice/health/health.api.ts'
import { useUnreadChats } from '#features/community/chat/unread.api.ts'
import { useWaitingPosts } from '#features/community/feeds/feeds.api.ts'
import { useLiveReports } from '#features/community/feeds/feeds.live.ts'
import { useWaitingDisputes } from '#features/ordering/disputes/disputes.api.ts'
import { useLiveDisputes } from '#features/ordering/disputes/disputes.live.ts'
import { useWaitingApplications } from '#features/selling/seller-applications/seller-applications.api.ts'
import { useLiveApplications } from '#features/selling/seller-applications/seller-applications.live.ts'
import { useWaitingCount } from '#features/system/approvals/approvals.api.ts'
import { useLiveApprovals } from '#features/system/approvals/approvals.live.ts'
import { keepWaiting } from '#routes/waiting.ts'

/** Keeps count of what waits for administrators, and follows the lists that everybody has a side of. */
export function useCountWaiting(isAdministrator: boolean) {
  useLiveApprovals()
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
