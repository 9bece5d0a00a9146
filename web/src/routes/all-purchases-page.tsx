import { dotted } from '@lapak/contract/shared/money'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DisputeDrawer } from '#features/ordering/disputes/dispute-drawer.tsx'
import { DisputeList } from '#features/ordering/disputes/dispute-list.tsx'
import { useWaitingDisputes } from '#features/ordering/disputes/disputes.api.ts'
import { AlertList } from '#features/ordering/purchases/administration/alert-list.tsx'
import { PurchaseAdminList } from '#features/ordering/purchases/administration/purchase-admin-list.tsx'
import { pendingPurchasesQuery } from '#features/ordering/purchases/administration/purchases.admin.api.ts'
import { useLiveAdminPurchases } from '#features/ordering/purchases/administration/purchases.admin.live.ts'
import { ApprovalDecisionForm } from '#features/system/approvals/approval-decision-form.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'

const PurchaseAdminDrawer = lazy(() =>
  import('#features/ordering/purchases/administration/purchase-admin-drawer.tsx').then((module) => ({
    default: module.PurchaseAdminDrawer,
  })),
)

const purchaseTabs = ['transaksi', 'peringatan', 'sengketa'] as const
const route = getRouteApi('/signed-in/administration/trxadm')

/** The page of the purchases of all members and the alerts about them. */
export function AllPurchasesPage() {
  const searchParams = useSearchParams(route.useSearch())
  const navigate = route.useNavigate()
  const { data: pending } = useQuery(pendingPurchasesQuery)
  const disputes = useWaitingDisputes('house')
  useLiveAdminPurchases()

  // Changing the tab clears the other parameters, because the tabs have different filters and sorts.
  const chooseTab = (value: string | null) => void navigate({ search: { tab: purchaseTabs.find((name) => name === value) } })
  const open = (id: bigint) => searchParams.push({ trx: id.toString() })

  return (
    <PageFrame title="Transaksi semua member" wide>
      <Tabs value={searchParams.search.tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List>
          <Tabs.Tab value="transaksi">Transaksi</Tabs.Tab>
          <Tabs.Tab value="peringatan">Peringatan{pending && pending.alerts > 0 ? ` (${dotted(pending.alerts)})` : ''}</Tabs.Tab>
          <Tabs.Tab value="sengketa">Sengketa{disputes > 0 ? ` (${dotted(disputes)})` : ''}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="transaksi">
          <PurchaseAdminList searchParams={searchParams} onOpen={({ id }) => open(id)} />
        </Tabs.Panel>
        <Tabs.Panel value="peringatan">
          <AlertList searchParams={searchParams} onOpen={({ idtrx }) => open(idtrx)} />
        </Tabs.Panel>
        <Tabs.Panel value="sengketa">
          <DisputeList side="house" searchParams={searchParams} onOpen={({ id }) => searchParams.push({ sengketa: id.toString() })} />
        </Tabs.Panel>
      </Tabs>
      <DisputeDrawer id={searchParams.search.sengketa} side="house" onClose={() => searchParams.replace({ sengketa: undefined })} />
      <Suspense>
        <PurchaseAdminDrawer
          id={searchParams.search.trx}
          onClose={() => searchParams.replace({ trx: undefined })}
          decide={(id, about) => <ApprovalDecisionForm id={id} about={about} />}
        />
      </Suspense>
    </PageFrame>
  )
}
