import { wib } from '@lapak/contract/shared/time-text'
import { Button, Tabs, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { BankDays } from '#features/funds/reconciliation/bank-days.tsx'
import { DifferenceList } from '#features/funds/reconciliation/difference-list.tsx'
import { ProviderDays } from '#features/funds/reconciliation/provider-days.tsx'
import { checkedQuery, useRunReconciliation } from '#features/funds/reconciliation/reconciliation.api.ts'
import { SellerDays } from '#features/funds/reconciliation/seller-days.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const route = getRouteApi('/signed-in/administration/rekonsiliasi')

/** The page that compares bank statements, sellers' lists and the payment provider with the ledger. */
export function ReconciliationPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const run = useRunReconciliation()
  const { data: checkedAt } = useQuery(checkedQuery)

  // Changing the tab clears the other parameters, because the tabs have different filters and sorts.
  const chooseTab = (value: string | null) =>
    void navigate({ search: value === 'suplier' || value === 'penyedia' || value === 'selisih' ? { tab: value } : {} })

  return (
    <PageFrame
      title="Rekonsiliasi"
      wide
      action={
        <Button variant="default" leftSection={<IconRefresh size={18} />} loading={run.isPending} onClick={() => run.mutate()}>
          Periksa sekarang
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {checkedAt ? `Selisih dicari terakhir ${wib(checkedAt)}` : 'Selisih dicari setiap malam'}
      </Text>
      <Tabs value={searchParams.search.tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="bank">Bank</Tabs.Tab>
          <Tabs.Tab value="suplier">Suplier</Tabs.Tab>
          <Tabs.Tab value="penyedia">Penyedia</Tabs.Tab>
          <Tabs.Tab value="selisih">Selisih</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="bank">
          <BankDays searchParams={searchParams} />
        </Tabs.Panel>
        <Tabs.Panel value="suplier">
          <SellerDays searchParams={searchParams} />
        </Tabs.Panel>
        <Tabs.Panel value="penyedia">
          <ProviderDays searchParams={searchParams} />
        </Tabs.Panel>
        <Tabs.Panel value="selisih">
          <DifferenceList searchParams={searchParams} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
