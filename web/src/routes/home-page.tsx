import type { User } from '@lapak/contract/auth/access'
import { Text } from '@mantine/core'
import { IconListCheck, IconReceipt, IconWallet, type TablerIcon } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { QuickBuy } from '#features/ordering/purchases/buying/quick-buy.tsx'
import { useAreTargetsLoaded } from '#features/ordering/purchases/buying/use-are-targets-loaded.ts'
import { TodaySums } from '#features/ordering/purchases/list/today-sums.tsx'
import { BestHitsSkeleton } from '#features/selling/sellers/best-hits-skeleton.tsx'
import { Banners } from '#features/system/banners/banners.tsx'
import { useIsServerReachable } from '#lib/connectivity.ts'
import classes from '#routes/home-page.module.css'
import { CardLink } from '#ui/card-link.tsx'
import { deferredComponent } from '#ui/lazy.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

// Loaded on demand, because a member completes the account only once.
const CompletionForm = lazy(() =>
  import('#features/members/members/completion-form.tsx').then((module) => ({ default: module.CompletionForm })),
)

// Loaded later, because this section is below the visible part of the page.
const BestHits = deferredComponent(async () => (await import('#features/selling/sellers/best-hits.tsx')).BestHits)
// Loaded later, because the browser reports only after loading that the web app can be installed.
const InstallHint = deferredComponent(async () => (await import('#routes/install-hint.tsx')).InstallHint)

/** The home page. With an incomplete account, it shows the form to complete the account; otherwise the purchase and links. */
export function HomePage() {
  const user = useUser()
  if (!user) return null
  return user.complete ? <Lobby /> : <Completion user={user} />
}

function Completion({ user }: { user: User }) {
  return (
    <PageFrame title="Lengkapi akun">
      <Text c="dimmed">Isi data ini satu kali, lalu Anda dapat mulai bertransaksi.</Text>
      <Suspense>
        <CompletionForm user={user} />
      </Suspense>
    </PageFrame>
  )
}

/** The service worker caches this component with the shell. Without a worker it cannot be loaded offline; then nothing is shown. */
const LastKnown = lazy<ComponentType>(() => import('#routes/last-known.tsx').catch(() => ({ default: () => null })))

function Lobby() {
  const reached = useIsServerReachable()
  const settled = useAreTargetsLoaded()
  return (
    <PageFrame title="Lobby">
      <div className={classes.work} data-unsettled={settled ? undefined : 'all'}>
        <QuickBuy />
        <TodaySums />
      </div>
      <Banners />
      <div className={classes.links}>
        <Way to="/trxpembelian" icon={IconReceipt} title="Transaksi" hint="Pembelian hari ini dan sebelumnya" />
        <Way to="/tambahsaldo" icon={IconWallet} title="Topup" hint="Transfer, virtual account, QRIS, atau kartu" spends />
        <Way to="/trxpembelian" search={{ tab: 'produk' }} icon={IconListCheck} title="Daftar produk" hint="Produk Anda dan supliernya" />
      </div>
      {reached ? (
        <BestHits fallback={<BestHitsSkeleton />} />
      ) : (
        <Suspense>
          <LastKnown />
        </Suspense>
      )}
      <InstallHint />
    </PageFrame>
  )
}

interface WayProps {
  to: '/trxpembelian' | '/tambahsaldo'
  search?: { tab?: 'produk' }
  icon: TablerIcon
  title: string
  hint: string
  /** Whether the link leads to an action that spends money. */
  spends?: boolean
}

function Way({ to, search, icon: Icon, title, hint, spends = false }: WayProps) {
  return (
    <CardLink to={to} search={search} className={classes.link}>
      <span className={classes.icon} data-spends={spends || undefined}>
        <Icon size={24} aria-hidden />
      </span>
      <span>
        <Text component="span" display="block" fw={650}>
          {title}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed">
          {hint}
        </Text>
      </span>
    </CardLink>
  )
}
