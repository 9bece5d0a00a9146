import { Bar } from '#ui/bar.tsx'
import '#ui/styles-signed-in.ts'
import type { User } from '@lapak/contract/access'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { IconCashBanknote, IconDeviceMobileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import clsx from 'clsx'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { profileQuery } from '#features/access/access.api.ts'
import { useLiveProfile } from '#features/access/access.live.ts'
import { useUser } from '#features/access/use-user.ts'
import { UserMenu } from '#features/access/user-menu.tsx'
import { useLiveCashOuts } from '#features/cash-out/cash-out.live.ts'
import { takesOutEarnings } from '#features/cash-out/takes-out-earnings.ts'
import { useLiveOffers } from '#features/catalogue/offers.live.ts'
import { useLiveChat } from '#features/chat/chat.live.ts'
import { useCardPages } from '#features/deposits/card-page.ts'
import { useLiveTickets } from '#features/deposits/deposits.live.ts'
import { useLiveAlerts } from '#features/health/health.live.ts'
import { useLiveMaintenance } from '#features/maintenance/maintenance.live.ts'
import { PhoneVerification } from '#features/members/phone-verification.tsx'
import { Bell } from '#features/notices/bell.tsx'
import { useLiveNotices } from '#features/notices/notices.live.ts'
import { SearchScreen } from '#features/search/search-screen.tsx'
import { TermsRenewal } from '#features/terms/terms-renewal.tsx'
import { BalanceDisplay } from '#features/wallet/balance-display.tsx'
import { ApiError } from '#lib/api-error.ts'
import { isOccupied } from '#lib/ask-before-leaving.ts'
import { openLine } from '#lib/realtime.ts'
import { leave, useSession } from '#lib/session.ts'
import { proofsAskedBy } from '#lib/with-proof.ts'
import { BuyAnywhere } from '#routes/buy-anywhere.tsx'
import { CashOut } from '#routes/cash-out.tsx'
import { InFrame } from '#routes/in-frame.ts'
import { KeyHelp } from '#routes/key-help.tsx'
import { entriesFor, sellingEntry, userEntries } from '#routes/menu-entries.ts'
import { BottomBar, SecondToolbar } from '#routes/navigation.tsx'
import { NavigationFailed } from '#routes/navigation-failed.tsx'
import classes from '#routes/signed-in-frame.module.css'
import bar from '#routes/top-bar.module.css'
import { TopupButton } from '#routes/topup-button.tsx'
import { useAdministration, waitingIn } from '#routes/use-administration.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import { sayDoneAndOffer } from '#ui/snackbar.ts'
import { Wordmark } from '#ui/wordmark.tsx'

/** Top bar, second toolbar and, on phones, the bottom bar around every screen behind the sign-in. */
export function SignedInFrame() {
  const session = useSession()
  const user = useUser()
  const profileError = useFreshProfile()
  useLine(session?.token, session?.user.id)
  useLiveOffers()
  useLiveTickets(useOpenTicket())
  useLiveCashOuts()
  useLiveProfile()
  useLiveChat(useOpenChat())
  useLiveNotices()
  useLiveMaintenance()
  useCardPages()
  useKnown()
  usePush()
  useLiveAlerts(user?.roles.some(({ name }) => name === 'ROLE_ADMIN') ?? false, useOpenAlerts())
  useProofs(user)
  // Without a user the page is being left, or what is stored is of an older version and the fresh profile is on its way.
  if (!user) return profileError && <NavigationFailed />
  const ready = user.complete && user.member.syaratketentuan
  return (
    <ModalsProvider>
      <a href="#isi" className={classes.skip}>
        Langsung ke isi
      </a>
      <TopBar user={user} ready={ready} />
      {ready && <SecondToolbar user={user} />}
      <Content ready={ready}>{user.member.syaratketentuan ? <Outlet /> : <OnlyTheTerms />}</Content>
      {ready && <BottomBar user={user} />}
      {ready && <BuyAnywhere />}
      {ready && <KeyHelp />}
    </ModalsProvider>
  )
}

function TopBar({ user, ready }: { user: User; ready: boolean }) {
  const [cashOutOpened, cashOut] = useDisclosure()
  const administration = useAdministration(user)
  const takesOut = user.complete && takesOutEarnings(user)
  return (
    <Bar component="header" line="below" className={classes.top}>
      <div className={classes.inner}>
        <Link to="/home" aria-label="Lapak, ke halaman awal" className={classes.logo}>
          <Wordmark height={28} />
        </Link>
        <div className={classes.right}>
          {!user.verifyphone && <VerifyPhone />}
          {user.complete && <TopupButton />}
          {takesOut && (
            <Button
              variant="default"
              size="sm"
              className={clsx(bar.brief, classes.cashOut)}
              leftSection={<IconCashBanknote size={18} aria-hidden />}
              onClick={cashOut.open}
            >
              Cashout
            </Button>
          )}
          {user.complete && <BalanceDisplay className={classes.balance} />}
          {ready && <SearchScreen className={classes.search} />}
          <Bell />
          <UserMenu
            user={user}
            entries={entriesFor(userEntries, user)}
            onPhones={{
              entries: !ready ? [] : administration.length > 0 ? administration : [sellingEntry],
              waiting: waitingIn(administration),
              onCashOut: takesOut ? cashOut.open : undefined,
            }}
          />
        </div>
      </div>
      {takesOut && <CashOut opened={cashOutOpened} memberId={user.id} onClose={cashOut.close} />}
    </Bar>
  )
}

function VerifyPhone() {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="light" size="sm" leftSection={<IconDeviceMobileCheck size={18} aria-hidden />} onClick={open}>
        Verifikasi No. HP
      </Button>
      <PhoneVerification opened={opened} onClose={close} />
    </>
  )
}

/** Terms that wait to be accepted stand before every page but their own. */
function OnlyTheTerms() {
  const reading = useLocation({ select: ({ pathname }) => pathname === '/syaratketentuan' })
  if (reading) return <Outlet />
  return (
    <PageFrame title="Update Syarat dan ketentuan">
      <TermsRenewal />
    </PageFrame>
  )
}

function Content({ ready, children }: { ready: boolean; children: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  const wasReady = useRef(ready)
  // What was filled in has made room for the page: its reader begins at the top.
  useEffect(() => {
    if (ready && !wasReady.current) {
      place.current?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    wasReady.current = ready
  }, [ready])
  return (
    <main ref={place} id="isi" className={classes.content} data-bottom-bar={ready || undefined} tabIndex={-1}>
      <InFrame value={true}>{children}</InFrame>
    </main>
  )
}

/** What is kept of the user may be of yesterday. A server that refuses the profile ends the session; a lost network does not. */
function useFreshProfile() {
  const { error } = useQuery(profileQuery)
  useEffect(() => {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) leave(error.message)
  }, [error])
  return error
}

/** What matters asks here who it is, whichever screen sent it. The dialog is loaded when it is asked for first. */
function useProofs(user: User | null) {
  useEffect(() => {
    if (user) return proofsAskedBy(async (by) => (await import('#features/proof/ask-for-proof.tsx')).askForProof(user, by))
  }, [user])
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
    void import('#features/push/subscription.ts').then(({ compareSubscription }) => compareSubscription()).catch(() => undefined)
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
