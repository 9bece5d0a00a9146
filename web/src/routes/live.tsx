import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useLiveProfile } from '#features/auth/access/access.live.ts'
import { useUser } from '#features/auth/access/use-user.ts'
import { useLiveAlerts } from '#features/backoffice/health/health.live.ts'
import { useLiveOffers } from '#features/catalogue/catalogue/offers.live.ts'
import { useLiveChat } from '#features/community/chat/chat.live.ts'
import { useLiveCashOuts } from '#features/funds/cash-outs/cash-outs.live.ts'
import { useCardPages } from '#features/funds/top-ups/card-page.ts'
import { useLiveTickets } from '#features/funds/top-ups/top-ups.live.ts'
import { useLiveMaintenance } from '#features/system/maintenance/maintenance.live.ts'
import { useLiveNotifications } from '#features/system/notifications/notifications.live.ts'
import { isOccupied } from '#lib/ask-before-leaving.ts'
import { openLine } from '#lib/realtime-connection.ts'
import { useSession } from '#lib/session.ts'
import { useCountWaiting } from '#routes/count-waiting.ts'
import { usePrefetchNext } from '#routes/prefetch-next.ts'
import { fetchWhatOpens } from '#ui/lazy.tsx'
import { fetchSigns } from '#ui/menu-sign.tsx'
import { sayDoneAndOffer } from '#ui/snackbar.ts'

/** What happens elsewhere meanwhile, on every page behind the sign-in. Loaded after the first screen; the line tells what was missed. */
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
  // The last one: what it tells first is heard by all others.
  useLine(session?.token, session?.user.id)
  return null
}

/** A ticket that was just made is shown at once, on every page of its member; where that would take something away it is offered. */
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

/** What the browser has is compared with what the server knows; a notification that is pressed leads to what it is about. */
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

/** For the time without a network; loaded after what is looked at. */
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
