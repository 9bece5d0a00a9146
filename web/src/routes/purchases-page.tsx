import { Button, Tabs } from '@mantine/core'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { buyerOptionsQuery } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { PurchaseList } from '#features/ordering/purchases/list/purchase-list.tsx'
import { useOpenPurchaseDialog } from '#lib/use-open-purchase-dialog.ts'
import { useSearchParams } from '#lib/use-search-params.ts'
import { useOfferPurchase } from '#routes/use-offer-purchase.tsx'
import { deferredComponent } from '#ui/lazy.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import tabs from '#ui/page-tabs.module.css'
import { useShownTab } from '#ui/use-shown-tab.ts'

// Loaded after the page, because they are opened only on demand.
const RouteDrawer = deferredComponent(async () => (await import('#features/ordering/buying-list/route-drawer.tsx')).RouteDrawer)
const PurchaseDrawer = deferredComponent(async () => (await import('#features/ordering/purchases/list/purchase-drawer.tsx')).PurchaseDrawer)

const DisputeOfPurchase = lazy(() =>
  import('#features/ordering/disputes/dispute-of-purchase.tsx').then((module) => ({ default: module.DisputeOfPurchase })),
)
const DisputeDrawer = deferredComponent(async () => (await import('#features/ordering/disputes/dispute-drawer.tsx')).DisputeDrawer)
// The other tabs; each tab is loaded when it is opened.
const DisputeList = lazy(() => import('#features/ordering/disputes/dispute-list.tsx').then((module) => ({ default: module.DisputeList })))
const BuyingListTab = lazy(() => import('#routes/buying-list-tab.tsx').then((module) => ({ default: module.BuyingListTab })))

const purchaseTabs = ['pembelian', 'produk', 'sengketa'] as const
const route = getRouteApi('/signed-in/trxpembelian')

/** The page of the buyer's purchases and the buying list. */
export function PurchasesPage() {
  const searchParams = useSearchParams(route.useSearch())
  const { tab, lihat, trx, sengketa, rute } = searchParams.search
  const navigate = route.useNavigate()
  const shownTab = useShownTab(tab)

  // Changing the tab or the view clears the other parameters, because filters and sorts differ.
  const chooseTab = (value: string | null) => void navigate({ search: { tab: purchaseTabs.find((name) => name === value) } })
  const chooseView = (view: typeof lihat) => void navigate({ search: { tab: 'produk', lihat: view } })
  const routing = useQuery({ ...buyerOptionsQuery, enabled: tab === 'produk' }).data?.routing
  const { buy, dialog } = useOfferPurchase()
  const openPurchase = useOpenPurchaseDialog()

  const buyButton = (
    <Button color="orange" leftSection={<IconShoppingCartPlus size={20} />} onClick={() => openPurchase()}>
      Beli
    </Button>
  )

  return (
    <PageFrame title="Transaksi" wide>
      <Tabs value={tab} onChange={chooseTab} keepMounted={false} classNames={{ tab: tabs.tab, panel: tabs.panel }}>
        <Tabs.List ref={shownTab} className={tabs.running}>
          <Tabs.Tab value="pembelian">Pembelian</Tabs.Tab>
          <Tabs.Tab value="produk">Produk ke Suplier</Tabs.Tab>
          <Tabs.Tab value="sengketa">Sengketa</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pembelian">
          <PurchaseList searchParams={searchParams} onOpen={(row) => searchParams.push({ trx: row.id.toString() })} buyButton={buyButton} />
        </Tabs.Panel>
        <Tabs.Panel value="produk">
          <Suspense>
            <BuyingListTab
              view={lihat}
              onView={chooseView}
              searchParams={searchParams}
              routing={routing}
              openRoute={(rute) => searchParams.push({ rute })}
              buy={(row) => buy({ ...row, id: row.productmemberid })}
            />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="sengketa">
          <Suspense>
            <DisputeList side="buyer" searchParams={searchParams} onOpen={({ id }) => searchParams.push({ sengketa: id.toString() })} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <DisputeDrawer
        eager={sengketa !== undefined}
        id={sengketa}
        side="buyer"
        onClose={() => searchParams.replace({ sengketa: undefined })}
      />
      <RouteDrawer eager={rute !== undefined} productcode={rute} onClose={() => searchParams.replace({ rute: undefined })} />
      <PurchaseDrawer
        eager={trx !== undefined}
        id={trx}
        dispute={(id) => <DisputeOfPurchase id={id} />}
        onClose={() => searchParams.replace({ trx: undefined })}
      />
      {dialog}
    </PageFrame>
  )
}
