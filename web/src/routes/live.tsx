import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useLiveProfile } from '#features/auth/access/access.live.ts'
import { useUser } from '#features/auth/access/use-user.ts'
import { useWaitingAlerts } from '#features/backoffice/health/health.api.ts'
import { useLiveAlerts } from '#features/backoffice/health/health.live.ts'
import { useLiveOffers } from '#features/catalogue/catalogue/offers.live.ts'
import { useLiveChat } from '#features/community/chat/chat.live.ts'
import { useUnreadChats } from '#features/community/chat/unread.api.ts'
import { useWaitingPosts } from '#features/community/feeds/feeds.api.ts'
import { useLiveReports } from '#features/community/feeds/feeds.live.ts'
import { useLiveCashOuts } from '#features/funds/cash-outs/cash-outs.live.ts'
import { useCardPages } from '#features/funds/top-ups/card-page.ts'
import { useLiveTickets } from '#features/funds/top-ups/top-ups.live.ts'
import { useWaitingDisputes } from '#features/ordering/disputes/disputes.api.ts'
import { useLiveDisputes } from '#features/ordering/disputes/disputes.live.ts'
import { useWaitingApplications } from '#features/selling/seller-applications/seller-applications.api.ts'
import { useLiveApplications } from '#features/selling/seller-applications/seller-applications.live.ts'
import { useWaitingApprovalCount } from '#features/system/approvals/approvals.api.ts'
import { useLiveApprovals } from '#features/system/approvals/approvals.live.ts'
import { useLiveMaintenance } from '#features/system/maintenance/maintenance.live.ts'
import { useLiveNotifications } from '#features/system/notifications/notifications.live.ts'
import { openRealtimeConnection } from '#lib/realtime-connection.ts'
import { useSession } from '#lib/session.ts'
import { isUserBusy } from '#lib/use-confirm-leave.ts'
import { setWaitingCounts } from '#routes/waiting-counts.ts'
import { preloadOverlays } from '#ui/lazy.tsx'
import { preloadMenuIcons } from '#ui/menu-icon.tsx'
import { showSuccessWithAction } from '#ui/snackbar.ts'

/**
 * Realtime updates for every page behind the sign-in. It is loaded after the first screen; when the connection is opened, it reports whether events
 * were missed.
 */
export function Live() {
  const session = useSession()
  const user = useUser()
  useLiveOffers()
  useLiveTickets(useOpenTicket())
  useLiveCashOuts()
  useLiveProfile()
  useLiveChat(useOpenChat())
  useLiveNotifications()
  useLiveMaintenance()
  useCardPages()
  usePersistedQueries()
  usePush()
  const isAdministrator = user?.roles.some(({ name }) => name === 'ROLE_ADMIN') ?? false
  useLiveAlerts(isAdministrator, useOpenAlerts())
  useCountWaiting(isAdministrator)
  usePrefetchNext()
  useEffect(() => void Promise.allSettled([preloadOverlays(), preloadMenuIcons()]), [])
  // Must be the last hook: all other hooks must have subscribed before the connection publishes its first event.
  useRealtimeConnection(session?.token, session?.user.id)
  return null
}

/** Returns a function that opens a ticket that was just created, on every page. If this would discard unsent input, a message offers to open it. */
function useOpenTicket(): (invoice: string) => void {
  const navigate = useNavigate()
  return (invoice) => {
    const open = () => void navigate({ to: '/confmdeposit/$invoice', params: { invoice } })
    if (isUserBusy()) showSuccessWithAction(`Tiket ${invoice} dibuat`, { label: 'Buka tiket', onPress: open })
    else open()
  }
}

function useOpenChat(): (groupid: string) => void {
  const navigate = useNavigate()
  return (grup) => void navigate({ to: '/chat', search: { grup } })
}

function useOpenAlerts(): () => void {
  const navigate = useNavigate()
  return useCallback(() => void navigate({ to: '/admin/kesehatan', search: { tab: 'peringatan' } }), [navigate])
}

/** Compares the browser's push subscription with the server's, and opens the subject of a notification that the user pressed. */
function usePush() {
  const router = useRouter()
  useEffect(() => {
    void import('#features/system/push/subscription.ts').then(({ syncSubscription }) => syncSubscription()).catch(() => undefined)
    const hear = ({ data }: MessageEvent<{ go?: string } | undefined>) => {
      const path = data?.go
      if (!path) return
      const go = () => router.history.push(path)
      if (isUserBusy()) showSuccessWithAction('Notifikasi dibuka', { label: 'Lihat', onPress: go })
      else go()
    }
    navigator.serviceWorker?.addEventListener('message', hear)
    return () => navigator.serviceWorker?.removeEventListener('message', hear)
  }, [router])
}

/** Stores the last answers for the time without a network. The code is loaded after the first screen. */
function usePersistedQueries() {
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    void import('#routes/persisted-queries.ts').then(
      ({ startPersisting }) => {
        if (!gone) stop = startPersisting()
      },
      () => undefined,
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [])
}

function useRealtimeConnection(token: string | undefined, userId: number | undefined) {
  const userid = userId?.toString()
  useEffect(() => {
    if (token && userid) return openRealtimeConnection({ token, userid })
  }, [token, userid])
}

/** Whether the browser is set to save data; then nothing is prefetched. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Prefetches the page that is most likely opened next, while the browser is idle: on the home page the page of purchases, on all other pages the home
 * page.
 */
function usePrefetchNext() {
  const router = useRouter()
  const atHome = useLocation({ select: ({ pathname }) => pathname === '/home' || pathname === '/' })
  useEffect(() => {
    if (savesData()) return
    // A failed prefetch is ignored, because the page is loaded again when it is opened.
    void router.preloadRoute({ to: atHome ? '/trxpembelian' : '/home' }).catch(() => undefined)
  }, [router, atHome])
}

/** Updates the waiting counts in the administrators' menu. The subscriptions also refresh lists that members of all roles have. */
function useCountWaiting(isAdministrator: boolean) {
  useLiveApprovals()
  useLiveApplications()
  useLiveDisputes()
  useLiveReports()
  const counted: Record<string, number> = {
    layanan: useUnreadChats('house', isAdministrator),
    kiriman: useWaitingPosts(isAdministrator),
    persetujuan: useWaitingApprovalCount(isAdministrator),
    kesehatan: useWaitingAlerts(isAdministrator),
    trxadm: useWaitingDisputes('house', isAdministrator),
    usermanagement: useWaitingApplications(isAdministrator),
  }
  useEffect(() => setWaitingCounts(counted))
}
