import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { HistoryList } from '#features/funds/wallet/history-list.tsx'
import { useLiveWallet } from '#features/funds/wallet/wallet.live.ts'
import { WalletStatementList } from '#features/funds/wallet/wallet-statement-list.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/histori')

/** The page of the member's tickets and the statement of the balance. */
export function HistoryPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  useLiveWallet()

  // Changing the tab clears the other parameters, because the tabs have different filters and sorts.
  const chooseTab = (value: string | null) => void navigate({ search: value === 'mutasi' ? { tab: 'mutasi' } : {} })

  return (
    <PageFrame title="Histori" wide>
      <Tabs value={searchParams.search.tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="pembayaran">Histori Pembayaran</Tabs.Tab>
          <Tabs.Tab value="mutasi">Mutasi Saldo</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pembayaran">
          <HistoryList searchParams={searchParams} />
        </Tabs.Panel>
        <Tabs.Panel value="mutasi">
          <WalletStatementList searchParams={searchParams} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
