import { Bar } from '#ui/bar.tsx'
import '#ui/styles-signed-in.ts'
import type { User } from '@lapak/contract/auth/access'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCashBanknote, IconDeviceMobileCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import clsx from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { useUser } from '#features/auth/access/use-user.ts'
import { UserMenu } from '#features/auth/access/user-menu.tsx'
import { takesOutEarnings } from '#features/funds/cash-outs/takes-out-earnings.ts'
import { BalanceDisplay } from '#features/funds/wallet/balance-display.tsx'
import { SearchScreen } from '#features/selling/search/search-screen.tsx'
import { Bell } from '#features/system/notifications/bell.tsx'
import { ApiError } from '#lib/api-error.ts'
import { leave } from '#lib/session.ts'
import { proofsAskedBy } from '#lib/with-step-up.ts'
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
import { late } from '#ui/lazy.tsx'
import { ModalsPlace } from '#ui/modals-place.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

// Few need the first two, and nobody before the page is there the last one.
const TermsRenewal = lazy(() => import('#features/system/terms/terms-renewal.tsx').then((module) => ({ default: module.TermsRenewal })))
const PhoneVerification = late(async () => (await import('#features/members/members/phone-verification.tsx')).PhoneVerification)
const Live = late(async () => (await import('#routes/live.tsx')).Live, true)

/** Top bar, second toolbar and, on phones, the bottom bar around every screen behind the sign-in. */
export function SignedInFrame() {
  const user = useUser()
  const profileError = useFreshProfile()
  useProofs(user)
  // Without a user the page is being left, or what is stored is of an older version and the fresh profile is on its way.
  if (!user) return profileError && <NavigationFailed />
  const ready = user.complete && user.member.syaratketentuan
  return (
    <>
      <a href="#isi" className={classes.skip}>
        Langsung ke isi
      </a>
      <TopBar user={user} ready={ready} />
      {ready && <SecondToolbar user={user} />}
      <Content ready={ready}>{user.member.syaratketentuan ? <Outlet /> : <OnlyTheTerms />}</Content>
      {ready && <BottomBar user={user} />}
      {ready && <BuyAnywhere />}
      {ready && <KeyHelp />}
      <ModalsPlace />
      <Live />
    </>
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
      <PhoneVerification now={opened} opened={opened} onClose={close} />
    </>
  )
}

/** Terms that wait to be accepted stand before every page but their own. */
function OnlyTheTerms() {
  const reading = useLocation({ select: ({ pathname }) => pathname === '/syaratketentuan' })
  if (reading) return <Outlet />
  return (
    <PageFrame title="Update Syarat dan ketentuan">
      <Suspense>
        <TermsRenewal />
      </Suspense>
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
    if (user)
      return proofsAskedBy(async (by) => (await import('#features/members/step-up-auth/request-step-up.tsx')).requestStepUp(user, by))
  }, [user])
}
