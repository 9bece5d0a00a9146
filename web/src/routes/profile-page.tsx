import type { User } from '@lapak/contract/auth/access'
import { Button, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconListCheck, IconLock } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { mayTakeOutEarnings } from '#features/funds/cash-outs/may-take-out-earnings.ts'
import { VirtualAccounts } from '#features/funds/payment-gateway/virtual-accounts.tsx'
import { ProfileForm } from '#features/members/members/profile-form.tsx'
import { ProfileHead } from '#features/members/members/profile-head.tsx'
import { closeSession } from '#lib/session.ts'
import { CashOut } from '#routes/cash-out.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import look from '#ui/page-tabs.module.css'
import { Section } from '#ui/section.tsx'
import { useShownTab } from '#ui/use-shown-tab.ts'

const route = getRouteApi('/signed-in/profile')

// Each tab is loaded when it is opened.
const Sessions = lazy(() => import('#features/auth/access/sessions.tsx').then((module) => ({ default: module.Sessions })))
const BankAccountList = lazy(() =>
  import('#features/funds/bank-accounts/bank-account-list.tsx').then((module) => ({ default: module.BankAccountList })),
)
const SpecialCashOut = lazy(() =>
  import('#features/funds/cash-outs/special-cash-out.tsx').then((module) => ({ default: module.SpecialCashOut })),
)
const JabberInstructions = lazy(() =>
  import('#features/partners/jabber/jabber-instructions.tsx').then((module) => ({ default: module.JabberInstructions })),
)
const JabberList = lazy(() => import('#features/partners/jabber/jabber-list.tsx').then((module) => ({ default: module.JabberList })))
const PinPanel = lazy(() => import('#features/members/pin/pin-panel.tsx').then((module) => ({ default: module.PinPanel })))
const TwoFactorPanel = lazy(() =>
  import('#features/members/two-factor/two-factor-panel.tsx').then((module) => ({ default: module.TwoFactorPanel })),
)
const ApiTab = lazy(() => import('#routes/profile-api-tab.tsx').then((module) => ({ default: module.ApiTab })))

const tabWords = { profile: 'Profile', api: 'API', jabber: 'JabberID', bank: 'Bank', keamanan: 'Keamanan' } as const
type ProfileTab = keyof typeof tabWords
const profileTabs = Object.keys(tabWords) as ProfileTab[]

/** The page with the settings of the member's account. */
export function ProfilePage() {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const user = useUser()
  const tabs = useShownTab(tab)
  if (!user) return null
  const choose = (chosen: string | null) => void navigate({ search: { tab: profileTabs.find((name) => name === chosen) } })
  return (
    <PageFrame title="Profile">
      <ProfileHead user={user} />
      <Tabs value={tab} onChange={choose} keepMounted={false} classNames={{ list: look.running, tab: look.tab, panel: look.panel }}>
        <Tabs.List ref={tabs}>
          {profileTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {tabWords[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile">
          <Section title="Data diri">
            <ProfileForm user={user} />
          </Section>
          {user.complete && <VirtualAccounts />}
        </Tabs.Panel>
        <Tabs.Panel value="api">
          <Suspense>
            <ApiTab />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="jabber">
          <Suspense>
            <JabberList />
            <JabberInstructions />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="bank">
          <Suspense>
            <BankTab user={user} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="keamanan">
          <Suspense>
            <SecurityTab />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}

function BankTab({ user }: { user: User }) {
  const [opened, { open, close }] = useDisclosure()
  // Whether to show the section about special cash-outs. Sellers have a cash-out button in the top bar instead.
  const special = user.complete && !mayTakeOutEarnings(user)
  return (
    <>
      <BankAccountList />
      {special && <SpecialCashOut onOpen={open} />}
      {special && <CashOut opened={opened} memberId={user.id} onClose={close} />}
    </>
  )
}

function SecurityTab() {
  const navigate = useNavigate()
  useEffect(() => {
    // Preloaded, because the session has ended when the page is shown.
    void import('#routes/recovery-codes-page.tsx').catch(() => undefined)
  }, [])

  async function showNewCodes() {
    await navigate({ to: '/kodepemulihan', replace: true, ignoreBlocker: true })
    closeSession()
  }

  return (
    <>
      <TwoFactorPanel onActivated={showNewCodes} />
      <Section
        title="Password"
        hint="Pakai password yang tidak dipakai di tempat lain."
        action={
          <Button variant="default" leftSection={<IconLock size={18} />} renderRoot={(props) => <Link to="/gantipassword" {...props} />}>
            Ganti password
          </Button>
        }
      />
      <PinPanel />
      <Section
        title="Periksa akun"
        hint="Semua yang mungkin ditinggalkan orang lain di akun Anda, di satu halaman."
        action={
          <Button variant="default" leftSection={<IconListCheck size={18} />} renderRoot={(props) => <Link to="/periksaakun" {...props} />}>
            Periksa akun
          </Button>
        }
      />
      <Sessions />
    </>
  )
}
