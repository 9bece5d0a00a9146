import { Bar } from '#ui/bar.tsx'
import '#ui/styles-signed-in.ts'
import type { User } from '@lapak/contract/auth/access'
import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconCashBanknote, IconDeviceMobileCheck, IconWallet } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import clsx from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { useUser } from '#features/auth/access/use-user.ts'
import { UserMenu } from '#features/auth/access/user-menu.tsx'
import { mayTakeOutEarnings } from '#features/funds/cash-outs/may-take-out-earnings.ts'
import { BalanceDisplay } from '#features/funds/wallet/balance-display.tsx'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { SearchScreen } from '#features/selling/search/search-screen.tsx'
import { Bell } from '#features/system/notifications/bell.tsx'
import { ApiError } from '#lib/api-error.ts'
import { leaveSession } from '#lib/session.ts'
import { useOpenPurchaseDialog } from '#lib/use-open-purchase-dialog.ts'
import { useShortcut } from '#lib/use-shortcut.ts'
import { setStepUpDialog } from '#lib/with-step-up.ts'
import { CashOut } from '#routes/cash-out.tsx'
import { InFrameContext } from '#routes/in-frame.ts'
import { entriesFor, sellingEntry, userEntries } from '#routes/menu-entries.ts'
import { BottomBar, SecondToolbar } from '#routes/navigation.tsx'
import { NavigationFailed } from '#routes/navigation-failed.tsx'
import classes from '#routes/signed-in-frame.module.css'
import bar from '#routes/top-bar.module.css'
import { totalWaiting, useAdministratorEntries } from '#routes/use-administrator-entries.ts'
import { deferredComponent } from '#ui/lazy.tsx'
import { belowSmQuery } from '#ui/media-queries.ts'
import { ModalsContainer } from '#ui/modals-container.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

// Loaded on demand: the first two components are rarely needed, the last component only after the page is shown.
const TermsRenewal = lazy(() => import('#features/system/terms/terms-renewal.tsx').then((module) => ({ default: module.TermsRenewal })))
const PhoneVerification = deferredComponent(
  async () => (await import('#features/members/members/phone-verification.tsx')).PhoneVerification,
)
const Live = deferredComponent(async () => (await import('#routes/live.tsx')).Live, true)

/** The frame of every screen behind the sign-in: the top bar, the second toolbar and, on phones, the bottom bar. */
export function SignedInFrame() {
  const user = useUser()
  const profileError = useFreshProfile()
  useProofs(user)
  // Without a user, either the document is being left, or the stored user has an older shape and the profile is still loading.
  if (!user) return profileError && <NavigationFailed />
  // An administrator sets the platform up before there is a way to verify a phone.
  const ready = (user.complete || user.roles.some(({ name }) => name === 'ROLE_ADMIN')) && user.member.syaratketentuan
  return (
    <>
      <a href="#isi" className={classes.skip}>
        Langsung ke isi
      </a>
      <TopBar user={user} ready={ready} />
      {ready && <SecondToolbar user={user} />}
      <Content ready={ready}>{user.member.syaratketentuan ? <Outlet /> : <OnlyTheTerms />}</Content>
      {ready && <BottomBar user={user} />}
      {ready && user.complete && <BuyAnywhere />}
      {ready && <KeyHelp />}
      <ModalsContainer />
      <Live />
    </>
  )
}

function TopBar({ user, ready }: { user: User; ready: boolean }) {
  const [cashOutOpened, cashOut] = useDisclosure()
  const administration = useAdministratorEntries(user)
  const takesOut = user.complete && mayTakeOutEarnings(user)
  return (
    <Bar component="header" line="below" className={classes.top}>
      <div className={classes.inner}>
        <Link to="/home" aria-label="Lapak, ke halaman awal" className={classes.logo}>
          <Wordmark height={28} />
        </Link>
        <div className={classes.right}>
          {!user.verifyphone && <VerifyPhone />}
          {user.complete && <TopUpButton />}
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
              waiting: totalWaiting(administration),
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
      <PhoneVerification eager={opened} opened={opened} onClose={close} />
    </>
  )
}

/** Shown until the member accepts the changed terms: a form for this replaces every page except the page of the terms. */
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
  // When the page has replaced the form, the focus moves to the beginning of the page.
  useEffect(() => {
    if (ready && !wasReady.current) {
      place.current?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    wasReady.current = ready
  }, [ready])
  return (
    <main ref={place} id="isi" className={classes.content} data-bottom-bar={ready || undefined} tabIndex={-1}>
      <InFrameContext value={true}>{children}</InFrameContext>
    </main>
  )
}

/**
 * Refetches the profile, because the stored user may be outdated. If the server refuses the request, the session ends; a lost network does not end
 * the session.
 */
function useFreshProfile() {
  const { error } = useQuery(profileQuery)
  useEffect(() => {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) leaveSession(error.message)
  }, [error])
  return error
}

/** Provides the dialog for step-up authentication to the requests of all screens. The dialog is loaded on demand. */
function useProofs(user: User | null) {
  useEffect(() => {
    if (user)
      return setStepUpDialog(async (by) => (await import('#features/members/step-up-auth/request-step-up.tsx')).requestStepUp(user, by))
  }, [user])
}

const KeyHelpDialog = deferredComponent(async () => (await import('#routes/key-help-dialog.tsx')).KeyHelpDialog)

/** The list of keyboard shortcuts; the key `?` opens it. */
function KeyHelp() {
  const [opened, { open, close }] = useDisclosure()
  useShortcut('?', open)
  return <KeyHelpDialog eager={opened} opened={opened} onClose={close} />
}

// Loaded when the dialog is opened for the first time.
const TopUpDialog = deferredComponent(async () => (await import('#features/funds/top-ups/top-up-dialog.tsx')).TopUpDialog)

/**
 * The button that opens the top-up dialog, which asks for amount and method; the page of top-ups shows the remaining steps. On phones the button is
 * an icon.
 */
function TopUpButton() {
  const phone = useMediaQuery(belowSmQuery, undefined, { getInitialValueInEffect: false })
  const [opened, { open, close }] = useDisclosure()
  const navigate = useNavigate()
  function next(command: { jumlah: string; methode: string }) {
    close()
    void navigate({ to: '/tambahsaldo', search: command })
  }
  return (
    <>
      {phone ? (
        <ActionIcon size={44} variant="filled" color="orange" className={bar.spare} aria-label="Topup" onClick={open}>
          <IconWallet size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button size="sm" color="orange" className={bar.brief} leftSection={<IconWallet size={18} aria-hidden />} onClick={open}>
          Topup
        </Button>
      )}
      {opened && <TopUpDialog eager onClose={close} onNext={next} />}
    </>
  )
}

// Loaded after the page, because the dialog opens only on demand.
const BuyDialog = deferredComponent(async () => (await import('#features/ordering/purchases/buying/buy-dialog.tsx')).BuyDialog)

/** The purchase dialog over the current page. */
function BuyAnywhere() {
  const { beli } = useSearch({ strict: false })
  const begin = useLocation({ select: ({ state }) => state.buy })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const balance = useQuery(balanceQuery)
  const buy = useOpenPurchaseDialog()
  useShortcut('b', buy)

  function onOrdered() {
    void queries.invalidateQueries({ queryKey: balanceQuery.queryKey })
    // Clears the history state, so that a reload does not show an order again that was already sent.
    void navigate({ to: '.', search: true, replace: true, ignoreBlocker: true, resetScroll: false })
  }

  return (
    <BuyDialog
      eager={beli === '1'}
      opened={beli === '1'}
      draft={begin}
      onClose={() =>
        void navigate({
          to: '.',
          search: ((before: object) => ({ ...before, beli: undefined })) as never,
          replace: true,
          resetScroll: false,
        })
      }
      balance={balance.data?.balance}
      onOrdered={onOrdered}
    />
  )
}
