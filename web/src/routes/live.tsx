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
import { useWaitingCount } from '#features/system/approvals/approvals.api.ts'
import { useLiveApprovals } from '#features/system/approvals/approvals.live.ts'
import { useLiveMaintenance } from '#features/system/maintenance/maintenance.live.ts'
import { useLiveNotifications } from '#features/system/notifications/notifications.live.ts'
import { isOccupied } from '#lib/ask-before-leaving.ts'
import { openLine } from '#lib/realtime-connection.ts'
import { useSession } from '#lib/session.ts'
import { keepWaiting } from '#routes/waiting.ts'
import { fetchWhatOpens } from '#ui/lazy.tsx'
import { fetchSigns } from '#ui/menu-sign.tsx'
import { sayDoneAndOffer } from '#ui/snackbar.ts'

/** Realtime updates on every page behind the sign-in. Loaded after the first screen; the connection reports missed events. */
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
  useKnown()
  usePush()
  const isAdministrator = user?.roles.some(({ name }) => name === 'ROLE_ADMIN') ?? false
  useLiveAlerts(isAdministrator, useOpenAlerts())
  useCountWaiting(isAdministrator)
  usePrefetchNext()
  useEffect(() => void Promise.allSettled([fetchWhatOpens(), fetchSigns()]), [])
  // Must be last: all other hooks must be subscribed before the connection publishes its first event.
  useLine(session?.token, session?.user.id)
  return null
}

/** Opens a ticket that was just created, on every page; if that would lose unsent input, a message offers it. */
function useOpenTicket(): (invoice: string) => void {
  const navigate = useNavigate()
  return (invoice) => {
    const open = () => void navigate({ to: '/confmdeposit/$invoice', params: { invoice } })
    if (isOccupied()) sayDoneAndOffer(`Tiket ${invoice} dibuat`, { label: 'Buka tiket', act: open })
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

/** Compares the browser's push subscription with the server's; a pressed notification opens its subject. */
function usePush() {
  const router = useRouter()
  useEffect(() => {
    void import('#features/system/push/subscription.ts').then(({ compareSubscription }) => compareSubscription()).catch(() => undefined)
    const hear = ({ data }: MessageEvent<{ go?: string } | undefined>) => {
      const path = data?.go
      if (!path) return
      const go = () => router.history.push(path)
      if (isOccupied()) sayDoneAndOffer('Notifikasi dibuka', { label: 'Lihat', act: go })
      else go()
    }
    navigator.serviceWorker?.addEventListener('message', hear)
    return () => navigator.serviceWorker?.removeEventListener('message', hear)
  }, [router])
}

/** For the time without a network; loaded after the first screen. */
function useKnown() {
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    void import('#routes/known.ts').then(
      ({ keepWhatIsKnown }) => {
        if (!gone) stop = keepWhatIsKnown()
      },
      () => undefined,
    )
    return () => {
      gone = true
      stop?.()
    }
  }, [])
}

function useLine(token: string | undefined, userId: number | undefined) {
  const userid = userId?.toString()
  useEffect(() => {
    if (token && userid) return openLine({ token, userid })
  }, [token, userid])
}

/** Nothing is prefetched for browsers that save data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Prefetches the most likely next page while idle: from the home page the purchases, from all others the home page. */
function usePrefetchNext() {
  const router = useRouter()
  const atHome = useLocation({ select: ({ pathname }) => pathname === '/home' || pathname === '/' })
  useEffect(() => {
    if (savesData()) return
    // A failed prefetch is ignored; the page is loaded when it is opened.
    void router.preloadRoute({ to: atHome ? '/trxpembelian' : '/home' }).catch(() => undefined)
  }, [router, atHome])
}

/** Updates the counts of the administrators' menu, and the lists that all roles share. */
function useCountWaiting(isAdministrator: boolean) {
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
